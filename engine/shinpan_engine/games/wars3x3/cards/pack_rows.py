"""What a pack file may say: its tables and their fields.

What is left out is unknown, and it is not part of the content that the digest names (`omit_defaults`): so a field that
comes to the vocabulary later changes no digest of a pack that does not use it.
"""

from typing import Annotated, Literal

import msgspec

from ....kernel.packs import PackInfo, Sources
from .texts import Count, Instruction, Lasting

DECK_CARDS = 48
"""001 to 048 [W3-0.1-1]."""
MAGIC_CARDS = 22
"""A01 to A22: numbers of their own, which stand in no list of deck cards and so in no hand [W3-0.1-2]."""

Cost = Annotated[int, msgspec.Meta(ge=0, le=99)]
Bounds = Cost | Annotated[list[Cost], msgspec.Meta(min_length=2, max_length=2)]
"""A number, or the least and the greatest it can be."""
AttributeName = Literal["fire", "water", "grass", "sky", "none"]
Trait = Literal[
    "transparent", "veil", "unblocking", "double_wall", "unstrengthenable", "abundance", "swelling", "occupation",
    "undying", "haste", "treasure", "substitution", "protean", "wild_card",
]  # fmt: skip
"""透過 透化 ブロック不可 双壁 強化不可 豊穣 膨張 占有 不死 速攻 宝掘 交代 変幻 ワイルドカード."""
MagicTrait = Literal["echo", "manifest"]
"""残響 顕在."""
StepName = Literal["1.1", "2.1", "2.2", "3.1", "3.2", "3.3", "4.1", "4.2", "5.1"]
SwellingTime = Literal["always", "own_turn", "alone", "full_field"]
"""When 膨張 works: always, in its owner's turn, with no other own unit on the field, with three."""


class DeckCardRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A deck card in a pack file."""

    number: Annotated[int, msgspec.Meta(ge=1, le=DECK_CARDS)]
    name: str | None = None
    attribute: AttributeName | None = None
    cost: Bounds | None = None
    unit: bool | None = None
    traits: list[Trait] = []
    traits_complete: bool = False
    """Whether it has no trait but those listed; beginner rules settle the five they use without it."""
    swelling: SwellingTime | None = None
    """When 膨張 adds to its power."""
    substitution: list[Instruction] | None = None
    """What 交代 lets its owner do when it enters the field."""
    source: Sources


class ManaRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Required mana: units of each attribute, and units in all (number icon and attribute icons together)."""

    fire: Bounds = 0
    water: Bounds = 0
    grass: Bounds = 0
    sky: Bounds = 0
    total: Bounds


class Payment(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, frozen=True):
    """Hand cards that a condition asks to be discarded."""

    count: Count
    units: bool = False
    """Whether only unit cards will do."""


class ConditionRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The bracketed condition: the steps in which the text may be used."""

    steps: list[StepName] | None = None
    """All of them; left out if unknown."""
    shown: list[StepName] = []
    """Where the condition is unknown: steps in which the print shows an activation."""
    any_turn: bool = False
    """Whether it may be used in the opponent's turn too."""
    discard: Payment | None = None
    """Hand cards that must be discarded for it."""


class GrandRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A grand magic in a pack file; the magics that carry it name it."""

    name: Annotated[str, msgspec.Meta(min_length=1)]
    condition: ConditionRow | None = None
    effects: Annotated[list[Instruction], msgspec.Meta(min_length=1)] | None = None
    source: Sources


NO_GRAND = "none"
"""Says of a magic that it carries no grand magic."""


class MagicRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A magic card in a pack file."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MAGIC_CARDS)]
    name: str
    attribute: AttributeName | None = None
    mana: ManaRow | None = None
    condition: ConditionRow | None = None
    effects: list[Instruction] | None = None
    traits: list[MagicTrait] = []
    lasting: list[Lasting] | None = None
    """What 顕在 does."""
    grand: str | None = None
    """The name of its grand magic, or `none`."""
    source: Sources


class PackFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A pack file."""

    pack: PackInfo
    card: list[DeckCardRow] = []
    magic: list[MagicRow] = []
    grand: list[GrandRow] = []
