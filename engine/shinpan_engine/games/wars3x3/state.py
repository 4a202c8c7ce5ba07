"""The whole state of a game, in all four modes. The classes mirror `shinpan.wars3x3.v1.state`, fields in its order."""

from enum import IntEnum

import msgspec

from ...kernel.answers import Pending
from .actions import Attribute, Card, MagicNo, Seat


class Step(IntEnum):
    """The nine printed steps, with what comes before and after."""

    SETUP = 1
    DRAW = 2
    REMOVAL = 3
    STRENGTHENING = 4
    TRANSPARENT_ATTACK = 5
    ATTACK = 6
    COMBAT_END = 7
    TERRITORY = 8
    STRATEGY = 9
    TURN_END = 10
    OVER = 11


PRINTED_STEPS = {
    "1.1": Step.DRAW,
    "2.1": Step.REMOVAL,
    "2.2": Step.STRENGTHENING,
    "3.1": Step.TRANSPARENT_ATTACK,
    "3.2": Step.ATTACK,
    "3.3": Step.COMBAT_END,
    "4.1": Step.TERRITORY,
    "4.2": Step.STRATEGY,
    "5.1": Step.TURN_END,
}


class BoostKind(IntEnum):
    """Strengthening (強化) and increase (増加) are kept apart."""

    STRENGTHENING = 1
    INCREASE = 2


class Until(IntEnum):
    """When a change to a unit ends."""

    NONE = 0
    COMBAT_END = 1
    TURN_END = 2


class Face(IntEnum):
    """How a magic card lies: 裏側, 表側, 横側, or excluded."""

    DOWN = 1
    UP = 2
    SIDEWAYS = 3
    EXCLUDED = 4


class EndReason(IntEnum):
    """The ways a game ends."""

    LIFE = 1
    DECK_OUT = 2
    RESIGNATION = 3


class Boost(msgspec.Struct, array_like=True):
    """One change to a unit."""

    kind: BoostKind
    card: Card = 0
    magic: MagicNo = 0
    amount: int = 0
    veil: bool = False
    until: Until = Until.NONE


class Unit(msgspec.Struct, array_like=True):
    """A unit on the field."""

    card: Card
    boosts: list[Boost] = []
    strengthened: int = 0


class MagicCard(msgspec.Struct, array_like=True):
    """A magic card in play."""

    magic: MagicNo
    face: Face = Face.DOWN
    lingers: int = 0
    muted: int = 0


class ThisTurn(msgspec.Struct, array_like=True):
    """What holds for one player until the turn ends."""

    territory_bonus: int = 0
    activated: list[MagicNo] = []
    grand_used: bool = False
    wild_mana: Attribute = Attribute.NONE
    unnegatable: bool = False
    extra_deployments: int = 0


NOTHING_YET = ThisTurn()


class Dealing(msgspec.Struct, array_like=True):
    """What one player's set-up is about until it is over."""

    mulligans: int = 0
    second_hand: list[Card] = []


class Side(msgspec.Struct, array_like=True):
    """What one player has."""

    life: int
    hand: list[Card] = []
    territory: list[Card] = []
    units: list[Unit] = []
    magics: list[MagicCard] = []
    spare_magics: list[MagicNo] = []
    mentor: Card = 0
    discard: list[Card] = []
    this_turn: ThisTurn | None = None
    dealing: Dealing | None = None

    @property
    def so_far(self) -> ThisTurn:
        """What holds for the player this turn, to be read only."""
        return self.this_turn or NOTHING_YET


class Play(msgspec.Struct, array_like=True):
    """The cards of one spell or counter."""

    cards: list[Card]
    as_: list[int] = msgspec.field(name="as", default_factory=list)
    veil: bool = False


class Chain(msgspec.Struct, array_like=True):
    """A declared spell and the counters on it."""

    target: Card
    plays: list[Play]
    closed: bool = False
    negated: bool = False


class Casting(msgspec.Struct, array_like=True):
    """A text in the middle of its resolution."""

    seat: Seat
    magic: MagicNo = 0
    grand: bool = False
    copied: bool = False
    instruction: int = 0
    card: Card = 0
    kept: list[Card] = []


class Outcome(msgspec.Struct, array_like=True):
    """How the game ended."""

    winner: Seat
    reason: EndReason


class State(msgspec.Struct, array_like=True):
    """Everything on the table."""

    turn: int
    active: Seat
    step: Step
    deck: list[Card]
    discard: list[Card]
    excluded: list[Card]
    undealt_magics: list[MagicNo]
    sides: list[Side]
    chains: list[Chain] = []
    casting: Casting | None = None
    strategy_taken: bool = False
    emptied_turn: int = 0
    emptied_by: Seat = 0
    pending: list[Pending] = []
    outcome: Outcome | None = None
