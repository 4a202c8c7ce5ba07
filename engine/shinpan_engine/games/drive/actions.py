"""Everything a player may do. The classes mirror `shinpan.drive.v1.action`, members tagged with their number."""

from typing import Annotated

import msgspec

from ...kernel.text import Names, Ordered

Card = Annotated[int, Names("card")]
"""A circuit card, 1..54."""
Unit = Annotated[int, Names("unit")]
"""A unit: 1..20 of the base set, 21..26 for solo play, from 27 on of expansions."""
Enemy = Annotated[int, Names("enemy")]
"""An enemy: 1..12 normal, 13 the gate, 14 Faust, 15..18 bosses, from 19 on of expansions."""
Party = Annotated[int, Names("party")]
"""A ready-made party, 1..4."""
Expansion = Annotated[int, Names("set")]
"""An expansion set."""
Seat = Annotated[int, Names("seat", open=True)]
"""A seat, 1..4; 0 is nobody."""


class Pick(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """準備④: takes a unit off the table, after giving own ones back where nothing else fits."""

    unit: Unit
    returned: list[Unit] = []


class TakeParty(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """準備④: takes one of the ready-made parties."""

    party: Party


class TakePartner(msgspec.Struct, array_like=True, frozen=True, tag=4):
    """ソロ・パートナーモード: chooses the partner's unit."""

    unit: Unit


class Pass(msgspec.Struct, array_like=True, frozen=True, tag=5):
    """パス宣言: plays no card, or picks no further unit."""


class Play(msgspec.Struct, array_like=True, frozen=True, tag=6):
    """Plays a set, the lowest card first, and the extra card of a + icon."""

    cards: Annotated[list[Card], Ordered()]
    extra: list[Card] = []


class Name(msgspec.Struct, array_like=True, frozen=True, tag=7):
    """Says as which of its numbers a number-wild is played."""

    number: int = 0


class Swap(msgspec.Struct, array_like=True, frozen=True, tag=8):
    """After a pass: gives a hand card for the top card of the discard."""

    card: Card


class Pursue(msgspec.Struct, array_like=True, frozen=True, tag=9):
    """追撃: a unit joins the battle by its own skill."""

    unit: Unit


class Use(msgspec.Struct, array_like=True, frozen=True, tag=10):
    """Uses a skill, or names the one that takes effect next."""

    unit: Unit
    skill: int = 0
    x: int = 0


class Gain(msgspec.Struct, array_like=True, frozen=True, tag=11):
    """カードボーナス: names the card whose bonus is gained next."""

    card: Card
    level_up: bool = False


class Raise(msgspec.Struct, array_like=True, frozen=True, tag=12):
    """Names the unit that rises next."""

    unit: Unit


class Lower(msgspec.Struct, array_like=True, frozen=True, tag=13):
    """Names the unit that falls one level."""

    unit: Unit


class LevelUp(msgspec.Struct, array_like=True, frozen=True, tag=14):
    """アクションステップ: pays 3 mana and raises a unit."""

    unit: Unit


class Take(msgspec.Struct, array_like=True, frozen=True, tag=15):
    """Draws from the deck, since the discard is empty."""


class PutBack(msgspec.Struct, array_like=True, frozen=True, tag=16):
    """手札から回復: puts a hand card on the deck."""

    card: Card


class Discard(msgspec.Struct, array_like=True, frozen=True, tag=17):
    """手札破棄: puts a hand card on the discard."""

    card: Card


class Keep(msgspec.Struct, array_like=True, frozen=True, tag=18):
    """手札のリセット: keeps these hand cards, none or up to two."""

    cards: list[Card] = []


class GoOn(msgspec.Struct, array_like=True, frozen=True, tag=19):
    """Chooses nothing, and what is optional is left out. Where something is compulsory, the next of it in its order
    follows instead, and what is then still open is asked again."""


ACTS = (
    Pick, TakeParty, TakePartner, Pass, Play, Name, Swap, Pursue, Use, Gain, Raise, Lower, LevelUp, Take, PutBack,
    Discard, Keep, GoOn,
)  # fmt: skip

PASS, TAKE, GO_ON = Pass(), Take(), GoOn()
"""The actions without arguments."""
