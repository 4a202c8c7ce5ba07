"""Two judges, one opinion: who fights, how often each attack counts, who may pursue, and what is dealt.

Random parties play random cards against random enemies. Both judges are asked the same up to the action step, and come
to the same enemy, HP and mana.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.cards.pack_files import PACKS
from shinpan_engine.games.drive.table.actions import Play
from shinpan_engine.games.drive.table.state import Step
from shinpan_engine.kernel.packs import Pack, load
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

from ...random_games import seeds, told
from . import made_up, printed
from .positions import (
    NORMAL_ENEMIES,
    empty_table,
    lay_cards,
    lay_enemy,
    lay_parties,
    play_step,
    random_hand,
    random_readings,
)
from .printed import Cards
from .walk import Walk

HOUSE = GAME.packs["house"]
CARDS = printed.read(printed.PACKS / "house.toml")
TOPS = (None, *range(1, 55))
MOST_IN_HAND = 6
TURNS_A_PACK = 10
UNKNOWN = ("level_up", "enemy_defeated")
"""Triggers that the second judge does not know."""
ENOUGH_SEEDS = 60
WANTED = (
    "nobody fights", "counts three times", "two attributes", "pursues", "pursues several times over", "pursues alone",
    "attack raised", "count raised", "attack raised of a pursuer", "enemy defeated", "next enemy hit", "boss defeated",
    "number named", "order of skills", "skill declined", "no pursuit", "order of bonuses",
)  # fmt: skip


def random_turn(dice: Stream, cards: Cards, pack: Pack, units: Sequence[int], enemies: Sequence[int]) -> Walk:
    """Random cards are played on any top card; the parties have these units, the enemies are these and the bosses."""
    readings = random_readings(dice)
    table = empty_table(dice, readings, pack)
    state = table.state
    lay_parties(state, cards, units, dice)
    lay_enemy(state, cards, enemies, dice)
    match = play_step(table)
    plays: list[Play] = []
    while not plays:
        top = pick(dice, TOPS)
        hand = random_hand(dice, cards.circuits, 1 + dice.below(MOST_IN_HAND), top)
        lay_cards(state, top, hand, dice)
        plays = [act for _, act in match.options() if isinstance(act, Play)]
    large = [act for act in plays if len(act.cards) + len(act.extra) > 1]
    return Walk(match, cards, readings, pick(dice, large if large and dice.below(2) else plays))


def remarkable(walk: Walk) -> Iterator[str]:
    """What is remarkable in a battle that was fought."""
    battle, state = walk.battle, walk.state
    fighters = battle.fighters()
    found: Mapping[str, bool] = {
        "nobody fights": not fighters,
        "counts three times": any(count > 2 for unit, count in walk.fought if unit in battle.joined),
        "two attributes": any(len(battle.cards.units[member.unit].colours) > 1 for member in fighters),
        "pursues": bool(battle.pursuing),
        "pursues several times over": any(count > 1 for count in battle.pursuing.values()),
        "pursues alone": bool(battle.pursuing) and not battle.joined,
        "attack raised": any(member.attack for member in fighters if member.unit in battle.joined),
        "count raised": any(member.multiplier for member in fighters if member.unit in battle.joined),
        "attack raised of a pursuer": any(member.attack for member in fighters if member.unit in battle.pursuing),
        "enemy defeated": bool(battle.defeats),
        "next enemy hit": bool(battle.defeats) and 0 < battle.at.hp < battle.cards.enemies[battle.at.enemy].hp,
        "boss defeated": battle.at.won,
    }
    assert battle.at.won == (state.step == Step.OVER)
    yield from walk.chose
    yield from (name for name, met in found.items() if met)


def test_both_judges_come_to_the_same_damage(tmp_path: Path) -> None:
    """Of any cards and units both say who fights, how often, who may pursue, and what becomes of the enemy."""
    met: Counter[str] = Counter()
    for seed in seeds(60):
        met["seeds"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "battle")
            file = tmp_path / f"{seed}.toml"
            made_up.write(file, dice)
            cards, pack = printed.read(file), load(PACKS, file)
            for _ in range(TURNS_A_PACK):
                walk = random_turn(dice, cards, pack, list(cards.units), range(1, NORMAL_ENEMIES + 1))
                walk.play_on(dice)
                met.update(set(remarkable(walk)))
    assert met["seeds"] < ENOUGH_SEEDS or [wanted for wanted in WANTED if not met[wanted]] == []


@pytest.mark.clause("DR-S3.1-1", "DR-S3.1-4", "DR-S3.1-8", "DR-S3.2-1", "DR-S3.3-1", "DR-S3.3-2", "DR-S3.3-6")
def test_both_judges_come_to_the_same_damage_with_the_cards_of_the_house() -> None:
    """So it is with the units of the pack, up to the damage, against enemies that do nothing on their appearance."""
    units = [number for number, unit in CARDS.units.items() if not unit.acts_at(*UNKNOWN)]
    enemies = [number for number in range(1, NORMAL_ENEMIES + 1) if not CARDS.enemies[number].appearance]
    for seed in seeds(100):
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "house-battle")
            random_turn(dice, CARDS, HOUSE, units, enemies).play_on(dice, up_to=Step.BATTLE_END)
