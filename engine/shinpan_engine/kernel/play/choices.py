"""Decisions of a kind that several games have."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any, ClassVar, cast

from .chance import Stream
from .decisions import Act, Decision, Flow, ask, seated
from .lists import ascending, out_of_order
from .violations import Violation


class Compulsory(Decision):
    """The one thing that can and must be done, its default."""

    def judge(self, table: Any, act: Act) -> Violation | None:
        return None

    def options(self, table: Any) -> Iterator[Act]:
        yield self.default


class MayPass(Decision):
    """Something that may be left out: its default is the pass. A subclass says the law and the ways of doing it. Where
    a pass is legal only at times, there are two decisions and two questions: one has no default, so that it cannot be
    left out, and the other is the same with one."""

    def judge(self, table: Any, act: Act) -> Violation | None:
        return None if type(act) is self.silence else self.law(table, act)

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


class Choice(MayPass):
    """A choice out of what there is. The first kind in `takes` makes it, and `field` is where it stands there."""

    field: ClassVar[str] = ""
    refusal: ClassVar[Violation]

    def candidates(self, table: Any) -> Sequence[Any]:
        """What there is to choose from, in canonical order."""
        raise NotImplementedError

    def refuse(self, table: Any, act: Act) -> Violation:
        """Why something else cannot be chosen."""
        return self.refusal

    def made(self, chosen: Any) -> Act:
        """The action that chooses this."""
        return self.takes[0](**{self.field: chosen})


class OneOf(Choice):
    """One of what there is. Without a `field` the candidates are the actions themselves."""

    def law(self, table: Any, act: Act) -> Violation | None:
        field = self.field
        chosen = getattr(act, field) if field and type(act) is self.takes[0] else act
        return None if chosen in self.candidates(table) else self.refuse(table, act)

    def ways(self, table: Any) -> Iterator[Act]:
        for chosen in self.candidates(table):
            yield self.made(chosen) if self.field else chosen


def chosen(table: Any, kind: Callable[[int], OneOf], seat: int) -> Flow[Any]:
    """What a seat chooses by such a decision. It is not asked where one thing only is there to choose; of nothing None
    is chosen."""
    decision = cast(OneOf, seated(kind, seat))
    there = decision.candidates(table)
    if len(there) < 2:
        return there[0] if there else None
    act = yield ask(kind, seat)
    return getattr(act, decision.field) if decision.field else act


class SomeOf(Choice):
    """Some of what there is, listed in ascending order, from `least` to `most` of them: just so many, unless a subclass
    says less."""

    called: ClassVar[str]
    """The key of what they are called in messages."""

    def most(self, table: Any) -> int:
        """How many may be chosen."""
        raise NotImplementedError

    def least(self, table: Any) -> int:
        """How many must be chosen."""
        return self.most(table)

    def numbers(self, chosen: Sequence[Any]) -> Sequence[int]:
        """By what the chosen ones ascend."""
        return chosen

    def law(self, table: Any, act: Act) -> Violation | None:
        chosen: list[Any] = getattr(act, self.field)
        if out_of_order(self.numbers(chosen)):
            return ascending(self.called)
        there = self.candidates(table)
        if self.least(table) <= len(chosen) <= self.most(table) and all(one in there for one in chosen):
            return None
        return self.refuse(table, act)

    def ways(self, table: Any) -> Iterator[Act]:
        there = self.candidates(table)
        for count in range(self.least(table), self.most(table) + 1):
            for chosen in combinations(there, count):
                yield self.made(list(chosen))

    def sample(self, table: Any, dice: Stream) -> Act:
        """The same draw as from a list of the options, without the list."""
        there = self.candidates(table)
        counts = range(self.least(table), self.most(table) + 1)
        passes = int(self.default is not None)
        number = dice.below(passes + sum(comb(len(there), count) for count in counts)) - passes
        for count in counts if number >= 0 else ():
            if number < comb(len(there), count):
                return self.made(combination(there, count, number))
            number -= comb(len(there), count)
        return self.default


def combination(items: Sequence[Any], count: int, number: int) -> list[Any]:
    """So many of the items: the one of that number, from 0, of what `combinations` lists."""
    chosen: list[Any] = []
    for at, item in enumerate(items):
        with_it = comb(len(items) - at - 1, count - len(chosen) - 1) if len(chosen) < count else 0
        if number < with_it:
            chosen.append(item)
        else:
            number -= with_it
    return chosen
