"""Cards are data: what a pack file may say, and the tables the rules read from it."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from ...kernel.canon import encode
from ...kernel.errors import PackError
from ...kernel.numbers import NO_LIMIT, Amount, Bounded, Unknown
from ...kernel.report import Assumption
from .actions import Attribute
from .texts import Instruction

DECK_CARDS = 48
MAGIC_CARDS = 22

Cost = Annotated[int, msgspec.Meta(ge=0, le=99)]
Bounds = Cost | Annotated[list[Cost], msgspec.Meta(min_length=2, max_length=2)]
"""A number, or the least and the greatest it can be."""
AttributeName = Literal["fire", "water", "grass", "sky", "none"]
Trait = Literal[
    "transparent", "veil", "unblocking", "double_wall", "unstrengthenable", "abundance", "swelling", "occupation",
    "undying", "haste", "treasure", "substitution", "protean", "wild_card",
]  # fmt: skip
"""透過 透化 ブロック不可 双壁 強化不可 豊穣 膨張 占有 不死 速攻 宝掘 交代 変幻 ワイルドカード."""
StepName = Literal["1.1", "2.1", "2.2", "3.1", "3.2", "3.3", "4.1", "4.2", "5.1"]
Sources = dict[str, Annotated[str, msgspec.Meta(pattern="^(print|errata|inferred|web|house): .+")]]
"""Where each field is from: its kind, then the place or the reason."""


class DeckCardRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A deck card in a pack file. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=DECK_CARDS)]
    name: str | None = None
    attribute: AttributeName | None = None
    cost: Bounds | None = None
    unit: bool | None = None
    traits: list[Trait] = []
    traits_complete: bool = False
    """Whether it has no trait but those listed; beginner rules settle the five they use without it."""
    source: Sources


class ManaRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Required mana: units of each attribute, and units in all (number icon and attribute icons together)."""

    fire: Bounds = 0
    water: Bounds = 0
    grass: Bounds = 0
    sky: Bounds = 0
    total: Bounds


class ConditionRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The bracketed condition: the steps in which the magic may be activated."""

    steps: list[StepName] | None = None
    """All of them; left out if unknown."""
    shown: list[StepName] = []
    """Where the condition is unknown: steps in which the print shows an activation."""


class MagicRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A magic card in a pack file. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MAGIC_CARDS)]
    name: str
    attribute: AttributeName | None = None
    mana: ManaRow | None = None
    condition: ConditionRow | None = None
    effects: list[Instruction] | None = None
    source: Sources


class PackInfoRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a pack is."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]{0,31}$")]
    game: Literal["wars3x3"]
    title: str


class PackFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pack file."""

    pack: PackInfoRow
    card: list[DeckCardRow]
    magic: list[MagicRow]


class Mana(msgspec.Struct, frozen=True):
    """Required mana as the rules read it."""

    icons: tuple[Amount, ...]
    """For fire, water, grass and sky."""
    total: Amount


class MagicText(msgspec.Struct, frozen=True):
    """A magic card as the rules read it; None where the pack is silent."""

    number: int
    name: str
    attribute: Attribute | None
    mana: Mana | None
    steps: frozenset[str] | None
    shown: frozenset[str]
    effects: tuple[Instruction, ...] | None


class Cards:
    """The tables of a pack, by card number (index 0 is unused)."""

    def __init__(self, rows: PackFile) -> None:
        self.rows = rows
        deck = [_no_card(0)] + [_no_card(n) for n in range(1, DECK_CARDS + 1)]
        for row in rows.card:
            deck[row.number] = row
        self.name = [row.name or "" for row in deck]
        self.attribute: list[Attribute | Unknown] = [_attribute(row) for row in deck]
        self.cost: list[Amount | None] = [_cost(row) for row in deck]
        """None for the purple cards, which have no printed cost."""
        self.unit: list[bool | Unknown] = [_known(row, row.unit, "whether it is a unit") for row in deck]
        self.tunings = frozenset(row.number for row in deck if "protean" in row.traits)
        """The cards with 変幻."""
        self.wild = _holders(deck, "wild_card")
        self.transparent = _holders(deck, "transparent")
        self.veil = _holders(deck, "veil")
        self.unblocking = _holders(deck, "unblocking")
        self.double_wall = _holders(deck, "double_wall")
        self.unstrengthenable = _holders(deck, "unstrengthenable")
        self.magic: list[MagicText | None] = [None] * (MAGIC_CARDS + 1)
        for magic in rows.magic:
            self.magic[magic.number] = _magic(magic)
        self.resting = [_resting_on(f"{row.number:03d}", row) for row in deck]
        """What a verdict rests on that uses the card; None if all of it is printed."""
        self.magic_resting: list[Assumption | None] = [None] * (MAGIC_CARDS + 1)
        for magic in rows.magic:
            self.magic_resting[magic.number] = _resting_on(f"A{magic.number:02d}", magic)


