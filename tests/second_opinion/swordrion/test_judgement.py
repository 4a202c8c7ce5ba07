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

from shinpan_engine.games import swordrion
from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.cards.pack_files import PACKS
from shinpan_engine.kernel.packs import Pack, load
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

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


def test_both_judges_fight_the_same_battles() -> None:
    """The cards of the house, in random line-ups: what one judge asks, allows and does, the other does too."""
    met: Counter[str] = Counter()
    for seed in seeds(300):
        met["games"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "second-opinion")
            walk = random_walk(dice, house(), GAME.packs["house"])
            play_on(walk, dice)
            met.update(set(walk.happened))
    assert met["games"] < ENOUGH_GAMES or [name for name in WANTED if not met[name]] == []


def test_both_judges_agree_about_any_cards(tmp_path: Path) -> None:
    """So it is with cards made up at random, whatever a pack may write on them."""
    met: Counter[str] = Counter()
    for seed in seeds(100):
        met["games"] += ROUNDS_A_PACK
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "made-up")
            file = tmp_path / f"{seed}.toml"
            made_up.write(file, dice, BOX)
            cards, pack = read(file), load(PACKS, file)
            for _ in range(ROUNDS_A_PACK):
                walk = random_walk(dice, cards, pack)
                play_on(walk, dice)
                met.update(set(walk.happened))
    assert met["games"] < ENOUGH_GAMES or [name for name in WANTED if not met[name]] == []


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
