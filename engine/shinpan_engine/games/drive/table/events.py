"""Whatever happens. A record may claim any of these by name and fields."""

from ....kernel.game import Event
from .actions import Card, Enemy, Expansion, Party, Seat, Unit


class OfUnit(Event):
    """Something that happened to one unit of a participant."""

    unit: Unit
    seat: Seat


class WithCard(Event):
    """A participant did something with one card."""

    seat: Seat
    card: Card


class SetsDrawn(Event):
    """The expansions of this game were drawn."""

    sets: list[Expansion]


class Dealt(Event):
    """A player was dealt cards."""

    seat: Seat
    cards: list[Card]


class Picked(OfUnit):
    """A player took a unit."""


class GivenBack(OfUnit):
    """A player gave a unit back to the table."""


class PartyTaken(Event):
    """A player took a ready-made party."""

    party: Party
    seat: Seat


class TurnBegan(Event):
    """A turn began."""

    turn: int
    seat: Seat


class Drew(Event):
    """A player drew a card, from the deck or from the discard."""

    seat: Seat
    card: Card
    pile: str


class Played(Event):
    """A player put cards down, the extra card last."""

    cards: list[Card]
    seat: Seat


class Named(Event):
    """A player said as which number a wild is played."""

    number: int
    seat: Seat


class Passed(Event):
    """A player passed."""

    seat: Seat


class Looked(WithCard):
    """A player looked at the top card of the discard."""


class Swapped(Event):
    """A player exchanged a hand card for the top card of the discard."""

    seat: Seat
    given: Card
    taken: Card


class Joined(Event):
    """Units joined the battle through their colour."""

    units: list[Unit]
    seat: Seat


class Pursued(OfUnit):
    """A unit joined the battle by pursuit."""


class SkillUsed(Event):
    """A skill took effect."""

    unit: Unit
    skill: int
    seat: Seat


class Modified(Event):
    """What skills add to a unit's attack and count of cards in this battle has changed."""

    unit: Unit
    attack: int
    multiplier: int


class Damage(Event):
    """The enemy lost HP."""

    amount: int
    hp: int
    seat: Seat


class Defeated(Event):
    """An enemy was defeated."""

    enemy: Enemy
    seat: Seat


class Mana(Event):
    """A player's mana changed: by how much, and to what."""

    by: int
    mana: int
    seat: Seat


class Appeared(Event):
    """An enemy appeared; `markers` are the spaces of the HP card, of a boss tens and units."""

    enemy: Enemy
    hp: int
    markers: list[int]


class Struck(Event):
    """The players' side took damage: how much, and the cards left in the deck."""

    amount: int
    deck: int


class Healed(Event):
    """Cards went from the discard back to the deck."""

    count: int
    deck: int


class PutDown(WithCard):
    """A player put a hand card on the deck."""


class Lost(WithCard):
    """A player put a hand card on the discard."""


class LeveledUp(Event):
    """A unit rose a level."""

    unit: Unit
    level: int
    seat: Seat


class LeveledDown(Event):
    """A unit fell a level."""

    unit: Unit
    level: int
    seat: Seat


class Charged(Event):
    """The charge chips on a unit changed."""

    unit: Unit
    charge: int
    seat: Seat


class EnemyCharged(Event):
    """The chips on the enemy changed."""

    enemy: Enemy
    charge: int


class EnemyEffect(Event):
    """An effect of an enemy is applied: `part` is appearance, passive or skill."""

    enemy: Enemy
    part: str


class LastingBegan(OfUnit):
    """A continuing effect began."""


class LastingEnded(OfUnit):
    """A continuing effect ended."""


class RoundEnded(Event):
    """The normal round ended: by damage, or because the enemy deck ran out."""

    reason: str


class Kept(Event):
    """A player kept hand cards for the boss round."""

    seat: Seat
    cards: list[Card]


class Rebuilt(Event):
    """The field became the new deck."""

    count: int


class TurnEnded(Event):
    """A turn ended."""

    turn: int


class Ended(Event):
    """The game ended."""

    won: bool
    reason: str
