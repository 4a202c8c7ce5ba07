"""Numbers that are known only within bounds, and what they still decide.

A card whose cost the print only bounds has a `Bounded` cost. Sums and comparisons of such numbers work like those of
ints as long as both ends of the interval agree; where they do not, the question is `Undecidable`. The same unknown on
both sides cancels out: two cards of one name have one cost, whatever it is.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, NoReturn, TypeVar

from ..errors import OpenField, Undecidable
from ..messages import Message, Said, plain, say

R = TypeVar("R")
T = TypeVar("T")

NO_LIMIT = 1 << 16
"""Stands for the upper end of a number of which nothing is known."""


class Bounds(NamedTuple):
    """What is known of an unknown: its least and greatest value, the fields of the pack that would tell it, and the
    clauses that it is about; without these it is about whatever is asked."""

    least: int
    most: int
    open: tuple[OpenField, ...] = ()
    clauses: tuple[str, ...] = ()


class Bounded:
    """A sum of ints and of unknowns, each unknown with its bounds."""

    __slots__ = ("_bounds", "_constant", "_terms")

    def __init__(self, constant: int, terms: Mapping[Said, int], bounds: Mapping[Said, Bounds]) -> None:
        self._constant = constant
        self._terms = {name: times for name, times in terms.items() if times}
        self._bounds = bounds

    @classmethod
    def between(
        cls, name: Said, least: int, most: int, open: tuple[OpenField, ...] = (), clauses: tuple[str, ...] = ()
    ) -> "Bounded":
        """The unknown of that name, from `least` to `most`: what the pack does not say. Those of one name are one."""
        return cls(0, {name: 1}, {name: Bounds(least, most, open, clauses)})

    def ends(self) -> tuple[int, int]:
        """The least and the greatest value it can have."""
        least = most = self._constant
        for name, times in self._terms.items():
            low, high = self._bounds[name][:2]
            least += times * (low if times > 0 else high)
            most += times * (high if times > 0 else low)
        return least, most

    def __add__(self, other: "Amount") -> "Bounded":
        return self._joined(other, 1)

    __radd__ = __add__

    def __sub__(self, other: "Amount") -> "Bounded":
        return self._joined(other, -1)

    def __rsub__(self, other: "Amount") -> "Bounded":
        negative = Bounded(-self._constant, {n: -t for n, t in self._terms.items()}, self._bounds)
        return negative + other

    def _joined(self, other: "Amount", sign: int) -> "Bounded":
        if isinstance(other, int):
            return Bounded(self._constant + sign * other, self._terms, self._bounds)
        if not isinstance(other, Bounded):
            return NotImplemented
        terms = dict(self._terms)
        for name, times in other._terms.items():
            terms[name] = terms.get(name, 0) + sign * times
        return Bounded(self._constant + sign * other._constant, terms, {**self._bounds, **other._bounds})

    def __gt__(self, other: "Amount") -> bool:
        difference = self - other
        least, most = difference.ends()
        return difference._agreed(least > 0, most > 0)

    def __ge__(self, other: "Amount") -> bool:
        difference = self - other
        least, most = difference.ends()
        return difference._agreed(least >= 0, most >= 0)

    def __lt__(self, other: "Amount") -> bool:
        return not self >= other

    def __le__(self, other: "Amount") -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Bounded):
            return NotImplemented
        difference = self - other
        least, most = difference.ends()
        if least == most:
            return least == 0
        if least > 0 or most < 0:
            return False
        raise difference.open_question()

    def __bool__(self) -> bool:
        return self != 0

    __hash__ = None  # type: ignore[assignment]  # an unknown has no one value to hash

    def _agreed(self, at_least: bool, at_most: bool) -> bool:
        if at_least != at_most:
            raise self.open_question()
        return at_least

    def open_question(self) -> Undecidable:
        """Says which unknowns leave it open."""
        unknown = {name: self._bounds[name] for name in self._terms}
        what = tuple([_told(name, bounds) for name, bounds in unknown.items()])
        clauses = dict.fromkeys(clause for bounds in unknown.values() for clause in bounds.clauses)
        fields = dict.fromkeys(field for bounds in unknown.values() for field in bounds.open)
        return Undecidable("kernel.pack.silent", tuple(clauses), *fields, what=what)

    def fields(self) -> tuple[OpenField, ...]:
        """The fields of the pack that would tell all of it."""
        return tuple(field for name in self._terms for field in self._bounds[name].open)


Amount = int | Bounded


def _told(name: Said, bounds: Bounds) -> Message:
    """An unknown with its bounds."""
    if bounds.most < NO_LIMIT:
        return say("kernel.pack.between", what=plain(name), least=bounds.least, most=bounds.most)
    return say("kernel.pack.at_least", what=plain(name), least=bounds.least)


def exact(amount: Amount) -> int:
    """The one value it can have; more than one is undecidable."""
    if isinstance(amount, int):
        return amount
    least, most = amount.ends()
    if least != most:
        raise amount.open_question()
    return least


class Unknown:
    """A fact about a card that nothing tells: whatever is asked of it is undecidable."""

    __slots__ = ("_clauses", "_open", "_what")

    def __init__(self, what: Said, *clauses: str, open: tuple[OpenField, ...] = ()) -> None:
        self._what = what
        self._clauses = clauses
        self._open = open

    def _refuse(self, *_: object) -> NoReturn:
        raise Undecidable("kernel.pack.silent", self._clauses, *self._open, what=plain(self._what))

    ends = open_question = _refuse
    __eq__ = __bool__ = __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = None  # type: ignore[assignment]  # an unknown has no one value to hash


def require(facts: Iterable[object]) -> None:
    """Raises if nothing tells one of these facts."""
    for fact in facts:
        if isinstance(fact, Unknown):
            fact.open_question()


def first_yes(ask: Callable[[T], R | None], items: Iterable[T]) -> R | None:
    """The first answer among several that says anything but no. A question that cannot be decided counts only if no
    other is answered so."""
    undecided = None
    for item in items:
        try:
            answer = ask(item)
        except Undecidable as error:
            undecided = undecided or error
        else:
            if answer:
                return answer
    if undecided is not None:
        raise undecided
    return None
