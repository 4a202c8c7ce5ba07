"""Whatever happens. A record may claim any of these by name and fields."""

from ....kernel.game import Event
from .actions import Card, CladCard, Crossing, Deed, Facing, Mission, Seat, Square
from .state import LegionKind, Strike


class OfCard(Event):
    """Something that happened to one card of a participant."""

    card: Card
    seat: Seat


class MissionsDrawn(Event):
    """An earlier witch drew missions."""

    seat: Seat
    missions: list[Mission]


class MissionsKept(Event):
    """An earlier witch kept missions."""

    seat: Seat
    missions: list[Mission]


class Extended(Event):
    """A player put an extended card into the deck."""

    seat: Seat
    card: Card


class RoundBegan(Event):
    """A round began."""

    round: int


class VoltageRose(Event):
    """The VOLTAGE rose."""

    voltage: int


class CladRebuilt(Event):
    """The clad deck was made again, of so many cards."""

    cards: int


class Forecast(Event):
    """A clad card was laid into a clad slot, face up."""

    card: CladCard
    slot: int


class Drew(OfCard):
    """A player drew a card."""


class Rebuilt(Event):
    """A player's deck was made again, of so many cards."""

    cards: int
    seat: Seat


class Exchanged(Event):
    """A player exchanged a card of the discard pile for one of the extended deck."""

    out: Card
    into: Card
    seat: Seat


class Assigned(Event):
    """Co-op: a player's chip was laid on a turn slot."""

    slot: int
    seat: Seat


class TookBack(Event):
    """A player took the turn cards into hand."""

    cards: list[Card]
    seat: Seat


class Placed(Event):
    """A player laid a turn card on a turn slot."""

    slot: int
    seat: Seat


class PutBackOn(OfCard):
    """A player put a hand card on top of the deck."""


class TurnBegan(Event):
    """A player's turn began."""

    seat: Seat


class ReEntered(Event):
    """A witch came back to the field."""

    square: Square
    seat: Seat


class Moved(Event):
    """A witch moved to a square."""

    square: Square
    seat: Seat


class Gained(Event):
    """A player gained stones."""

    vp: int
    seat: Seat


class MpChanged(Event):
    """A player's MP changed: by how much, and to what."""

    by: int
    mp: int
    seat: Seat


class CpChanged(Event):
    """A player's CP changed: by how much, and to what."""

    by: int
    cp: int
    seat: Seat


class Used(OfCard):
    """A player used a skill card."""


class Shown(OfCard):
    """A player showed a card that could not be used."""


class Discarded(OfCard):
    """A card went to the discard pile as a cost, or from deck or extended deck."""


class Acted(Event):
    """A player took a basic action or a CP action."""

    deed: Deed
    seat: Seat


class Cracked(Event):
    """A player used the crack skill."""

    seat: Seat


class Polluted(Event):
    """A player gained pollution: how much is held now."""

    pollution: int
    seat: Seat


class Hit(Event):
    """The clad or a legion on a square took damage from a player."""

    square: Square
    amount: int
    seat: Seat


class Destroyed(Event):
    """A player destroyed a legion."""

    square: Square
    kind: LegionKind
    seat: Seat


class CladTurned(Event):
    """The clad turned."""

    facing: Facing


class CladMoved(Event):
    """The clad moved to a square."""

    square: Square


class CladHeld(Event):
    """The clad cannot move in this round."""

    seat: Seat


class Trampled(Event):
    """A legion was removed by a piece that takes its square."""

    square: Square


class Appeared(Event):
    """A legion was put on a square."""

    square: Square
    kind: LegionKind


class Dropped(Event):
    """Stones were put on a square."""

    square: Square
    vp: int


class TurnedUp(Event):
    """Solo: the clad card of a slot was turned up."""

    card: CladCard
    slot: int


class Attacked(Event):
    """The clad or legions attack squares."""

    strike: Strike
    squares: list[Square]


class Reduced(Event):
    """A reaction takes something off the damage of an attack."""

    amount: int
    seat: Seat


class Damage(Event):
    """A witch took damage, 0 if all of it was taken off."""

    amount: int
    seat: Seat


class Injured(Event):
    """A witch was injured: the injury gauge, and the stones lost."""

    injuries: int
    lost: int
    seat: Seat


class Triggered(OfCard):
    """A text of a card began to work."""


class Looked(Event):
    """A player looked at the top card of the clad deck."""

    card: CladCard
    seat: Seat


class Revealed(Event):
    """A player revealed the top card of the clad deck."""

    card: CladCard
    seat: Seat


class Peeked(Event):
    """A player looked at cards of the own deck."""

    cards: list[Card]
    seat: Seat


class Returned(OfCard):
    """A card of the discard pile went back to the hand."""


class TokenPut(Event):
    """A ツチグモ was put on a crossing."""

    crossing: Crossing
    seat: Seat


class TokenTaken(Event):
    """A ツチグモ was taken off a crossing."""

    crossing: Crossing
    seat: Seat


class TrapsTurned(Event):
    """A トラバサミ was turned: how many lie face up."""

    ready: int
    seat: Seat


class Counted(Event):
    """A player's cards were counted: the deck, and the cards that the backlash has chosen."""

    cards: list[Card]
    backlash: list[Card]
    seat: Seat


class Scored(Event):
    """What a player came to."""

    stones: int
    deck: int
    injuries: int
    backlash: int
    total: int
    seat: Seat


class Ended(Event):
    """The game ended."""

    winners: list[Seat]
    reason: str
