"""Cards made up at random: faces that the print leaves open, and whatever a pack may write that counts in battle."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

from ..packs import write_pack

COLOURS = ("green", "red", "yellow", "blue")
ATTRIBUTES = ("earth", "fire", "wind", "water")
CIRCUITS = 54
BASE_UNITS, SOLO_UNITS = 20, 6
UNITS = 50
"""Those after base set and solo play belong to an expansion, and may have no attribute or two."""
NORMAL_ENEMIES, GATE, FAUST, LAST_BOSS = 12, 13, 14, 18
GATE_HP = 10
MOST_NUMBER = 4
LEVELS = 5


def write(file: Path, dice: Stream) -> None:
    """A pack file of made-up cards."""
    tables: Mapping[str, Sequence[Mapping[str, Any]]] = {
        "set": [{"number": 1, "name": "X", "source": {}}],
        "circuit": [_circuit(number, dice) for number in range(1, CIRCUITS + 1)],
        "unit": [_unit(number, dice) for number in range(1, UNITS + 1)],
        "enemy": [_enemy(number, dice) for number in range(1, LAST_BOSS + 1)],
    }
    write_pack(file, "drive", tables)


def _circuit(number: int, dice: Stream) -> Mapping[str, Any]:
    """Any one or two colours with any one or two numbers; the + icon on most 4s and now and then elsewhere."""
    numbers = _some(range(MOST_NUMBER + 1), dice)
    return {
        "number": number,
        "colours": _some(COLOURS, dice),
        "numbers": numbers,
        "mana": dice.below(3),
        "level_up": max(0, dice.below(8) - 5),
        "plus": dice.below(5) != 0 if MOST_NUMBER in numbers else dice.below(8) == 0,
        "source": {},
    }


def _unit(number: int, dice: Stream) -> Mapping[str, Any]:
    base, solo = number <= BASE_UNITS, BASE_UNITS < number <= BASE_UNITS + SOLO_UNITS
    count = 1 if base else 2 if solo else dice.below(3)
    attacks = sorted(dice.below(6) for _ in range(LEVELS))
    skills = [_skill(dice) for _ in range(dice.below(3))]
    if sum(skill["effects"][0]["op"] == "pursuit" for skill in skills) > 1:
        _exclude_each_other(skills, dice)
    return {
        "number": number,
        "name": f"U{number}",
        "set": 0 if base or solo else 1,
        "attributes": [ATTRIBUTES[at] for at in dice.shuffle(range(len(ATTRIBUTES)))[:count]],
        "stars": 0 if solo else 1,
        "levels": [{"attack": attack, **(_bonus(dice) if level else {})} for level, attack in enumerate(attacks)],
        "skills": skills,
        "source": {},
    }


def _bonus(dice: Stream) -> Mapping[str, Any]:
    """What a level gives, if anything."""
    return {"bonus": {"op": pick(dice, ("draw", "heal")), "amount": 1}} if dice.below(2) else {}


def _exclude_each_other(skills: Sequence[dict[str, Any]], dice: Stream) -> None:
    """Two ways to pursue, of which one is open: which of two counts is nowhere said."""
    hand = dice.below(4)
    for skill, condition in zip(skills, ({"hand_most": hand}, {"hand_least": hand + 1}), strict=True):
        skill.pop("awaken", None)
        skill["condition"] = condition


def _skill(dice: Stream) -> dict[str, Any]:
    """追撃, or an automatic skill that acts before the damage or only seems to."""
    skill: dict[str, Any] = {"type": "auto", "trigger": "battle_start"}
    if dice.below(2):
        skill["effects"] = [{"op": "pursuit", **({"multiplier": 1 + dice.below(3)} if dice.below(2) else {})}]
    else:
        skill["trigger"] = pick(dice, ("play", "battle_start", "battle_start", "battle_end"))
        skill["effects"] = _effects(dice)
        if any(effect["op"] in ("attack", "multiplier") for effect in skill["effects"]):
            skill["trigger"] = pick(dice, ("play", "battle_start"))
        skill["optional"] = dice.below(4) == 0
    if dice.below(3):
        skill["condition"] = _condition(dice)
    if dice.below(6) == 0:
        skill["awaken"] = 1 + dice.below(LEVELS)
    return skill


def _effects(dice: Stream) -> list[Mapping[str, Any]]:
    """One effect, or damage with what comes with it at once."""
    change = _effect(pick(dice, ("attack", "multiplier", "damage")), dice)
    with_damage = [_effect("damage", dice), _effect(pick(dice, ("damage", "draw", "mana", "level_up")), dice)]
    waits = [_effect(pick(dice, ("draw", "mana", "level_up")), dice)]
    return pick(dice, ([change], [change], with_damage, with_damage[::-1], waits))


def _effect(name: str, dice: Stream) -> Mapping[str, Any]:
    """No skill draws more than two cards, bonuses of levels included."""
    amount = 1 + dice.below(2 if name in ("draw", "level_up") else 3)
    more: Mapping[str, Any] = {"unit": "own"} if name in ("attack", "level_up") else {}
    return {"op": name, "amount": amount, **more}


def _condition(dice: Stream) -> Mapping[str, Any]:
    return pick(
        dice,
        (
            {"hand_most": dice.below(6)},
            {"hand_least": dice.below(6)},
            {"colours": _some(COLOURS, dice)},
            {"numbers": _some(range(MOST_NUMBER + 1), dice)},
            {"joined": True},
            {"level": 1 + dice.below(LEVELS)},
            {"mana": dice.below(5)},
            {"hand_most": 1 + dice.below(5), "level": 1 + dice.below(3)},
        ),
    )


def _some(items: Sequence[Any], dice: Stream) -> list[Any]:
    """One of them, or two in one of three cases."""
    return [items[at] for at in dice.shuffle(range(len(items)))[: 1 if dice.below(3) else 2]]


def _enemy(number: int, dice: Stream) -> Mapping[str, Any]:
    boss = number >= FAUST
    armour = {"when": "continuous", "effects": [{"op": "armour", "amount": 1 + dice.below(3)}]}
    hp = 1 + dice.below(110 if boss else 20)
    return {
        "number": number,
        "name": f"E{number}",
        "category": "boss" if boss else "gate" if number == GATE else "normal",
        "rank": 0 if boss else 1 + dice.below(2),
        "hp": GATE_HP if number == GATE else hp,
        "attack": 1,
        "appearance": [],
        "passives": [armour] if dice.below(4) == 0 else [],
        "skills": [],
        "source": {},
    }
