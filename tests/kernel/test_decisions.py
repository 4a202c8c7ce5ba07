"""Flows of decisions: several at once, side by side, interrupted, and ended in the middle."""

from collections.abc import Iterator
from enum import IntEnum
from itertools import permutations, product
from typing import Any

import pytest

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import (
    BESIDE,
    MOST_BESIDE,
    Act,
    Ask,
    Flow,
    ask,
    first_violation,
    parallel,
    pick,
    seated,
    side_by_side,
    together,
)
from shinpan_engine.kernel.play.violations import Violation

from ..random_games import state_bytes
from .desk import Desk, Number, Say, Word, asked, counting, do, log, match_of, three_at_once


def test_together_gives_the_answers_in_the_order_asked() -> None:
    """Whatever the order of the answers, the rules get them in the order of the questions, and only at the end."""
    for order in permutations((1, 2, 3)):
        match = match_of(three_at_once)
        for seat in order[:-1]:
            do(match, (seat, Say(4 - seat)))
            assert log(match) == []
        do(match, (order[-1], Say(4 - order[-1])))
        assert log(match) == [3, 2, 1]
        assert match.ask.decisions == ()


def test_together_states_do_not_tell_the_order() -> None:
    """After the same answers the states are the same, in whatever order they came."""
    for seats in permutations((1, 2, 3), 2):
        one = do(match_of(three_at_once), *((seat, Say(seat)) for seat in seats))
        other = do(match_of(three_at_once), *((seat, Say(seat)) for seat in reversed(seats)))
        assert state_bytes(one) == state_bytes(other)
        assert asked(one) == asked(other)


def test_together_states_tell_the_answers() -> None:
    """A state with other partial answers is another state, in seat order, and the answers are in it."""
    seen = set()
    for first, second in product((None, 1, 2), repeat=2):
        match = match_of(three_at_once)
        do(match, *((seat, Say(number)) for seat, number in ((1, first), (2, second)) if number))
        seen.add(state_bytes(match))
        assert [pending.seat for pending in match.table.state.pending] == [1, 2, 3]
        answers = [pending.answer for pending in match.table.state.pending]
        assert answers == [encode(Say(n)) if n else b"" for n in (first, second, None)]
    assert len(seen) == 9


def test_together_asks_nobody_twice() -> None:
    """Who has answered is not asked again and cannot take it back."""
    match = do(match_of(three_at_once), (2, Say(1)))
    assert asked(match) == [(1, "number"), (3, "number")]
    assert match.ask.simultaneous
    assert match.consider(2, Say(2)) == Violation("X-0", "nobody asked")


def test_together_of_nothing_goes_on() -> None:
    """If nobody has to decide, nobody is asked."""

    def rules(table: Desk) -> Flow[None]:
        table.state.log += yield from together(table, list)
        table.state.log.append(7)

    assert log(match_of(rules)) == [7]


def test_parallel_flows_go_on_in_the_order_of_the_answers() -> None:
    """Each flow waits for its own seat only; what the others do is none of its business."""

    def rules(table: Desk) -> Flow[None]:
        yield from parallel([counting(table, seat, 2) for seat in (1, 2, 3)])
        table.state.log.append(0)

    for order in sorted(set(permutations((1, 1, 2, 2, 3, 3)))):
        match = do(match_of(rules), *((seat, Say(1)) for seat in order))
        assert log(match) == [10 * seat + 1 for seat in order] + [0]
        assert match.ask.decisions == ()


def test_parallel_asks_for_all_that_is_open() -> None:
    """All flows are asked at once, in their order; one that is done is asked no more, one that asks nothing never."""

    def rules(table: Desk) -> Flow[None]:
        yield from parallel([counting(table, 1, 1), counting(table, 2, 0), counting(table, 3, 2)])

    match = match_of(rules)
    assert asked(match) == [(1, "number"), (3, "number")]
    assert not match.ask.simultaneous
    assert asked(do(match, (1, Say(1)))) == [(3, "number")]
    assert asked(do(match, (3, Say(1)), (3, Say(1)))) == []


def test_parallel_of_nothing_goes_on() -> None:
    """Without flows, or with flows that ask nothing, the rules go on at once."""

    def rules(table: Desk) -> Flow[None]:
        yield from parallel([])
        yield from parallel([counting(table, 1, 0)])
        table.state.log.append(7)

    assert log(match_of(rules)) == [7]


def test_questions_put_together_are_kept_for_a_while() -> None:
    """What is asked side by side again is the same question; of those that come once only so many are kept."""
    asks = (Ask((Number(1),)), Ask((Number(2),)))
    assert side_by_side(asks) is side_by_side((*asks,))
    for _ in range(MOST_BESIDE + 1):
        side_by_side((Ask((Number(1),)),))
        assert len(BESIDE) <= MOST_BESIDE


def nested(table: Desk) -> Flow[None]:
    """Beside a count of seat 3, seats 1 and 2 answer together."""

    pair_of_seats = (Number(1), Number(2))

    def pair() -> Flow[None]:
        acts = yield from together(table, lambda: pair_of_seats)
        table.state.log += [act.number for act in acts.values()]

    yield from parallel([pair(), counting(table, 3, 2)])
    table.state.log.append(0)


