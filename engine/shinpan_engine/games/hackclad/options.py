"""The set-up of one game. Mirrors `shinpan.hackclad.v1.setup`; in every option 0 is the default."""

from enum import IntEnum

import msgspec

from .actions import Character


class Difficulty(IntEnum):
    """Co-op: the difficulty. [HC-14.2-1]."""

    NONE = 0
    EASY = 1
    NORMAL = 2
    EXPERT = 3
    INFERNO = 4


class Humans(IntEnum):
    """Tag: how many players there are. [HC-13.2-1]."""

    FOUR = 0
    TWO = 1


class CpCap(IntEnum):
    """The limit of the CP gauge, where it is not that of the edition. [HC-3.G-3]."""

    EDITION = 0
    SEVEN = 1
    FIFTEEN = 2


class EntryLetters(IntEnum):
    """Which entry points carry the letters A to D. [HC-3-9]."""

    CLOCKWISE = 0
    CROSSED = 1


class FlareGuards(IntEnum):
    """How often フレア may take the basic guard in a round. [HC-8.4.3.B-6]."""

    PACK = 0
    TWO = 1


class CollectOnPass(IntEnum):
    """Whether stones of squares passed through are gained. [HC-8.4.F-2]."""

    TRUE = 0
    FALSE = 1


class DropTie(IntEnum):
    """Who gains a drop on a square that several share. [HC-8.4.1-9]."""

    TURN_ORDER = 0
    LOG = 1


class PickupStanding(IntEnum):
    """Whether stones dropped by an injury are gained by a witch standing there. [HC-8.4.6-6]."""

    FALSE = 0
    TRUE = 1


class LegionSpawn(IntEnum):
    """Whether a legion stands before its appearance attack. [HC-8.4.1-11]."""

    PLACE_THEN_ATTACK = 0
    ATTACK_THEN_PLACE = 1


class WitchOccupied(IntEnum):
    """Whether witches enter and pass occupied squares. [HC-8.4.F-6]."""

    SHARE = 0
    BLOCKED = 1


class ReentryFallback(IntEnum):
    """Where a witch may re-enter when no entry point is free. [HC-8.4.7-3]."""

    ANY = 0
    UNOCCUPIED = 1


class KnockbackDir(IntEnum):
    """The direction of a knockback of a clad that is not straight ahead. [HC-12.1-2]."""

    FACING = 0
    CHOOSE = 1


class EmptyRebuild(IntEnum):
    """What a rebuild with an empty discard pile gives. [HC-9.1-8]."""

    CP_ONCE = 0
    NONE = 1


class GridEdge(IntEnum):
    """Whether crossings on the edge of the board exist. [HC-8.4.5-1]."""

    WRAP = 0
    INNER = 1


class TiebreakDeck(IntEnum):
    """The deck VP of the first tie-break. [HC-11.2-3]."""

    BEFORE = 0
    AFTER = 1


class TagTie(IntEnum):
    """A tie between teams. [HC-13.2-2]."""

    SUMS = 0
    SHARED = 1


class TagSharedInfo(IntEnum):
    """Whether partners see each other's hands. [HC-13.2-3]."""

    FALSE = 0
    TRUE = 1


class CladReturnAttacks(IntEnum):
    """Whether the return to the starting square is a movement attack. [HC-X-6]."""

    TRUE = 0
    FALSE = 1


class CoopEasyDeck(IntEnum):
    """Co-op Easy: when the clad cards of VOLTAGE 3 join. [HC-14.2-13]."""

    AS_PRINTED = 0
    V3_AT_ONCE = 1


class Setup(msgspec.Struct, array_like=True, frozen=True, tag=20):
    """Who plays which character, and the options that differ from their default."""

    characters: list[Character] = []
    difficulty: Difficulty = Difficulty.NONE
    teams: list[int] = []
    humans: Humans = Humans.FOUR
    copies: int = 0
    cp_cap: CpCap = CpCap.EDITION
    entry_letters: EntryLetters = EntryLetters.CLOCKWISE
    flare_guards: FlareGuards = FlareGuards.PACK
    collect_on_pass: CollectOnPass = CollectOnPass.TRUE
    drop_tie: DropTie = DropTie.TURN_ORDER
    pickup_standing: PickupStanding = PickupStanding.FALSE
    legion_spawn: LegionSpawn = LegionSpawn.PLACE_THEN_ATTACK
    witch_occupied: WitchOccupied = WitchOccupied.SHARE
    reentry_fallback: ReentryFallback = ReentryFallback.ANY
    knockback_dir: KnockbackDir = KnockbackDir.FACING
    empty_rebuild: EmptyRebuild = EmptyRebuild.CP_ONCE
    grid_edge: GridEdge = GridEdge.WRAP
    tiebreak_deck: TiebreakDeck = TiebreakDeck.BEFORE
    tag_tie: TagTie = TagTie.SUMS
    tag_shared_info: TagSharedInfo = TagSharedInfo.FALSE
    clad_return_attacks: CladReturnAttacks = CladReturnAttacks.TRUE
    coop_easy_deck: CoopEasyDeck = CoopEasyDeck.AS_PRINTED
