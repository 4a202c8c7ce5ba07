"""Pack files: read, checked and named by their content."""

import msgspec

from ....kernel.packs import PackKind, wrong
from ..table.names import DriveNames
from . import texts
from .cards import (
    BASE_UNITS,
    FAUST,
    FIRST_EXPANSION_ENEMY,
    FIRST_EXPANSION_UNIT,
    GATE,
    GATE_HP,
    NORMAL_ENEMIES,
    Cards,
    is_solo,
)
from .pack_rows import MOST_NORMAL_HP, CircuitRow, EnemyRow, PackFile, PartyRow, SetRow, UnitRow

SOLO_ATTRIBUTES = 2
"""DR-P4S-13."""


def _check(rows: PackFile) -> None:
    """What the shape alone cannot say."""
    sets = [row.number for row in rows.set]
    for unit in rows.unit:
        _check_unit(unit, sets)
    for enemy in rows.enemy:
        _check_enemy(enemy, sets)
    units = [*range(1, BASE_UNITS + 1), *(row.number for row in rows.unit)]
    for party in rows.party:
        for unit_number in party.units or ():
            if unit_number not in units or is_solo(unit_number) or (party.units or []).count(unit_number) > 1:
                raise wrong("party", party.number, "units", "pack.units", unit=unit_number)


def _check_unit(row: UnitRow, sets: list[int]) -> None:
    """A unit's number, set, rank and attributes fit each other; its levels and skills are what the print allows."""
    if (row.number >= FIRST_EXPANSION_UNIT) != bool(row.set) or (row.set and row.set not in sets):
        raise wrong("unit", row.number, "set", "pack.expansion", first=FIRST_EXPANSION_UNIT)
    if is_solo(row.number) and (row.stars or row.half_star):
        raise wrong("unit", row.number, "stars", "pack.solo_stars")
    if not is_solo(row.number) and row.stars == 0:
        raise wrong("unit", row.number, "stars", "pack.least_stars")
    if row.number <= BASE_UNITS:
        if row.half_star:
            raise wrong("unit", row.number, "stars", "pack.whole_stars")
        if row.attributes is not None and len(row.attributes) != 1:
            raise wrong("unit", row.number, "attributes", "pack.one_attribute")
    if row.levels and row.levels[0].bonus is not None:
        raise wrong("unit", row.number, "levels", "pack.level_1")
    if any(level.bonus is not None and level.bonus.amount == "x" for level in row.levels or ()):
        raise wrong("unit", row.number, "levels", "pack.bonus_x")
    for skill in row.skills or ():
        _check_skill(row.number, skill)


def _check_skill(number: int, skill: texts.Skill) -> None:
    """An auto skill has a moment and costs nothing; X and charge chips are the cost of normal skills; pursuit stands
    alone at the start of the battle [DR-S5.2-11] [DR-S5.1-6]."""
    if skill.type == "auto" and skill.trigger is None:
        raise wrong("unit", number, "trigger", "pack.auto_condition")
    if skill.type == "auto" and (skill.cost or skill.x_most or skill.charge_cost):
        raise wrong("unit", number, "cost", "pack.auto_cost")
    if (skill.cost > 0) + (skill.x_most > 0) + (skill.charge_cost > 0) > 1:
        raise wrong("unit", number, "cost", "pack.one_cost")
    if not skill.x_most and any(getattr(op, "amount", 0) == "x" for op in skill.effects):
        raise wrong("unit", number, "amount", "pack.x")
    ends = [op for one in skill.effects if isinstance(one, texts.StartLasting) for op in one.on_end]
    if any(op.amount == "x" for op in ends):
        raise wrong("unit", number, "amount", "pack.end_x")
    pursuing = [op for op in skill.effects if isinstance(op, texts.Pursuit)]
    if pursuing and (len(skill.effects) > 1 or (skill.type, skill.trigger) != ("auto", "battle_start")):
        raise wrong("unit", number, "effects", "pack.pursuit")
    battle = [op for op in skill.effects if isinstance(op, texts.AttackChange | texts.MultiplierChange)]
    if battle and skill.trigger not in ("play", "battle_start", "level_up", "enemy_defeated"):
        raise wrong("unit", number, "effects", "pack.before_damage")
    if skill.trigger == "play" and any(getattr(op, "unit", "own") == "fighters" for op in battle):
        raise wrong("unit", number, "effects", "pack.no_fighters")