def test_nested_flows_keep_partial_answers() -> None:
    """What was answered together inside a parallel flow is in the state until the last has answered."""
    seen = [state_bytes(do(match_of(nested), (1, Say(number)))) for number in (1, 2, 3)]
    assert len(set(seen)) == 3
    match = do(match_of(nested), (1, Say(2)))
    assert [(p.seat, p.answer) for p in match.table.state.pending] == [(1, encode(Say(2))), (2, b""), (3, b"")]
    do(match, (3, Say(1)))
    assert [(p.seat, p.answer) for p in match.table.state.pending] == [(1, encode(Say(2))), (2, b""), (3, b"")]


def test_nested_flows_come_to_the_same_in_any_order() -> None:
    """All orders of the answers are possible and end alike, but for what the flows wrote down on the way."""
    for order in sorted(set(permutations((1, 2, 3, 3)))):
        match = do(match_of(nested), *((seat, Say(seat)) for seat in order))
        assert sorted(log(match)[:-1]) == [1, 2, 33, 33]
        assert log(match)[-1] == 0
        assert match.ask.decisions == ()


def test_nested_simultaneous_stays_simultaneous() -> None:
    """While an inner decision is simultaneous, the whole is."""
    match = match_of(nested)
    assert match.ask.simultaneous
    do(match, (1, Say(1)), (2, Say(1)))
    assert not match.ask.simultaneous


def questions(*answers: str) -> Any:
    """A judge that answers each item as told: "bad", "open" or "good"."""

    def judge(item: str) -> Violation | None:
        if item.startswith("open"):
            raise Undecidable(item, ())
        return Violation(item, item) if item.startswith("bad") else None

    return lambda: first_violation(judge, answers)


@pytest.mark.parametrize("order", list(product(("good", "bad", "open"), repeat=3)))
def test_a_violation_wins_over_what_is_open(order: tuple[str, str, str]) -> None:
    """The first violation is told even after an undecidable question; without one the first open question is."""
    items = [f"{kind}{at}" for at, kind in enumerate(order)]
    bad = next((item for item in items if item.startswith("bad")), None)
    still_open = next((item for item in items if item.startswith("open")), None)
    ask = questions(*items)
    if bad:
        assert ask() == Violation(bad, bad)
    elif still_open:
        with pytest.raises(Undecidable, match=still_open):
            ask()
    else:
        assert ask() is None


def test_what_cannot_be_decided_is_not_offered() -> None:
    """`allows` is true for the legal, and false for the illegal and the undecidable."""

    class Open(Number):
        def judge(self, table: Desk, act: Act) -> Violation | None:
            if act.number == 2:
                raise Undecidable("open", ())
            return super().judge(table, act)

    desk = Desk()
    assert [Open(1).allows(desk, Say(number)) for number in (1, 2, 3, 4)] == [True, False, True, False]
    assert desk.work.spent == 4, "each is a step of work"


@pytest.mark.parametrize(
    ("legal", "open_ones", "only"),
    [((2,), (), 2), ((), (), None), ((1, 2), (), None), ((2,), (3,), None), ((2,), (1,), None), ((), (1,), None)],
)
def test_the_only_option_is_certainly_the_only_one(
    legal: tuple[int, ...], open_ones: tuple[int, ...], only: int | None
) -> None:
    """One legal action is the only option unless there is another, or one of which nobody can say."""

    class Some(Number):
        def judge(self, table: Desk, act: Act) -> Violation | None:
            if act.number in open_ones:
                raise Undecidable("open", ())
            return None if act.number in legal else Violation("X-1", "not this")

        def options(self, table: Desk) -> Iterator[Act]:
            return self.legal_among(table, map(Say, (1, 2, 3)))

    desk = Desk()
    for _ in range(2):
        assert Some(1).only_option(desk) == (None if only is None else Say(only))


def test_options_that_nobody_can_tell_leave_no_only_one() -> None:
    """Where what there is to choose from is not known, nothing is certain."""

    class Unknown(Number):
        def options(self, table: Desk) -> Iterator[Act]:
            yield Say(1)
            raise Undecidable("open", ())

    assert Unknown(1).only_option(Desk()) is None


def test_what_is_asked_of_a_seat_is_made_once() -> None:
    """One decision and one question for each kind and seat; the question is as its decision says."""
    assert seated(Number, 2) is seated(Number, 2)
    assert (seated(Number, 2).seat, seated(Word, 2).ask) == (2, "word")
    assert ask(Number, 2) is ask(Number, 2)
    assert ask(Number, 2).decisions == (seated(Number, 2),)
    assert [(one.again, one.simultaneous) for one in (ask(Number, 1), ask(Again, 1))] == [(False, ()), (True, (Say,))]


def test_a_seat_is_a_plain_number() -> None:
    """Whoever asks first: a question is kept for all games, and its seat goes into their states."""

    class First(Number):
        """Asked by nobody yet."""

    class Chair(IntEnum):
        """A seat as an option may name it."""

        LEFT = 2

    assert ask(First, Chair.LEFT).decisions[0] is seated(First, 2)
    assert type(seated(First, 2).seat) is int


class Again(Number):
    """Asked again after an interruption, as one of several that are asked at once."""

    again = True
    simultaneous = (Say,)


def test_picks_are_among_the_items() -> None:
    """Every item comes up, and none that is not there."""
    dice = Stream(bytes(32), "picks")
    assert {pick(dice, "abc") for _ in range(100)} == set("abc")
    assert {Number(1).sample(Desk(), dice) for _ in range(100)} == {Say(1), Say(2), Say(3)}
