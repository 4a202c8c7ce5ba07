"""What a pack file may say: a row for each character, skill and fragment."""

from typing import Annotated, Literal

import msgspec

from ....kernel.packs import PackInfo, Sources
from .texts import Effect, Level, RangeName, SkillClass

CHARACTERS = 5
NORMAL_SKILLS, ULTRA_SKILLS = 7, 3
SKILLS_EACH = NORMAL_SKILLS + ULTRA_SKILLS
"""With the character card 11 cards of one icon [AN-1.1-10]."""
SKILLS = CHARACTERS * SKILLS_EACH
FRAGMENTS = 5

Status = Annotated[int, msgspec.Meta(ge=-99, le=99)] | Literal["-"]


class AbilityRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A level ability: the lowest level at which it is in force, and its effects [AN-6.1-4]."""

    level: Level
    effects: Annotated[list[Effect], msgspec.Meta(min_length=1)]


class CharacterRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A character card. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=CHARACTERS)]
    name: str
    response: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    abilities: list[AbilityRow] | None = None
    source: Sources


class SkillRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A skill card; its status line is [distance/attack/crit], `-` where the card has a hyphen. What is left out is
    unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=SKILLS)]
    kind: SkillClass
    name: str
    cost: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    double_cd: bool | None = None
    distance: Status | None = None
    attack: Status | None = None
    crit: RangeName | Literal["-"] | None = None
    effects: list[Effect] | None = None
    source: Sources


class FragmentRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fragment (断片) with its two names. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=FRAGMENTS)]
    name: str
    second_name: str = ""
    effects: list[Effect] | None = None
    source: Sources


class PackFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pack file."""

    pack: PackInfo
    character: list[CharacterRow] = []
    skill: list[SkillRow] = []
    fragment: list[FragmentRow] = []
