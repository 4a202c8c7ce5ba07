"""The vocabulary of card texts: every operation a pack may write, as `op` and typed arguments.

A text is read from its card's side [SW-K.0-3]: `own` is the side of the card, `other` the side that it fights.
"""

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=1, le=99)]
Amount = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Whose = Literal["own", "other"]
At = Literal["self", "front", "last", "each", "others", "chosen"]
"""The cards of a field that an operation is for: its own card, the leftmost, the rightmost, all, all but its own card,
or one that the participant names."""
Face = Literal["any", "up", "down"]
Tag = Literal["always", "on_turn", "attack", "choice", "summon", "reward", "standing"]
"""常時, 発動, 攻撃, 選択, 召喚, 報酬; standing is what 常時 text keeps in force without being used [SW-K.1-3]."""
Timing = Literal["exchange", "standing", "prep", "shop", "round_end", "scoring"]
"""When a relic works: in step 1 of exchanges, as long as it is in place, or at the moment it names [SW-3.3-3]."""
ColourName = Literal["green", "yellow", "blue"]
PerName = Literal["once", "green", "yellow", "blue", "stock", "hand"]


class Aimed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An operation on cards of a field; `times` is how often one is named."""

    side: Whose = "other"
    at: At = "front"
    times: Count = 1


class Blow(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="blow"):
    """Deals damage."""

    amount: Count


class AdditionalDamage(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="additional"):
    """追加ダメージ: deals damage that may be added to the attack [SW-S4-1]."""

    amount: Count


class Wound(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="wound"):
    """Puts × wounds on cards without any damage."""

    count: Count = 1


class Heal(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="heal"):
    """Takes × wounds off cards."""

    count: Count = 1


class Destroy(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="destroy"):
    """Sends cards to the graveyard; it is no damage [SW-K.9-3]."""

    face: Face = "any"


class Strengthen(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="strengthen"):
    """Adds to HP and attack: as long as the card lies in the field, or up to the end of the exchange."""

    hp: Amount = 0
    attack: Amount = 0
    until: Literal["field", "exchange"] = "field"


class HalveHp(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="halve_hp"):
    """Halves the HP without rounding [SW-3.1-17]."""


class Hold(Aimed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op", tag="hold"):
    """Keeps cards from attacking in this exchange."""


class Breath(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="breath"):
    """Dragon breath in a place of its own: damage to the first three of the other side [SW-K.11-6]."""

    amount: Count


class Revive(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op", tag="revive"):
    """Lays cards of a side's graveyard on its field."""

    count: Count
    side: Whose = "own"


class Reinforce(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op", tag="reinforce"
):
    """Lays cards from the top of the deck on a side's field."""

    count: Count
    side: Whose = "own"


class MergeTwo(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op", tag="merge"
):
    """合成: merges two cards of a side's field."""

    side: Whose = "own"


class TurnUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="turn_up"):
    """Turns all face-down cards up."""


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="draw"):
    """The participant draws cards; the enemy side has no hand, so its text does nothing."""

    count: Count


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="gain"):
    """The participant receives gold cubes; the enemy side has none, so its text does nothing."""

    colour: ColourName
    count: Count


class Show(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="show"):
    """More cards come to the display."""

    count: Count


class LimitSpells(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="limit_spells"):
    """So many spells may be held in battle [SW-S1-13]."""

    most: Annotated[int, msgspec.Meta(ge=0, le=99)]


class LimitStock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="limit_stock"):
    """So many cards may be carried over."""

    most: Annotated[int, msgspec.Meta(ge=0, le=99)]


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op", tag="points"):
    """Points at scoring: once, or for every so many of something held [SW-5.1-5]."""

    amount: Amount
    per: PerName = "once"
    each: Count = 1


Targeted = Blow | AdditionalDamage | Wound | Heal | Destroy | Strengthen | HalveHp | Hold
Operation = (
    Targeted | Breath | Revive | Reinforce | MergeTwo | TurnUp | Draw | Gain | Show | LimitSpells | LimitStock | Points
)
DAMAGING = (Blow, AdditionalDamage, Breath)
"""What makes a 選択 skill an attack [SW-K.4-4]."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What must hold; all that is said of it. Graveyards and fields are those of the card's side and of the other."""

    own_graveyard: int = 0
    """At least so many cards."""
    other_graveyard: int = 0
    own_field: int = 10
    """At most so many cards."""
    other_field: int = 10
    battle: int = 0
    """At least this battle of the round."""
    round: int = 0
    """At least this round."""


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A skill of a card."""

    tag: Tag
    optional: bool = False
    """Worded with してもよい."""
    condition: Condition | None = None
    looks_for: str = ""
    """A kind of which another card must lie in the own field: the cards must be checked for it [SW-S5-3]."""
    ops: list[Operation] = []


class Relic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A relic text."""

    timing: Timing
    optional: bool = False
    condition: Condition | None = None
    ops: Annotated[list[Operation], msgspec.Meta(min_length=1)]


class Keywords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The keywords of a card, with their numbers."""

    speed_attacker: bool = False
    auto_battler: bool = False
    undead: bool = False
    waits: bool = False
    """It attacks only when attacked."""
    block: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    dragon_breath: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    multi_target: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    multi_hit: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a 術 card does: its effects once, or what it gives to the card that it is merged with."""

    use: Literal["single", "equip"]
    on: Literal["own", "other", "either"] = "either"
    """The field whose card it may equip [SW-S1-11]."""
    hp: Amount = 0
    attack: Amount = 0
    keywords: Keywords = Keywords()
    ops: list[Operation] = []
