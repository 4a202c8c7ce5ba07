"""What is printed on the cards, read from a pack file without the engine."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shinpan_engine.games import drive

PACKS = Path(drive.__file__).parent / "packs"
COLOUR_OF = {"earth": "green", "fire": "red", "wind": "yellow", "water": "blue"}
"""地火風水 and 緑赤黄青 (ユニットカードについて)."""


@dataclass(frozen=True)
class Circuit:
    """回路カード: a 色ワイルド has two colours, a 数字ワイルド two numbers."""

    colours: frozenset[str]
    numbers: frozenset[int]
    plus: bool
    """The icon that lets one more card be played."""
    mana: int
    level_up: int


@dataclass(frozen=True)
class Skill:
    """自動発動スキル: its moment, what must hold, and what it does, as the pack has it."""

    when: str
    condition: Mapping[str, Any]
    awaken: int
    may: bool
    """Worded as a permission."""
    effects: Sequence[Mapping[str, Any]]

    def does(self, *names: str) -> bool:
        """Whether one of these operations is among its effects."""
        return any(effect["op"] in names for effect in self.effects)


@dataclass(frozen=True)
class Unit:
    """ユニットカード: no colour for 無属性, two for 複合属性; the attack by level, that of level 1 first."""

    colours: frozenset[str]
    attacks: Sequence[int]
    bonuses: Sequence[Mapping[str, Any] | None]
    """レベルアップボーナス by level."""
    skills: Sequence[Skill | None]
    """None stands for a 通常スキル."""

    def acts_at(self, *moments: str) -> bool:
        """Whether it has a skill of one of these moments."""
        return any(skill.when in moments for skill in self.skills if skill)


@dataclass(frozen=True)
class Enemy:
    """敵カード; a boss has rank 0."""

    rank: int
    hp: int
    armour: int
    """By how much damage in battle is less."""
    appearance: bool
    """出現時発動."""


@dataclass(frozen=True)
class Cards:
    """All cards of a box."""

    circuits: Mapping[int, Circuit]
    units: Mapping[int, Unit]
    enemies: Mapping[int, Enemy]


def read(file: Path) -> Cards:
    """The cards of a pack file that tells everything."""
    rows = tomllib.loads(file.read_text("utf-8"))
    return Cards(
        {row["number"]: _circuit(row) for row in rows["circuit"]},
        {row["number"]: _unit(row) for row in rows["unit"]},
        {row["number"]: _enemy(row) for row in rows["enemy"]},
    )


def _circuit(row: Mapping[str, Any]) -> Circuit:
    colours, numbers = frozenset(row["colours"]), frozenset(row["numbers"])
    return Circuit(colours, numbers, row["plus"], row["mana"], row["level_up"])


def _unit(row: Mapping[str, Any]) -> Unit:
    colours = frozenset(COLOUR_OF[attribute] for attribute in row["attributes"])
    attacks, bonuses = zip(*((level["attack"], level.get("bonus")) for level in row["levels"]), strict=True)
    return Unit(colours, attacks, bonuses, [_skill(skill) for skill in row["skills"]])


def _skill(row: Mapping[str, Any]) -> Skill | None:
    if row["type"] == "normal":
        return None
    more = row.get("condition", {}), row.get("awaken", 0), row.get("optional", False)
    return Skill(row["trigger"], *more, row["effects"])


def _enemy(row: Mapping[str, Any]) -> Enemy:
    armour = [effect["amount"] for passive in row["passives"] for effect in passive["effects"]
              if effect["op"] == "armour"]  # fmt: skip
    return Enemy(row["rank"], row["hp"], sum(armour), bool(row["appearance"]))
