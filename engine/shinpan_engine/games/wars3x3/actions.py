"""Everything a player may do. The classes mirror `shinpan.wars3x3.v1.action`, members tagged with their number."""

from enum import IntEnum
from typing import Annotated

import msgspec

from ...kernel.text import Names

Card = Annotated[int, Names("card")]
"""A deck card, 1..48."""
MagicNo = Annotated[int, Names("magic")]
"""A magic card, 1..22 for A01..A22."""
Seat = Annotated[int, Names("seat", open=True)]
"""A seat, 1 or 2; 0 is nobody."""


class Attribute(IntEnum):
    """The attribute (属性) of a card; none for the purple cards."""

    NONE = 0
    FIRE = 1
    WATER = 2
    GRASS = 3
    SKY = 4
    ANY = 5
    """Of mana only: it stands for any of the four."""


class Pass(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """Passes on what is optional."""


class Draw(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """1.1: draws the card of the turn."""


class Spell(msgspec.Struct, array_like=True, frozen=True):
    """Cards laid on a unit, or on the topmost spell of the chain that lies on it."""

    target: Card
    with_: list[Card] = msgspec.field(name="with")
    as_: list[int] = msgspec.field(name="as", default_factory=list)
    veil: bool = False


class Remove(msgspec.Struct, array_like=True, frozen=True, tag=4):
    """2.1: all removals of the turn."""

    spells: list[Spell]


class Strengthen(msgspec.Struct, array_like=True, frozen=True, tag=5):
    """2.2: all strengthenings of the turn."""

    spells: list[Spell]


class Counter(msgspec.Struct, array_like=True, frozen=True, tag=6):
    """2.3: all counters of one round."""

    spells: list[Spell]


class Attack(msgspec.Struct, array_like=True, frozen=True, tag=7):
    """3.1 and 3.2: carries out the attack of the step."""


class EndCombat(msgspec.Struct, array_like=True, frozen=True, tag=8):
    """3.3: ends the combat."""


class Lay(msgspec.Struct, array_like=True, frozen=True, tag=9):
    """4.1: lays a territory."""

    card: Card


class Deploy(msgspec.Struct, array_like=True, frozen=True, tag=10):
    """4.2 ①: deploys a unit."""

    card: Card


class Redeploy(msgspec.Struct, array_like=True, frozen=True, tag=11):
    """4.2 ②: redeploys."""

    card: Card
    giving: list[Card]


class EndTurn(msgspec.Struct, array_like=True, frozen=True, tag=12):
    """5.1: ends the turn and passes the marker."""


class Magic(msgspec.Struct, array_like=True, frozen=True, tag=13):
    """Activates a magic."""

    magic: MagicNo


class GrandMagic(msgspec.Struct, array_like=True, frozen=True, tag=14):
    """Activates a grand magic."""

    magic: MagicNo


class Choose(msgspec.Struct, array_like=True, frozen=True, tag=15):
    """Makes a choice while a text resolves."""

    cards: list[Card] = msgspec.field(default_factory=list)
    magic: MagicNo = 0
    number: int = 0
    attribute: Attribute = Attribute.NONE
    yes: bool = False


class StartTerritory(msgspec.Struct, array_like=True, frozen=True, tag=16):
    """Set-up, beginner: three dealt cards become territory."""

    cards: list[Card]


class KeepMagic(msgspec.Struct, array_like=True, frozen=True, tag=17):
    """Set-up: the dealt magics that are kept."""

    magics: list[MagicNo]


class Mulligan(msgspec.Struct, array_like=True, frozen=True, tag=18):
    """Set-up: returns the whole deal for one card fewer."""


class KeepHand(msgspec.Struct, array_like=True, frozen=True, tag=19):
    """Set-up: fixes the opening hand."""

    cards: list[Card]


class Resign(msgspec.Struct, array_like=True, frozen=True, tag=20):
    """Gives the game up (outside the printed rules)."""


ACTS = (
    Pass, Draw, Remove, Strengthen, Counter, Attack, EndCombat, Lay, Deploy, Redeploy, EndTurn, Magic, GrandMagic,
    Choose, StartTerritory, KeepMagic, Mulligan, KeepHand, Resign,
)  # fmt: skip

PASS, DRAW, ATTACK, END_COMBAT, END_TURN, RESIGN = Pass(), Draw(), Attack(), EndCombat(), EndTurn(), Resign()
"""The actions without arguments."""
