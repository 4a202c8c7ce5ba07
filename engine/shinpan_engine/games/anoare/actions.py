"""Everything a player may do. The classes mirror `shinpan.anoare.v1.action`, members tagged with their number."""

from typing import Annotated

import msgspec

from ...kernel.text import Names, Ordered

Card = Annotated[int, Names("card")]
"""A skill card, 1..50; 51..100 in the second box, where both play one character."""
Character = Annotated[int, Names("character")]
"""A character, 1..5."""
Fragment = Annotated[int, Names("fragment")]
"""A fragment, 1..5."""
Seat = Annotated[int, Names("seat", open=True)]
"""A seat, 1 or 2; 0 is nobody."""


class Keep(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """Set-up: keeps one of the two fragments drawn."""

    fragment: Fragment


class GoOn(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """Lets the game go on to its next step."""


class Set(msgspec.Struct, array_like=True, frozen=True, tag=4):
    """行動選択: lays a skill card face down."""

    card: Card


class Pay(msgspec.Struct, array_like=True, frozen=True, tag=5):
    """コスト支払い 1: pays the cost of the used skill, the bottom card first."""

    cards: Annotated[list[Card], Ordered()]


class Pass(msgspec.Struct, array_like=True, frozen=True, tag=6):
    """Declares nothing, or leaves out what is optional."""


class Use(msgspec.Struct, array_like=True, frozen=True, tag=7):
    """コスト支払い 2: uses an effect, with the additional cost, the bottom card first."""

    card: Card = 0
    level: int = 0
    effect: int = 0
    cards: Annotated[list[Card], Ordered()] = msgspec.field(default_factory=list)


class Resolve(msgspec.Struct, array_like=True, frozen=True, tag=8):
    """Names the effect that is resolved next."""

    card: Card = 0
    level: int = 0
    effect: int = 0


class TurnUp(msgspec.Struct, array_like=True, frozen=True, tag=9):
    """Turns the kept fragment up."""

    fragment: Fragment


class CostAt(msgspec.Struct, array_like=True, frozen=True):
    """A cost by its place: the skill under it, and its position from the bottom."""

    skill: Card
    position: int


class Open(msgspec.Struct, array_like=True, frozen=True, tag=10):
    """Turns costs in the opponent's zone face up."""

    costs: list[CostAt]


class Cool(msgspec.Struct, array_like=True, frozen=True, tag=11):
    """One cooldown of one skill in the own zone."""

    card: Card


class CoolRest(msgspec.Struct, array_like=True, frozen=True, tag=12):
    """The regular cooldowns that are left."""


class CoolExtra(msgspec.Struct, array_like=True, frozen=True, tag=13):
    """The extra cooldowns of a player who evaded."""

    cards: list[Card]


class Cooldowns(msgspec.Struct, array_like=True, frozen=True):
    """Free cooldowns of one skill."""

    skill: Card
    times: int


class LevelUp(msgspec.Struct, array_like=True, frozen=True, tag=14):
    """Free cooldowns and the ultra skill of a level-up."""

    cooldowns: list[Cooldowns]
    ultra: Card


ACTS = (Keep, GoOn, Set, Pay, Pass, Use, Resolve, TurnUp, Open, Cool, CoolRest, CoolExtra, LevelUp)

GO_ON, PASS, COOL_REST = GoOn(), Pass(), CoolRest()
"""The actions without arguments."""
