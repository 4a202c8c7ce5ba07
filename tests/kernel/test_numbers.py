"""Numbers known within bounds: what they decide holds for every value they can have, and nothing else is decided."""

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.numbers import NO_LIMIT, Amount, Bounded, Unknown, exact, require

from ..random_games import WIDE

BOUNDS = {"a": (0, 2), "b": (1, 4), "c": (3, 3), "d": (0, 5)}
ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
UNDECIDED = object()


class Sum(NamedTuple):
    """A sum of numbers and unknowns, put together in the order of the parts: (sign, part)."""

    parts: list[tuple[int, int | str]]

    def amount(self) -> Amount:
        """The sum as the rules compute it."""
        total: Amount = 0
        for sign, part in self.parts:
            value = Bounded.between(part, *BOUNDS[part]) if isinstance(part, str) else part
            total = total + value if sign > 0 else total - value
        return total

    def value(self, known: Mapping[str, int]) -> int:
        """The sum for one assignment."""
        return sum(sign * (known[part] if isinstance(part, str) else part) for sign, part in self.parts)


parts = st.tuples(st.sampled_from([1, -1]), st.integers(-5, 5) | st.sampled_from(sorted(BOUNDS)))
sums = st.builds(Sum, st.lists(parts, max_size=5))


def assignments() -> Iterator[dict[str, int]]:
    """Every way to give the unknowns a value."""
    for values in product(*(range(low, high + 1) for low, high in BOUNDS.values())):
        yield dict(zip(BOUNDS, values, strict=True))


def asked(question: Callable[[Any, Any], bool], one: Amount, other: Amount) -> object:
    """The answer, or that there is none."""
    try:
        return question(one, other)
    except Undecidable:
        return UNDECIDED


@WIDE
@given(sums)
def test_ends_are_the_least_and_the_greatest(one: Sum) -> None:
    """The bounds of a sum are reached, and never passed."""
    values = [one.value(known) for known in assignments()]
    amount = one.amount()
    ends = (amount, amount) if isinstance(amount, int) else amount.ends()
    assert ends == (min(values), max(values))


@WIDE
@given(sums, sums, st.sampled_from(sorted(ORDERS)))
def test_comparisons_agree_with_every_assignment(one: Sum, other: Sum, order: str) -> None:
    """Two sums compare as they do under every assignment; where assignments disagree, it is undecidable."""
    answers = {ORDERS[order](one.value(known), other.value(known)) for known in assignments()}
    expected = answers.pop() if len(answers) == 1 else UNDECIDED
    assert asked(ORDERS[order], one.amount(), other.amount()) is expected


@WIDE
@given(sums, sums)
def test_equality_agrees_with_every_assignment(one: Sum, other: Sum) -> None:
    """What is called equal or different is so under every assignment; it is left open only if zero lies between."""
    differences = [one.value(known) - other.value(known) for known in assignments()]
    equal = asked(operator.eq, one.amount(), other.amount())
    if equal is UNDECIDED:
        assert min(differences) <= 0 <= max(differences)
        assert min(differences) != max(differences)
    else:
        assert all((difference == 0) == equal for difference in differences)
    difference = one.amount() - other.amount()
    assert asked(lambda amount, _: not amount, difference, 0) is equal, "what is not 0 counts as true"
    unequal = asked(operator.ne, one.amount(), other.amount())
    assert (unequal is UNDECIDED) == (equal is UNDECIDED)
    assert unequal is UNDECIDED or unequal is not equal


@WIDE
@given(sums)
def test_exact_is_exact(one: Sum) -> None:
    """A number with one possible value is that value; any other is undecidable."""
    values = {one.value(known) for known in assignments()}
    if len(values) == 1:
        assert exact(one.amount()) == values.pop()
    else:
        with pytest.raises(Undecidable):
            exact(one.amount())


@WIDE
@given(sums, sums)
def test_sums_do_not_change_their_parts(one: Sum, other: Sum) -> None:
    """Adding and subtracting make new numbers and leave the old ones alone."""
    first, second = one.amount(), other.amount()
    both = [first + second, first - second, second - first]
    values = [(one.value(known), other.value(known)) for known in assignments()]
    assert [ends(x) for x in both] == [
        (min(found), max(found))
        for found in ([a + b for a, b in values], [a - b for a, b in values], [b - a for a, b in values])
    ]
    assert (ends(first), ends(second)) == (ends(one.amount()), ends(other.amount()))


