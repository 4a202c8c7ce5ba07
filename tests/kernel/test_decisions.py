"""Flows of decisions: several at once, side by side, interrupted, and ended in the middle."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

import msgspec
import pytest
from shinpan_engine.kernel.canon import encode
from shinpan_engine.kernel.chance import Stream
from shinpan_engine.kernel.decisions import (
    Act,
    Answer,
    Ask,
    Decision,
    Flow,
    Pending,
    Violation,
    first_violation,
    parallel,
    pick,
    together,
)
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.match import Match, Over, Table

from ..random_games import state_bytes


class Say(msgspec.Struct, array_like=True, frozen=True, tag=1):
    """A number said."""

    number: int


class Shout(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """An interruption."""

    number: int = 0


class Sheet(msgspec.Struct, array_like=True):
    """The state: what the rules wrote down, and what is pending."""

    log: list[int] = []
    pending: list[Pending] = []


class Desk(Table):
    """A table with a log."""

    def __init__(self) -> None:
        self.state = Sheet()
        self.events = []
        self.relied = {}

    def misplaced(self, seat: int, act: Act) -> Violation:
        return Violation("X-0", "nobody asked")


class Number(Decision):
    """Any number from 1 to 3."""

    ask = "number"
    takes = frozenset({Say})

    def judge(self, table: Desk, act: Act) -> Violation | None:
        return None if act.number in (1, 2, 3) else Violation("X-1", "1 to 3")

    def options(self, table: Desk) -> Iterator[Act]:
        yield from (Say(1), Say(2), Say(3))


class Word(Number):
    """Another question of the same kind."""

    ask = "word"


class Cry(Decision):
    """An interruption that asks so many numbers of its seat before it is over."""

    ask = "cry"
    takes = frozenset({Shout})
    interrupts = True

    def judge(self, table: Desk, act: Act) -> Violation | None:
        return None

    def options(self, table: Desk) -> Iterator[Act]:
        yield Shout()

    def flow(self, table: Desk, act: Act) -> Flow[None]:
        table.state.log.append(100)
        for _ in range(act.number):
            answer = yield Ask([Number(self.seat), self])
            table.state.log.append(100 + answer.act.number)
        if act.number < 0:
            raise Over


def match_of(rules: Any) -> Match:
    """A match of some rules on an empty desk."""
    table = Desk()
    return Match(table, rules(table))


def do(match: Match, *moves: tuple[int, Act]) -> Match:
    """Legal actions, one after the other."""
    for seat, act in moves:
        answer = match.consider(seat, act)
        assert isinstance(answer, Answer), answer
        match.take(answer)
    return match


def log(match: Match) -> list[int]:
    return list(match.table.state.log)


def asked(match: Match) -> list[tuple[int, str]]:
    """Whom the match asks what."""
    return [(decision.seat, decision.ask) for decision in match.ask.decisions]


def three_at_once(table: Desk) -> Flow[None]:
    """Three seats say a number at the same time."""
    acts = yield from together([Number(1), Number(2), Number(3)])
    table.state.log += [act.number for act in acts]


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


def test_one_seat_may_have_two_of_the_decisions() -> None:
    """With two questions to one seat the order of the answers does not show in the state either."""

    def rules(table: Desk) -> Flow[None]:
        acts = yield from together([First(1), Second(1), Number(2)])
        table.state.log += [act.number for act in acts]

    class First(Number):
        takes = frozenset({Say})

    class Second(Number):
        takes = frozenset({Shout})

        def judge(self, table: Desk, act: Act) -> Violation | None:
            return None

    moves = [(1, Say(2)), (1, Shout(3))]
    one, other = do(match_of(rules), *moves), do(match_of(rules), *moves[::-1])
    assert state_bytes(one) == state_bytes(other)
    assert log(do(one, (2, Say(1)))) == log(do(other, (2, Say(1)))) == [2, 3, 1]


def test_together_of_nothing_goes_on() -> None:
    """If nobody has to decide, nobody is asked."""

    def rules(table: Desk) -> Flow[None]:
        table.state.log += yield from together([])
        table.state.log.append(7)

    assert log(match_of(rules)) == [7]


def counting(table: Desk, seat: int, times: int) -> Flow[None]:
    """One seat says so many numbers; each is written down with the seat."""
    for _ in range(times):
        answer = yield Ask([Number(seat)])
        table.state.log.append(10 * seat + answer.act.number)


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


def nested(table: Desk) -> Flow[None]:
    """Beside a count of seat 3, seats 1 and 2 answer together."""

    def pair() -> Flow[None]:
        acts = yield from together([Number(1), Number(2)])
        table.state.log += [act.number for act in acts]

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


@pytest.mark.parametrize("how", ["together", "parallel", "nested"])
def test_the_end_of_the_game_gets_through(how: str) -> None:
    """If the rules end the game inside a flow inside another, nobody is asked any more."""

    def ending(table: Desk) -> Flow[None]:
        yield from together([Number(1), Number(2)])
        table.state.log.append(9)
        raise Over

    def rules(table: Desk) -> Flow[None]:
        if how == "together":
            yield from ending(table)
        elif how == "parallel":
            yield from parallel([ending(table), counting(table, 3, 5)])
        else:
            yield from parallel([parallel([counting(table, 3, 5), ending(table)])])
        table.state.log.append(10)

    match = do(match_of(rules), (1, Say(1)), (2, Say(1)))
    assert log(match) == [9]
    assert match.ask.decisions == ()
    assert match.table.state.pending == []
    assert match.consider(3, Say(1)) == Violation("X-0", "nobody asked")


@pytest.mark.parametrize("wrap", [lambda flow: flow, lambda flow: parallel([flow])], ids=["plain", "parallel"])
def test_other_errors_get_through(wrap: Any) -> None:
    """What the rules raise is not swallowed by any combination of flows."""

    def failing() -> Flow[None]:
        yield Ask([Number(1)])
        raise Undecidable("open", ("X-1",))

    match = match_of(lambda _: wrap(failing()))
    with pytest.raises(Undecidable, match="open"):
        do(match, (1, Say(1)))


def test_a_flow_that_asks_nothing_is_over() -> None:
    """Rules without a decision end at once."""
    match = match_of(lambda table: counting(table, 1, 0))
    assert match.ask.decisions == ()
    assert list(match.options()) == []


def test_a_game_may_end_before_anybody_is_asked() -> None:
    """Rules that end the game while setting it up leave a match that asks nobody."""

    def rules(table: Desk) -> Flow[None]:
        table.state.log.append(1)
        if table.state.log:
            raise Over
        yield Ask([Number(1)])

    match = match_of(rules)
    assert match.ask.decisions == ()
    assert log(match) == [1]


def test_what_is_refused_never_reaches_the_rules() -> None:
    """An illegal answer, another seat's or another kind of action changes nothing."""
    match = match_of(lambda table: counting(table, 1, 1))
    before = state_bytes(match)
    assert match.consider(1, Say(9)) == Violation("X-1", "1 to 3")
    assert match.consider(2, Say(1)) == Violation("X-0", "nobody asked")
    assert match.consider(1, Shout()) == Violation("X-0", "nobody asked")
    assert state_bytes(match) == before
    assert log(do(match, (1, Say(2)))) == [12]


