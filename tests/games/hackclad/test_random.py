"""Random games of HacKClaD.DeltA: whole, of every mode, and as `shinpan simulate` plays them."""

from collections import Counter

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table.actions import Give, Keep, Push
from shinpan_engine.games.hackclad.table.state import Step
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_service.workbench.simulation import random_record, seed_of

from ...random_games import course, header, play, seeds, told

MODES = ("versus", "tag", "solo", "coop")
modes = pytest.mark.parametrize("mode", MODES)
RARE = {Keep, Push, Give}
"""Earlier witches are not played, no card known needs a direction, and few drops are shared."""


def test_random_games_do_everything() -> None:
    """Every kind of action that the cards allow is taken, and every step is stood in."""
    acts: Counter[type] = Counter()
    steps: set[Step] = set()
    for mode in MODES:
        for seed in seeds(30):
            with told(seed):
                for action, match in course(header(GAME, seed, mode), Stream(seed.to_bytes(32, "big"), "all")):
                    acts[type(action.what)] += 1
                    steps.add(match.table.state.step)
    assert set(GAME.acts) - set(acts) <= RARE
    assert set(Step) - steps <= {Step.SETUP, Step.FORECAST, Step.ASSIGNMENT}


@modes
def test_random_games_end(mode: str) -> None:
    """Every game ends, in versus with one winner, in solo with a score, in co-op won or lost."""
    for seed in seeds(25):
        with told(seed):
            report = verify(GAMES, play(GAME, seed, mode))
            assert report.verdict is Verdict.LEGAL
            result = report.result
            assert result is not None
            if mode == "versus":
                assert len(result.winners) == 1
            if mode == "coop":
                assert result.lost == (not result.winners)
            if mode == "tag":
                assert len(result.winners) in (2, 4)


@modes
def test_simulated_games_are_legal(mode: str) -> None:
    """`simulate` plays legal games to their end."""
    for number in range(5):
        record = random_record(GAME, mode, GAME.packs["house"], seed_of("hackclad", number))
        assert verify(GAMES, record).verdict is Verdict.LEGAL
