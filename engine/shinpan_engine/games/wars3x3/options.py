"""The set-up of one game. Mirrors `shinpan.wars3x3.v1.setup`; in every option 0 is the default."""

from enum import IntEnum

import msgspec

from .actions import Seat


class DoubleZero(IntEnum):
    """Both at 0 life or less through one instruction [W3-0.2-3]."""

    DRAW = 0
    ACTIVE_PLAYER_LOSES = 1


class DeckoutTiming(IntEnum):
    """The turn at whose end an empty deck ends the game [W3-0.2-7]."""

    TURN_OF_EMPTYING = 0
    DRAWER_TURN = 1


class AllowResign(IntEnum):
    """Resignation [W3-0.2-12]."""

    TRUE = 0
    FALSE = 1


class DiscardPile(IntEnum):
    """One discard or two [W3-2.1-14]."""

    SHARED = 0
    PER_PLAYER = 1


class CounterRounds(IntEnum):
    """How answers to several spells are asked for [W3-2.3-19]."""

    TOGETHER = 0
    CHAIN_BY_CHAIN = 1


class VeilBonus(IntEnum):
    """What 透化 adds to power [W3-2.2-10]."""

    NONE = 0
    COST = 1


class MentorGeneric(IntEnum):
    """The mentor and number icons [W3-I2-3]."""

    TRUE = 0
    FALSE = 1


class IntermediateMagic(IntEnum):
    """The magics of an intermediate game [W3-I2-9]."""

    SETS = 0
    RANDOM4 = 1


class HasteWindow(IntEnum):
    """The moment of a strategy step moved by 速攻 [W3-S1.6-4]."""

    BEFORE_COMBAT = 0
    ANY_TIME_BEFORE_COMBAT = 1


class HasteHarvest(IntEnum):
    """収穫 with 速攻 [W3-Q-14]."""

    TRUE = 0
    FALSE = 1


class StrengthenLimitShared(IntEnum):
    """One limit for strengthening by spells and by magic [W3-S3.1-4]."""

    TRUE = 0
    FALSE = 1


class NegatedCounts(IntEnum):
    """A negated magic and its activation of the turn [W3-S3.2-3]."""

    TRUE = 0
    FALSE = 1


class ManifestSideways(IntEnum):
    """顕在 and a card turned sideways [W3-S3.4-4]."""

    UNTIL_TURN_END = 0
    IMMEDIATE = 1


class CopyScope(IntEnum):
    """Whose magic may be copied [W3-S3.9-3]."""

    ANY = 0
    OWN = 1
    OPPONENT = 2


class WildMana(IntEnum):
    """The mana of ★無尽増 [W3-S3.10-2]."""

    FIXED = 0
    PER_ACTIVATION = 1


class Setup(msgspec.Struct, array_like=True, frozen=True, tag=16):
    """Who begins, and the options that differ from their default."""

    first: Seat
    double_zero: DoubleZero = DoubleZero.DRAW
    deckout_timing: DeckoutTiming = DeckoutTiming.TURN_OF_EMPTYING
    allow_resign: AllowResign = AllowResign.TRUE
    discard_pile: DiscardPile = DiscardPile.SHARED
    counter_rounds: CounterRounds = CounterRounds.TOGETHER
    veil_bonus: VeilBonus = VeilBonus.NONE
    mentor_generic: MentorGeneric = MentorGeneric.TRUE
    intermediate_magic: IntermediateMagic = IntermediateMagic.SETS
    haste_window: HasteWindow = HasteWindow.BEFORE_COMBAT
    haste_harvest: HasteHarvest = HasteHarvest.TRUE
    strengthen_limit_shared: StrengthenLimitShared = StrengthenLimitShared.TRUE
    negated_counts: NegatedCounts = NegatedCounts.TRUE
    manifest_sideways: ManifestSideways = ManifestSideways.UNTIL_TURN_END
    copy_scope: CopyScope = CopyScope.ANY
    wild_mana: WildMana = WildMana.FIXED
