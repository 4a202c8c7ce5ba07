"""The set-up of one game. Mirrors `shinpan.drive.v1.setup`; in every option 0 is the default."""

from enum import IntEnum

import msgspec

from .actions import Expansion


class Difficulty(IntEnum):
    """難易度 [DR-P2-1]."""

    A = 1
    B = 2
    B_PLUS = 3
    C = 4
    D = 5
    E = 6


class StartPlayer(IntEnum):
    """Who begins in multi mode, a fact outside the game [DR-P4-2]."""

    NOBODY = 0
    P1 = 1
    P2 = 2
    P3 = 3
    P4 = 4


class PartySource(IntEnum):
    """How the parties are formed [DR-P4-20]."""

    DRAFT = 0
    PRESET = 1


class DraftUnderfill(IntEnum):
    """A pass below the cost limit while a unit fits [DR-P4-13]."""

    FORBIDDEN = 0
    ALLOWED = 1


class ExpansionsMin(IntEnum):
    """The lower bound of added expansions [DR-P2-14]."""

    TABLE = 0
    NONE = 1


class EnemySet(IntEnum):
    """Which set of normal enemies is used [DR-P5-9]."""

    SET_1 = 0
    SET_2 = 1


class SoloFirst(IntEnum):
    """The seat that begins in partner mode [DR-P4S-8]."""

    PLAYER = 0
    PARTNER = 1


class ManaSupply(IntEnum):
    """A shortage of mana chips [DR-C-11]."""

    UNLIMITED = 0
    FINITE30 = 1


class PileTransfer(IntEnum):
    """The order of cards that change piles together [DR-P6-7]."""

    ONE_BY_ONE = 0
    BLOCK = 1


class SetOrder(IntEnum):
    """The stacking order inside a set [DR-S2.2-4]."""

    LEAD_FIRST = 0
    FREE = 1


class PlusExtraOnTop(IntEnum):
    """Whether the extra card becomes the top of the field [DR-S2.5-7]."""

    TRUE = 0
    FALSE = 1


class PassFiresStepEnd(IntEnum):
    """Triggers of the end of the battle step after a pass [DR-S2.7-9]."""

    FALSE = 0
    TRUE = 1


class EmptyBattleFiresEnd(IntEnum):
    """The same without any fighter [DR-S3-2]."""

    FALSE = 0
    TRUE = 1


class DualMultiplier(IntEnum):
    """The count of cards for a dual-attribute unit [DR-S3.3-6]."""

    DISTINCT_CARDS = 0
    SUM_COLOURS = 1
    MAX_COLOUR = 2


class AutoSkillDefault(IntEnum):
    """Whether an auto skill may be declined [DR-S5.1-6]."""

    MANDATORY = 0
    OPTIONAL = 1


class DrawFallback(IntEnum):
    """The deck as substitute when the discard runs dry [DR-S5.3-8]."""

    PER_CARD = 0
    ALL_OR_NOTHING = 1


class HandLossChoice(IntEnum):
    """Who selects a lost hand card [DR-S5.3-16]."""

    OWNER = 0
    RANDOM = 1


class EnemyDeckEnd(IntEnum):
    """When the enemy deck has run out [DR-R-6]."""

    ON_FAILED_REVEAL = 0
    ON_LAST_REVEAL = 1


class RoundEndCap(IntEnum):
    """The mana cap in the turn cut off by the end of the round [DR-R-10]."""

    FALSE = 0
    TRUE = 1


class BossAppearSkill(IntEnum):
    """The effect of the boss on its appearance [DR-B-17]."""

    TRUE = 0
    FALSE = 1


class Setup(msgspec.Struct, array_like=True, frozen=True, tag=18):
    """The difficulty, who begins, what sets there are, and the options that differ from their default."""

    difficulty: Difficulty
    start_player: StartPlayer = StartPlayer.NOBODY
    owned: list[Expansion] = []
    expansions: int = 0
    party_source: PartySource = PartySource.DRAFT
    draft_underfill: DraftUnderfill = DraftUnderfill.FORBIDDEN
    expansions_min: ExpansionsMin = ExpansionsMin.TABLE
    enemy_set: EnemySet = EnemySet.SET_1
    solo_first: SoloFirst = SoloFirst.PLAYER
    mana_supply: ManaSupply = ManaSupply.UNLIMITED
    pile_transfer: PileTransfer = PileTransfer.ONE_BY_ONE
    set_order: SetOrder = SetOrder.LEAD_FIRST
    plus_extra_on_top: PlusExtraOnTop = PlusExtraOnTop.TRUE
    pass_fires_step_end: PassFiresStepEnd = PassFiresStepEnd.FALSE
    empty_battle_fires_end: EmptyBattleFiresEnd = EmptyBattleFiresEnd.FALSE
    dual_multiplier: DualMultiplier = DualMultiplier.DISTINCT_CARDS
    auto_skill_default: AutoSkillDefault = AutoSkillDefault.MANDATORY
    draw_fallback: DrawFallback = DrawFallback.PER_CARD
    hand_loss_choice: HandLossChoice = HandLossChoice.OWNER
    enemy_deck_end: EnemyDeckEnd = EnemyDeckEnd.ON_FAILED_REVEAL
    round_end_cap: RoundEndCap = RoundEndCap.FALSE
    boss_appear_skill: BossAppearSkill = BossAppearSkill.TRUE
