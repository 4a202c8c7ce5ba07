"""Decisions of a kind that several games have."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any, ClassVar

from .answers import Violation
from .chance import Stream
from .decisions import Act, Decision
from .lists import ascending, out_of_order


class Compulsory(Decision):
    """The one thing that can and must be done, its default."""

    def judge(self, table: Any, act: Act) -> Violation | None:
        return None

    def options(self, table: Any) -> Iterator[Act]:
        yield self.default


class Optional(Decision):
    """Something that may be left out: its default is the pass. A subclass says the law and the ways of doing it. Where
    a pass is legal only at times, there are two decisions and two questions: one has no default, so that it cannot be
    left out, and the other is the same with one."""

    def judge(self, table: Any, act: Act) -> Violation | None:
        return None if type(act) is type(self.default) else self.law(table, act)

    def options(self, table: Any) -> Iterator[Act]:
        if self.default is not None:
            yield self.default
        yield from self.ways(table)

    def law(self, table: Any, act: Act) -> Violation | None:
        """What forbids an action that is not the default."""
        raise NotImplementedError

    def ways(self, table: Any) -> Iterator[Act]:
        """Every legal action but the default."""
        raise NotImplementedError


class Pick(Decision):
    """So many of what there is to choose from, named in one field of the action, in ascending order."""

    field: ClassVar[str]

    def candidates(self, table: Any) -> Sequence[int]:
        """What there is to choose from, ascending."""
        raise NotImplementedError

    def count(self, table: Any) -> int:
        """How many are chosen, exactly."""
        raise NotImplementedError

    def wrong(self, table: Any, chosen: Sequence[int]) -> Violation:
        """Says what would have to be chosen."""
        raise NotImplementedError

    def judge(self, table: Any, act: Act) -> Violation | None:
        chosen: list[int] = getattr(act, self.field)
        if out_of_order(chosen):
            return ascending(f"the {self.field}")
        if len(chosen) != self.count(table) or not set(self.candidates(table)).issuperset(chosen):
            return self.wrong(table, chosen)
        return None

    def options(self, table: Any) -> Iterator[Act]:
        for chosen in combinations(self.candidates(table), self.count(table)):
            yield self.made(list(chosen))

    def sample(self, table: Any, dice: Stream) -> Act:
        there, count = self.candidates(table), self.count(table)
        return self.made(combination(there, count, dice.below(comb(len(there), count))))

    def made(self, chosen: list[int]) -> Act:
        """The action that names these."""
        return self.takes[0](**{self.field: chosen})


def combination(items: Sequence[int], count: int, number: int) -> list[int]:
    """So many of the items: the one of that number, from 0, of what `combinations` lists."""
    chosen: list[int] = []
    for at, item in enumerate(items):
        with_it = comb(len(items) - at - 1, count - len(chosen) - 1) if len(chosen) < count else 0
        if number < with_it:
            chosen.append(item)
        else:
            number -= with_it
    return chosen
