"""What a pack file may say: a row for each circuit card, unit, enemy, party and set."""

from typing import Annotated, Literal

import msgspec

from ....kernel.forms.text import Names
from ....kernel.packs import PackInfo, Sources
from .texts import AttributeName, BonusOperation, ColourName, EnemyOperation, EnemySkill, Number, Passive, Skill

CIRCUITS = 54
"""DR-C-2."""
MOST_NORMAL_HP, MOST_BOSS_HP = 20, 110
"""DR-P5.1-1, DR-P5.1-3."""
MOST_UNITS = 99
PARTIES = 4
"""DR-P4-20."""
EXPANSIONS = 9
MOST_RANK = 5
"""No rank is above the smallest cost limit, or the unit could never be picked by three or four [DR-P4-10]."""

Category = Literal["normal", "gate", "boss", "hard_boss"]


class CircuitRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A circuit card. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=CIRCUITS)]
    colours: Annotated[list[ColourName], msgspec.Meta(min_length=1, max_length=2)] | None = None
    numbers: Annotated[list[Number], msgspec.Meta(min_length=1, max_length=2)] | None = None
    mana: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    """魔力 icons [DR-S4-2]."""
    level_up: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    """レベルアップ icons [DR-S4-3]."""
    plus: bool | None = None
    """The + icon [DR-S2.5-1]."""
    source: Sources


class LevelRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A level of a unit: its attack, and the bonus on reaching it [DR-P5.3-3]."""

    attack: Annotated[int, msgspec.Meta(ge=0, le=99)]
    bonus: BonusOperation | None = None


class UnitRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit card. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_UNITS)]
    name: str = ""
    set: Annotated[int, msgspec.Meta(ge=0, le=EXPANSIONS)] = 0
    """The expansion; 0 is the base set."""
    attributes: Annotated[list[AttributeName], msgspec.Meta(max_length=2)] | None = None
    stars: Annotated[int, msgspec.Meta(ge=0, le=MOST_RANK)] | None = None
    """Whole ☆ of the rank; a unit for solo play has none [DR-P4S-6]."""
    half_star: bool = False
    """Half a ☆ more [DR-P4.1-3]."""
    levels: Annotated[list[LevelRow], msgspec.Meta(min_length=1, max_length=5)] | None = None
    skills: list[Skill] | None = None
    source: Sources


class EnemyRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An enemy card. What is left out is unknown; without a skill `skills` is empty."""

    number: Annotated[int, msgspec.Meta(ge=1, le=99)]
    name: str = ""
    category: Category
    set: Annotated[int, msgspec.Meta(ge=0, le=EXPANSIONS)] = 0
    rank: Annotated[int, msgspec.Meta(ge=0, le=2)] | None = None
    """★ of a normal enemy, 1 or 2; 0 for a boss [DR-P5.2-2]."""
    hp: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOSS_HP)] | None = None
    attack: Annotated[int, msgspec.Meta(ge=0, le=54)] | None = None
    appearance: list[EnemyOperation] | None = None
    """出現時発動; empty if there is none."""
    passives: list[Passive] | None = None
    """自動発動; empty if there is none."""
    skills: Annotated[list[EnemySkill], msgspec.Meta(max_length=1)] | None = None
    source: Sources


class PartyRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """おすすめパーティー."""

    number: Annotated[int, msgspec.Meta(ge=1, le=PARTIES)]
    name: str = ""
    units: Annotated[list[int], msgspec.Meta(min_length=1, max_length=6), Names("unit")] | None = None
    source: Sources


class SetRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An expansion set."""

    number: Annotated[int, msgspec.Meta(ge=1, le=EXPANSIONS)]
    name: str
    whole: bool = False
    """Whether every unit and enemy of the set is told of in this file."""
    geas: bool = False
    """Whether it has geas cards, which difficulties D and E need [DR-P2-5]."""
    source: Sources


class PackFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pack file."""

    pack: PackInfo
    circuit: list[CircuitRow] = []
    unit: list[UnitRow] = []
    enemy: list[EnemyRow] = []
    party: list[PartyRow] = []
    set: list[SetRow] = []
