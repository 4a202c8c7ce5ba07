"""Everything a player may do. The classes mirror `shinpan.hackclad.v1.action`, members tagged with their number."""

from enum import IntEnum
from typing import Annotated

import msgspec

from ...kernel.text import Names, Ordered

Card = Annotated[int, Names("card")]
"""A skill card: 16 for each character, those of a second copy of the game after all others."""
CladCard = Annotated[int, Names("clad")]
"""A clad card, 1..12."""
Character = Annotated[int, Names("character", open=True)]
"""A character: 1..5, and earlier witches."""
Mission = Annotated[int, Names("mission")]
"""A mission of an earlier witch."""
Square = Annotated[int, Names("square", open=True)]
"""A square, row by row from the south-west; 0 is none."""
Crossing = Annotated[int, Names("crossing", open=True)]
"""A crossing of the grid of ツチグモ, by the square south-west of it; 0 is none."""
Seat = Annotated[int, Names("seat", open=True)]
"""A seat, 1..4; 0 is nobody."""


class Facing(IntEnum):
    """A direction on the field."""

    NONE = 0
    NORTH = 1
    EAST = 2
    SOUTH = 3
    WEST = 4


class Deed(IntEnum):
    """What a basic action or a CP action does."""

    NONE = 0
    MOVE = 1
    MP = 2
    GUARD = 3
    DRAW = 4


class Extend(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """Set-up: puts one extended card into the deck."""

    card: Card


class Keep(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """Set-up of an earlier witch: keeps two of the five missions drawn."""

    missions: list[Mission]


class ReEnter(msgspec.Struct, array_like=True, frozen=True, tag=4):
    """復帰処理: puts the witch back on the field."""

    square: Square


class Place(msgspec.Struct, array_like=True, frozen=True, tag=5):
    """ドラフト 3: lays a hand card face down on a turn slot."""

    card: Card
    slot: int


class PutBack(msgspec.Struct, array_like=True, frozen=True, tag=6):
    """Puts a hand card on top of the own deck."""

    card: Card


class Use(msgspec.Struct, array_like=True, frozen=True, tag=7):
    """Uses a skill card, on the own turn or in answer to an attack."""

    card: Card
    facing: Facing = Facing.NONE
    targets: list[Square] = []
    cp: int = 0
    discards: list[Card] = []
    crossing: Crossing = 0


class Basic(msgspec.Struct, array_like=True, frozen=True, tag=8):
    """基本アクション: pays a hand card."""

    deed: Deed
    card: Card
    square: Square = 0


class Spend(msgspec.Struct, array_like=True, frozen=True, tag=9):
    """CPアクション."""

    deed: Deed
    square: Square = 0


class Crack(msgspec.Struct, array_like=True, frozen=True, tag=10):
    """Uses the crack skill."""


class Activate(msgspec.Struct, array_like=True, frozen=True, tag=11):
    """An action that the board or a text in the discard pile grants."""

    card: Card = 0


class EndTurn(msgspec.Struct, array_like=True, frozen=True, tag=12):
    """Ends the own turn."""


class Pass(msgspec.Struct, array_like=True, frozen=True, tag=13):
    """Takes no reaction, or leaves out what is optional."""


class Declare(msgspec.Struct, array_like=True, frozen=True, tag=14):
    """Shows a hand card that cannot be used now and takes it back."""

    card: Card


class Swap(msgspec.Struct, array_like=True, frozen=True, tag=15):
    """デッキの再構成 2: exchanges a card."""

    out: Card
    into: Card


class Move(msgspec.Struct, array_like=True, frozen=True, tag=16):
    """Moves the witch to a square."""

    square: Square


class Target(msgspec.Struct, array_like=True, frozen=True, tag=17):
    """Names the clad or legion that is hit."""

    square: Square


class Choose(msgspec.Struct, array_like=True, frozen=True, tag=18):
    """Chooses what a text offers."""

    options: Annotated[list[int], Ordered()]


class Take(msgspec.Struct, array_like=True, frozen=True, tag=19):
    """Takes a card that a text lets the player choose."""

    card: Card


class Deploy(msgspec.Struct, array_like=True, frozen=True, tag=20):
    """操甲-配備: puts a ツチグモ on a crossing."""

    crossing: Crossing


class Shift(msgspec.Struct, array_like=True, frozen=True, tag=21):
    """操甲-移動: moves a ツチグモ."""

    crossing: Crossing
    to: Crossing


class Gather(msgspec.Struct, array_like=True, frozen=True, tag=22):
    """操甲-採集: gains the stones of a square."""

    square: Square


class Withdraw(msgspec.Struct, array_like=True, frozen=True, tag=23):
    """Takes ツチグモ off the field."""

    crossings: list[Crossing]


class Push(msgspec.Struct, array_like=True, frozen=True, tag=24):
    """Chooses the direction of a knockback."""

    facing: Facing


class Give(msgspec.Struct, array_like=True, frozen=True, tag=25):
    """Says who gains a drop on a square that several share."""

    seat: Seat


ACTS = (
    Extend, Keep, ReEnter, Place, PutBack, Use, Basic, Spend, Crack, Activate, EndTurn, Pass, Declare, Swap, Move,
    Target, Choose, Take, Deploy, Shift, Gather, Withdraw, Push, Give,
)  # fmt: skip

CRACK, END_TURN, PASS = Crack(), EndTurn(), Pass()
"""The actions without arguments."""