def shouting(table: Desk) -> Flow[None]:
    """Numbers of seat 1, with shouts between."""
    while len(table.state.log) < 8:
        answer = yield Ask([Number(1), Cry(1)])
        table.state.log.append(answer.act.number)


def test_an_interruption_answers_nothing() -> None:
    """After an interruption the same is asked again, and it is not in the state as something to decide."""
    match = match_of(shouting)
    before = list(match.table.state.pending)
    assert [pending.ask for pending in before] == ["number"]
    do(match, (1, Shout()))
    assert log(match) == [100]
    assert match.table.state.pending == before
    assert asked(match) == [(1, "number"), (1, "cry")]
    assert log(do(match, (1, Say(2)))) == [100, 2]


def test_an_interruption_may_ask_and_be_interrupted() -> None:
    """Interruptions lie on each other: each is finished before what it interrupted is asked again."""
    match = do(match_of(shouting), (1, Shout(2)), (1, Say(1)), (1, Shout(1)), (1, Say(2)), (1, Say(3)), (1, Say(1)))
    assert log(match) == [100, 101, 100, 102, 103, 1]


def test_an_interruption_may_end_the_game() -> None:
    """The end reached in an interruption is the end of all that it interrupted."""
    match = do(match_of(shouting), (1, Shout(1)), (1, Shout(-1)))
    assert match.ask.decisions == ()
    assert match.table.state.pending == []
    assert match.consider(1, Say(1)) == Violation("X-0", "nobody asked")


