"""The engine against the second judge from the shuffled deck to the end: draft, line-up, relics, battles, shop, points.

At every question both must offer the same, refuse the same and have the same in every pile.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.cards.pack_files import PACKS
from shinpan_engine.games.swordrion.table import actions
from shinpan_engine.kernel.packs import Pack, load
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

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


def test_both_judges_play_the_same_games() -> None:
    """The cards of the house, from the first hand to the last point; all that can be done is done in some game."""
    taken: Counter[type] = Counter()
    games = 0
    for number in seeds(60):
        games += 1
        with told(number):
            seed = number.to_bytes(32, "big")
            dice = Stream(seed, "whole-game")
            taken += play(whole_game(dice, house(), GAME.packs["house"], seed), dice)
    assert games < ENOUGH_GAMES or [kind for kind in actions.ACTS if not taken[kind]] == []


def test_both_judges_play_with_any_cards(tmp_path: Path) -> None:
    """So it is with cards made up at random, of which there are so few that the deck often ends the game."""
    ended: Counter[bool] = Counter()
    for number in seeds(60):
        with told(number):
            seed = number.to_bytes(32, "big")
            dice, file = Stream(seed, "whole-game-of-any-cards"), tmp_path / f"{number}.toml"
            made_up.write(file, dice, BOX)
            walk = whole_game(dice, read(file), load(PACKS, file), seed)
            play(walk, dice)
            ended[walk.judge.result is not None and walk.judge.result.deck_out] += 1
    assert ended.total() < ENOUGH_GAMES or len(ended) > 1
