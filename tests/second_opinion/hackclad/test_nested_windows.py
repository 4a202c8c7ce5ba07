"""8-4-4 ⑤: a reaction that moves the clad is answered first. No card of this game does that; a made-up one does."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table import state as engine
from shinpan_engine.kernel.packs import Pack, load
from shinpan_engine.kernel.play.chance import Stream

from ...random_games import seeds, told
from .position import Readings
from .positions import OTHER_LIMIT, match_of, to_first_turn
from .printed import BOX, CLADS, ROSETTE
from .scenes import facing, lay
from .squares import FRONTS, SQUARES, reached
from .walk import Walk

SHURA = 14
MOST_ACTIONS = 80
PACK = """
[pack]
id = "pushing"
game = "hackclad"
title = "修羅 knocks the clad back"
base = "house"

[[skill]]
number = 14
name = "修羅"
set = "extended"
kind = "reaction"
vp = 4
needs = { beside_clad = true }
effects = [{ op = "hit_clad", amount = 3 }, { op = "knock_back" }]
complete = true
source = { all = "house: made up" }
"""
NEAR = [(0, 1), (0, 2), (1, 0), (-1, 0), (0, -1), (1, 1), (-1, 1)]
ENOUGH_GAMES = 400


def crowded(dice: Stream, pack: Pack) -> Walk:
    """Four ロゼット around the clad, each with the card in hand."""
    match = match_of("versus", [ROSETTE] * 4, dice.below(1 << 16), pack)
    to_first_turn(match, dice)
    clad, front = SQUARES[dice.below(25)], FRONTS[dice.below(4)]
    around = reached(clad, FRONTS[0], NEAR)
    witches = [around[dice.below(4 + dice.below(4))] for _ in range(4)]
    lay(match, witches, clad, front, {around[dice.below(7)] for _ in range(dice.below(5))})
    state = match.table.state
    state.clad_facing = facing(front)
    state.slots, state.voltage = dice.shuffle(sorted(CLADS))[:3], 1 + dice.below(3)
    for box, side in enumerate(state.sides):
        cards = [card + box * BOX for card in dice.shuffle(range(1, 17)) if card != SHURA]
        side.hand, side.turn_cards, side.vp = sorted([SHURA + box * BOX, *cards[:2]]), cards[2:3], dice.below(9)
        side.deck, side.discard, side.extended = cards[3:6], cards[6:8], sorted(cards[8:])
        side.modifiers = [engine.Modifier(engine.Modified.PREPARED, 2, engine.Lasts.ROUND)] * dice.below(2)
    return Walk(match, OTHER_LIMIT, Readings(cp_most=15, shura_pushes=True))


def act_of(walk: Walk, dice: Stream) -> tuple[int, Any]:
    """Turns end; attacks are answered with the card wherever it can be, or not at all."""
    seat = walk.match.ask.decisions[0].seat
    legal = [act for _, act in walk.match.options(seat) if not isinstance(act, actions.Declare)]
    if actions.END_TURN in legal:
        return seat, actions.END_TURN
    pushes = [act for act in legal if isinstance(act, actions.Use) and act.card % BOX == SHURA]
    among = pushes if pushes and dice.below(3) else legal
    return seat, among[dice.below(len(among))]


@pytest.mark.clause("HC-8.4.4-8", "HC-8.4.4-9", "HC-8.4.4-10", "HC-8.4.4-11", "HC-8.4.4-12", "HC-8.4.4-14", "HC-12.1-4")
@pytest.mark.clause("HC-8.4.F-4", "HC-8.4.1.A-3")
def test_an_answer_that_moves_the_clad_is_answered_first(tmp_path: Path) -> None:
    """The inner attack with its answers and injuries, then the outer one from where the clad stands."""
    file = tmp_path / "pushing.toml"
    file.write_text(PACK, "utf-8")
    pack = load(GAME.pack_kind, file)
    met: Counter[str] = Counter()
    for seed in seeds(80):
        met["games"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "nested")
            walk = crowded(dice, pack)
            for _ in range(MOST_ACTIONS):
                if walk.over():
                    break
                seat, act = act_of(walk, dice)
                assert walk.asked(seat, act)
                walk.take(seat, act)
            met.update(walk.judge.at.met)
    kinds = ("attack", "advance", "knockback", "home", "appearance", "legions")
    wanted = [f"pushed in answer to {kind}" for kind in kinds]
    assert met["games"] < ENOUGH_GAMES or [one for one in wanted if not met[one]] == []
