"""Counts what can follow a position: the sequences of so many legal decisions, by the first of them.

A known count shows at once that something has become legal or illegal somewhere below, and under which first action.
The answers to one simultaneous decision are counted in seat order only, as a canonical record has them.
"""

from collections.abc import Iterator, Mapping, Sequence

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game, begin
from shinpan_engine.kernel.judging.header import chance_of, game_of, pack_of
from shinpan_engine.kernel.judging.record import Action, Header
from shinpan_engine.kernel.play.match import Match

Games = Mapping[str, Game]
Course = Sequence[Action]
"""What was done from the first decision of a game on."""


def after(header: Header, course: Course, games: Games = GAMES) -> Match:
    """A match after a course that is legal. Rules in progress cannot be copied, so each is played from the start."""
    game = game_of(games, header)
    match = begin(game, header, chance_of(header), pack_of(game, header))
    for action in course:
        refused = match.play(action.seat, action.what)
        assert refused is None, f"{action} was legal, but {refused}"
    return match


def following(header: Header, course: Course, games: Games = GAMES) -> Iterator[Action]:
    """Every legal action after a course, lazily."""
    match = after(header, course, games)
    for seat, act in match.options():
        if type(act) not in match.ask.simultaneous or seat == match.ask.decisions[0].seat:
            yield Action(seat, act)


def sequences(header: Header, course: Course, depth: int, games: Games = GAMES) -> int:
    """How many sequences of exactly so many legal decisions can follow a course. A game that is over has none."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in following(header, course, games))
    return sum(sequences(header, [*course, action], depth - 1, games) for action in following(header, course, games))
