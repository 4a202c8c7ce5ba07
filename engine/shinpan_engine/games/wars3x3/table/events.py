"""Whatever happens. A record may claim any of these by name and fields."""

from ....kernel.game import Event
from ....kernel.play.numbers import Amount
from .actions import Attribute, Card, MagicNo, Seat


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


class Drew(Event):
    """A player drew a card."""

    card: Card
    seat: Seat


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


class Destroyed(Event):
    """A unit was destroyed."""

    card: Card
    seat: Seat


class Returned(Event):
    """A unit returned to its owner's hand."""

    card: Card
    seat: Seat


class Discarded(Event):
    """A card went to the discard."""

    card: Card
    seat: Seat


class Power(Event):
    """What an attack is made with, and what stands against it."""

    attack: Amount
    defence: Amount


class Damage(Event):
    """A player took damage."""

    amount: int
    seat: Seat


class Blocked(Event):
    """An attack did not get through."""


class GainedLife(Event):
    """A player gained life."""

    amount: int
    seat: Seat


class Laid(Event):
    """A card became territory."""

    seat: Seat
    card: Card


class Deployed(Event):
    """A unit came into play."""

    card: Card
    seat: Seat


class GivenUp(Event):
    """A unit was given up for a redeployment."""

    card: Card
    seat: Seat


class Shown(Event):
    """A player showed hand cards."""

    seat: Seat
    cards: list[Card]


class Activated(Event):
    """A magic was activated."""

    magic: MagicNo
    seat: Seat


class Revealed(Event):
    """A player's magic card was turned face up by an effect."""

    magic: MagicNo
    seat: Seat


class GrandActivated(Event):
    """A grand magic was activated: its card was shown and excluded."""

    magic: MagicNo
    seat: Seat


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


class TerritoryRaised(Event):
    """A player's territory value went up for the strategy step of the turn."""

    amount: int
    seat: Seat


class TurnEnded(Event):
    """A turn ended."""

    turn: int


class Ended(Event):
    """The game ended."""

    winner: Seat
    reason: str


EVENTS = (
    Dealt, MagicsDealt, MentorDealt, DealReturned, PutUnder, TurnBegan, Drew, Declared, Fizzled, Strengthened, Veiled,
    Increased, Destroyed, Returned, Discarded, Power, Damage, Blocked, GainedLife, Laid, Deployed, GivenUp, Shown,
    Activated, Revealed, GrandActivated, Negated, NegationFailed, StrengtheningNegated, Kept, Exchanged, Protected,
    ManaGained, TerritoryRaised, TurnEnded, Ended,
)  # fmt: skip
