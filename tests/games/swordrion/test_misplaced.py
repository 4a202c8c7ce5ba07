"""The wrong moment: every refusal names a clause that binds in the mode that is played."""

import pytest

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.kernel.play.chance import Stream

from ...laws.near_misses import near_misses, simplest
from ...random_games import course, header, seeds, told


@pytest.mark.parametrize("mode", ["solo", "versus"])
def test_refusals_cite_what_binds(mode: str) -> None:
    """Whatever is tried at whatever moment, the clause that decides is one of this mode, and engine or pack hold it."""
    binding = {clause.id for clause in GAME.rules.binding(mode)}
    refused = set()
    for seed in seeds(12):
        with told(seed):
            head = header(GAME, seed, mode)
            played = [action.what for action, _ in course(head, Stream(bytes(32), f"tried/{seed}"))]
            dice = Stream(bytes(32), f"wrong/{seed}")
            for _, match in course(head, Stream(bytes(32), f"wrong/{seed}")):
                tried = [simplest(kind) for kind in GAME.acts]
                tried += [played[dice.below(len(played))] for _ in range(4)]
                tried += list(near_misses(tried[-1]))[:4]
                for seat in match.table.seats:
                    for act in tried:
                        violation = match.consider(seat, act)
                        if violation is not None and violation.clause:
                            refused.add(violation.clause)
                            assert violation.clause in binding, (act, violation)
    assert len(refused) > 30
