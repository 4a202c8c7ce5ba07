"""Everything a participant may do. The classes mirror `shinpan.swordrion.v1.action`, members tagged with a number."""

from enum import IntEnum
from typing import Annotated

import msgspec

from ...kernel.text import Names

Card = Annotated[int, Names("card")]
"""A card, by its code number; 0 is none, or one that is not known."""
Seat = Annotated[int, Names("seat")]
"""A participant, 1 or 2; 0 is nobody."""


class Colour(IntEnum):
    """The colours of the gold cubes."""

    GREEN = 1
    YELLOW = 2
    BLUE = 3


class Pick(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """Draft: picks a card of the packet held."""

    card: Card


class Replace(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """Solo: discards cards of the first hand and draws as many."""

    cards: list[Card]


class Lay(msgspec.Struct, array_like=True, frozen=True, tag=4):
    """バトル準備: lays a hand card at the right end of the own line."""

    card: Card


class Relics(msgspec.Struct, array_like=True, frozen=True, tag=5):
    """バトル準備: the relics that are in place from now on."""

    cards: list[Card]


class Pass(msgspec.Struct, array_like=True, frozen=True, tag=6):
    """Leaves out what need not be done."""


class Drop(msgspec.Struct, array_like=True, frozen=True, tag=7):
    """Puts a spell beyond the limit into the graveyard."""

    card: Card


class Cast(msgspec.Struct, array_like=True, frozen=True, tag=8):
    """Uses a spell."""

    card: Card


class Use(msgspec.Struct, array_like=True, frozen=True, tag=9):
    """Uses a skill of a card on either field or of a fallen one, or the effect of a relic."""

    card: Card
    skill: int = 0


class Summon(msgspec.Struct, array_like=True, frozen=True, tag=10):
    """Lays a 召喚 card from the hand."""

    card: Card


class Attack(msgspec.Struct, array_like=True, frozen=True, tag=11):
    """The front attacks."""


class Target(msgspec.Struct, array_like=True, frozen=True, tag=12):
    """Names the card of a field that an effect is for, by its place from the left."""

    place: int
    enemy: bool = False


class Take(msgspec.Struct, array_like=True, frozen=True, tag=13):
    """Names the card of a graveyard that an effect is for."""

    card: Card


class Merge(msgspec.Struct, array_like=True, frozen=True, tag=14):
    """Merges two cards of a field by their places; 0 is the card that is being laid."""

    upper: int
    lower: int


class Add(msgspec.Struct, array_like=True, frozen=True, tag=15):
    """Adds additional damage to the attack."""


class Under(msgspec.Struct, array_like=True, frozen=True, tag=16):
    """Puts a card that is left over under the deck, by its place among those that are left."""

    place: int


class Buy(msgspec.Struct, array_like=True, frozen=True, tag=17):
    """Buys a card with so many cubes of each colour."""

    card: Card
    green: int = 0
    yellow: int = 0
    blue: int = 0


class Redraw(msgspec.Struct, array_like=True, frozen=True, tag=18):
    """マリガン: discards a card of the display for a cube and draws another."""

    card: Card
    cube: Colour


class Stock(msgspec.Struct, array_like=True, frozen=True, tag=19):
    """Carries a card over to the next shopping for a cube."""

    card: Card
    cube: Colour


class Done(msgspec.Struct, array_like=True, frozen=True, tag=20):
    """Ends one's shopping."""


class AttackWith(msgspec.Struct, array_like=True, frozen=True, tag=21):
    """A front that is a stack attacks in the way of one of its cards, or an auto battler attacks."""

    card: Card


ACTS = (
    Pick, Replace, Lay, Relics, Pass, Drop, Cast, Use, Summon, Attack, Target, Take, Merge, Add, Under, Buy, Redraw,
    Stock, Done, AttackWith,
)  # fmt: skip

PASS, ATTACK, ADD, DONE = Pass(), Attack(), Add(), Done()
"""The actions without arguments."""
