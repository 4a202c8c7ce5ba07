"""Whatever happens. A record may claim any of these by name and fields."""

from ....kernel.game import Event
from .actions import Card, Colour, Seat


class OfCard(Event):
    """Something that happened to one card of a participant."""

    card: Card
    seat: Seat


class OfCards(Event):
    """Something that happened to some cards of a participant."""

    seat: Seat
    cards: list[Card]


class Dealt(OfCards):
    """A participant drew cards at the start, for the first hand or by a replacement."""


class Picked(Event):
    """A participant picked a card of the draft."""

    seat: Seat
    card: Card


class Replaced(OfCards):
    """A participant discarded cards of the first hand."""


class RoundBegan(Event):
    """A round began."""

    round: int


class Laid(Event):
    """A card came to a field."""

    card: Card
    seat: Seat
    enemy: bool


class RelicPlaced(OfCard):
    """A card was made a relic."""


class RelicDiscarded(OfCard):
    """A relic was exchanged."""


class BattleBegan(Event):
    """An enemy line was laid face down."""

    battle: int
    count: int
    seat: Seat


class ExchangeBegan(Event):
    """An exchange began: its number and the two fronts."""

    number: int
    front: Card
    enemy: Card
    seat: Seat


class TurnedUp(OfCard):
    """A face-down enemy was turned up."""


class PutAside(OfCard):
    """A 召喚 card of the enemy side was put aside."""


class Discarded(OfCard):
    """A card was put on the discard pile."""


class Dropped(OfCard):
    """A spell beyond the limit was put into the graveyard."""


class WasCast(OfCard):
    """A spell was used."""


class Equipped(Event):
    """An equipment was merged with a card."""

    card: Card
    bearer: Card
    seat: Seat


class Used(Event):
    """A skill, relic or reward was used."""

    card: Card
    skill: int
    seat: Seat


class Attacked(Event):
    """A card attacked: with what strength."""

    card: Card
    strength: int
    seat: Seat


class Damage(Event):
    """A card received damage, block taken off."""

    amount: int
    card: Card
    seat: Seat


class Wounded(Event):
    """A card bears so many wounds now."""

    wounds: int
    card: Card
    seat: Seat


class Healed(Event):
    """A card bears so many wounds still."""

    wounds: int
    card: Card
    seat: Seat


class Strengthened(Event):
    """HP and attack of a card were changed."""

    hp: int
    attack: int
    card: Card
    seat: Seat


class Halved(OfCard):
    """The HP of a card was halved."""


class Held(OfCard):
    """A card is kept from attacking."""


class Kept(Event):
    """Additional damage waits for the attack."""

    amount: int
    seat: Seat


class Merged(Event):
    """Two cards are one stack."""

    upper: Card
    lower: Card
    seat: Seat


class Defeated(Event):
    """A card went to a graveyard."""

    card: Card
    enemy: bool
    seat: Seat


class StruckDown(Event):
    """Two fronts, or all that stands, struck each other down because the battle did not move on."""

    exchanges: int
    seat: Seat


class Gained(Event):
    """A participant received cubes."""

    count: int
    colour: Colour
    seat: Seat


class Cleared(Event):
    """A participant cleared a battle."""

    battle: int
    seat: Seat


class WentOut(Event):
    """A participant's round is over."""

    round: int
    seat: Seat


class Returned(Event):
    """So many cards went under the deck."""

    count: int
    seat: Seat


class Drew(OfCards):
    """A participant drew cards by an effect."""


class Shown(OfCard):
    """A card was put on display."""


class Bought(OfCard):
    """A card was bought."""


class Overpaid(OfCard):
    """A card was bought with cubes of which one could have been left out."""


class Stocked(OfCard):
    """A card is carried over to the next shopping."""


class Scored(Event):
    """A participant's points, and the cubes left over."""

    points: int
    remainder: int
    seat: Seat


class Ended(Event):
    """The game ended."""

    winner: Seat
    reason: str
    rank: str
