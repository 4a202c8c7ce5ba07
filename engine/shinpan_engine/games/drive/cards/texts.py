"""The vocabulary of card texts: every operation a pack may write, as `op` and typed arguments."""

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=1, le=20)]
Times = Count | Literal["x"]
"""A number, or X: the mana paid for the skill."""
Level = Annotated[int, msgspec.Meta(ge=1, le=5)]
ColourName = Literal["green", "red", "yellow", "blue"]
AttributeName = Literal["earth", "fire", "wind", "water"]
Number = Annotated[int, msgspec.Meta(ge=0, le=9)]
When = Literal["play", "battle_start", "battle_end", "level_up", "enemy_defeated", "enemy_step", "enemy_attack"]
"""The moment at which a condition is met: cards have been played, ①戦闘参加, ⑤戦闘ステップ終了, a unit of the party
has risen, an enemy has been defeated, the enemy step begins, the enemy has attacked."""
PassiveWhen = Literal["turn_start", "battle_end", "enemy_step", "continuous"]

COLOURS: dict[ColourName, int] = {"green": 1, "red": 2, "yellow": 4, "blue": 8}
"""Colours as bits."""
ATTRIBUTES: dict[AttributeName, ColourName] = {"earth": "green", "fire": "red", "wind": "yellow", "water": "blue"}
"""地火風水 and the colours that they answer to [DR-P4.1-1]."""


class Heal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="heal"):
    """回復: cards from the top of the discard to the top of the deck [DR-S5.3-1]."""

    amount: Times


class HealFromHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="heal_from_hand"):
    """手札から回復: hand cards to the top of the deck [DR-S5.3-4]."""

    amount: Times = 1


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="draw"):
    """ドロー: cards from the discard to hand [DR-S5.3-6]."""

    amount: Times = 1


class GainMana(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="mana"):
    """魔力: chips from the supply [DR-S5.3-10]."""

    amount: Times = 1


class RaiseUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="level_up"):
    """レベルアップ: a unit of the party rises, of the owner's choice, this one, or each [DR-S5.3-11]."""

    unit: Literal["chosen", "own", "each"] = "chosen"
    amount: Times = 1


class LowerUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="level_down"):
    """レベルダウン: a unit falls, of the owner's choice or this one; of an enemy one of each player [DR-S5.3-14]."""

    unit: Literal["chosen", "own"] = "chosen"
    amount: Count = 1


class Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="damage"):
    """ダメージ: to the enemy, or of an enemy to the players' side [DR-S5.3-12] [DR-S5.3-13]."""

    amount: Times


class LoseMana(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="mana_loss"):
    """魔力破棄: chips go back; of an enemy every player's [DR-S5.3-15] [DR-S6.3-1]."""

    amount: Count = 1


class LoseHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="hand_loss"):
    """手札破棄: hand cards go to the discard; of an enemy every player's [DR-S5.3-16] [DR-S6.3-1]."""

    amount: Count = 1


class Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="charge"):
    """充電: charge chips on the unit itself [DR-S5.3-17]."""

    amount: Times = 1


class Discharge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="discharge"):
    """放電: spends charge chips of the unit itself [DR-S5.3-18]."""

    amount: Count = 1


class Pursuit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="pursuit"):
    """追撃: the unit may join a battle that it has not joined [DR-S3.2-1]; its attack counts so many times
    [DR-S3.3-7]."""

    multiplier: Count = 1


class AttackChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="attack"):
    """Adds to the attack of this unit, or of every unit of its party that is in the battle by then, for this battle."""

    amount: Times
    unit: Literal["own", "fighters"] = "own"


class MultiplierChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="multiplier"):
    """Adds to the count of cards of this unit for this battle."""

    amount: Count


class StartLasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="lasting"):
    """A continuing effect on shared places, up to the end of the round: the enemy's normal attack is so much weaker,
    but 1 at least [DR-R-12]; what is done when it ends [DR-R-13]."""

    guard: Count
    on_end: "list[Heal | Draw | GainMana]" = []


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="armour"):
    """Of an enemy, as long as it is there: damage in battle is so much less."""

    amount: Count


UnitOperation = (
    Heal
    | HealFromHand
    | Draw
    | GainMana
    | RaiseUnit
    | LowerUnit
    | Damage
    | LoseMana
    | LoseHand
    | Charge
    | Discharge
    | Pursuit
    | AttackChange
    | MultiplierChange
    | StartLasting
)
EnemyOperation = Damage | LoseMana | LoseHand | LowerUnit
PassiveOperation = EnemyOperation | Armour
BonusOperation = Heal | Draw
"""What a level may give [DR-S5.5-4]."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must hold for a skill, all of it."""

    hand_most: Annotated[int, msgspec.Meta(ge=0, le=54)] | None = None
    """The owner's hand has so many cards at the most."""
    hand_least: Annotated[int, msgspec.Meta(ge=0, le=54)] = 0
    """The owner's hand has so many cards at least."""
    colours: list[ColourName] = []
    """A card of one of these colours was played in this turn."""
    numbers: list[Number] = []
    """A card was played as one of these numbers in this turn."""
    joined: bool = False
    """The unit was in the battle at its start [DR-S3.1-6]."""
    level: Level = 1
    """The unit's level at least."""
    mana: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    """The owner's mana at least."""


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One printed skill of a unit [DR-S5.1-8]."""

    name: str = ""
    family: str = ""
    type: Literal["normal", "auto"]
    """通常スキル or 自動発動スキル [DR-S5.1-1]."""
    cost: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    """Mana; 0 is free [DR-S5.1-2] [DR-S5.1-3]."""
    x_most: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    """Where the cost is X, the most that can be paid [DR-S5.1-4]."""
    charge_cost: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    """Charge chips paid instead of mana [DR-S5.1-5]."""
    trigger: When | None = None
    """The moment of its condition; none is the own action step [DR-S5.2-1] [DR-S5.2-2]."""
    turn: Literal["own", "any"] = "own"
    """Whether the moment counts in other players' turns too."""
    riser: Literal["own", "any"] = "any"
    """For level-ups: whether this unit must have risen, or any of the party."""
    condition: Condition = Condition()
    optional: bool = False
    """Worded as a permission [DR-S5.1-6]."""
    once_per_turn: bool = False
    """Limited so by its own text [DR-S5.4-5]."""
    awaken: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    """覚醒レベル [DR-S5.2-5]."""
    harmful: bool = False
    """不利益な強制効果: never declined [DR-S5.2-4]."""
    effects: Annotated[list[UnitOperation], msgspec.Meta(min_length=1)]
    """In print order, top to bottom and left to right [DR-S5.2-6]."""


class Passive(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """自動発動効果 of an enemy: its moment, or continuous [DR-P5.2-5]."""

    when: PassiveWhen
    effects: Annotated[list[PassiveOperation], msgspec.Meta(min_length=1)]


class EnemySkill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A charged skill of an enemy [DR-S6.2-5]."""

    name: str = ""
    family: str = ""
    cost: Count
    effects: Annotated[list[EnemyOperation], msgspec.Meta(min_length=1)]
