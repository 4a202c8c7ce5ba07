"""What a text lets somebody choose, while it resolves [W3-M4-5]."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from .....kernel.play.choices import OneOf, SomeOf
from .....kernel.play.decisions import Act, Ask, Flow
from .....kernel.play.violations import Violation
from ...cards import texts
from ...table.actions import Choose, Reveal
from ...table.state import Casting, Unit
from ...table.table import SEATS, WarsTable, other


def never(_: Unit) -> bool:
    """Nothing keeps a text from a unit."""
    return False


def choose_units(
    table: WarsTable, casting: Casting, whose: texts.Whose, count: int, barred: Callable[[Unit], bool] = never
) -> Flow[list[tuple[Unit, int]]]:
    """The units that the user chooses, as many as there are; none to choose is no choice [W3-M4-2] [W3-M4-3]. Those on
    which the text can do nothing may be left out."""
    seats = {"own": (casting.seat,), "opponent": (other(casting.seat),), "any": SEATS}[whose]
    there = {unit.card: (unit, seat) for seat in seats for unit in table.side[seat].units}
    count = min(count, len(there))
    if not count:
        table.rely("W3-M4-6")
        return []
    open_ones = sorted(card for card, (unit, _) in there.items() if not barred(unit))
    act = yield Ask((UnitChoice(casting.seat, sorted(there), count, open_ones),))
    return [there[card] for card in act.cards]


class Choice(SomeOf):
    """A choice of so many cards out of some, made while a text resolves [W3-M4-5]."""

    ask = "choice"
    clause = "W3-M4-5"
    takes = (Choose,)
    field = "cards"
    called = "list.chosen"

    def __init__(self, seat: int, candidates: Sequence[int], count: int) -> None:
        super().__init__(seat)
        self._candidates = candidates
        self._count = count

    def candidates(self, table: WarsTable) -> Sequence[int]:
        return self._candidates

    def most(self, table: WarsTable) -> int:
        return self._count

    def refuse(self, table: WarsTable, act: Act) -> Violation:
        if len(act.cards) != self._count:
            return Violation("W3-M4-2", "choice.count", ("W3-M4-5",), count=self._count)
        return Violation("W3-M4-5", "choice.not_allowed")


class UnitChoice(Choice):
    """A choice of units: as many as the text asks for, or all on which it can do anything, which is as far as it can be
    carried out [W3-M4-2]."""

    def __init__(self, seat: int, candidates: Sequence[int], count: int, open_ones: Sequence[int]) -> None:
        super().__init__(seat, candidates, count)
        self._open = open_ones

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        return None if act.cards in self._fewer() else super().law(table, act)

    def ways(self, table: WarsTable) -> Iterator[Act]:
        yield from map(self.made, self._fewer())
        yield from super().ways(table)

    def _fewer(self) -> list[list[int]]:
        """The choices of fewer units than the text asks for."""
        sizes = range(max(len(self._open), 1), self._count)
        few = [list(some) for size in sizes for some in combinations(self._candidates, size)]
        return [some for some in few if all(card in some for card in self._open)] if self._open else []


class PlaceChoice(OneOf):
    """A choice of one of so many cards that lie face down, by its place, made while a text resolves [W3-M4-5]."""

    ask = "choice"
    clause = "W3-M4-5"
    takes = (Reveal,)
    field = "place"

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self._count = count

    def candidates(self, table: WarsTable) -> Sequence[int]:
        return range(1, self._count + 1)

    def refuse(self, table: WarsTable, act: Act) -> Violation:
        return Violation("W3-M4-5", "choice.places", ("W3-C-22",), count=self._count)