def ends(amount: Amount) -> tuple[int, int]:
    return (amount, amount) if isinstance(amount, int) else amount.ends()


def test_the_same_unknown_cancels_out() -> None:
    """Two cards of one name have one cost, whatever it is; of two names they may differ."""
    assert Bounded.between("a", 0, 9) == Bounded.between("a", 0, 9)
    assert Bounded.between("a", 0, 9) + 1 > Bounded.between("a", 0, 9)
    with pytest.raises(Undecidable):
        assert Bounded.between("a", 0, 9) == Bounded.between("b", 0, 9)


def test_nothing_known_has_no_limit() -> None:
    """A number without an upper bound is above everything that a game counts to, or undecidable."""
    unknown = Bounded.between("x", 0, NO_LIMIT)
    assert unknown >= 0
    assert unknown + 1 > 0
    with pytest.raises(Undecidable, match=r"x \(0 to \?\)"):
        assert unknown > 99


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (lambda a, b: a > b, "a (0 to 2), b (1 to 4)"),
        (lambda a, b: b - a >= 1, "b (1 to 4), a (0 to 2)"),
        (lambda a, b: a + b - a == 2, "b (1 to 4)"),
        (lambda a, b: (b - b) + 1 < a, "a (0 to 2)"),
        (lambda a, b: exact(a) + 2 >= b, "a (0 to 2)"),
        (lambda a, b: exact(a + b - a), "b (1 to 4)"),
    ],
)
def test_the_message_names_what_it_depends_on(question: Callable[[Bounded, Bounded], object], names: str) -> None:
    """It says which unknowns leave the question open, with their bounds, and no others."""
    with pytest.raises(Undecidable) as caught:
        question(Bounded.between("a", *BOUNDS["a"]), Bounded.between("b", *BOUNDS["b"]))
    named = str(caught.value).removeprefix("the pack does not say ").replace(" nor ", " ")
    assert sorted(named.split("), ")) == sorted(names.split("), ")) or named == names


@pytest.mark.parametrize(
    "question",
    [
        lambda x: x == 1,
        lambda x: x != 1,
        lambda x: 1 == x,  # noqa: SIM300  # the other way round is the question
        lambda x: x < 1,
        lambda x: x <= 1,
        lambda x: x > 1,
        lambda x: x >= 1,
        lambda x: 1 < x,  # noqa: SIM300
        lambda x: x + 1,
        lambda x: 1 + x,
        lambda x: x - 1,
        lambda x: 1 - x,
        lambda x: Bounded.between("a", 0, 2) + x,
        lambda x: Bounded.between("a", 0, 2) - x,
        lambda x: x + Bounded.between("a", 0, 2),
        lambda x: Bounded.between("a", 0, 2) > x,
        lambda x: Bounded.between("a", 0, 2) >= x,
        lambda x: Bounded.between("a", 0, 2) < x,
        lambda x: Bounded.between("a", 0, 2) <= x,
        lambda x: Bounded.between("a", 0, 2) == x,
        lambda x: x == Unknown("another"),
        lambda x: x in [1, 2],
        lambda x: 1 in [x],
        lambda x: not x,
        lambda x: sum([1, x]),
        exact,
    ],
)
def test_of_the_unknown_nothing_is_decided(question: Callable[[Unknown], object]) -> None:
    """Whatever is asked of an unknown fact, or computed with it, is undecidable, and says which fact it is."""
    with pytest.raises(Undecidable, match="the colour of the dog"):
        question(Unknown("the colour of the dog"))


@pytest.mark.parametrize("value", [Unknown("a fact"), Bounded.between("a", 0, 2)])
def test_what_has_no_value_has_no_hash(value: object) -> None:
    """An unknown cannot hide in a set or as a key."""
    with pytest.raises(TypeError):
        hash(value)


def test_a_bounded_number_is_no_text() -> None:
    """It is not equal to what is no number."""
    assert Bounded.between("a", 0, 0) != "0"
    assert Bounded.between("a", 0, 0) == 0


def test_a_fact_that_is_required_must_be_told() -> None:
    """Facts that are told go through, whatever they say; the first that nothing tells is the question."""
    require([False, 0, ""])
    with pytest.raises(Undecidable, match="its colour"):
        require([True, Unknown("its colour", "X-1"), Unknown("its name")])
