"""The set-up of one game. Mirrors `shinpan.anoare.v1.setup`; in every option 0 is the default."""

from enum import IntEnum

import msgspec

from .actions import Character


class FirstOnTie(IntEnum):
    """Who counts as the lower response power where both are equal; must be said if they are [AN-1.1-14]."""

    NOBODY = 0
    P1 = 1
    P2 = 2


class Mirror(IntEnum):
    """Whether both may play the same character [AN-2.1-5]."""

    FORBIDDEN = 0
    ALLOWED = 1


class FragmentWindow(IntEnum):
    """The moments at which a fragment may be turned up [AN-2.3-5]."""

    ANY_BOUNDARY = 0
    NOT_IN_RESULT = 1


class FragmentBreaksPasses(IntEnum):
    """Whether a fragment turned up between two passes keeps the step open [AN-2.3-7]."""

    FALSE = 0
    TRUE = 1


class AdditionalCostShort(IntEnum):
    """An additional cost beyond the hand [AN-5.4b-17]."""

    DAMAGE = 0
    FORBIDDEN = 1


class DashAttack(IntEnum):
    """Attack corrections on a skill whose attack is a hyphen [AN-5.5a-2]."""

    ABSENT = 0
    ZERO = 1


class NegativeAttack(IntEnum):
    """Where numbers below zero are cut [AN-5.5a-3]."""

    CLAMP_EACH = 0
    CLAMP_FINAL = 1


class AttackConditionDistance(IntEnum):
    """The distance for attack corrections that depend on it [AN-5.5a-4]."""

    PRINTED_ORDER = 0
    FINAL_DISTANCE = 1


class NoCritDamage(IntEnum):
    """The damage of a skill with attack but without critical distance [AN-5.5c-8]."""

    FULL = 0
    NONE = 1


class AttacklessCrit(IntEnum):
    """The judgement on a skill with critical distance but without attack [AN-5.5c-12]."""

    COUNTS = 0
    IGNORED = 1


class EvadeCooldown(IntEnum):
    """How the extra cooldowns of who evaded are chosen [AN-5.5c-15]."""

    PER_SKILL = 0
    ALL_OR_NONE = 1


class EvadedBonus(IntEnum):
    """Damage corrections on an evaded skill [AN-5.5d-3]."""

    ZERO = 0
    ADD = 1


class ReturnedCard(IntEnum):
    """Whether a cost lying face down is shown when it goes back to hand [AN-5.6-17]."""

    HIDDEN = 0
    SHOWN = 1


class LevelFlag(IntEnum):
    """What the level-up to 2 looks at [AN-6.2-3]."""

    EVENT = 0
    END_VALUE = 1


class UltraChoice(IntEnum):
    """Whether the ultra skill taken is shown [AN-6.2-10]."""

    SECRET = 0
    SHOWN = 1


class AbilityStack(IntEnum):
    """Whether lower level abilities stay in force [AN-6.2-12]."""

    CUMULATIVE = 0
    CURRENT_ONLY = 1


class ZeroLifeTriggers(IntEnum):
    """Whether damage at life 0 before level 3 triggers what damage triggers [AN-6.3-4]."""

    TRUE = 0
    FALSE = 1


class LevelSkip(IntEnum):
    """What a level 1 character gets whose life falls to 0 in one turn [AN-6.4-7]."""

    BOTH = 0
    TOP_ONLY = 1


class Setup(msgspec.Struct, array_like=True, frozen=True, tag=17):
    """Who plays which character, and the options that differ from their default."""

    characters: list[Character]
    first_on_tie: FirstOnTie = FirstOnTie.NOBODY
    mirror: Mirror = Mirror.FORBIDDEN
    fragment_window: FragmentWindow = FragmentWindow.ANY_BOUNDARY
    fragment_breaks_passes: FragmentBreaksPasses = FragmentBreaksPasses.FALSE
    additional_cost_short: AdditionalCostShort = AdditionalCostShort.DAMAGE
    dash_attack: DashAttack = DashAttack.ABSENT
    negative_attack: NegativeAttack = NegativeAttack.CLAMP_EACH
    attack_condition_distance: AttackConditionDistance = AttackConditionDistance.PRINTED_ORDER
    no_crit_damage: NoCritDamage = NoCritDamage.FULL
    attackless_crit: AttacklessCrit = AttacklessCrit.COUNTS
    evade_cooldown: EvadeCooldown = EvadeCooldown.PER_SKILL
    evaded_bonus: EvadedBonus = EvadedBonus.ZERO
    returned_card: ReturnedCard = ReturnedCard.HIDDEN
    level_flag: LevelFlag = LevelFlag.EVENT
    ultra_choice: UltraChoice = UltraChoice.SECRET
    ability_stack: AbilityStack = AbilityStack.CUMULATIVE
    zero_life_triggers: ZeroLifeTriggers = ZeroLifeTriggers.TRUE
    level_skip: LevelSkip = LevelSkip.BOTH
