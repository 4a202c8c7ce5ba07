"""開始前手順: what the modes share of it. Who is dealt first, and a choice out of what was dealt."""

from collections.abc import Sequence
from typing import ClassVar

from .....kernel.play.choices import SomeOf
from .....kernel.play.decisions import Act
from .....kernel.play.violations import Violation
from ...table import events
from ...table.state import Face, MagicCard
from ...table.table import WarsTable, other

MAGICS_IN_USE = tuple(range(1, 17))
"""All but the basic magics A17 to A22 [W3-I0-4] [W3-V-9], which are dealt apart in the advanced rules [W3-A0-2]."""
MAGICS_DEALT = 4
"""To each player of the intermediate and the advanced rules [W3-I1-2] [W3-A0-4]."""
MAGICS_KEPT = 3


def deal_order(table: WarsTable) -> tuple[int, int]:
    """The starting player, then the other."""
    return table.setup.first, other(table.setup.first)


def drawn_magics(table: WarsTable, count: int, clause: str) -> list[list[int]]:
    """So many of the sixteen at random for the starting player, and as many for the other."""
    order = table.known(table.chance.shuffle("magic", MAGICS_IN_USE)[: 2 * count], clause)
    return [order[:count], order[count:]]


def deal_magics(table: WarsTable, dealt: Sequence[list[int]], clause: str) -> None:
    """Gives the starting player and the other their magics, which nobody else sees; the rest is not used."""
    for seat, magics in zip(deal_order(table), dealt, strict=True):
        table.side[seat].spare_magics = magics
        table.events.append(events.MagicsDealt(seat=seat, magics=sorted(magics), clause=clause, private=seat))
    given = [magic for magics in dealt for magic in magics]
    table.state.undealt_magics = [magic for magic in MAGICS_IN_USE if magic not in given]


def keep_magics(table: WarsTable, seat: int, chosen: Sequence[int]) -> None:
    """The chosen magics lie face down in a row, as they were dealt; the others are not used [W3-I1-13] [W3-I1-16]
    [W3-M0-1]."""
    side = table.side[seat]
    side.magics = [MagicCard(magic, Face.DOWN) for magic in side.spare_magics if magic in chosen]
    side.spare_magics = [magic for magic in side.spare_magics if magic not in chosen]


class DealtChoice(SomeOf):
    """A choice of exactly so many out of what was dealt."""

    number: ClassVar[int]

    def most(self, table: WarsTable) -> int:
        return self.number

    def refuse(self, table: WarsTable, act: Act) -> Violation:
        return Violation(self.clause, "dealt.magics" if self.field == "magics" else "dealt.cards", count=self.number)
