"""Cards are data: the tables that the rules read from a pack."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ....kernel.errors import OpenField, Undecidable
from ....kernel.judging.report import Assumption
from ....kernel.messages import Message, Thing, say
from ....kernel.packs import not_printed, open_fields
from ....kernel.play.numbers import NO_LIMIT, Amount, Bounded, Unknown
from ..table.actions import Attribute
from .pack_rows import (
    DECK_CARDS,
    MAGIC_CARDS,
    NO_GRAND,
    Bounds,
    ConditionRow,
    DeckCardRow,
    GrandRow,
    MagicRow,
    PackFile,
    Payment,
    Trait,
)
from .texts import Instruction, Lasting

UNNAMED = "W3-C-16"
"""What the pack does not tell of a card leaves a question undecidable."""
ALL_TRAITS = "W3-A2-1"
ICONS = ("fire", "water", "grass", "sky")
ATTRIBUTES: Mapping[Attribute, Message] = {
    Attribute.FIRE: say("attribute.fire"),
    Attribute.WATER: say("attribute.water"),
    Attribute.GRASS: say("attribute.grass"),
    Attribute.SKY: say("attribute.sky"),
}
"""How they are called in messages."""
ICON_CLAUSES = ("W3-M1-3", "W3-M1-9")
"""What a number of icons of an attribute is about."""
TOTAL_CLAUSES = ("W3-M1-9", "W3-M1-2")
"""What the number of units in all is about."""
MANA = tuple(f"mana.{name}" for name in (*ICONS, "total"))
TRAITS = ("traits", "traits_complete")
FIVE_TRAITS: tuple[Trait, ...] = ("transparent", "veil", "unblocking", "double_wall", "unstrengthenable")
"""透過 透化 ブロック不可 双壁 強化不可: the unit traits of the beginner and intermediate rules [W3-B2-1]."""
MENTORS = (1, 2, 12, 13, 22, 23, 38, 39)
"""瓶詰火霊, 花乙女, でかスラグ, 護宝妖精, the mentor cards of the intermediate game [W3-I0-2]: of these the print does
not say whether they have any of the five."""


class Mana(msgspec.Struct, frozen=True):
    """Required mana as the rules read it."""

    icons: tuple[Amount, ...]
    """For fire, water, grass and sky."""
    total: Amount


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """A text with its bracketed condition as the rules read it; None where the pack is silent."""

    name: str
    number: int
    """Of a magic; 0 for a grand magic."""
    steps: frozenset[str] | None
    shown: frozenset[str]
    any_turn: bool
    payment: Payment | None
    effects: tuple[Instruction, ...] | None

    def untold(self, what: Message, clause: str, *fields: str) -> Undecidable:
        """What the pack does not say of it, and the fields that would say it."""
        called = "" if self.number else f"★{self.name}"
        table = "magic" if self.number else "grand"
        open = (OpenField(table, self.number, field, called) for field in fields)
        return Undecidable("kernel.pack.silent", (clause,), *open, what=what)


class MagicText(Text, frozen=True, kw_only=True):
    """A magic card as the rules read it."""

    mana: Mana | None
    echo: bool
    manifest: bool
    lasting: tuple[Lasting, ...] | None
    """What 顕在 does; None where the pack is silent, and where there is no 顕在."""
    grand: Text | None
    """Its grand magic; None if it has none or nothing is known of it."""
    grand_known: bool
    """Whether the pack says what grand magic it carries, be it none."""


class Traits:
    """The unit traits that are in force, by card number; `Unknown` where the pack leaves one open. Each has a list of
    its own and is asked about by itself, so all that a unit has apply together [W3-0.1-11]."""

    def __init__(self, deck: Sequence[DeckCardRow], every: bool) -> None:
        self._deck = deck
        self._every = every
        self.transparent = self._holders("transparent")
        self.veil = self._holders("veil")
        self.unblocking = self._holders("unblocking")
        self.double_wall = self._holders("double_wall")
        self.unstrengthenable = self._holders("unstrengthenable")
        self.abundance = self._holders("abundance")
        self.swelling = self._holders("swelling")
        self.occupation = self._holders("occupation")
        self.undying = self._holders("undying")
        self.haste = self._holders("haste")
        self.treasure = self._holders("treasure")
        self.substitution = self._holders("substitution")
        self.open = any(not isinstance(holds, bool) for holds in (*self.undying, *self.treasure, *self.substitution))
        """Whether units may have traits of which the pack does not tell that let their owner choose something."""

    def _holders(self, trait: Trait) -> list[bool | Unknown]:
        return [self._holds(row, trait) for row in self._deck]

    def _holds(self, row: DeckCardRow, trait: Trait) -> bool | Unknown:
        """In beginner and intermediate rules the five traits are settled by the print, and the others are ignored: of
        先行打撃兵 only 交代 is [W3-B2-8]. With all traits in force only a row that says so has no more than it lists
        [W3-B2-2] [W3-A2-1]."""
        five = trait in FIVE_TRAITS
        if trait in row.traits:
            return five or self._every
        settled = row.traits_complete or row.number == 0 or (five and row.number not in MENTORS)
        return (
            _untold(row, say("unknown.has_trait", card=_label(row), trait=trait), ALL_TRAITS, TRAITS)
            if self._every and not settled
            else False
        )


class Cards:
    """The tables of a pack, by card number (index 0 is unused)."""

    def __init__(self, rows: PackFile) -> None:
        self.rows = rows
        deck = [_no_card(0)] + [_no_card(n) for n in range(1, DECK_CARDS + 1)]
        for row in rows.card:
            deck[row.number] = row
        self.name = [row.name or "" for row in deck]
        self.attribute: list[Attribute | Unknown] = [_attribute(row) for row in deck]
        self.cost: list[Amount | None] = [_cost(row, deck) for row in deck]
        """None for the purple cards, which have no printed cost."""
        self.shown: list[Any] = [_shown(row, cost) for row, cost in zip(deck, self.cost, strict=True)]
        """What a card shows when it is used as a spell: its cost, or Unknown where it might be a purple card."""
        self.unit: list[bool | Unknown] = [_unit(row) for row in deck]
        self.tunings = frozenset(row.number for row in deck if "protean" in row.traits)
        """The cards with 変幻."""
        self.wild = ["wild_card" in row.traits for row in deck]
        self.five_traits, self.all_traits = Traits(deck, every=False), Traits(deck, every=True)
        self.swelling = [row.swelling for row in deck]
        """When 膨張 works, where the pack tells."""
        self.substitution = [None if row.substitution is None else tuple(row.substitution) for row in deck]
        """What 交代 does, where the pack tells."""
        grands = {row.name: _grand(row) for row in rows.grand}
        self.magic: list[MagicText | None] = [None] * (MAGIC_CARDS + 1)
        for magic in rows.magic:
            self.magic[magic.number] = _magic(magic, grands)
        self.resting = Resting(rows, deck)

    def require(self, card: int) -> None:
        """Raises for a card that the pack does not tell: everything about it is undecidable [W3-C-16]."""
        bool(self.unit[card])


class Resting:
    """What a verdict rests on that uses a card; None if all of it is printed."""

    def __init__(self, rows: PackFile, deck: Sequence[DeckCardRow]) -> None:
        self.plain = [_resting_on(f"{row.number:03d}", row, ("attribute", "cost", "unit")) for row in deck]
        """With five traits, which are settled for all named cards [W3-B2-3]."""
        traits = ("attribute", "cost", "unit", "traits", "traits_complete", "swelling", "substitution")
        self.traited = [_resting_on(f"{row.number:03d}", row, traits) for row in deck]
        """With all traits in force."""
        self.mentor = [_resting_on(f"{row.number:03d}", row, ("attribute",)) for row in deck]
        """Of a mentor only the attribute counts [W3-I2-5]."""
        self.magic: list[Assumption | None] = [None] * (MAGIC_CARDS + 1)
        self.carried: list[Assumption | None] = [None] * (MAGIC_CARDS + 1)
        """Of a magic that pays for its grand magic: which that is, and 残響, with which it pays from sideways."""
        self.grand: list[Assumption | None] = [None] * (MAGIC_CARDS + 1)
        grands = {row.name: row for row in rows.grand}
        for magic in rows.magic:
            id = f"A{magic.number:02d}"
            self.magic[magic.number] = _resting_on(id, magic, ("mana", "condition", "effects", "traits", "lasting"))
            self.carried[magic.number] = _resting_on(id, magic, ("grand", "traits"))
            carried = grands.get(magic.grand or "")
            if carried is not None:
                self.grand[magic.number] = _resting_on(f"★{carried.name}", carried, ("condition", "effects"))


def _no_card(number: int) -> DeckCardRow:
    return DeckCardRow(number=number, source={})


def _label(row: DeckCardRow) -> Message:
    card = Thing("card", row.number)
    return say("card.named", card=card, name=row.name) if row.name else say("card.unnamed", card=card)


def _untold(row: DeckCardRow, what: Message, clause: str, fields: Sequence[str]) -> Unknown:
    """What the pack does not say of a deck card, and the fields that would say it."""
    return Unknown(what, clause, open=tuple(OpenField("card", row.number, field) for field in fields))


def _unit(row: DeckCardRow) -> bool | Unknown:
    return _untold(row, say("unknown.is_unit", card=_label(row)), UNNAMED, ["unit"]) if row.unit is None else row.unit


def _attribute(row: DeckCardRow) -> Attribute | Unknown:
    if row.attribute is None:
        return _untold(row, say("unknown.attribute", card=_label(row)), UNNAMED, ["attribute"])
    return Attribute[row.attribute.upper()]


def _cost(row: DeckCardRow, deck: Sequence[DeckCardRow]) -> Amount | None:
    """Cards of one name have one cost, and so one unknown, which each of them has to say [W3-0.1-13]."""
    if row.unit is False:
        return None
    same = [other.number for other in deck if other.name == row.name and row.name] or [row.number]
    fields = [OpenField("card", number, "cost") for number in same]
    return bounded(say("unknown.cost", card=row.name or _label(row)), row.cost, fields)


def _shown(row: DeckCardRow, cost: Amount | None) -> Amount | Unknown | None:
    return _untold(row, say("unknown.is", card=_label(row)), UNNAMED, ["unit"]) if row.unit is None else cost


def bounded(what: Message, value: Bounds | None, fields: Sequence[OpenField], clauses: tuple[str, ...] = ()) -> Amount:
    """A number of a pack: exact, between bounds, or unknown."""
    if isinstance(value, int):
        return value
    least, most = value if value is not None else (0, NO_LIMIT)
    return Bounded.between(what, least, most, tuple(fields), clauses)


def _mana(row: MagicRow) -> Mana | None:
    """The required mana of a magic, as far as the pack tells."""
    if row.mana is None:
        return None
    icons = [
        bounded(
            say("unknown.mana_of", magic=row.name, attribute=ATTRIBUTES[Attribute[icon.upper()]]),
            getattr(row.mana, icon),
            [OpenField("magic", row.number, f"mana.{icon}")],
            ICON_CLAUSES,
        )
        for icon in ICONS
    ]
    total = [OpenField("magic", row.number, "mana.total")]
    return Mana(tuple(icons), bounded(say("unknown.mana_total", magic=row.name), row.mana.total, total, TOTAL_CLAUSES))


def _magic(row: MagicRow, grands: dict[str, Text]) -> MagicText:
    return MagicText(
        **_text(row, row.number),
        mana=_mana(row),
        echo="echo" in row.traits,
        manifest="manifest" in row.traits,
        lasting=None if row.lasting is None else tuple(row.lasting),
        grand=grands.get(row.grand or NO_GRAND),
        grand_known=row.grand is not None,
    )


def _grand(row: GrandRow) -> Text:
    return Text(**_text(row, 0))


def _text(row: MagicRow | GrandRow, number: int) -> dict[str, Any]:
    """Name, bracketed condition and effects of a text."""
    condition = row.condition or ConditionRow()
    return {
        "name": row.name,
        "number": number,
        "steps": None if condition.steps is None else frozenset(condition.steps),
        "shown": frozenset(condition.shown),
        "any_turn": condition.any_turn,
        "payment": condition.discard,
        "effects": None if row.effects is None else tuple(row.effects),
    }


def _resting_on(id: str, row: DeckCardRow | MagicRow | GrandRow, fields: Sequence[str]) -> Assumption | None:
    """What is not printed of a card, with the reason given in the pack."""
    open_ = open_fields(row.source, fields)
    told = tuple([part for field in open_ for part in not_printed("wars3x3", row.source, [field])])
    if not told:
        return None
    if not row.name:
        return Assumption("card", id, say("kernel.assumed.nameless", told=told))
    return Assumption("card", id, say("kernel.assumed.card", called=row.name, told=told))
