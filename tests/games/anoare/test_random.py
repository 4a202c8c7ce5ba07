"""Random games of エイノア: whole, of every kind, and as `shinpan simulate` plays them."""

from collections import Counter

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.cards.pack_rows import CHARACTERS
from shinpan_engine.games.anoare.table.state import Step
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_service.workbench.simulation import random_record, seed_of

from ...random_games import course, header, play, seeds, told


def test_random_games_do_everything() -> None:
    """In some games every kind of action is taken, every step is stood in, and every character is played."""
    acts: Counter[type] = Counter()
    steps: set[Step] = set()
    characters: set[int] = set()
    for seed in seeds(30):
        with told(seed):
            head = header(GAME, seed)
            characters.update(head.setup.characters)
            for action, match in course(head, Stream(seed.to_bytes(32, "big"), "all")):
                acts[type(action.what)] += 1
                steps.add(match.table.state.step)
    assert set(acts) == set(GAME.acts)
    assert steps == set(Step)
    assert characters == set(range(1, CHARACTERS + 1))


@pytest.mark.clause("AN-6.5-18", "AN-1.3-1", "AN-1.3-7", "AN-5.1-2", "AN-6.1-5", "AN-6.5-1")
def test_what_always_holds() -> None:
    """Life is 0 to 10, level 1 to 3 and never falls, stored damage belongs to level 3, who has life 0."""
    for seed in seeds(20):
        with told(seed):
            levels = [1, 1]
            for _, match in course(header(GAME, seed), Stream(seed.to_bytes(32, "big"), "holds")):
                for at, side in enumerate(match.table.state.sides):
                    assert 0 <= side.life <= 10
                    assert levels[at] <= side.level <= 3
                    levels[at] = side.level
                    assert side.level == 3 or side.stored == 0
                    assert side.level < 3 or side.life == 0
                    assert len(side.ultras) >= 4 - side.level
                    assert len(side.hand) <= 9
                assert len(match.table.state.sides) == 2


def test_simulated_games_use_the_fragments() -> None:
    """`simulate` plays legal games to their end, in which fragments are turned up now and then."""
    turned = 0
    for number in range(10):
        record = random_record(GAME, "duel", GAME.packs["house"], seed_of("anoare", number))
        assert verify(GAMES, record).verdict is Verdict.LEGAL
        turned += len([entry for entry in record.entries if type(entry.what.what).__name__ == "TurnUp"])
    assert 0 < turned <= 20


def test_random_games_end_by_a_fatal_wound() -> None:
    """Every game ends, with one winner, for the one reason that there is."""
    for seed in seeds(30):
        with told(seed):
            result = verify(GAMES, play(GAME, seed)).result
            assert result is not None
            assert (len(result.winners), result.reason) == (1, "fatal_wound")
