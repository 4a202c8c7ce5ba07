"""○必要魔力: which units count for a magic, and whether they are enough [W3-M1-1]."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .....kernel.messages import say
from .....kernel.play.numbers import Amount, Unknown, require
from .....kernel.play.violations import Violation
from ...cards.cards import ATTRIBUTES, MANA, MagicText, Mana
from ...table.actions import Attribute
from ...table.table import WarsTable, other
from .mentor import barred_point, mentors_point

ICON_ATTRIBUTES = (Attribute.FIRE, Attribute.WATER, Attribute.GRASS, Attribute.SKY)
WITHHELD = ("W3-S1.4-1",)
"""Said as well where a unit with 占有 would have made up for what is missing."""


class Counted(NamedTuple):
    """The units of both fields, by whether they count for a player's mana."""

    sure: list[int]
    open: list[int]
    """Those of which nothing tells whether they have 占有."""
    withheld: list[int]
    """The opponent's with 占有."""


def counted(table: WarsTable, seat: int) -> Counted:
    """All units of both fields count but the opponent's with 占有 [W3-M1-4] [W3-S1.4-1] [W3-S1.4-2]; cards in
    territory, hand and discard do not [W3-M1-8]."""
    units = Counted([unit.card for unit in table.side[seat].units], [], [])
    for unit in table.side[other(seat)].units:
        held = table.traits.occupation[unit.card]
        (units.sure if held is False else units.withheld if held is True else units.open).append(unit.card)
    return units


def mana_in_all(table: WarsTable, seat: int, text: MagicText) -> Violation | None:
    """Enough in all, each unit for one icon, and what else gives mana [W3-M1-2] [W3-M1-5] [W3-M1-9] [W3-S3.10-2]. More
    than enough does no harm [W3-M1-6], and nothing is spent: the units are only counted [W3-M1-7]."""
    if text.mana is None:
        raise text.untold(say("unknown.mana", magic=text.name), "W3-M1-1", *MANA)
    units, total = counted(table, seat), text.mana.total
    wild = table.so_far(seat).wild_mana != Attribute.NONE
    least: Amount = len(units.sure) + wild + mentors_point(table, seat, text.mana)
    if least + len(units.open) < total:
        if barred_point(table, seat, text.mana):
            return Violation(
                "W3-I2-3", "magic.no_mentor", ("W3-M1-9", "W3-M1-2", "W3-M1-5"), compares=True, magic=text.name
            )
        enough = units.withheld and least + len(units.open) + len(units.withheld) >= total
        also = ("W3-M1-2", "W3-M1-5", *(WITHHELD if enough else ()))
        return Violation("W3-M1-9", "magic.too_few", also, compares=True, magic=text.name)
    if units.open and least < total:
        require(table.traits.occupation[card] for card in units.open)
    return None


def mana_icons(table: WarsTable, seat: int, text: MagicText) -> Violation | None:
    """Enough of each attribute, the own mentor's and that of ★無尽増 with it [W3-M1-3] [W3-M1-9] [W3-I2-1]."""
    if text.mana is None:
        return None
    units, side = counted(table, seat), table.side[seat]
    cards = [*units.sure, side.mentor] if side.mentor else units.sure
    attributes = [table.cards.attribute[card] for card in cards]
    untold = [attribute for attribute in attributes if isinstance(attribute, Unknown)]
    for icon, needed, sure in surely(text.mana, attributes, table.so_far(seat).wild_mana):
        maybe = of_attribute(table, units.open, icon)
        most = sure + len(untold) + len(maybe)
        if most < needed:
            enough = most + len(of_attribute(table, units.withheld, icon)) >= needed
            also = ("W3-M1-9", *(WITHHELD if enough else ()))
            return Violation(
                "W3-M1-3", "magic.too_few_of", also, compares=True, magic=text.name, attribute=ATTRIBUTES[icon]
            )
        if sure < needed:
            require(table.traits.occupation[card] for card in maybe)
            require(untold)
    return None


def surely(
    mana: Mana, attributes: Sequence[Attribute | Unknown], wild: Attribute
) -> Iterator[tuple[Attribute, Amount, int]]:
    """For each icon that is asked for, how much of it is needed and how much there surely is; mana of any attribute
    counts for the first that is short. What nothing asks for is not counted: a unit's attribute may be unknown."""
    told = [attribute for attribute in attributes if isinstance(attribute, Attribute)]
    spare = wild == Attribute.ANY
    for icon, needed in zip(ICON_ATTRIBUTES, mana.icons, strict=True):
        if not isinstance(needed, int) or needed:
            sure = told.count(icon) + (wild == icon)
            if spare and sure < needed:
                sure, spare = sure + 1, False
            yield icon, needed, sure


def of_attribute(table: WarsTable, cards: list[int], icon: Attribute) -> list[int]:
    """Those cards that are of an attribute, or may be."""
    attribute = table.cards.attribute
    return [card for card in cards if isinstance(attribute[card], Unknown) or attribute[card] == icon]
