"""Counting what can follow a position. The numbers of fixed positions are held by the second opinion."""

from collections.abc import Sequence
from itertools import islice
from math import comb

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table.options import AllowResign
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.judging.record import Action, Header
from shinpan_engine.kernel.play.chance import Stream
from shinpan_service.workbench.perft import after, following, sequences

from ..games.wars3x3.opening import DECK, MAGICS, header
from ..random_games import course, play, state_bytes
from ..random_games import header as random_header

DEALT = 17
OPENING = header(outcomes={"deck": DECK[:DEALT], "magic": MAGICS}, allow_resign=AllowResign.FALSE)


def first_offered(head: Header, actions: int) -> list[Action]:
    """The beginning of the game in which always the first thing offered is done."""
    done: list[Action] = []
    for _ in range(actions):
        done.append(next(following(head, done)))
    return done


def written_out(head: Header, before: Sequence[Action], depth: int) -> list[list[Action]]:
    """All that can follow, one by one."""
    found = [list(before)]
    for _ in range(depth):
        found = [[*one, action] for one in found for action in following(head, one)]
    return found


def test_a_course_leads_where_it_was_played() -> None:
    """After any beginning of a random game the next action is offered, and the match comes to the same state."""
    head = random_header(GAMES["wars3x3"], 3)
    actions: list[Action] = []
    for action, match in islice(course(head, Stream(bytes(32), "perft")), 80):
        assert action in following(head, actions)
        actions.append(action)
        assert state_bytes(after(head, actions)) == state_bytes(match)


def test_what_is_counted_can_be_written_out() -> None:
    """There are as many sequences as there are different ones, each of that length and legal to its last action."""
    head = header(seed=5)
    before = first_offered(head, 8)
    for depth in range(4):
        found = written_out(head, before, depth)
        assert sequences(head, before, depth) == len(found)
        assert len({tuple(map(repr, one)) for one in found}) == len(found)
        for one in found:
            assert len(one) == len(before) + depth
            after(head, one)
    assert len(found) > 50


def test_simultaneous_answers_are_counted_in_seat_order() -> None:
    """Seat 1 chooses territory and magic, then seat 2: the same choices in another order are the same game."""
    ways = [comb(8, 3), 2, comb(9, 3), 2]
    assert {action.seat for action in following(OPENING, [])} == {1}
    assert sequences(OPENING, [], 1) == ways[0]
    assert sequences(OPENING, [], 2) == ways[0] * ways[1]
    assert sequences(OPENING, first_offered(OPENING, 2), 2) == ways[2] * ways[3]


def test_nothing_follows_the_end() -> None:
    """Of a game that is over there is one sequence of no decision, and none of any other length."""
    record = play(GAMES["wars3x3"], 2)
    actions = [entry.what for entry in record.entries]
    assert [sequences(record.header, actions, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    assert sequences(record.header, actions[:-1], 1) > 0


def test_what_is_not_told_is_not_counted_over() -> None:
    """Where a card is drawn that the record does not tell, there is no number."""
    actions = first_offered(OPENING, 4)
    assert sequences(OPENING, actions, 1) == 1
    with pytest.raises(Undecidable):
        sequences(OPENING, actions, 2)
