"""What a text lets somebody choose, while it resolves [W3-M4-5]."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from ...kernel.answers import Violation
from ...kernel.choices import Optional
from ...kernel.decisions import Act, Ask, Decision, Flow
from ...kernel.lists import UNREADABLE, ascending, out_of_order
from . import texts
from .actions import PASS, Choose, Pass
from .state import Casting, Unit
from .table import SEATS, WarsTable, other

ONLY_CARDS = Violation(UNREADABLE, "only cards are chosen here")


def choose_units(table: WarsTable, casting: Casting, whose: texts.Whose, count: int) -> Flow[list[tuple[Unit, int]]]:
    """The units that the user chooses, as many as there are; none to choose is no choice [W3-M4-2] [W3-M4-3]."""
    seats = {"own": (casting.seat,), "opponent": (other(casting.seat),), "any": SEATS}[whose]
    there = {unit.card: (unit, seat) for seat in seats for unit in table.side[seat].units}
    count = min(count, len(there))
    if not count:
        table.rely("W3-M4-6")
        return []
    act = yield Ask((Choice(casting.seat, sorted(there), count),))
    return [there[card] for card in act.cards]


class Choice(Decision):
    """A choice of so many cards out of some, made while a text resolves [W3-M4-5]."""

    ask = "choice"
    clause = "W3-M4-5"
    takes = (Choose,)

    def __init__(self, seat: int, candidates: Sequence[int], count: int) -> None:
        super().__init__(seat)
        self._candidates = candidates
        self._count = count

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if says_more(act):
            return ONLY_CARDS
        if out_of_order(act.cards):
            return ascending("the cards chosen")
        if len(act.cards) != self._count:
            return Violation("W3-M4-2", f"the text asks for {self._count}, as far as there are", ("W3-M4-5",))
        if not set(self._candidates).issuperset(act.cards):
            return Violation("W3-M4-5", "the text does not let this be chosen")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        for cards in combinations(self._candidates, self._count):
            yield Choose(list(cards))


def says_more(act: Choose) -> bool:
    """Whether a choice says more than cards."""
    return bool(act.magic or act.number or act.attribute or act.yes)


class PlaceChoice(Decision):
    """A choice of one of so many cards that lie face down, by its place, made while a text resolves [W3-M4-5]."""

    ask = "choice"
    clause = "W3-M4-5"
    takes = (Choose,)

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self._count = count

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if act.cards or act.magic or act.attribute or act.yes:
            return Violation(UNREADABLE, "only a place in the row is chosen here")
        if not 1 <= act.number <= self._count:
            return Violation("W3-M4-5", f"there are {self._count} cards face down, counted from 1", ("W3-C-22",))
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        for place in range(1, self._count + 1):
            yield Choose(number=place)


class Permission(Optional):
    """Whether somebody uses what a trait lets them do; silence means no."""

    takes = (Choose, Pass)
    default = PASS
    use: ClassVar[Choose] = Choose(yes=True)

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        return None if act == self.use else Violation(UNREADABLE, "here one uses the trait (yes=yes) or passes")

    def ways(self, table: WarsTable) -> Iterator[Act]:
        yield self.use