def _no_card(number: int) -> DeckCardRow:
    return DeckCardRow(number=number, source={})


def _label(row: DeckCardRow) -> str:
    return f"card {row.number:03d}" + (f" {row.name}" if row.name else "")


def _known(row: DeckCardRow, value: bool | None, what: str) -> bool | Unknown:
    return Unknown(f"{what}, of {_label(row)}") if value is None else value


def _attribute(row: DeckCardRow) -> Attribute | Unknown:
    if row.attribute is None:
        return Unknown(f"the attribute of {_label(row)}")
    return Attribute[row.attribute.upper()]


def _cost(row: DeckCardRow) -> Amount | None:
    if row.unit is False:
        return None
    return bounded(f"the cost of {row.name or _label(row)}", row.cost)


def bounded(what: str, value: Bounds | None) -> Amount:
    """A number of a pack: exact, between bounds, or unknown. Cards of one name share one unknown [W3-0.1-13]."""
    if isinstance(value, int):
        return value
    least, most = value if value is not None else (0, NO_LIMIT)
    return Bounded.between(what, least, most)


def _holders(deck: Sequence[DeckCardRow], trait: Trait) -> list[bool]:
    return [trait in row.traits for row in deck]


def _magic(row: MagicRow) -> MagicText:
    mana = None
    if row.mana is not None:
        named = {a: bounded(f"the {a} mana of {row.name}", getattr(row.mana, a)) for a in _ICONS}
        mana = Mana(tuple(named.values()), bounded(f"the whole mana of {row.name}", row.mana.total))
    condition = row.condition or ConditionRow()
    return MagicText(
        row.number,
        row.name,
        Attribute[row.attribute.upper()] if row.attribute else None,
        mana,
        None if condition.steps is None else frozenset(condition.steps),
        frozenset(condition.shown),
        None if row.effects is None else tuple(row.effects),
    )


FIELDS = ("attribute", "cost", "unit", "traits", "mana", "condition", "effects")
"""The fields on which a rule can turn; a name decides nothing."""


def _resting_on(id: str, row: DeckCardRow | MagicRow) -> Assumption | None:
    """What is not printed of a card, with the reason given in the pack."""
    open_fields = [
        f"{field} {row.source[field]}"
        for field in FIELDS
        if field in row.source and not row.source[field].startswith(("print:", "errata:"))
    ]
    return Assumption("card", id, f"{row.name or 'not named'}: {'; '.join(open_fields)}") if open_fields else None


_ICONS = ("fire", "water", "grass", "sky")


def load(file: Path | None = None, *, builtin: str = "") -> Cards:
    """Reads and checks a pack: an owner's file, or one of ours by id."""
    path = file or files(__package__).joinpath("packs", f"{builtin}.toml")
    where = str(file or f"{builtin}.toml")
    try:
        rows = _rows(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PackError(f"{where}: {error}") from None
    _check(where, rows)
    return Cards(rows)


def _rows(data: dict[str, Any]) -> PackFile:
    """The rows of a pack, one by one, so that an error names the card."""
    for kind, row_type in (("card", DeckCardRow), ("magic", MagicRow)):
        for row in data.get(kind, []):
            try:
                msgspec.convert(row, row_type)
            except msgspec.ValidationError as error:
                raise msgspec.ValidationError(f"{kind} {row.get('number', '?')}: {error}") from None
    return msgspec.convert(data, PackFile)


def _check(where: str, rows: PackFile) -> None:
    """What the shape alone cannot say."""
    for kind, numbers in (("card", [c.number for c in rows.card]), ("magic", [m.number for m in rows.magic])):
        doubled = sorted({n for n in numbers if numbers.count(n) > 1})
        if doubled:
            raise PackError(f"{where}: {kind} {doubled[0]}: stands twice; every number stands once")
    costs: dict[str, Bounds | None] = {}
    for card in rows.card:
        if card.unit is False and card.cost is not None:
            raise PackError(f"{where}: card {card.number:03d}: cost: a card that is not a unit has no printed cost")
        if isinstance(card.cost, list) and card.cost[0] > card.cost[1]:
            raise PackError(f"{where}: card {card.number:03d}: cost: the least stands before the greatest")
        if card.name and costs.setdefault(card.name, card.cost) != card.cost:
            raise PackError(f"{where}: card {card.number:03d}: cost: all cards named {card.name} have one cost")


def digest_content(rows: PackFile) -> bytes:
    """The canonical bytes that a pack's digest is made of: everything but the sources."""
    without = msgspec.to_builtins(rows)
    for row in (*without["card"], *without["magic"]):
        del row["source"]
    return encode(_arrays(without))


def _arrays(value: object) -> object:
    """Maps as arrays of pairs in ascending order, since canonical bytes know no maps."""
    if isinstance(value, dict):
        return [[key, _arrays(item)] for key, item in sorted(value.items())]
    if isinstance(value, list | tuple):
        return [_arrays(item) for item in value]
    return value
