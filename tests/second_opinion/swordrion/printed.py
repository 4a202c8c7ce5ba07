"""What is printed on the cards, read from a pack file without the engine."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SPELL_KIND = "術"


@dataclass(frozen=True)
class Skill:
    """A skill: its tag, whether it says してもよい, when it works, the kind that it looks for, what it does."""

    tag: str
    may: bool
    condition: Mapping[str, int]
    looks_for: str
    does: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Card:
    """A card; equipment gives HP, attack and keywords to what bears it."""

    number: int
    kind: str
    cost: int
    hp: int
    attack: int
    keywords: Mapping[str, Any]
    skills: Sequence[Skill]
    relic: Mapping[str, Any] | None
    spell: Mapping[str, Any] | None

    def __str__(self) -> str:
        skills = [(s.tag, "may" * s.may, dict(s.condition), s.looks_for, s.does) for s in self.skills]
        more = [what for what in (dict(self.keywords), *skills, self.relic, self.spell) if what]
        return f"{self.number} {self.kind} {self.hp}/{self.attack} {more}"

    @property
    def is_spell(self) -> bool:
        """Q: 術 cards are spells."""
        return self.kind == SPELL_KIND

    @property
    def hp_worn(self) -> int:
        """What equipment adds to HP."""
        return int((self.spell or {}).get("hp", 0))

    @property
    def attack_worn(self) -> int:
        """What equipment adds to attack."""
        return int((self.spell or {}).get("attack", 0))

    @property
    def summon(self) -> Mapping[str, int] | None:
        """The condition of a 召喚 card."""
        return next((skill.condition for skill in self.skills if skill.tag == "summon"), None)


def read(file: Path) -> Mapping[int, Card]:
    """The cards of a pack file that tells everything."""
    return {row["number"]: _card(row) for row in tomllib.loads(file.read_text("utf-8"))["card"]}


def _card(row: Mapping[str, Any]) -> Card:
    relic = row.get("relic", "none")
    return Card(
        number=row["number"],
        kind=row["kind"],
        cost=row.get("cost", 0),
        hp=row.get("hp", 0),
        attack=row.get("attack", 0),
        keywords=row.get("keywords", {}),
        skills=[_skill(skill) for skill in row.get("skills", [])],
        relic=None if relic == "none" else relic,
        spell=row.get("spell"),
    )


def _skill(row: Mapping[str, Any]) -> Skill:
    return Skill(
        row["tag"], row.get("optional", False), row.get("condition", {}), row.get("looks_for", ""), row.get("ops", [])
    )
