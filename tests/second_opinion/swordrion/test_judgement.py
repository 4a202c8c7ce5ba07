"""Two judges, one opinion: the engine against a second judge written from the printed booklet alone.

Random line-ups fight random lines of the automata, from the line-up to the end of the round. At every question both
must offer the same, refuse the same, and stand in the same position: both fields with HP, wounds, equipment and merges,
graveyards, asides, hand, spells, deck, discard pile, cubes, and at the end points, cubes left over, rank and winner.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games import swordrion
from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.pack_files import PACKS
from shinpan_engine.kernel.chance import Stream
from shinpan_engine.kernel.decisions import pick
from shinpan_engine.kernel.packs import Pack, load

from ...laws.near_misses import some_misses
from ...random_games import seeds, told
from . import made_up
from .position import COLOURS, ROUNDS, Readings
from .positions import Plan, match_at, random_plans, random_readings
from .printed import Card, read
from .rounds import Round
from .scoring import RANKS
from .walk import Walk

HOUSE = Path(swordrion.__file__).parent / "packs" / "house.toml"
BOX = 60
MOST_ACTIONS = 150
MISSES = 3
ROUNDS_A_PACK = 2
MOST_CUBES = 40
ENOUGH_GAMES = 300
"""From so many games on all that is wanted must have come up."""
WANTED = (
    "TurnedUp", "PutAside", "Discarded", "Laid", "Attacked", "Damage", "Wounded", "Healed", "Halved", "Strengthened",
    "Held", "Defeated", "Merged", "Equipped", "WasCast", "Dropped", "Kept", "Used", "Drew", "Gained", "StruckDown",
    "Cleared", "WentOut", "Returned", "Scored", "Ended",
)  # fmt: skip
"""Events of the engine."""


@cache
def house() -> Mapping[int, Card]:
    """The complete pack."""
    return read(HOUSE)


def random_walk(dice: Stream, cards: Mapping[int, Card], pack: Pack) -> Walk:
    """A random line-up, of two participants in one of four games, with unusual readings in every other."""
    readings = random_readings(dice) if dice.below(2) else Readings()
    plans, deck = random_plans(cards, dice, 2 if dice.below(4) == 0 else 1)
    match, common, camps = match_at(readings, plans, deck, 1 + dice.below(ROUNDS), cards, pack)
    return Walk(match, Round(cards, readings, common, camps))


def play_on(walk: Walk, dice: Stream) -> None:
    """Plays on, judging wherever it comes what may be done and what is almost that."""
    for _ in range(MOST_ACTIONS):
        if walk.over():
            return
        seat = pick(dice, list(walk.judge.asked))
        act = pick(dice, walk.judge.asked[seat])
        for miss in some_misses(act, dice, MISSES):
            walk.asked(seat, miss)
        walk.take(seat, act)


@pytest.mark.clause("SW-2.3-1", "SW-2.3-2", "SW-2.3-3", "SW-2.3-4", "SW-2.3-5", "SW-2.3-7", "SW-Z.4-3")
@pytest.mark.clause("SW-Z.4-4", "SW-Z.4-5", "SW-Z.4-7", "SW-Z.4-8", "SW-Z.4-9", "SW-3.1-1", "SW-3.1-2")
@pytest.mark.clause("SW-3.1-3", "SW-3.1-4", "SW-3.1-5", "SW-3.1-7", "SW-3.1-8", "SW-3.1-9", "SW-3.1-10")
@pytest.mark.clause("SW-3.1-11", "SW-3.1-12", "SW-3.1-13", "SW-3.1-14", "SW-3.1-15", "SW-3.1-16", "SW-3.1-17")
@pytest.mark.clause("SW-3.1-18", "SW-3.2-1", "SW-3.2-2", "SW-3.2-3", "SW-3.2-4", "SW-3.2-5", "SW-3.2-6")
@pytest.mark.clause("SW-3.2-7", "SW-3.2-8", "SW-3.3-1", "SW-3.3-2", "SW-3.3-3", "SW-3.3-4", "SW-3.4-1")
@pytest.mark.clause("SW-3.4-2", "SW-3.4-3", "SW-3.4-4", "SW-3.5-1", "SW-3.5-2", "SW-3.5-3", "SW-3.5-4")
@pytest.mark.clause("SW-3.5-5", "SW-3.6-1", "SW-3.6-2", "SW-3.6-3", "SW-3.7-1", "SW-3.7-2", "SW-3.8-1")
@pytest.mark.clause("SW-3.8-2", "SW-3.8-3", "SW-3.8-4", "SW-3.8-5", "SW-3.8-6", "SW-3.8-7", "SW-3.9-1")
@pytest.mark.clause("SW-3.10-1", "SW-3.10-2", "SW-3.10-3", "SW-3.10-4", "SW-3.11-1", "SW-3.11-2", "SW-3.12-1")
@pytest.mark.clause("SW-3.12-2", "SW-3.12-3", "SW-3.13-1", "SW-3.13-4", "SW-3.14-1", "SW-3.14-2", "SW-3.14-4")
@pytest.mark.clause("SW-3.15-1", "SW-3.15-2", "SW-3.15-4", "SW-K.0-3", "SW-K.1-1", "SW-K.1-2", "SW-K.1-3")
@pytest.mark.clause("SW-K.2-1", "SW-K.2-2", "SW-K.2-3", "SW-K.3-1", "SW-K.3-2", "SW-K.3-3", "SW-K.4-1")
@pytest.mark.clause("SW-K.4-2", "SW-K.4-3", "SW-K.4-4", "SW-K.4-5", "SW-K.5-1", "SW-K.5-2", "SW-K.5-3")
@pytest.mark.clause("SW-K.5-4", "SW-K.6-1", "SW-K.6-2", "SW-K.6-3", "SW-K.6-4", "SW-K.6-6", "SW-K.6-7")
@pytest.mark.clause("SW-K.7-1", "SW-K.7-2", "SW-K.7-3", "SW-K.7-4", "SW-K.7-5", "SW-K.7-6", "SW-K.8-1")
@pytest.mark.clause("SW-K.8-2", "SW-K.8-3", "SW-K.8-4", "SW-K.8-5", "SW-K.8-6", "SW-K.8-7", "SW-K.8-8")
@pytest.mark.clause("SW-K.8-9", "SW-K.8-10", "SW-K.9-1", "SW-K.9-2", "SW-K.9-3", "SW-K.9-4", "SW-K.10-1")
@pytest.mark.clause("SW-K.10-2", "SW-K.10-3", "SW-K.10-4", "SW-K.10-5", "SW-K.10-6", "SW-K.11-1", "SW-K.11-2")
@pytest.mark.clause("SW-K.11-3", "SW-K.11-4", "SW-K.11-5", "SW-K.12-1", "SW-K.12-2", "SW-K.12-3", "SW-K.13-1")
@pytest.mark.clause("SW-K.13-2", "SW-K.13-3", "SW-K.13-4", "SW-S1-2", "SW-S1-3", "SW-S1-4", "SW-S1-6")
@pytest.mark.clause("SW-S1-7", "SW-S1-8", "SW-S1-9", "SW-S1-11", "SW-S1-12", "SW-S1-13", "SW-S1-14", "SW-S2-2")
@pytest.mark.clause("SW-S2-4", "SW-S2-5", "SW-S2-6", "SW-S2-7", "SW-S2-8", "SW-S2-9", "SW-S2-10", "SW-S2-12")
@pytest.mark.clause("SW-S2-13", "SW-S2-14", "SW-S2-15", "SW-S2-16", "SW-S3-1", "SW-S3-2", "SW-S3-3", "SW-S3-4")
@pytest.mark.clause("SW-S3-5", "SW-S3-7", "SW-S3-8", "SW-S3-9", "SW-S3-10", "SW-S3-11", "SW-S3-12", "SW-S4-1")
@pytest.mark.clause("SW-S4-2", "SW-S4-3", "SW-S4-4", "SW-S4-5", "SW-S4-6", "SW-S4-7", "SW-S4-8", "SW-S4-9")
@pytest.mark.clause("SW-S4-10", "SW-S5-1", "SW-S5-2", "SW-S5-3", "SW-S5-4", "SW-S5-5", "SW-S5-6", "SW-S5-7")
@pytest.mark.clause("SW-S5-8", "SW-S5-9", "SW-S5-10", "SW-S5-11", "SW-S5-12", "SW-S5-13", "SW-S5-14")
@pytest.mark.clause("SW-S5-15", "SW-Q-10", "SW-Q-11", "SW-Q-13")
def test_both_judges_fight_the_same_battles() -> None:
    """The cards of the house, in random line-ups: what one judge asks, allows and does, the other does too."""
    met: Counter[str] = Counter()
    for seed in seeds(300):
        met["games"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "second opinion")
            walk = random_walk(dice, house(), GAME.packs["house"])
            play_on(walk, dice)
            met.update(set(walk.happened))
    assert met["games"] < ENOUGH_GAMES or [name for name in WANTED if not met[name]] == []


@pytest.mark.clause("SW-Z.4-6", "SW-3.1-17", "SW-3.1-18", "SW-K.8-10", "SW-K.11-6", "SW-S1-11", "SW-S2-13")
@pytest.mark.clause("SW-S3-4", "SW-S4-9", "SW-S5-9", "SW-S5-10", "SW-S5-14", "SW-K.6-5", "SW-K.6-7")
def test_both_judges_agree_about_any_cards(tmp_path: Path) -> None:
    """So it is with cards made up at random, whatever a pack may write on them."""
    met: Counter[str] = Counter()
    for seed in seeds(200):
        met["games"] += ROUNDS_A_PACK
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "made up")
            file = tmp_path / f"{seed}.toml"
            made_up.write(file, dice, BOX)
            cards, pack = read(file), load(PACKS, file)
            for _ in range(ROUNDS_A_PACK):
                walk = random_walk(dice, cards, pack)
                play_on(walk, dice)
                met.update(set(walk.happened))
    assert met["games"] < ENOUGH_GAMES or [name for name in WANTED if not met[name]] == []


@pytest.mark.clause("SW-0.1-2", "SW-0.1-4", "SW-0.1-6", "SW-5.1-1", "SW-5.1-2", "SW-5.1-3", "SW-5.1-4")
@pytest.mark.clause("SW-5.1-5", "SW-5.1-6", "SW-5.1-7", "SW-5.2-1", "SW-5.2-2", "SW-5.2-3", "SW-5.2-4")
@pytest.mark.clause("SW-5.3-1", "SW-5.3-2", "SW-5.3-3", "SW-5.3-4")
def test_both_judges_count_the_same() -> None:
    """Whatever cubes are held when the deck runs out: the same points, left-overs, rank and winner."""
    met: Counter[str] = Counter()
    for seed in seeds(300):
        met["games"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "scoring")
            result = scored(dice)
            met.update([result.rank, f"winner {result.winner}"] if len(result.points) == 1 else [tie(result)])
    wanted = [*(name for name, _ in RANKS), "NONE", "by points", "by cubes left over", "drawn"]
    assert met["games"] < ENOUGH_GAMES or [name for name in wanted if not met[name]] == []


def scored(dice: Stream) -> Any:
    """The result of a game that ends before its first battle, judged by both."""
    plans, _ = random_plans(house(), dice, 1 + dice.below(2))
    most = 1 + dice.below(MOST_CUBES)
    held = {colour: dice.below(most) for colour in COLOURS}
    alike = dice.below(3) == 0
    for at, plan in enumerate(plans):
        cubes = dict(held) if alike else {colour: dice.below(most) for colour in COLOURS}
        cubes["yellow"] += dice.below(3) if alike and at else 0
        plans[at] = Plan(plan.line, plan.relics, plan.others, cubes)
    readings = random_readings(dice)
    match, common, camps = match_at(readings, plans, [], 1 + dice.below(ROUNDS), house(), GAME.packs["house"])
    walk = Walk(match, Round(house(), readings, common, camps))
    while not walk.over():
        walk.take(*next((seat, acts[0]) for seat, acts in walk.judge.asked.items()))
    return walk.judge.result


def tie(result: Any) -> str:
    """What decided between two."""
    if result.points[0] != result.points[1]:
        return "by points"
    return "by cubes left over" if result.winner else "drawn"
