"""The whole state of a game. The classes mirror `shinpan.anoare.v1.state`, fields in its order."""

from enum import IntEnum

import msgspec

from ...kernel.answers import Pending
from .actions import Card, Character, Fragment, Seat

STARTING_LIFE = 10
"""AN-2.1-2; also the end of the counter's scale [AN-1.3-7]."""
STARTING_LEVEL = 1
"""AN-6.1-2."""
HIGHEST_LEVEL = 3


class Step(IntEnum):
    """The steps of a turn, with what comes before and after."""

    SETUP = 1
    DISTANCE_RESET = 2
    STORED_REMOVAL = 3
    START_EFFECTS = 4
    SELECTION = 5
    REVEAL = 6
    COST = 7
    ACTIVATION = 8
    ATTACK = 9
    DISTANCE = 10
    CRITICAL = 11
    DAMAGE = 12
    DAMAGE_EFFECTS = 13
    MOVE = 14
    HIT_OPEN = 15
    COOLDOWN = 16
    EVASION = 17
    LEVEL_UP = 18
    TURN_END = 19
    OVER = 20


PRINTED_STEPS = {
    "start.1": Step.DISTANCE_RESET,
    "start.2": Step.STORED_REMOVAL,
    "start.3": Step.START_EFFECTS,
    "selection": Step.SELECTION,
    "reveal": Step.REVEAL,
    "cost.1": Step.COST,
    "cost.2": Step.ACTIVATION,
    "result.1-1": Step.ATTACK,
    "result.1-2": Step.DISTANCE,
    "result.1-3": Step.CRITICAL,
    "result.1-4": Step.DAMAGE,
    "result.2": Step.MOVE,
    "result.3": Step.HIT_OPEN,
    "cooldown": Step.COOLDOWN,
    "end.1": Step.LEVEL_UP,
    "end.2": Step.TURN_END,
}


class Strike(IntEnum):
    """What the critical judgement comes to: クリティカル, カス当たり, 回避された."""

    NONE = 0
    CRITICAL = 1
    GRAZE = 2
    EVADED = 3


class Modified(IntEnum):
    """What a modifier changes."""

    ATTACK = 1
    SKILL_DAMAGE_DEALT = 2
    SKILL_DAMAGE_RECEIVED = 3
    DAMAGE_RECEIVED = 4
    COST = 5
    RESPONSE = 6
    FORBID_SET = 7
    DISABLE_ABILITY = 8


class EndReason(IntEnum):
    """The only way a game ends: 致命傷 [AN-3-5]."""

    FATAL_WOUND = 1


class Cost(msgspec.Struct, array_like=True):
    """A card paid as cost: face down and sideways at first [AN-5.4a-4] [AN-5.4a-5]."""

    card: Card
    open: bool = False
    upright: bool = False


class Stack(msgspec.Struct, array_like=True):
    """A skill card with the costs on it, the bottom one first."""

    card: Card
    costs: list[Cost] = []


class EffectAt(msgspec.Struct, array_like=True, frozen=True):
    """An effect by the place where it is printed."""

    card: Card = 0
    level: int = 0
    effect: int = 0


class Due(msgspec.Struct, array_like=True, frozen=True):
    """An effect that is due."""

    seat: Seat
    at: EffectAt | None


class Resolving(msgspec.Struct, array_like=True):
    """An effect in the middle of its resolution."""

    seat: Seat
    card: Card = 0
    level: int = 0
    fragment: Fragment = 0
    effect: int = 0
    operation: int = 0


class Modifier(msgspec.Struct, array_like=True, frozen=True):
    """Something in force on a side up to the end of a turn, or with 0 for the rest of the game."""

    kind: Modified
    amount: int
    until: int


class Side(msgspec.Struct, array_like=True):
    """What one player has."""

    character: Character
    life: int = STARTING_LIFE
    level: int = STARTING_LEVEL
    stored: int = 0
    fell: bool = False
    hand: list[Card] = []
    ultras: list[Card] = []
    laid: list[Card] = []
    skill: Stack | None = None
    idle: bool = False
    owed: int = 0
    strike: Strike = Strike.NONE
    attack: int = 0
    damage: int = 0
    zone: list[Stack] = []
    opens: int = 0
    uncooled: list[Card] = []
    drawn: list[Fragment] = []
    fragment: Fragment = 0
    fragment_spent: bool = False
    discarded_fragment: Fragment = 0
    used: list[EffectAt] = []
    modifiers: list[Modifier] = []


class Outcome(msgspec.Struct, array_like=True):
    """How the game ended."""

    winner: Seat
    reason: EndReason


class State(msgspec.Struct, array_like=True):
    """Everything on the table."""

    turn: int
    step: Step
    distance: int
    sides: list[Side]
    fifth_fragment: Fragment = 0
    declarer: Seat = 0
    passes: int = 0
    batch: list[Due] = []
    resolver: Seat = 0
    waiting: list[Due] = []
    resolving: Resolving | None = None
    pending: list[Pending] = []
    outcome: Outcome | None = None
