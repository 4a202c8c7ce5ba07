"""The set-up of one game. Mirrors `shinpan.swordrion.v1.setup`; in every option 0 is the default."""

from enum import IntEnum

import msgspec


class DealPattern(IntEnum):
    """How so many cards each leave the common deck [SW-1.3-2]."""

    BLOCK = 0
    ALTERNATE = 1


class EnemySpell(IntEnum):
    """What a spell turned up in the enemy line does [SW-2.3-7]."""

    DISCARD = 0
    REPLACE = 1
    CAST = 2
    FIGHT = 3


class RelicsReturn(IntEnum):
    """Whether relics go back to the hand between rounds [SW-2.2-5]."""

    STAY = 0
    RETURN = 1


class DeckShort(IntEnum):
    """A deck with fewer cards than a layout needs [SW-0.1-4]."""

    END = 0
    PLAY_SHORT = 1


class DeckOutRoundCubes(IntEnum):
    """The cubes of a round cut off by the deck's end [SW-0.1-6]."""

    NONE = 0
    AS_UNCLEARED = 1


class ZeroDamageWound(IntEnum):
    """Whether a blow of 0 damage leaves a wound [SW-3.1-9]."""

    FALSE = 0
    TRUE = 1


class EarlyKill(IntEnum):
    """A front that falls before the attack step [SW-3.2-5]."""

    END_EXCHANGE = 0
    ADVANCE = 1


class OwnAlways(IntEnum):
    """Whether an own 常時 skill may be declined [SW-K.1-2]."""

    OPTIONAL = 0
    MANDATORY = 1


class SpeedThirdWound(IntEnum):
    """Whether a kill by the third wound counts as one blow [SW-K.7-3]."""

    FALSE = 0
    TRUE = 1


class EnemySpeed(IntEnum):
    """A speed attacker on the counter-attacking side [SW-K.7-5]."""

    NO_EFFECT = 0
    STRIKES_FIRST = 1


class AutoBattlerFront(IntEnum):
    """Whether the front's own オートバトラー adds an attack [SW-K.8-2]."""

    FALSE = 0
    TRUE = 1


class AutoBattlerCounter(IntEnum):
    """Whether an auto battler's attack is answered [SW-K.8-4]."""

    FALSE = 0
    TRUE = 1


class MultiTargetCounter(IntEnum):
    """Who answers an attack on several cards [SW-K.12-3]."""

    FRONT_ONLY = 0
    ALL_HIT = 1


class ExcessSpellUse(IntEnum):
    """Whether a spell used to get down to the limit is the one of the exchange [SW-S1-8]."""

    COUNTS = 0
    FREE = 1


class EquipCounts(IntEnum):
    """Whether an equipment fills the second place of a merge [SW-S1-12]."""

    TRUE = 0
    FALSE = 1


class PeekedStayUp(IntEnum):
    """Whether enemy cards turned up for a check stay so [SW-S5-4]."""

    TRUE = 0
    FALSE = 1


class WaitingSummonOnClear(IntEnum):
    """A 召喚 card that still waits when the battle is cleared [SW-S5-15]."""

    STAY = 0
    GRAVEYARD = 1
    DECK_BOTTOM = 2


class AutomataReward(IntEnum):
    """Whether the enemy side must use a reward [SW-K.6-4]."""

    MUST = 0
    MAY = 1


class BottomOrder(IntEnum):
    """The order in which leftovers go under the deck [SW-3.14-2]."""

    FRONT_FIRST = 0
    CHOSEN = 1


class BuyLimit(IntEnum):
    """Whether stocked cards count against the five purchases [SW-4.3-9]."""

    DISPLAY = 0
    TOTAL5 = 1


class StockAffordable(IntEnum):
    """Whether a card that could be paid for may be stocked [SW-4.6-4]."""

    FALSE = 0
    TRUE = 1


class ScorePool(IntEnum):
    """Whether green and yellow cubes are counted together [SW-5.1-6]."""

    POOLED = 0
    PER_COLOUR = 1


START_CUBES = (1, 0, 0)
"""One green cube [SW-1.4-2]."""
SCORE_DIVISORS = (3, 3, 1)
"""Cubes of each colour that make one point [SW-5.1-2]."""


class Setup(msgspec.Struct, array_like=True, frozen=True, tag=19):
    """What two lost pictures show where a table reads them otherwise, and options that differ from their default."""

    start_cubes: list[int] = []
    score_divisors: list[int] = []
    deal_pattern: DealPattern = DealPattern.BLOCK
    enemy_spell: EnemySpell = EnemySpell.DISCARD
    relics_return: RelicsReturn = RelicsReturn.STAY
    deck_short: DeckShort = DeckShort.END
    deck_out_round_cubes: DeckOutRoundCubes = DeckOutRoundCubes.NONE
    zero_damage_wound: ZeroDamageWound = ZeroDamageWound.FALSE
    early_kill: EarlyKill = EarlyKill.END_EXCHANGE
    own_always: OwnAlways = OwnAlways.OPTIONAL
    speed_third_wound: SpeedThirdWound = SpeedThirdWound.FALSE
    enemy_speed: EnemySpeed = EnemySpeed.NO_EFFECT
    auto_battler_front: AutoBattlerFront = AutoBattlerFront.FALSE
    auto_battler_counter: AutoBattlerCounter = AutoBattlerCounter.FALSE
    multi_target_counter: MultiTargetCounter = MultiTargetCounter.FRONT_ONLY
    excess_spell_use: ExcessSpellUse = ExcessSpellUse.COUNTS
    equip_counts: EquipCounts = EquipCounts.TRUE
    peeked_stay_up: PeekedStayUp = PeekedStayUp.TRUE
    waiting_summon_on_clear: WaitingSummonOnClear = WaitingSummonOnClear.STAY
    automata_reward: AutomataReward = AutomataReward.MUST
    bottom_order: BottomOrder = BottomOrder.FRONT_FIRST
    buy_limit: BuyLimit = BuyLimit.DISPLAY
    stock_affordable: StockAffordable = StockAffordable.FALSE
    score_pool: ScorePool = ScorePool.POOLED
