"""The table: the state of a game, and the moves that more than one chapter makes."""

from bisect import insort
from dataclasses import dataclass
from enum import IntEnum

from ....kernel.judging.record import Header
from ....kernel.play.chance import Chance
from ....kernel.play.decisions import Act
from ....kernel.play.match import Table, untouched
from ....kernel.play.violations import Violation
from ..cards.cards import Cards
from ..cards.texts import Condition, Relic, Strengthen
from . import events
from .actions import Colour
from .misplaced import misplaced
from .options import ByColour, Setup
from .state import Cubes, Exchange, Felled, Marks, Phase, Side, Slot, State

START_CUBES = ByColour(1, 0, 0)
"""One green cube [SW-1.4-2], with which every side is made [SW-1.4-1]."""
SCORE_DIVISORS = ByColour(3, 3, 1)
"""Cubes of each colour that make one point [SW-5.1-2]."""
NOBODY = untouched(Side)
"""Whose fields have place 0 in lists by seat."""


class Field:
    """One of the two fields in front of a participant: 味方 is the participant, 相手 the automata [SW-3.1-19]."""

    def __init__(self, seat: int, side: Side, enemy: bool) -> None:
        self.seat = seat
        self.side = side
        self.enemy = enemy
        self.by = Felled.BY_ENEMY if enemy else Felled.BY_PARTICIPANT
        """What it defeats remembers it so [SW-K.6-6]."""
        self.against = Felled.BY_PARTICIPANT if enemy else Felled.BY_ENEMY
        """The side that fights against it."""
        self.line: list[Slot] = side.enemy if enemy else side.line
        """Its cards, the front first. A side keeps its lists and changes them in place, so these are the same."""
        self.graveyard: list[int] = side.enemy_graveyard if enemy else side.graveyard
        """Where its cards go [SW-Z.1-2]."""

    @property
    def front(self) -> int:
        """The card that fights for it in this exchange; 0 once that has fallen."""
        exchange = exchange_of(self.side)
        return exchange.enemy_front if self.enemy else exchange.front

    @property
    def kept(self) -> list[int]:
        """The additional damage that waits for the blow of its front."""
        exchange = self.side.exchange
        assert exchange is not None, "asked in battle only"
        return exchange.enemy_added if self.enemy else exchange.added

    def slot_of(self, card: int) -> Slot | None:
        """The place where a card lies, upper or lower; 0 lies nowhere."""
        if card:
            for slot in self.line:
                if card in (slot.card, slot.lower):
                    return slot
        return None


@dataclass
class Aura:
    """A standing value change: the field of the card that has it, that card, what it does, its condition, and the field
    whose cards it changes."""

    field: Field
    card: int
    op: Strengthen
    condition: Condition | None
    changes: Field


