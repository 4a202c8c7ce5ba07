"""Games of the player `play-1` for the conformance vectors: how each begins, and how it ends."""

from collections.abc import Iterator
from typing import NamedTuple

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Entry, Header, Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.play.match import Match
from shinpan_service.workbench.players import Choice, Play1
from shinpan_service.workbench.simulation import RandomGame

from .conformance_chance import SEED

MOST_TOLD = 24
"""Choices of each game that are told one by one."""


class Told(Play1):
    """The player, who tells what was drawn."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.told: list[Choice] = []

    def choose(self, match: Match) -> Choice:
        """What is done next."""
        self.told.append(super().choose(match))
        return self.told[-1]


class Played(NamedTuple):
    """A game, all that was drawn in it, and its replay."""

    header: Header
    choices: list[Choice]
    replay: Replay


def games() -> Iterator[Played]:
    """One game of every mode."""
    for game in GAMES.values():
        for mode in game.modes:
            if mode.supported:
                yield played(game, mode.name)


def played(game: Game, mode: str) -> Played:
    """The game of the seed of all vectors."""
    player = Told(SEED)
    one = RandomGame(game, mode, game.packs["house"], SEED, player)
    one.to_end()
    replay = Replay(GAMES, Record(one.header, tuple(Entry(action) for action in one.actions)))
    finding = replay.run()
    assert finding is None, f"{game.name} {mode}: {finding}"
    return Played(one.header, player.told, replay)