def falling_away(after: Sequence[int], ends: bool = False) -> Any:
    """Rules whose question falls away once a shout was heard; they then go on asking other seats, or end the game."""

    def rules(table: Desk) -> Flow[None]:
        answer = yield Ask([Number(1), Cry(1)], due=lambda desk: 100 not in desk.state.log)
        table.state.log.append(0 if answer.act is None else answer.act.number)
        if ends:
            raise Over
        for seat in after:
            yield Ask([Word(seat)])

    return rules


def test_a_question_may_fall_away() -> None:
    """If an interruption leaves nothing to decide, the rules are told so and go on."""
    match = do(match_of(falling_away([2])), (1, Shout()))
    assert log(match) == [100, 0]
    assert asked(match) == [(2, "word")]
    assert log(do(match_of(falling_away([2])), (1, Say(3)))) == [3]


def test_a_question_that_falls_away_may_be_the_last() -> None:
    """If the rules have nothing more to ask after it, the game is over."""
    match = do(match_of(falling_away([])), (1, Shout()))
    assert log(match) == [100, 0]
    assert match.ask.decisions == ()


def test_the_game_may_end_when_a_question_falls_away() -> None:
    """If the rules end the game because of it, nobody is asked any more."""
    match = do(match_of(falling_away([], ends=True)), (1, Shout()))
    assert log(match) == [100, 0]
    assert match.ask.decisions == ()
    assert match.table.state.pending == []


def test_what_stands_may_be_done_whoever_is_asked() -> None:
    """A standing offer is open to its seat at every decision, and closed once the game is over."""
    match = match_of(three_at_once)
    match.table.standing = (Cry(2),)
    assert list(match.options(2)) == [*((2, Say(n)) for n in (1, 2, 3)), (2, Shout())]
    do(match, (2, Shout()), (2, Say(1)), (2, Shout()))
    assert log(match) == [100, 100]
    assert asked(match) == [(1, "number"), (3, "number")]
    assert match.consider(1, Shout()) == Violation("X-0", "nobody asked")
    do(match, (1, Say(1)), (3, Say(1)))
    assert match.consider(2, Shout()) == Violation("X-0", "nobody asked")
    assert list(match.options()) == []


def test_options_are_those_of_the_seat() -> None:
    """Options come by decision in the order asked, of all seats or of one."""
    match = match_of(three_at_once)
    assert [seat for seat, _ in match.options()] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert list(match.options(2)) == [(2, Say(1)), (2, Say(2)), (2, Say(3))]
    assert list(match.options(4)) == []


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

    assert [Open(1).allows(Desk(), Say(number)) for number in (1, 2, 3, 4)] == [True, False, True, False]


def test_picks_are_among_the_items() -> None:
    """Every item comes up, and none that is not there."""
    dice = Stream(bytes(32), "picks")
    assert {pick(dice, "abc") for _ in range(100)} == set("abc")
    assert {Number(1).sample(Desk(), dice) for _ in range(100)} == {Say(1), Say(2), Say(3)}