class SwordrionTable(Table):
    """A table of ソードリオン. The rules of each chapter work on it. A participant has a `Side` with all zones of their
    own; only the deck and the discard pile are common [SW-1.1-3]."""

    setup: Setup
    cards: Cards
    state: State
    side: list[Side]

    def __init__(self, header: Header, chance: Chance, cards: Cards) -> None:
        start: ByColour = header.setup.start_cubes or START_CUBES
        sides = [Side(cubes=Cubes(start.green, start.yellow, start.blue)) for _ in range(header.seats)]
        super().__init__(header, chance, State(0, Phase.SETUP, 0, [], [], sides))
        self.cards = cards
        by_seat = [NOBODY, *sides]
        self.own = [Field(seat, side, False) for seat, side in enumerate(by_seat)]
        self.enemies = [Field(seat, side, True) for seat, side in enumerate(by_seat)]
        self.fields = list(zip(self.own, self.enemies, strict=True))
        """By seat, the fields in front of each participant."""
        self.auras: list[tuple[Aura, ...] | None] = [None] * (header.seats + 1)
        """By seat, the standing value changes in force; None where those that give any have changed since."""
        self.relic_texts: list[dict[str, list[tuple[int, Relic]]] | None] = [None] * (header.seats + 1)
        """By seat, the texts of the relics in place, by their moment; None where these have changed since."""
        self.seen: dict[int, None] = {}
        """The cards that have lain open in a field or been used, so that the game rests on their data."""

    def comes_to(self, step: IntEnum) -> None:
        self.state.phase = Phase(step)

    def misplaced(self, seat: int, act: Act) -> Violation:
        return misplaced(self.state, seat, act)

    def field(self, seat: int, enemy: bool) -> Field:
        """A field of a participant, by whose it is."""
        return self.enemies[seat] if enemy else self.own[seat]

    def foe(self, field: Field) -> Field:
        """The field that fights against another."""
        return self.own[field.seat] if field.enemy else self.enemies[field.seat]

    def draw(self, clause: str) -> int:
        """The top card of the common deck [SW-Z.2-1]."""
        (card,) = self.known(self.state.deck[:1], clause)
        del self.state.deck[0]
        return card

    def to_hand(self, seat: int, card: int) -> None:
        """Puts a card into the hand, however many there are [SW-Z.7-2]."""
        insort(self.side[seat].hand, card)

    def discard(self, seat: int, card: int, clause: str) -> None:
        """Puts a card face up on the common discard pile [SW-Z.3-1]."""
        self.state.discard.append(card)
        self.events.append(events.Discarded(card=card, seat=seat, clause=clause))

    def show(self, seat: int, count: int) -> None:
        """Cards from the deck come to the display, as many as there are [SW-4.5-5]."""
        side = self.side[seat]
        for _ in range(min(count, len(self.state.deck))):
            card = self.draw("SW-4.5-5")
            side.display = sorted([*side.display, card])
            self.events.append(events.Shown(card=card, seat=seat, clause="SW-4.5-5"))

    def gain(self, seat: int, colour: Colour, count: int, clause: str) -> None:
        """Gives gold cubes of one of the three colours; × are no cubes of a participant but wounds of a place
        [SW-1.4-4]. The supply is unlimited [SW-Q-7]."""
        add_cubes(cubes_of(self.side[seat]), colour, count)
        self.events.append(events.Gained(count=count, colour=colour, seat=seat, clause=clause))

    def changed(self, seat: int, slot: Slot) -> None:
        """A place in front of a participant is new, turned or gone, and what its cards keep in force with it."""
        standing = self.cards.standing
        if standing[slot.card] or standing[slot.lower]:
            self.auras[seat] = None

    def relics_changed(self, seat: int) -> None:
        """The relics of a participant have changed, and with them what is in force."""
        self.relic_texts[seat] = None
        self.auras[seat] = None


def cubes_of(side: Side) -> Cubes:
    """The cubes held."""
    assert side.cubes is not None, "everybody holds cubes from the start"
    return side.cubes


def add_cubes(cubes: Cubes, colour: Colour, count: int) -> None:
    """So many more of a colour."""
    match colour:
        case Colour.GREEN:
            cubes.green += count
        case Colour.YELLOW:
            cubes.yellow += count
        case Colour.BLUE:
            cubes.blue += count


def exchange_of(side: Side) -> Exchange:
    """The exchange that a participant is in."""
    assert side.exchange is not None, "asked in battle only"
    return side.exchange


UNMARKED = untouched(Marks)
"""What is read where nothing has been done to a place."""


def marks_on(slot: Slot) -> Marks:
    """What has been done to a place, to be read."""
    return slot.marks if slot.marks is not None else UNMARKED


def marked(slot: Slot) -> Marks:
    """The same, to be written on."""
    if slot.marks is None:
        slot.marks = Marks()
    return slot.marks


def felled(slot: Slot) -> Felled:
    """By which side a place has been defeated that has not left yet."""
    return Felled.NO if slot.marks is None else slot.marks.felled


def tidy(slot: Slot) -> None:
    """Marks that have come to nothing are none: positions that are equal have equal states."""
    if slot.marks == Marks():
        slot.marks = None


def cards_of(slot: Slot) -> tuple[int, ...]:
    """The cards of a place, the upper one first."""
    return (slot.card, slot.lower) if slot.lower else (slot.card,)
