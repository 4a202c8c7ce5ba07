"""The vocabulary of card texts: every operation a pack may write, as `op` and typed arguments."""

from typing import Annotated, ClassVar, Literal, get_args

import msgspec

from ..table.state import Modified, Strike

Count = Annotated[int, msgspec.Meta(ge=1, le=99)]
Amount = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Level = Annotated[int, msgspec.Meta(ge=1, le=3)]
Whose = Literal["own", "opponent"]
"""The user's side, or the other."""
Struck = Literal["own", "opponent", "both"]
SkillClass = Literal["normal", "ultra"]
RangeName = Literal["near", "middle", "far"]
StrikeName = Literal["critical", "graze", "evaded"]
When = Literal["act", "turn_start", "reveal", "damaged", "turn_end", "continuous"]
"""The moment of an effect: used in コスト支払い 2, when something triggers it, or as long as it is in force."""
Until = Literal["turn_end", "next_turn_end", "game_end"]

STRIKES: dict[StrikeName, Strike] = {
    "critical": Strike.CRITICAL,
    "graze": Strike.GRAZE,
    "evaded": Strike.EVADED,
}
FORBIDS = {"normal": 1, "ultra": 2, "all": 3}
"""What a modifier FORBID_SET holds for skills of a class."""


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that is added as long as the effect lasts."""

    kind: ClassVar[Modified]
    amount: Amount
    to: Whose = "own"


class Attack(Correction, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="attack"):
    """Adds to the attack of a player's skill."""

    kind = Modified.ATTACK


class SkillDamageDealt(Correction, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="skill_damage_dealt"):
    """Adds to the damage that a player's skill deals."""

    kind = Modified.SKILL_DAMAGE_DEALT


class SkillDamageReceived(
    Correction, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="skill_damage_received"
):
    """Adds to the skill damage that a player receives."""

    kind = Modified.SKILL_DAMAGE_RECEIVED


class DamageReceived(Correction, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="damage_received"):
    """Adds to the damage of any kind that a player receives."""

    kind = Modified.DAMAGE_RECEIVED


class CostChange(Correction, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="cost"):
    """Adds to the cost of a player's skill; it must be in force before the cost is paid [AN-5.4a-23]."""

    kind = Modified.COST


class Response(Correction, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="response"):
    """Adds to a character's response power."""

    kind = Modified.RESPONSE


class ForbidSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="forbid_set"):
    """Skills that a player may not set [AN-5.2-6]."""

    kind: ClassVar[Modified] = Modified.FORBID_SET
    skills: Literal["normal", "ultra", "all"]
    to: Whose = "opponent"

    @property
    def amount(self) -> int:
        """As a modifier holds it."""
        return FORBIDS[self.skills]


class DisableAbility(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="disable_ability"):
    """Leaves a level ability without effect."""

    kind: ClassVar[Modified] = Modified.DISABLE_ABILITY
    level: Level
    to: Whose = "own"

    @property
    def amount(self) -> int:
        """As a modifier holds it."""
        return self.level


class Distance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="distance"):
    """A distance correction: at once [AN-5.1-4], or of a continuous effect in step 1-2 [AN-5.5b-3]."""

    amount: Amount


class Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="damage"):
    """Deals effect damage [AN-5.5d-6]; to both it is one event [AN-6.5-12]."""

    to: Struck
    amount: Count


class Heal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="heal"):
    """Gives the user life, up to the end of the scale [AN-1.3-7]."""

    amount: Count


class RemoveStored(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="remove_stored"):
    """Takes stored damage off the user."""

    amount: Count


class Cooldown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="cooldown"):
    """A cooldown of one skill in the user's zone, of the user's choice, or of each."""

    skills: Literal["one", "each"]


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="open"):
    """Turns so many costs in the opponent's zone face up, of the user's choice."""

    count: Count


Lasting = (
    Attack
    | SkillDamageDealt
    | SkillDamageReceived
    | DamageReceived
    | CostChange
    | Response
    | ForbidSet
    | DisableAbility
)
"""What is in force for a while."""
LASTING: tuple[type, ...] = get_args(Lasting)
Operation = Lasting | Distance | Damage | Heal | RemoveStored | Cooldown | Open


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must hold for an effect; all that is said of it."""

    range: list[RangeName] = []
    """The current distance is one of these."""
    own: list[StrikeName] = []
    """The judgement of the owner's skill is one of these."""
    opposing: list[StrikeName] = []
    """The judgement of the opponent's skill is one of these."""
    level: Level = 1
    """The owner's level at least."""
    no_action: Whose | None = None
    """This player set no card in the turn."""
    in_zone: int = 0
    """This skill lies in the owner's zone."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One printed effect."""

    kind: Literal["text", "cd"] = "text"
    """CD効果 or not; an ability is neither and says nothing."""
    when: When = "act"
    condition: Condition = Condition()
    needs_skill: bool = False
    """Whether it is void for who set no card [AN-5.2-12]."""
    optional: bool = False
    """Worded with してもよい [AN-7.3-1]."""
    forced: bool = False
    """Compulsory although it has an additional cost [AN-5.4b-21]."""
    additional_cost: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    per_turn: Count = 1
    until: Until = "turn_end"
    ops: Annotated[list[Operation], msgspec.Meta(min_length=1)]

    @property
    def compulsory(self) -> bool:
        """Whether it must be processed when due [AN-5.4b-20] [AN-5.4b-21] [AN-7.3-2]."""
        return self.forced or not (self.optional or self.additional_cost)
