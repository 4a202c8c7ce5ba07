"""The engine against the second judge from the shuffled deck to the end: draft, line-up, relics, battles, shop, points.

At every question both must offer the same, refuse the same and have the same in every pile.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from shinpan_engine.games.swordrion import GAME, actions
from shinpan_engine.games.swordrion.pack_files import PACKS
from shinpan_engine.kernel.chance import Stream
from shinpan_engine.kernel.decisions import pick
from shinpan_engine.kernel.packs import Pack, load

from ...laws.near_misses import some_misses
from ...random_games import seeds, told
from . import made_up
from .game import Game
from .position import Readings
from .positions import begun, random_readings, shuffled
from .printed import Card, read
from .test_judgement import BOX, ENOUGH_GAMES, MISSES, house
from .walk import Walk

MOST_ACTIONS = 3000


def whole_game(dice: Stream, cards: Mapping[int, Card], pack: Pack, seed: bytes) -> Walk:
    """A game for one or two, with unusual readings in every other."""
    readings, seats = random_readings(dice) if dice.below(2) else Readings(), 1 + dice.below(2)
    return Walk(begun(readings, seats, pack, seed), Game(cards, readings, shuffled(pack, seed), seats))


def play(walk: Walk, dice: Stream) -> Counter[type]:
    """To the end: of the kinds of actions that are possible one, and of that kind one. Tells what was taken."""
    taken: Counter[type] = Counter()
    for _ in range(MOST_ACTIONS):
        if walk.over():
            break
        seat = pick(dice, list(walk.judge.asked))
        kind = pick(dice, list(dict.fromkeys(map(type, walk.judge.asked[seat]))))
        act = pick(dice, [act for act in walk.judge.asked[seat] if type(act) is kind])
        for miss in some_misses(act, dice, MISSES):
            walk.asked(seat, miss)
        walk.take(seat, act)
        taken[kind] += 1
    return taken


@pytest.mark.clause("SW-0.1-1", "SW-0.1-2", "SW-0.1-3", "SW-0.1-5", "SW-0.1-7", "SW-0.1-8", "SW-0.2-1", "SW-0.2-2")
@pytest.mark.clause("SW-0.2-3", "SW-0.2-4", "SW-0.2-5", "SW-1.2-1", "SW-1.2-3", "SW-1.3-1", "SW-1.3-2", "SW-1.3-3")
@pytest.mark.clause("SW-1.3-4", "SW-1.3-5", "SW-1.3-6", "SW-1.3-7", "SW-1.3-9", "SW-1.4-1", "SW-1.4-2", "SW-2.1-1")
@pytest.mark.clause("SW-2.1-2", "SW-2.1-3", "SW-2.1-6", "SW-2.1-7", "SW-2.1-8", "SW-2.1-9", "SW-2.2-1", "SW-2.2-2")
@pytest.mark.clause("SW-2.2-3", "SW-2.2-4", "SW-2.2-5", "SW-2.2-6", "SW-2.4-1", "SW-Z.1-3", "SW-Z.1-4", "SW-Z.3-1")
@pytest.mark.clause("SW-Z.5-1", "SW-Z.6-1", "SW-Z.6-2", "SW-Z.6-3", "SW-3.14-4", "SW-4.1-1", "SW-4.1-2", "SW-4.1-3")
@pytest.mark.clause("SW-4.2-1", "SW-4.2-2", "SW-4.2-3", "SW-4.2-4", "SW-4.3-1", "SW-4.3-2", "SW-4.3-3", "SW-4.3-4")
@pytest.mark.clause("SW-4.3-5", "SW-4.3-6", "SW-4.3-7", "SW-4.3-8", "SW-4.3-9", "SW-4.3-10", "SW-4.4-1", "SW-4.4-2")
@pytest.mark.clause("SW-4.5-1", "SW-4.5-2", "SW-4.5-3", "SW-4.5-4", "SW-4.5-5", "SW-4.5-6", "SW-4.5-7", "SW-4.6-1")
@pytest.mark.clause("SW-4.6-2", "SW-4.6-3", "SW-4.6-4", "SW-4.6-5", "SW-4.6-6", "SW-4.6-7", "SW-4.7-1", "SW-4.7-2")
@pytest.mark.clause("SW-4.8-1", "SW-4.8-2", "SW-4.8-3", "SW-Q-1", "SW-Q-2", "SW-Q-3", "SW-Q-4", "SW-Q-5")
def test_both_judges_play_the_same_games() -> None:
    """The cards of the house, from the first hand to the last point; all that can be done is done in some game."""
    taken: Counter[type] = Counter()
    games = 0
    for number in seeds(60):
        games += 1
        with told(number):
            seed = number.to_bytes(32, "big")
            dice = Stream(seed, "whole game")
            taken += play(whole_game(dice, house(), GAME.packs["house"], seed), dice)
    assert games < ENOUGH_GAMES or [kind for kind in actions.ACTS if not taken[kind]] == []


@pytest.mark.clause("SW-0.1-2", "SW-0.1-4", "SW-0.1-6", "SW-0.1-8", "SW-1.3-2", "SW-2.1-7", "SW-2.1-9", "SW-3.14-4")
@pytest.mark.clause("SW-3.15-4", "SW-4.5-6", "SW-4.3-9", "SW-4.6-3", "SW-4.6-4", "SW-2.2-5")
def test_both_judges_play_with_any_cards(tmp_path: Path) -> None:
    """So it is with cards made up at random, of which there are so few that the deck often ends the game."""
    ended: Counter[bool] = Counter()
    for number in seeds(60):
        with told(number):
            seed = number.to_bytes(32, "big")
            dice, file = Stream(seed, "whole game of any cards"), tmp_path / f"{number}.toml"
            made_up.write(file, dice, BOX)
            walk = whole_game(dice, read(file), load(PACKS, file), seed)
            play(walk, dice)
            ended[walk.judge.result is not None and walk.judge.result.deck_out] += 1
    assert ended.total() < ENOUGH_GAMES or len(ended) > 1
