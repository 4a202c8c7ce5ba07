"""Cards are data: what a pack file may say, and the tables the rules read from it."""

import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from ...kernel.canon import encode
from ...kernel.errors import PackError
from ...kernel.numbers import NO_LIMIT, Amount, Bounded, Unknown
from ...kernel.report import Assumption
from .actions import Attribute
from .texts import Count, Instruction, Lasting, Struck, Who, Whose

UNNAMED = "W3-C-16"
"""What the pack does not tell of a card leaves a question undecidable."""
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
MagicTrait = Literal["echo", "manifest"]
"""残響 顕在."""
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


class Payment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hand cards that a condition asks to be discarded."""

    count: Count
    units: bool = False
    """Whether only unit cards will do."""


class ConditionRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The bracketed condition: the steps in which the magic may be activated."""

    steps: list[StepName] | None = None
    """All of them; left out if unknown."""
    shown: list[StepName] = []
    """Where the condition is unknown: steps in which the print shows an activation."""
    discard: Payment | None = None
    """Hand cards that must be discarded for it."""


class MagicRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A magic card in a pack file. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MAGIC_CARDS)]
    name: str
    attribute: AttributeName | None = None
    mana: ManaRow | None = None
    condition: ConditionRow | None = None
    effects: list[Instruction] | None = None
    traits: list[MagicTrait] = []
    lasting: list[Lasting] = []
    """What 顕在 does."""
    source: Sources


class PackInfoRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a pack is."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]{0,31}$")]
    game: Literal["wars3x3"]
    title: str
    base: Literal["", "print", "house"] = ""
    """A pack of ours whose rows stand wherever this file has none; the pack that comes of it is whole."""


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
    payment: Payment | None
    effects: tuple[Instruction, ...] | None
    echo: bool
    lasting: tuple[Lasting, ...]


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
        self.shown: list[Any] = [_shown(row) for row in deck]
        """What a card shows when it is used as a spell: its cost, or Unknown where it might be a purple card."""
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
        self.resting = [_resting_on(f"{row.number:03d}", row, FIELDS) for row in deck]
        """What a verdict rests on that uses the card; None if all of it is printed."""
        self.mentor_resting = [_resting_on(f"{row.number:03d}", row, ("attribute",)) for row in deck]
        """The same for a card that is a mentor, of which only the attribute counts [W3-I2-5]."""
        self.magic_resting: list[Assumption | None] = [None] * (MAGIC_CARDS + 1)
        for magic in rows.magic:
            self.magic_resting[magic.number] = _resting_on(f"A{magic.number:02d}", magic, MAGIC_FIELDS)

    def require(self, card: int) -> None:
        """Raises for a card that the pack does not tell: everything about it is undecidable [W3-C-16]."""
        bool(self.unit[card])


def _no_card(number: int) -> DeckCardRow:
    return DeckCardRow(number=number, source={})


def _label(row: DeckCardRow) -> str:
    return f"card {row.number:03d}" + (f" {row.name}" if row.name else "")


def _known(row: DeckCardRow, value: bool | None, what: str) -> bool | Unknown:
    return Unknown(f"{what}, of {_label(row)}", UNNAMED) if value is None else value


def _attribute(row: DeckCardRow) -> Attribute | Unknown:
    if row.attribute is None:
        return Unknown(f"the attribute of {_label(row)}", UNNAMED)
    return Attribute[row.attribute.upper()]


def _cost(row: DeckCardRow) -> Amount | None:
    return None if row.unit is False else bounded(f"the cost of {row.name or _label(row)}", row.cost)


def _shown(row: DeckCardRow) -> Amount | Unknown | None:
    return Unknown(f"what {_label(row)} is", UNNAMED) if row.unit is None else _cost(row)


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
        condition.discard,
        None if row.effects is None else tuple(row.effects),
        "echo" in row.traits,
        tuple(row.lasting),
    )


FIELDS = ("attribute", "cost", "unit")
MAGIC_FIELDS = ("mana", "condition", "effects", "lasting")
"""The fields on which a beginner rule can turn. The five traits it uses are settled for all named cards [W3-B2-3]."""


