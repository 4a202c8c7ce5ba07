"""A match: it goes on by legal answers only, is interrupted and taken up again, and ends wherever the rules end it."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.decisions import Act, Ask, Flow, parallel, together
from shinpan_engine.kernel.play.match import Over, untouched
from shinpan_engine.kernel.play.violations import Violation

from ..random_games import state_bytes
from .desk import Cry, Desk, Number, Say, Sheet, Shout, Word, asked, counting, do, log, match_of, three_at_once


@pytest.mark.parametrize("how", ["together", "parallel", "nested"])
def test_the_end_of_the_game_gets_through(how: str) -> None:
    """If the rules end the game inside a flow inside another, nobody is asked any more."""

    both = (Number(1), Number(2))

    def ending(table: Desk) -> Flow[None]:
        yield from together(table, lambda: both)
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


@pytest.mark.parametrize("asks", [True, False])
def test_a_flow_may_hand_over_to_another(asks: bool) -> None:
    """What a flow returns goes on in its place, whether it has asked anything or not, and what it interrupted waits."""

    def opening(table: Desk) -> Flow[Any]:
        table.state.log.append(7)
        if asks:
            said = yield Ask([Number(1)])
            table.state.log.append(said.number)
        return shouting(table)

    match = match_of(opening)
    if asks:
        do(match, (1, Say(3)))
    do(match, (1, Shout(1)), (1, Say(2)), (1, Say(1)))
    assert log(match) == [7, *([3] if asks else []), 100, 102, 1]


def test_a_flow_may_hand_over_when_its_question_fell_away() -> None:
    """A flow whose last question an interruption took away still hands over."""

    def opening(table: Desk) -> Flow[Any]:
        while 100 not in table.state.log and (yield Ask([Number(1), Cry(1)], again=True)) is None:
            pass
        return counting(table, 2, 1)

    match = do(match_of(opening), (1, Shout()))
    assert asked(match) == [(2, "number")]
    assert log(do(match, (2, Say(3)))) == [100, 23]
    assert match.ask.decisions == ()


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
        said = yield Ask([Number(1), Cry(1)])
        table.state.log.append(said.number)


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


def test_an_interruption_forgets_no_answer() -> None:
    """Answers given to a simultaneous decision stay in the state while an interruption asks something, and count."""

    def rules(table: Desk) -> Flow[None]:
        table.standing = (Cry(2),)
        yield from three_at_once(table)

    match = do(match_of(rules), (3, Say(3)), (1, Say(1)), (2, Shout(1)))
    given = {pending.seat: bool(pending.answer) for pending in match.table.state.pending}
    assert given == {1: True, 2: False, 3: True}
    assert asked(match) == [(2, "number"), (2, "cry")]
    do(match, (2, Say(2)))
    assert [(pending.seat, bool(pending.answer)) for pending in match.table.state.pending] == [
        (1, True), (2, False), (3, True),
    ]  # fmt: skip
    assert log(do(match, (2, Say(1)))) == [100, 102, 1, 1, 3]


def test_an_interruption_may_end_the_game() -> None:
    """The end reached in an interruption is the end of all that it interrupted."""
    match = do(match_of(shouting), (1, Shout(1)), (1, Shout(-1)))
    assert match.ask.decisions == ()
    assert match.table.state.pending == []
    assert match.consider(1, Say(1)) == Violation("X-0", "nobody asked")


def falling_away(after: Sequence[int], ends: bool = False) -> Any:
    """Rules whose question falls away once a shout was heard; they then go on asking other seats, or end the game."""

    def rules(table: Desk) -> Flow[None]:
        said = None
        while 100 not in table.state.log and said is None:
            said = yield Ask([Number(1), Cry(1)], again=True)
        table.state.log.append(0 if said is None else said.number)
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
    assert match.table.work.spent == 12, "each is a step of work"


def test_an_interruption_may_bring_in_or_leave_out_who_answers_together() -> None:
    """Who has yet to answer is found again after an interruption, and what has been answered stands."""
    seats = {seat: Number(seat) for seat in (1, 2, 3)}

    def asked_now(table: Desk) -> list[Number]:
        shouts = table.state.log.count(100)
        return [seats[seat] for seat in ((1,), (1, 2, 3), (1, 3))[shouts]]

    def rules(table: Desk) -> Flow[None]:
        table.standing = (Cry(3),)
        given = yield from together(table, lambda: asked_now(table))
        table.state.log += [10 * seat + act.number for seat, act in given.items()]

    match = match_of(rules)
    assert asked(match) == [(1, "number")]
    assert asked(do(match, (3, Shout()))) == [(1, "number"), (2, "number"), (3, "number")]
    assert asked(do(match, (1, Say(1)), (2, Say(2)), (3, Shout()))) == [(3, "number")]
    assert log(do(match, (3, Say(3)))) == [100, 100, 11, 33]


class Falling(Number):
    """A number that must be lower than there are shouts left, of three; silence is always right."""

    default = Shout()
    takes = frozenset({Say, Shout})

    def judge(self, table: Desk, act: Act) -> Violation | None:
        return None if act.number <= 3 - table.state.log.count(100) else Violation("X-2", "too high")


def test_an_answer_that_an_interruption_made_illegal_is_asked_for_again() -> None:
    """It is forgotten and the seat is asked again; answers that are still legal, and silence, stand."""

    def rules(table: Desk) -> Flow[None]:
        table.standing = (Cry(5),)
        given = yield from together(table, lambda: falling)
        table.state.log += [10 * seat + act.number for seat, act in given.items()]

    falling = tuple(Falling(seat) for seat in (1, 2, 3, 4))
    match = do(match_of(rules), (1, Say(3)), (2, Say(2)), (3, Shout(9)), (5, Shout()))
    assert asked(match) == [(1, "number"), (4, "number")]
    assert [(one.seat, bool(one.answer)) for one in match.table.state.pending] == [
        (1, False), (2, True), (3, True), (4, False),
    ]  # fmt: skip
    assert match.consider(1, Say(3)) == Violation("X-2", "too high")
    assert log(do(match, (1, Say(2)), (4, Say(1)))) == [100, 12, 22, 39, 41]


def test_what_goes_on_side_by_side_looks_anew() -> None:
    """After an interruption each of several flows asks what there is to ask now, which may be nothing."""

    def until_shouts(table: Desk, seat: int, shouts: int) -> Flow[None]:
        while table.state.log.count(100) < shouts:
            said = yield Ask([Number(seat)], again=True)
            if said is not None:
                table.state.log.append(10 * seat + said.number)

    def rules(table: Desk) -> Flow[None]:
        table.standing = (Cry(4),)
        flows = [until_shouts(table, 1, 1), counting(table, 2, 1), until_shouts(table, 3, 2)]
        yield from parallel(flows)
        table.state.log.append(0)

    match = match_of(rules)
    assert asked(match) == [(1, "number"), (2, "number"), (3, "number")]
    assert asked(do(match, (4, Shout()))) == [(2, "number"), (3, "number")]
    assert asked(do(match, (3, Say(1)), (2, Say(2)))) == [(3, "number")]
    assert log(do(match, (4, Shout()))) == [100, 31, 22, 100, 0]
    assert match.ask.decisions == ()


def test_what_is_untouched_cannot_be_written_on() -> None:
    """It reads like one just made, and writing on it is refused, so that nothing shared is changed by mistake."""
    sheet: Sheet = untouched(Sheet)
    assert isinstance(sheet, Sheet)
    assert msgspec.structs.astuple(sheet) == msgspec.structs.astuple(Sheet())
    with pytest.raises(AttributeError):
        sheet.log = [1]