def _check_enemy(row: EnemyRow, sets: list[int]) -> None:
    """An enemy's number, category, set, rank and HP fit each other [DR-P5.1-1] [DR-P5.2-2]."""
    if row.category != category_of(row):
        raise wrong("enemy", row.number, "category", "pack.category")
    if (row.number >= FIRST_EXPANSION_ENEMY) != bool(row.set) or (row.set and row.set not in sets):
        raise wrong("enemy", row.number, "set", "pack.expansion", first=FIRST_EXPANSION_ENEMY)
    boss = row.category in ("boss", "hard_boss")
    if row.rank is not None and (row.rank == 0) != boss:
        raise wrong("enemy", row.number, "rank", "pack.rank")
    if not boss and row.hp is not None and row.hp > MOST_NORMAL_HP:
        raise wrong("enemy", row.number, "hp", "pack.most_hp", most=MOST_NORMAL_HP)
    if row.category == "gate" and row.hp not in (None, GATE_HP):
        raise wrong("enemy", row.number, "hp", "pack.gate_hp", hp=GATE_HP)
    for passive in row.passives or ():
        if any(isinstance(op, texts.Armour) != (passive.when == "continuous") for op in passive.effects):
            raise wrong("enemy", row.number, "passives", "pack.passives")
    parts = [*(row.appearance or ()), *(op for one in (row.passives or ()) for op in one.effects)]
    parts += [op for skill in row.skills or () for op in skill.effects]
    for op in parts:
        if getattr(op, "amount", 0) == "x" or getattr(op, "unit", "chosen") != "chosen":
            raise wrong("enemy", row.number, "effects", "pack.enemy")


def category_of(row: EnemyRow) -> str:
    """The category that goes with a number; expansions have normal enemies, bosses and hard bosses."""
    if row.number <= NORMAL_ENEMIES:
        return "normal"
    if row.number == GATE:
        return "gate"
    if FAUST <= row.number < FIRST_EXPANSION_ENEMY:
        return "boss"
    return row.category if row.category != "gate" else "normal"


def suspicions(rows: PackFile) -> list[str]:
    """What is allowed, but looks like a slip: a falling attack; in the base set pursuit, a continuing effect or an auto
    skill with damage in battle; a unit for solo play without two attributes [DR-P4.1-5] [DR-S3.2-3] [DR-R-14]
    [DR-S3.5-2] [DR-P4S-13]."""
    found = []
    for row in rows.unit:
        attacks = [level.attack for level in row.levels or ()]
        if attacks != sorted(attacks):
            found.append(f"unit {row.number}: the attack falls with the level")
        ops = [op for skill in row.skills or () for op in skill.effects]
        if row.number <= BASE_UNITS and any(isinstance(op, texts.Pursuit | texts.StartLasting) for op in ops):
            found.append(f"unit {row.number}: no base unit pursues or has a continuing effect")
        if row.number <= BASE_UNITS and any(hits_in_battle(skill) for skill in row.skills or ()):
            found.append(f"unit {row.number}: no base unit has an auto skill that deals damage in battle")
        if is_solo(row.number) and row.attributes is not None and len(row.attributes) != SOLO_ATTRIBUTES:
            found.append(f"unit {row.number}: units for solo play have two attributes")
    return found


def hits_in_battle(skill: texts.Skill) -> bool:
    """Whether a skill is an automatic one that deals damage at a moment of the battle."""
    moment = skill.trigger in ("battle_start", "battle_end", "level_up", "enemy_defeated")
    return skill.type == "auto" and moment and any(isinstance(op, texts.Damage) for op in skill.effects)


ROWS: dict[str, type[msgspec.Struct]] = {
    "circuit": CircuitRow,
    "unit": UnitRow,
    "enemy": EnemyRow,
    "party": PartyRow,
    "set": SetRow,
}
TABLES = {"card": "circuit", "unit": "unit", "enemy": "enemy", "party": "party"}
PACKS = PackKind(
    "drive", __package__.rpartition(".")[0], PackFile, ROWS, _check, Cards, DriveNames, TABLES, {"unit.half_star": ""}
)
"""What a pack file of 精霊回路ドライヴ may hold."""