def _resting_on(id: str, row: DeckCardRow | MagicRow, fields: Sequence[str]) -> Assumption | None:
    """What is not printed of a card, with the reason given in the pack."""
    open_fields = [
        f"{field} {row.source[field]}"
        for field in fields
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
        _check(rows)
        if rows.pack.base:
            rows = _upon_base(rows)
            _check(rows)
    except OSError as error:
        raise PackError(f"{where}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise PackError(f"{where}: {error}") from None
    return Cards(rows)


def _rows(data: dict[str, Any]) -> PackFile:
    """The rows of a pack, one by one, so that an error names the card."""
    for kind, row_type in (("card", DeckCardRow), ("magic", MagicRow)):
        rows = data.get(kind, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise msgspec.ValidationError(f"{kind}: tables [[{kind}]] stand here")
        for row in rows:
            try:
                msgspec.convert(row, row_type)
            except msgspec.ValidationError as error:
                raise _wrong(kind, row.get("number", "?"), f"{error}{_allowed(kind, str(error))}") from None
    return msgspec.convert(data, PackFile)


def _upon_base(rows: PackFile) -> PackFile:
    """The whole pack that comes of a base and the rows that stand in place of some of its own."""
    base = load(builtin=rows.pack.base).rows
    cards = {row.number: row for row in (*base.card, *rows.card)}
    magics = {row.number: row for row in (*base.magic, *rows.magic)}
    return PackFile(
        pack=msgspec.structs.replace(rows.pack, base=""),
        card=[cards[number] for number in sorted(cards)],
        magic=[magics[number] for number in sorted(magics)],
    )


WORDS: dict[str, tuple[str, ...]] = {
    "attribute": get_args(AttributeName),
    "card traits": get_args(Trait),
    "magic traits": get_args(MagicTrait),
    "steps": get_args(StepName),
    "shown": get_args(StepName),
    "whose": get_args(Whose),
    "who": get_args(Who),
    "to": get_args(Struck),
    "op": tuple(str(kind.__struct_config__.tag) for kind in get_args(Instruction)),
}
"""Fields of words, and the words that may stand in each."""


def _allowed(kind: str, error: str) -> str:
    """What may stand in the field that an error is about, if it is a field of words."""
    field = re.search(r"\.([a-z]+)(?:\[\d+\])?`", error)
    words = WORDS.get(f"{kind} {field[1]}") or WORDS.get(field[1]) if field and "nvalid" in error else None
    return f"; allowed: {', '.join(words)}" if words else ""


def _wrong(kind: str, number: object, what: str) -> msgspec.ValidationError:
    name = f"{number:03d}" if kind == "card" and isinstance(number, int) else f"{number}"
    return msgspec.ValidationError(f"{kind} {name}: {what}")


def _check(rows: PackFile) -> None:
    """What the shape alone cannot say."""
    for kind, numbers in (("card", [c.number for c in rows.card]), ("magic", [m.number for m in rows.magic])):
        doubled = sorted({n for n in numbers if numbers.count(n) > 1})
        if doubled:
            raise _wrong(kind, doubled[0], "stands twice; every number stands once")
    costs: dict[str, Bounds | None] = {}
    for card in rows.card:
        _check_card(card)
        if card.name and costs.setdefault(card.name, card.cost) != card.cost:
            raise _wrong("card", card.number, f"cost: all cards named {card.name} have one cost")
    for magic in rows.magic:
        _check_magic(magic)


def _check_card(card: DeckCardRow) -> None:
    """Units have an attribute and a cost, the purple cards neither [W3-0.1-8] [W3-0.1-10]."""
    purple = "protean" in card.traits or "wild_card" in card.traits
    if card.unit is False and not purple:
        raise _wrong("card", card.number, "unit: a card that is not a unit has the trait protean or wild_card")
    if card.unit is True and purple:
        raise _wrong("card", card.number, "traits: protean and wild_card belong to cards that are not units")
    if card.unit is False and card.cost is not None:
        raise _wrong("card", card.number, "cost: a card that is not a unit has no printed cost")
    if card.unit is not None and card.attribute is not None and (card.attribute == "none") == card.unit:
        raise _wrong("card", card.number, "attribute: none for the purple cards, one of the four for units")
    if isinstance(card.cost, list) and card.cost[0] > card.cost[1]:
        raise _wrong("card", card.number, "cost: the least stands before the greatest")


def _check_magic(magic: MagicRow) -> None:
    """Mana adds up, and 顕在 and what it does go together."""
    if ("manifest" in magic.traits) != bool(magic.lasting):
        raise _wrong("magic", magic.number, "lasting: the trait manifest and what it does go together")
    if magic.mana is None:
        return
    ends = {icon: _ends(getattr(magic.mana, icon)) for icon in (*_ICONS, "total")}
    for icon, (least, most) in ends.items():
        if least > most:
            raise _wrong("magic", magic.number, f"mana.{icon}: the least stands before the greatest")
    if ends["total"][1] < sum(ends[icon][0] for icon in _ICONS):
        raise _wrong("magic", magic.number, "mana.total: the icons of all attributes are part of it")


def _ends(value: Bounds) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else (value[0], value[1])


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
