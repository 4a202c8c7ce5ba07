"""The whole state of a game. The classes mirror `shinpan.swordrion.v1.state`, fields in its order."""

from enum import IntEnum

import msgspec

from ...kernel.answers import Pending
from .actions import Card, Seat


class Phase(IntEnum):
    """Where the game is."""

    SETUP = 1
    PREPARATION = 2
    BATTLE = 3
    ROUND_END = 4
    SHOPPING = 5
    OVER = 6


class Step(IntEnum):
    """Where a participant is."""

    NONE = 0
    LINE = 1
    RELICS = 2
    TURN_UP = 3
    CUT = 4
    RELIC_EFFECTS = 5
    SPELL = 6
    OWN_ALWAYS = 7
    ENEMY_ALWAYS = 8
    ON_TURN = 9
    ATTACK = 10
    REMOVAL = 11
    AUTO_BATTLERS = 12
    ENEMY_AUTO_BATTLERS = 13
    EXCHANGE_END = 14
    LEFTOVERS = 15
    SHOP = 16


PRINTED_STEPS = {
    "line": Step.LINE,
    "relics": Step.RELICS,
    "start": Step.TURN_UP,
    "cut": Step.CUT,
    "1": Step.RELIC_EFFECTS,
    "2": Step.SPELL,
    "3": Step.OWN_ALWAYS,
    "4": Step.ENEMY_ALWAYS,
    "5": Step.ON_TURN,
    "6": Step.ATTACK,
    "6.end": Step.REMOVAL,
    "7": Step.AUTO_BATTLERS,
    "7.enemy": Step.ENEMY_AUTO_BATTLERS,
    "end": Step.EXCHANGE_END,
    "leftovers": Step.LEFTOVERS,
    "shop": Step.SHOP,
}


class Status(IntEnum):
    """How a participant stands in the round."""

    OUT = 0
    FIGHTING = 1
    CLEARED = 2


class Felled(IntEnum):
    """By which side a card that is still in its field has been defeated."""

    NO = 0
    BY_PARTICIPANT = 1
    BY_ENEMY = 2
    BY_NOBODY = 3


class Source(IntEnum):
    """What an effect that is being carried out is printed as."""

    SKILL = 1
    RELIC = 2
    SPELL = 3


class EndReason(IntEnum):
    """How a game ends."""

    THREE_ROUNDS = 1
    DECK_OUT = 2


class Rank(IntEnum):
    """The ranks of solo play."""

    NONE = 0
    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4
    QUEEN = 5
    KING = 6


class Cubes(msgspec.Struct, array_like=True):
    """Gold cubes by colour."""

    green: int = 0
    yellow: int = 0
    blue: int = 0


class Equipment(msgspec.Struct, array_like=True, frozen=True):
    """An equipment spell under a card, and whose it is."""

    card: Card
    enemy: bool = False


class Marks(msgspec.Struct, array_like=True):
    """What lies under a place of a line, and what has been done to it beside wounds."""

    equipment: list[Equipment] = []
    hp: int = 0
    attack: int = 0
    halved: int = 0
    turn_hp: int = 0
    turn_attack: int = 0
    held: bool = False
    fresh: list[Card] = []
    spent: list[Card] = []
    felled: Felled = Felled.NO


class Slot(msgspec.Struct, array_like=True):
    """A place of a line: a card, or a stack of two that counts as one; most bear no marks."""

    card: Card
    up: bool = False
    lower: Card = 0
    wounds: int = 0
    marks: Marks | None = None


class Exchange(msgspec.Struct, array_like=True):
    """The exchange of a participant, and what it has come to."""

    number: int = 0
    front: Card = 0
    enemy_front: Card = 0
    idle: int = 0
    before: bytes = b""
    defeat: bool = False
    spell_used: bool = False
    added: list[int] = []
    enemy_added: list[int] = []
    attacked: bool = False
    struck: bool = False
    one_blow: bool = False
    striker: Card = 0
    hit: list[Card] = []
    battlers: list[Card] = []
    rewarded: list[Card] = []


class UseAt(msgspec.Struct, array_like=True, frozen=True):
    """A skill by the card that it is printed on."""

    card: Card
    skill: int = 0


class Due(msgspec.Struct, array_like=True, frozen=True):
    """A reward, or the text of an enemy's spell, that is due, and which side has it."""

    card: Card
    skill: int = 0
    enemy: bool = False
    spell: bool = False


class Frame(msgspec.Struct, array_like=True):
    """An effect that is being carried out: whose, which operation, how often still."""

    card: Card
    skill: int
    enemy: bool
    source: Source
    operation: int = 0
    left: int = 0
    subject: Card = 0
    peeked: list[Card] = []


class Side(msgspec.Struct, array_like=True):
    """All that one participant has, and the enemy line in front."""

    packet: list[Card] = []
    hand: list[Card] = []
    line: list[Slot] = []
    enemy: list[Slot] = []
    waiting: list[Card] = []
    graveyard: list[Card] = []
    enemy_graveyard: list[Card] = []
    relics: list[Card] = []
    spells: list[Card] = []
    stock: list[Card] = []
    carried: list[Card] = []
    display: list[Card] = []
    cubes: Cubes | None = None
    used: Cubes | None = None
    bought: int = 0
    status: Status = Status.OUT
    step: Step = Step.NONE
    exchange: Exchange | None = None
    users: list[UseAt] = []
    due: list[Due] = []
    frames: list[Frame] = []


class Outcome(msgspec.Struct, array_like=True):
    """How the game ended."""

    winner: Seat
    reason: EndReason
    points: list[int]
    remainders: list[int]
    rank: Rank = Rank.NONE


class State(msgspec.Struct, array_like=True):
    """Everything on the table."""

    round: int
    step: Phase
    battle: int
    deck: list[Card]
    discard: list[Card]
    sides: list[Side]
    pending: list[Pending] = []
    outcome: Outcome | None = None
