"""Numbers that are known only within bounds, and what they still decide.

A card whose cost the print only bounds has a `Bounded` cost. Sums and comparisons of such numbers work like those of
ints as long as both ends of the interval agree; where they do not, the question is `Undecidable`. The same unknown on
both sides cancels out: two cards of one name have one cost, whatever it is.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn, TypeVar

from ..errors import Undecidable

R = TypeVar("R")
T = TypeVar("T")

NO_LIMIT = 1 << 16
"""Stands for the upper end of a number of which nothing is known."""


class Bounded:
    """A sum of ints and of unknowns, each unknown with its bounds."""

    __slots__ = ("_bounds", "_constant", "_terms")

    def __init__(self, constant: int, terms: Mapping[str, int], bounds: Mapping[str, tuple[int, int]]) -> None:
        self._constant = constant
        self._terms = {name: times for name, times in terms.items() if times}
        self._bounds = bounds

    @classmethod
    def between(cls, name: str, least: int, most: int) -> "Bounded":
        """The unknown of that name, from `least` to `most`."""
        return cls(0, {name: 1}, {name: (least, most)})

    def ends(self) -> tuple[int, int]:
        """The least and the greatest value it can have."""
        least = most = self._constant
        for name, times in self._terms.items():
            low, high = self._bounds[name]
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
        bounds = ((name, *self._bounds[name]) for name in self._terms)
        parts = [f"{name} ({low} to {high if high < NO_LIMIT else '?'})" for name, low, high in bounds]
        return Undecidable(f"it depends on a number the pack does not fix: {', '.join(parts)}", ())


Amount = int | Bounded


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

    __slots__ = ("_clauses", "_what")

    def __init__(self, what: str, *clauses: str) -> None:
        self._what = what
        self._clauses = clauses

    def _refuse(self, *_: object) -> NoReturn:
        raise Undecidable(f"it depends on what the pack does not tell: {self._what}", self._clauses)

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
