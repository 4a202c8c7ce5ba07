"""What a pack file may say: its tables and their fields. What is left out is unknown."""

from typing import Annotated, Literal

import msgspec

from ....kernel.packs import PackInfo, Sources
from .texts import Keywords, Relic, Skill, Spell

KINDS_IN_ALL = 10
"""SW-C-1."""
MOST_CARDS = 999
CARDS_EACH = 12
"""Seven for the hand and five enemies [SW-1.2-4]."""

Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_CARDS)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]


class CardRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One physical card; what is left out is unknown [SW-C-1 to SW-C-9]."""

    number: Number
    """The code number."""
    name: str
    aliases: list[str] = []
    kind: str | None = None
    cost: Small | None = None
    stars: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    hp: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    attack: Small | None = None
    keywords: Keywords | None = None
    skills: list[Skill] | None = None
    relic: Relic | Literal["none"] | None = None
    spell: Spell | None = None
    source: Sources


class BoxRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the box holds: how many cards, numbered from 1, and which kinds."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1)]
    cards: Annotated[int, msgspec.Meta(ge=CARDS_EACH, le=MOST_CARDS)]
    kinds: Annotated[list[str], msgspec.Meta(max_length=KINDS_IN_ALL)]
    source: Sources


class PackFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pack file."""

    pack: PackInfo
    box: Annotated[list[BoxRow], msgspec.Meta(min_length=1, max_length=1)]
    card: list[CardRow]
