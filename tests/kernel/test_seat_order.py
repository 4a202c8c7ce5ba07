"""Answers to one simultaneous decision, in whatever order they were written down."""

from itertools import permutations

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Action, Entry, Marker, Record, StateClaim
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Locator, Verdict

from ..random_games import play, seeds, told
from .toy import TOYS, WHOLE, Bid, GiveUp, Keep, finding, judged, record


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_simultaneous_answers_are_put_in_seat_order(order: tuple[int, ...]) -> None:
    """In whatever order the answers came, the game is the same, and each that was moved is noted."""
    lines = [Entry(Action(*WHOLE[at]), (StateClaim("turn", "1"),), line=10 + at) for at in order]
    report = judged(*lines, *WHOLE[3:])
    assert report.verdict is Verdict.LEGAL
    assert report.last_link == judged(*WHOLE).last_link
    moved = 2 if order[0] == 2 else int(order != (0, 1, 2))
    assert len(report.notes) == moved
    for note in report.notes:
        assert note.where.line == 10 + order[note.where.entry - 1]
        assert "seat order" in str(note.text)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_head_of_a_turn_between_answers_hinders_nothing(order: tuple[int, ...]) -> None:
    """A turn's head says nothing about who answered first: it stays in its place, and the game is the same."""
    first, *others = (Entry(Action(*WHOLE[at])) for at in order)
    report = judged(first, Entry(Marker(1)), *others, *WHOLE[3:])
    assert report.verdict is Verdict.LEGAL
    assert report.last_link == judged(*WHOLE).last_link
    report = judged(first, Entry(Marker(2)), *others, *WHOLE[3:])
    assert finding(report).where == Locator(2, 2, 0, 1)
    assert report.last_link == judged(WHOLE[0]).last_link


def test_an_order_mended_is_judged_where_it_stands() -> None:
    """A finding on an answer that was overtaken names its own entry, and the step it would have been; the answers that
    were moved up to it are noted all the same."""
    report = judged((3, Bid(1)), (1, Bid(1)), (2, Bid(99)))
    assert finding(report).where == Locator(3, 2, 0, 1)
    assert [note.where for note in report.notes] == [Locator(2, 1, 0, 1), Locator(3, 2, 0, 1)]
    report = judged((3, Bid(99)), (1, Bid(1)), (2, Bid(1)))
    assert finding(report).where == Locator(1, 3, 0, 1)
    assert [note.where for note in report.notes] == [Locator(2, 1, 0, 1), Locator(3, 2, 0, 1)]


def test_answers_that_are_missing_are_not_waited_for() -> None:
    """If the first seat's answer never comes, the others stand as they came."""
    report = judged((3, Bid(1)), (2, Bid(1)))
    assert report.verdict is Verdict.INCOMPLETE
    assert report.actions_replayed == 2


def test_nothing_is_pulled_over_the_end() -> None:
    """An answer that stands after somebody gave up came too late, and is not moved before it."""
    report = judged((2, GiveUp()), (1, Bid(1)))
    assert report.verdict is Verdict.ILLEGAL
    assert finding(report).where == Locator(2, 2, 0, 1)
    assert report.notes == ()


def test_the_next_decision_is_not_mended_from_afar() -> None:
    """Where the first seat goes on with another action, its later answer is not pulled over it."""
    report = judged((2, Bid(1)), (1, Keep()), (1, Bid(1)))
    assert report.verdict is Verdict.ILLEGAL
    assert finding(report).submitted == "p1 keep"


def test_an_opening_is_the_same_in_any_order() -> None:
    """Each player's placing keeps its own order; however the two are mixed, the game has the same last link."""
    for seed in seeds(10):
        with told(seed):
            whole = play(GAMES["wars3x3"], seed)
            expected = verify(GAMES, whole)
            for seats in sorted(set(permutations((1, 1, 2, 2)))):
                opening = {seat: [entry for entry in whole.entries[:4] if entry.what.seat == seat] for seat in (1, 2)}
                mixed = [opening[seat].pop(0) for seat in seats]
                report = verify(GAMES, Record(whole.header, (*mixed, *whole.entries[4:])))
                assert report.verdict is Verdict.LEGAL
                assert report.last_link == expected.last_link
                assert (report.notes == ()) == (seats == (1, 1, 2, 2))


def steps_of(record: Record) -> tuple[list[bytes], int]:
    """The links of the steps of a record, and how many of its actions have a certain place."""
    replay, links = Replay(GAMES, record), list[bytes]()
    assert replay.run(len(record.entries), lambda step: links.append(step.link)) is None
    return links, replay.replayed - len(replay.waiting())


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_an_answer_waits_for_those_of_seats_before_it(order: tuple[int, ...]) -> None:
    """And for no other: the first seat's never waits, and none does when all have answered."""
    for count in range(1, 4):
        given = order[:count]
        replay = Replay(TOYS, record(*(WHOLE[at] for at in given)))
        replay.run(count)
        certain = next((seat for seat in range(3) if seat not in given), 3)
        assert sorted(given[at] for at in replay.waiting()) == [seat for seat in sorted(given) if seat > certain]


def test_a_step_that_is_certain_stays() -> None:
    """However the answers of two players are mixed, what was certain once is the same step of the whole game."""
    for seed in seeds(5):
        with told(seed):
            whole = play(GAMES["wars3x3"], seed)
            for seats in sorted(set(permutations((1, 1, 2, 2)))):
                opening = {seat: [entry for entry in whole.entries[:4] if entry.what.seat == seat] for seat in (1, 2)}
                mixed = [*(opening[seat].pop(0) for seat in seats), *whole.entries[4:8]]
                last, _ = steps_of(Record(whole.header, tuple(mixed)))
                for count in range(len(mixed) + 1):
                    links, certain = steps_of(Record(whole.header, tuple(mixed[:count])))
                    assert links[: certain + 1] == last[: certain + 1]
                    first = seats[:count].count(1)
                    assert certain == (count if first == 2 else first)
