"""Random games of the engine, watched by the second judge: at every play step it lists what may be played.

It keeps its own count of what lies on top: the last play's uppermost card, nothing at the start of a round.
"""

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.table.actions import PASS, Play
from shinpan_engine.games.drive.table.options import AutoSkillDefault, DualMultiplier, PlusExtraOnTop, SetOrder, Setup
from shinpan_engine.games.drive.table.state import Round
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.match import Match

from ...random_games import course, header, seeds, told
from . import printed
from .plays import Played, Plays, Readings

CARDS = printed.read(printed.PACKS / "house.toml")
MOST_LISTED = 5
MODES = [mode.name for mode in GAME.modes if mode.supported]


def readings_of(setup: Setup) -> Readings:
    """The readings that a header states."""
    return Readings(
        any_may_lead=setup.set_order == SetOrder.FREE,
        extra_beneath=setup.plus_extra_on_top == PlusExtraOnTop.FALSE,
        dual=DualMultiplier(setup.dual_multiplier).name.lower(),
        all_may_be_declined=setup.auto_skill_default == AutoSkillDefault.OPTIONAL,
    )


def lists_the_same(match: Match, judge: Plays, top: int | None) -> None:
    """What may be played now, if that is asked and the hand is small."""
    state, asked = match.table.state, match.ask.decisions
    if not asked or Play not in asked[0].takes:
        return
    seat = asked[0].seat
    hand = state.sides[seat - 1].hand
    if len(hand) > MOST_LISTED:
        return
    second = [PASS, *(Play(list(play.cards), list(play.extra)) for play in judge.every(top, hand))]
    offered = [act for _, act in match.options()]
    assert sorted(map(str, offered)) == sorted(map(str, second)), f"p{seat} with {hand} on {top}"


@pytest.mark.clause("DR-S2-1", "DR-S2-2", "DR-S2.1-2", "DR-S2.1-3", "DR-S2.2-4", "DR-S2.5-7", "DR-S2.7-1", "DR-S2.7-2")
@pytest.mark.parametrize("mode", MODES)
def test_the_second_judge_follows_random_games(mode: str) -> None:
    """On what was last played both allow the same, and anything at the start of the boss round."""
    for seed in seeds(8):
        with told(seed):
            head = header(GAME, seed, mode)
            judge = Plays(CARDS.circuits, readings_of(head.setup))
            top, last_round = None, Round.PREPARATION
            for action, match in course(head, Stream(seed.to_bytes(32, "big"), "watched")):
                if isinstance(action.what, Play):
                    top = judge.top_after(Played(tuple(action.what.cards), tuple(action.what.extra)))
                if match.table.state.round != last_round:
                    top, last_round = None, match.table.state.round
                lists_the_same(match, judge, top)
