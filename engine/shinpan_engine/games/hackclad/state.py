"""The whole state of a game. The classes mirror `shinpan.hackclad.v1.state`, fields in its order."""

from enum import IntEnum

import msgspec

from ...kernel.answers import Pending
from .actions import Card, Character, CladCard, Crossing, Facing, Mission, Seat, Square


class Step(IntEnum):
    """The steps of a round, with what comes before and after."""

    SETUP = 1
    FORECAST = 2
    DRAW = 3
    ASSIGNMENT = 4
    DRAFT = 5
    PLAYER_1 = 6
    CLAD_1 = 7
    PLAYER_2 = 8
    CLAD_2 = 9
    PLAYER_3 = 10
    CLAD_3 = 11
    PLAYER_4 = 12
    LEGIONS = 13
    OVER = 14


class Strike(IntEnum):
    """The kinds of attack."""

    NONE = 0
    RANGE = 1
    ADVANCE = 2
    KNOCKBACK = 3
    RETURN = 4
    APPEARANCE = 5
    LEGIONS = 6


class Origin(IntEnum):
    """Where the operations are printed that are carried out."""

    NONE = 0
    CARD = 1
    TEXT = 2
    CRACK = 3
    BOARD = 4
    SPEND = 5
    SLOT = 6


class Modified(IntEnum):
    """What a modifier changes."""

    NONE = 0
    NEXT_ATK = 1
    NEXT_MULTI = 2
    NEXT_FIELD = 3
    ATK = 4
    TOKEN_ATK = 5
    STONES = 6
    CRACKS = 7
    NO_MOVE = 8
    NO_REBUILD = 9
    PREPARED = 10
    SPARED = 11
    TURN_OVER = 12


class Lasts(IntEnum):
    """How long a modifier lasts."""

    NONE = 0
    TURN = 1
    ROUND = 2


class Bearing(IntEnum):
    """From where the clad was attacked."""

    NONE = 0
    FRONT = 1
    BEHIND = 2


class EndReason(IntEnum):
    """How a game comes to its end."""

    NONE = 0
    VP = 1
    TIE_BREAK = 2
    SOLO = 3
    HEALTH = 4
    POLLUTION = 5
    ROUNDS = 6


class Legion(msgspec.Struct, array_like=True):
    """A legion on the field."""

    square: Square
    head: bool
    damage: int = 0


class Stones(msgspec.Struct, array_like=True):
    """Stones on a square."""

    square: Square
    vp: int


class Modifier(msgspec.Struct, array_like=True, frozen=True):
    """Something in force on a side for a while."""

    kind: Modified
    amount: int
    lasts: Lasts


class TextAt(msgspec.Struct, array_like=True, frozen=True):
    """A text by the place where it is printed."""

    card: Card
    text: int


class Frame(msgspec.Struct, array_like=True):
    """Operations that are being carried out, one after the other."""

    windows: int
    origin: Origin
    card: Card = 0
    text: int = 0
    path: list[int] = []
    left: int = 0
    facing: Facing = Facing.NONE
    targets: list[Square] = []
    bearing: Bearing = Bearing.NONE
    atk: int = 0
    paid: int = 0
    cost_paid: bool = False
    hit_clad: bool = False
    destroyed: list[Square] = []
    turned: Card = 0
    omen: bool = False
    chosen: list[int] = []
    x: int = 0
    helped: Seat = 0
    push: bool = False
    stays: bool = False


class Side(msgspec.Struct, array_like=True):
    """What one player has."""

    character: Character
    party: int
    square: Square = 0
    mp: int = 0
    cp: int = 0
    injuries: int = 0
    pollution: int = 0
    vp: int = 0
    deck: list[Card] = []
    hand: list[Card] = []
    discard: list[Card] = []
    extended: list[Card] = []
    resolving: list[Card] = []
    turn_cards: list[Card] = []
    turn_slot: int = 0
    waiting_slot: int = 0
    chip: int = 0
    moves: int = 0
    boosts: int = 0
    guards: int = 0
    cracks: int = 0
    moved: bool = False
    hits: int = 0
    used: list[Card] = []
    spent: list[TextAt] = []
    modifiers: list[Modifier] = []
    tokens: list[Crossing] = []
    ready: int = 0
    drawn: list[Mission] = []
    missions: list[Mission] = []
    draws: int = 0
    frames: list[Frame] = []


class Acting(msgspec.Struct, array_like=True):
    """A clad card that is being carried out."""

    slot: int
    icon: int = 0
    left: int = 0
    shared: Square = 0


class Reduction(msgspec.Struct, array_like=True):
    """What a player's reactions take off the damage of an attack."""

    seat: Seat
    amount: int


class Window(msgspec.Struct, array_like=True):
    """An attack that waits for reactions."""

    strike: Strike
    facing: Facing = Facing.NONE
    marks: list[Square] = []
    squares: list[Square] = []
    passed: list[Seat] = []
    reductions: list[Reduction] = []


class Due(msgspec.Struct, array_like=True, frozen=True):
    """A text that has been triggered."""

    seat: Seat
    card: Card
    text: int


class Score(msgspec.Struct, array_like=True):
    """What a player comes to."""

    stones: int
    deck: int
    injuries: int
    backlash: int
    total: int


class Outcome(msgspec.Struct, array_like=True):
    """How the game ended."""

    winners: list[Seat]
    reason: EndReason
    scores: list[Score]


class State(msgspec.Struct, array_like=True):
    """Everything on the table."""

    round: int
    step: Step
    voltage: int
    clad_square: Square
    clad_facing: Facing
    clad_held: bool = False
    clad_deck: list[CladCard] = []
    clad_used: list[CladCard] = []
    second: list[CladCard] = []
    third: list[CladCard] = []
    aside: list[CladCard] = []
    slots: list[CladCard] = []
    face_down: int = 0
    legions: list[Legion] = []
    stones: list[Stones] = []
    stock: int = 0
    markers: list[int] = []
    sides: list[Side] = []
    acting: Acting | None = None
    windows: list[Window] = []
    due: list[Due] = []
    pending: list[Pending] = []
    outcome: Outcome | None = None
