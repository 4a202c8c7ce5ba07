"""The whole state of a game. The classes mirror `shinpan.drive.v1.state`, fields in its order."""

from enum import IntEnum

import msgspec

from ...kernel.answers import Pending
from .actions import Card, Enemy, Expansion, Party, Seat, Unit

STARTING_LEVEL = 1
"""DR-P5.3-2."""


class Round(IntEnum):
    """The rounds of a game: 準備, 通常戦闘ラウンド, ボスバトルラウンド."""

    PREPARATION = 0
    NORMAL = 1
    BOSS = 2


class Step(IntEnum):
    """The steps of a turn, with what comes before and between."""

    PARTY = 1
    PARTNER = 2
    DRAW = 3
    PLAY = 4
    JOIN = 5
    PURSUIT = 6
    DAMAGE = 7
    BATTLE_END = 8
    BONUS = 9
    ACTION = 10
    ENEMY = 11
    TURN_END = 12
    ROUND_END = 13
    HAND_RESET = 14
    BOSS_APPEARS = 15
    OVER = 16


PRINTED_STEPS = {
    "party": Step.PARTY,
    "partner": Step.PARTNER,
    "1": Step.DRAW,
    "2": Step.PLAY,
    "3.1": Step.JOIN,
    "3.2": Step.PURSUIT,
    "3.3": Step.DAMAGE,
    "3.5": Step.BATTLE_END,
    "4": Step.BONUS,
    "5": Step.ACTION,
    "6": Step.ENEMY,
    "7": Step.TURN_END,
    "round_end": Step.ROUND_END,
    "boss.1": Step.HAND_RESET,
    "boss.3": Step.BOSS_APPEARS,
}


class FrameKind(IntEnum):
    """What is going on inside a step, one thing within another."""

    DUES = 1
    SKILL = 2
    DRAWING = 3
    ENEMY_EFFECT = 4
    LASTING_END = 5


class EnemyPart(IntEnum):
    """Which effects of an enemy card."""

    NONE = 0
    APPEARANCE = 1
    PASSIVE = 2
    SKILL = 3


class Member(msgspec.Struct, array_like=True):
    """A unit of a party."""

    unit: Unit
    level: int = STARTING_LEVEL
    charge: int = 0
    used: bool = False
    spent: list[int] = []


class Side(msgspec.Struct, array_like=True):
    """What one player has."""

    hand: list[Card] = []
    mana: int = 0
    party: list[Member] = []
    knows: list[Card] = []
    drafted: bool = False


class Foe(msgspec.Struct, array_like=True):
    """The current enemy."""

    card: Enemy = 0
    hp: int = 0
    charge: int = 0


class Fighter(msgspec.Struct, array_like=True, frozen=True):
    """A unit in the battle, or one that may still join it; `pursuit` is how often its attack counts by its skill, 0 of
    a unit that joined by its colour."""

    unit: Unit
    pursuit: int = 0


class Change(msgspec.Struct, array_like=True):
    """What skills have added to a unit for the battle of this turn."""

    unit: Unit
    attack: int = 0
    multiplier: int = 0


class Gains(msgspec.Struct, array_like=True, frozen=True):
    """A card bonus not yet gained."""

    card: Card
    level_up: bool


class Due(msgspec.Struct, array_like=True, frozen=True):
    """A triggered skill that has not taken effect."""

    seat: Seat
    unit: Unit
    skill: int


class Lasting(msgspec.Struct, array_like=True, frozen=True):
    """A continuing effect on shared places, by the skill that made it."""

    seat: Seat
    unit: Unit
    skill: int


class Frame(msgspec.Struct, array_like=True):
    """Something in the middle of its resolution."""

    kind: FrameKind
    seat: Seat = 0
    unit: Unit = 0
    skill: int = 0
    enemy: Enemy = 0
    part: EnemyPart = EnemyPart.NONE
    x: int = 0
    at: int = 0
    left: int = 0
    seats: list[Seat] = []
    dues: list[Due] = []


class EndReason(IntEnum):
    """The two ways a game ends [DR-W-1] [DR-W-2]."""

    BOSS_DEFEATED = 1
    DECK_EXCEEDED = 2


class Outcome(msgspec.Struct, array_like=True):
    """How the game ended: all win or lose together."""

    won: bool
    reason: EndReason


class State(msgspec.Struct, array_like=True):
    """Everything on the table."""

    round: Round
    turn: int
    active: Seat
    step: Step
    one_human: bool
    sides: list[Side]
    deck: list[Card] = []
    discard: list[Card] = []
    field: list[Card] = []
    enemy: Foe | None = None
    enemy_deck: list[Enemy] = []
    pile: list[Enemy] = []
    boss: Enemy = 0
    sets: list[Expansion] = []
    table_units: list[Unit] = []
    parties: list[Party] = []
    lap: int = 0
    played: list[Card] = []
    extra: Card = 0
    numbers: list[int] = []
    pursuers: list[Fighter] = []
    fighters: list[Fighter] = []
    changes: list[Change] = []
    held: list[Due] = []
    gains: list[Gains] = []
    rising: list[Unit] = []
    attacker: Enemy = 0
    frames: list[Frame] = []
    waiting: list[Due] = []
    lasting: list[Lasting] = []
    losses: int = 0
    pending: list[Pending] = []
    outcome: Outcome | None = None
