"""Whatever happens. A record may claim any of these by name and fields."""

from ....kernel.game import Event
from .actions import Card, Fragment, Seat
from .state import Strike


class OfCard(Event):
    """Something that happened to one card of a participant."""

    card: Card
    seat: Seat


class OfAmount(Event):
    """So much for a participant."""

    amount: int
    seat: Seat


class FragmentsDrawn(Event):
    """A player drew two fragments."""

    seat: Seat
    fragments: list[Fragment]


class FragmentKept(Event):
    """A player laid a fragment face down."""

    seat: Seat
    fragment: Fragment


class FragmentDiscarded(Event):
    """A fragment was revealed and discarded."""

    fragment: Fragment
    seat: Seat


class TurnBegan(Event):
    """A turn began."""

    turn: int


class Shifted(Event):
    """The distance changed: by how much, and to what."""

    by: int
    distance: int


class StoredRemoved(OfAmount):
    """Stored damage was removed."""


class Laid(Event):
    """A player set a card."""

    seat: Seat
    card: Card


class Idle(Event):
    """A player could not set a card."""

    seat: Seat


class Revealed(OfCard):
    """A set card was revealed."""


class Paid(Event):
    """A player paid cards, face down."""

    count: int
    seat: Seat


class Used(Event):
    """A player used an effect."""

    card: Card
    level: int
    effect: int
    seat: Seat


class Triggered(Event):
    """An effect that was due is resolved."""

    card: Card
    level: int
    effect: int
    seat: Seat


class TurnedUp(Event):
    """A fragment was turned up."""

    fragment: Fragment
    seat: Seat


class Attack(OfAmount):
    """The attack of a skill."""


class Judged(Event):
    """The critical judgement on a player's skill."""

    strike: Strike
    seat: Seat


class Damage(Event):
    """A player received damage: `kind` is skill, effect or cost."""

    amount: int
    seat: Seat
    kind: str


class Healed(OfAmount):
    """A player gained life."""


class Moved(OfCard):
    """A used skill went to the cooldown zone with its costs."""


class Opened(Event):
    """A cost was turned face up: the card, the skill it lies on, and whose zone it is."""

    card: Card
    skill: Card
    position: int
    seat: Seat


class Uprighted(Event):
    """The top cost of a skill with double cooldown was turned upright."""

    skill: Card
    seat: Seat


class Returned(OfCard):
    """A card went back to its owner's hand."""


class TookUltra(OfCard):
    """A player took an ultra skill into hand."""


class LeveledUp(Event):
    """A character's level rose."""

    level: int
    seat: Seat


class TurnEnded(Event):
    """A turn ended."""

    turn: int


class Ended(Event):
    """The game ended."""

    winner: Seat
    reason: str
