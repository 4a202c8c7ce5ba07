"""What is printed on the cards, read from a pack file without the engine."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shinpan_engine.games import anoare

PACKS = Path(anoare.__file__).parent / "packs"
SET_SIZE = 10
"""キャラクターアイコン: seven normal and three ultra skills belong to a character."""
BOXES = (0, 10000)
"""Where both play one character, the second player has the cards of a second box; this is added to their numbers."""
NONE = "-"


@dataclass(frozen=True)
class Effect:
    """An effect of a card: when it acts, under which condition, for what, and what it does."""

    cooling: bool
    """[CD効果]."""
    when: str
    condition: Mapping[str, Any]
    needs_skill: bool
    may: bool
    """～してもよい."""
    extra: int
    """追加コスト."""
    forced: bool
    uses: int
    until: str
    does: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Skill:
    """スキルカード: [距離補正/攻撃力/クリティカル距離], None for a hyphen."""

    ultra: bool
    cost: int
    double: bool
    distance: int | None
    attack: int | None
    critical: str | None
    effects: Sequence[Effect]


@dataclass(frozen=True)
class Character:
    """キャラクターカード: 対応力, and the abilities by level."""

    response: int
    abilities: Mapping[int, Sequence[Effect]]


@dataclass(frozen=True)
class Cards:
    """All cards of a box."""

    skills: Mapping[int, Skill]
    characters: Mapping[int, Character]
    fragments: Mapping[int, Sequence[Effect]]


def house() -> Cards:
    """The complete pack."""
    return read(PACKS / "house.toml")


def read(file: Path) -> Cards:
    """The cards of a pack file that tells everything."""
    rows = tomllib.loads(file.read_text("utf-8"))
    return Cards(
        {row["number"] + box: _skill(row) for row in rows["skill"] for box in BOXES},
        {row["number"]: _character(row) for row in rows["character"]},
        {row["number"]: _effects(row) for row in rows["fragment"]},
    )


def set_of(character: int, box: int = 0) -> list[int]:
    """The skill cards with the character's icon."""
    return list(range(box + SET_SIZE * (character - 1) + 1, box + SET_SIZE * character + 1))


def _skill(row: Mapping[str, Any]) -> Skill:
    distance, attack, critical = (
        None if row[field] == NONE else row[field] for field in ("distance", "attack", "crit")
    )
    return Skill(row["kind"] == "ultra", row["cost"], row["double_cd"], distance, attack, critical, _effects(row))


def _character(row: Mapping[str, Any]) -> Character:
    return Character(row["response"], {ability["level"]: _effects(ability) for ability in row["abilities"]})


def _effects(row: Mapping[str, Any]) -> list[Effect]:
    return [
        Effect(
            cooling=effect.get("kind") == "cd",
            when=effect.get("when", "act"),
            condition=effect.get("condition", {}),
            needs_skill=effect.get("needs_skill", False),
            may=effect.get("optional", False),
            extra=effect.get("additional_cost", 0),
            forced=effect.get("forced", False),
            uses=effect.get("per_turn", 1),
            until=effect.get("until", "turn_end"),
            does=effect["ops"],
        )
        for effect in row["effects"]
    ]
