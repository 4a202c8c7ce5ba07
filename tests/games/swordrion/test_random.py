"""Random games of ソードリオン: whole, of every kind, in both modes, and judged again from their transcripts."""

from collections import Counter

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.chapters.three_times import LONGEST_BATTLE
from shinpan_engine.games.swordrion.table.state import Phase, Step
from shinpan_engine.games.swordrion.table.table import felled
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_records import transcript
from shinpan_service.workbench.simulation import random_record, seed_of

from ...random_games import course, header, play, seeds, told

MODES = pytest.mark.parametrize("mode", ["solo", "versus"])


def test_random_games_do_everything() -> None:
    """In some games every kind of action is taken, and every step is stood in."""
    acts: Counter[type] = Counter()
    steps: set[Step] = set()
    for mode in ("solo", "versus"):
        for seed in seeds(40):
            with told(seed):
                for action, match in course(header(GAME, seed, mode), Stream(seed.to_bytes(32, "big"), "all")):
                    acts[type(action.what)] += 1
                    steps.update(side.step for side in match.table.state.sides)
    assert set(acts) == set(GAME.acts)
    assert steps >= set(Step) - {Step.NONE, Step.TURN_UP, Step.REMOVAL, Step.EXCHANGE_END}


@MODES
def test_a_field_has_the_lists_of_its_side(mode: str) -> None:
    """What lies in a field and its graveyard is what the state says, to the end of the game."""
    for seed in seeds(10):
        with told(seed):
            for _, match in course(header(GAME, seed, mode), Stream(bytes(32), f"lists/{seed}")):
                for seat, side in enumerate(match.table.state.sides, start=1):
                    own, enemies = match.table.fields[seat]
                    assert own.line is side.line
                    assert own.graveyard is side.graveyard
                    assert enemies.line is side.enemy
                    assert enemies.graveyard is side.enemy_graveyard


@MODES
@pytest.mark.clause(
    "SW-Z.4-3", "SW-S2-10", "SW-Z.8-1", "SW-Z.6-1", "SW-1.4-3", "SW-4.7-2", "SW-Q-7", "SW-S3-12", "SW-S1-6"
)
def test_what_always_holds(mode: str) -> None:
    """Fields of ten at most, fewer than three wounds on what stands, no cube lost, as many green cubes as rounds at
    each preparation, and no battle of more than a hundred exchanges."""
    for seed in seeds(20):
        with told(seed):
            held = [0, 0]
            for _, match in course(header(GAME, seed, mode), Stream(bytes(32), f"holds/{seed}")):
                state = match.table.state
                for at, side in enumerate(state.sides):
                    assert max(len(side.line), len(side.enemy)) <= 10
                    assert all(slot.wounds < 3 or felled(slot) for slot in (*side.line, *side.enemy))
                    assert len(side.stock) + len(side.carried) <= 7
                    assert side.exchange is None or side.exchange.number <= LONGEST_BATTLE
                    cubes = side.cubes.green + side.cubes.yellow + side.cubes.blue
                    assert cubes >= held[at]
                    held[at] = cubes
                    if state.phase == Phase.PREPARATION:
                        assert side.cubes.green >= state.round


@MODES
def test_a_random_game_is_judged_again_from_its_transcript(mode: str) -> None:
    """Written down and read back it is the same game, link by link."""
    for seed in seeds(10):
        with told(seed):
            record = play(GAME, seed, mode)
            report = verify(GAMES, record)
            assert report.verdict is Verdict.LEGAL
            again = transcript.load(transcript.dump(record, GAMES), GAMES).record
            assert verify(GAMES, again).last_link == report.last_link


@MODES
def test_simulated_games_end(mode: str) -> None:
    """What `shinpan simulate` plays ends, is legal, and rests on readings and stand-ins that are told."""
    for number in seeds(10):
        with told(number):
            record = random_record(GAME, mode, GAME.packs["house"], seed_of("swordrion", number))
            report = verify(GAMES, record)
            assert report.verdict is Verdict.LEGAL
            assert report.result is not None
            assert report.result.score
            assert {one.kind for one in report.assumptions} >= {"ruling", "card", "box"}
