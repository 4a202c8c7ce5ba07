"""Random games of 3x3Wars, action by action."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.state import State
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.match import Match

from ...random_games import course, header, start


class Played(NamedTuple):
    """An action of a random game, what it caused, and the state after it, which goes on changing."""

    seat: int
    act: Any
    events: list[Any]
    state: State


def begun(seed: int) -> Match:
    """The random game of that seed before its first decision."""
    return start(header(GAME, seed))


def random_game(seed: int) -> Iterator[Played]:
    """The random game of that seed: what it begins with, then its actions one by one."""
    before = begun(seed).table
    yield Played(0, None, before.events, before.state)
    for action, match in course(header(GAME, seed), Stream(seed.to_bytes(32, "big"), "play")):
        yield Played(action.seat, action.what, match.table.events, match.table.state)


def until_turn_1(seed: int) -> State | None:
    """The state when the set-up is over; None if somebody resigned in it."""
    return next((played.state for played in random_game(seed) if played.state.turn == 1), None)
