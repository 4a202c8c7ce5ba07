"""Whatever happens. A record may claim any of these by name and fields."""

from ....kernel.game import Event
from ....kernel.play.numbers import Amount
from .actions import Attribute, Card, MagicNo, Seat


class OfCard(Event):
    """Something that happened to one card of a participant."""

    card: Card
    seat: Seat


class OfAmount(Event):
    """So much for a participant."""

    amount: int
    seat: Seat


class OfMagic(Event):
    """Something that happened to one magic of a participant."""

    magic: MagicNo
    seat: Seat


class Dealt(Event):
    """Cards came to a player before turn 1."""

    seat: Seat
    cards: list[Card]


class MagicsDealt(Event):
    """Magics came to a player before turn 1."""

    seat: Seat
    magics: list[MagicNo]


class MentorDealt(Event):
    """A mentor came to a player before turn 1."""

    seat: Seat
    card: Card


class DealReturned(Event):
    """A player returned the whole deal in a mulligan."""

    seat: Seat
    mulligans: int


class PutUnder(Event):
    """The deal's unchosen cards were mixed and put under the deck."""

    count: int


class TurnBegan(Event):
    """A turn began."""

    turn: int
    seat: Seat


class Drew(OfCard):
    """A player drew a card."""


class Declared(Event):
    """A spell or a counter was laid on a unit."""

    target: Card
    cards: list[Card]


class Fizzled(Event):
    """A declared spell was countered."""

    target: Card


class Strengthened(Event):
    """A unit was strengthened."""

    card: Card
    amount: Amount


class Veiled(Event):
    """A unit gained 透過 through 透化."""

    card: Card


class Increased(Event):
    """A unit's power was increased."""

    card: Card
    amount: int


class Destroyed(OfCard):
    """A unit was destroyed."""


class Returned(OfCard):
    """A unit returned to its owner's hand."""


class Discarded(OfCard):
    """A card went to the discard."""


class Power(Event):
    """What an attack is made with, and what stands against it."""

    attack: Amount
    defence: Amount


class Damage(OfAmount):
    """A player took damage."""


class Blocked(Event):
    """An attack did not get through."""


class GainedLife(OfAmount):
    """A player gained life."""


class Laid(Event):
    """A card became territory."""

    seat: Seat
    card: Card


class Deployed(OfCard):
    """A unit came into play."""


class GivenUp(OfCard):
    """A unit was given up for a redeployment."""


class Shown(Event):
    """A player showed hand cards."""

    seat: Seat
    cards: list[Card]


class Activated(OfMagic):
    """A magic was activated."""


class Revealed(OfMagic):
    """A player's magic card was turned face up by an effect."""


class GrandActivated(OfMagic):
    """A grand magic was activated: its card was shown and excluded."""


class Negated(Event):
    """A magic was negated."""

    magic: MagicNo


class NegationFailed(Event):
    """A magic could not be negated."""

    magic: MagicNo


class StrengtheningNegated(Event):
    """A strengthening was negated."""

    target: Card


class Kept(Event):
    """Cards of the discard stayed there, and all others were excluded."""

    cards: list[Card]


class Exchanged(Event):
    """A player took cards from the discard for hand cards."""

    taken: list[Card]
    given: list[Card]
    seat: Seat


class Protected(Event):
    """A player's magics cannot be negated this turn."""

    seat: Seat


class ManaGained(Event):
    """A player has one mana of an attribute for the turn."""

    attribute: Attribute
    seat: Seat


class TerritoryRaised(OfAmount):
    """A player's territory value went up for the strategy step of the turn."""


class TurnEnded(Event):
    """A turn ended."""

    turn: int


class Ended(Event):
    """The game ended."""

    winner: Seat
    reason: str
