"""Records as people write them, made of random games: what `bench --text` and `tools.compare_reading` measure with."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_records import transcript
from shinpan_service.workbench.by_hand import by_hand
from shinpan_service.workbench.simulation import random_record

from ..random_games import seeds, told

MODES = [(game, mode.name) for game in GAMES.values() for mode in game.modes if mode.supported]


def kinds(record: Record) -> list[tuple[int, type]]:
    """What is done, and by whom."""
    return [(what.seat, type(what.what)) for entry in record.entries if isinstance(what := entry.what, Action)]


@pytest.mark.parametrize(("game", "mode"), MODES, ids=[f"{game.name} {mode}" for game, mode in MODES])
def test_a_random_game_written_by_hand_is_the_same_game(game: Game, mode: str) -> None:
    """The same actions by the same players, all legal, in fewer lines; read again from known lines it says the same."""
    for seed in seeds(2):
        with told(seed):
            record = random_record(game, mode, game.packs["house"], seed.to_bytes(32, "big"))
            text = by_hand(record)
            loaded = transcript.load(text, GAMES)
            assert kinds(loaded.record) == kinds(record)
            assert loaded.judged().report().verdict is Verdict.LEGAL
            assert len(text.splitlines()) < len(transcript.dump(record, GAMES).splitlines())
            again = transcript.load(text, GAMES)
            assert (again.record, again.notes) == (loaded.record, loaded.notes)
