"""Whatever an owner's pack says, the rules play it, or say what the pack does not tell."""

import random

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.packs import PackText
from shinpan_service.workbench.simulation import random_record, seed_of

from ..attack.strange_packs import ID, strange_pack
from ..random_games import modes, seeds, told


@modes
def test_any_pack_that_is_read_can_be_played(game: Game, mode: str) -> None:
    """A pack with fields changed is left out for a slip, or games with it are legal to their end."""
    for seed in seeds(6):
        with told(seed):
            text = PackText("strange.toml", strange_pack(game.name, random.Random(f"{mode} {seed}")))
            played = game.with_packs([text])
            assert played.made.of(ID) or played.made.broken
            for pack in played.made.of(ID):
                try:
                    record = random_record(played, mode, pack, seed_of("strange", seed))
                except Undecidable:
                    continue
                assert verify({**GAMES, game.name: played}, record).verdict is Verdict.LEGAL
