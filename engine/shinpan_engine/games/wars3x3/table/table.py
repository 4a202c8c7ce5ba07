"""The table: the state of a game, the cards that lie on it, and the moves by which they change places."""

from bisect import insort
from typing import TypeVar

from ....kernel.errors import OpenField, Undecidable
from ....kernel.judging.record import Header
from ....kernel.messages import Thing, say
from ....kernel.play.chance import Chance
from ....kernel.play.decisions import Act, Flow
from ....kernel.play.match import Table, untouched
from ....kernel.play.numbers import Amount, Bounded
from ....kernel.play.violations import Violation
from ..cards.cards import TRAITS, Cards, MagicText
from . import events
from .actions import Pass, TakeBack, UseTrait
from .misplaced import misplaced
from .options import DiscardPile, Setup
from .state import Casting, MagicCard, Side, State, Step, ThisTurn, Unit

R = TypeVar("R")
SEATS = (1, 2)
WIZARD_MODES = ("advanced", "sevenmage")
NOTHING_YET = untouched(ThisTurn)
"""What is read where nothing of a turn lasts."""
DECKS = ("deck", "mulligan", "bottom", "reshuffle")
"""The labels of what the deck is made of."""
STARTING_LIFE = 30
"""In every mode [W3-B0-1] [W3-I0-1] [W3-A0-1]."""


class WarsTable(Table):
    """A table of 3x3Wars. The rules of each chapter work on it. Every move takes a card off one list of the state and
    puts it on another, so a card is in one zone only [W3-0.1-1]."""

    setup: Setup
    cards: Cards
    state: State
    side: list[Side]

    def __init__(self, header: Header, chance: Chance, cards: Cards) -> None:
        sides = [Side(STARTING_LIFE) for _ in SEATS]
        # The starting player is active, which is to hold the turn marker [W3-B1-2].
        super().__init__(header, chance, State(0, header.setup.first, Step.SETUP, [], [], [], [], sides))
        self.wizards = self.mode in WIZARD_MODES
        """Whether all traits and grand magic are in force [W3-A2-1] [W3-A2-3]."""
        self.weighed: dict[int, None] = {}
        """Deck cards that counted for what they are without being a spell or a unit, such as those kept by ★海癒."""
        self.lasted: dict[int, None] = {}
        """Magics whose 顕在 has counted, activated or not."""
        self.countered = 0
        """The last turn in which a removal was countered; only what is said of a second one hangs on it."""
        self.play_with(cards)

    def play_with(self, cards: Cards) -> None:
        """Takes the tables of a pack, and of its unit traits those that the mode has in force [W3-B2-2]."""
        self.cards = cards
        self.traits = cards.all_traits if self.wizards else cards.five_traits

    def misplaced(self, seat: int, act: Act) -> Violation:
        in_play = Step.SETUP < self.state.step < Step.OVER
        if self.traits.open and in_play and isinstance(act, UseTrait | TakeBack | Pass):
            raise Undecidable("unknown.trait_asks", ("W3-A2-1",))
        return misplaced(self.state, seat, act, self.mode, self.countered == self.state.turn)

    def within(self, casting: Casting, flow: Flow[R]) -> Flow[R]:
        """Resolves a text: its frame stands in the state while it is asked about, on top of what it came in."""
        frames = self.state.frames
        frames.append(casting)
        result = yield from flow
        frames.pop()
        return result

    def so_far(self, seat: int) -> ThisTurn:
        """What holds for a player until the turn ends, to be read."""
        return self.side[seat].this_turn or NOTHING_YET

    def this_turn(self, seat: int) -> ThisTurn:
        """The same, to be written on."""
        side = self.side[seat]
        if side.this_turn is None:
            side.this_turn = ThisTurn()
        return side.this_turn

    def draw(self, seat: int, clause: str) -> None:
        """Draws the top card of the common deck, if there is one, which the owner alone is told [W3-1.1-5]; the discard
        never becomes a deck [W3-1.1-6]. The last card starts the end of the game [W3-0.2-10] and is only noted: the
        turn goes on to its end [W3-1.1-4]."""
        state = self.state
        if not state.deck:
            return
        (card,) = self.known(state.deck[:1], clause, DECKS)
        del state.deck[0]
        insort(self.side[seat].hand, card)
        self.events.append(events.Drew(card=card, seat=seat, clause=clause, private=seat))
        if not state.deck:
            state.emptied_turn, state.emptied_by = state.turn, seat

    def discard(self, card: int, owner: int) -> None:
        """Puts a card on the discard [W3-2.1-14]. That alone destroys nothing [W3-S1.1-3]."""
        if self.setup.discard_pile == DiscardPile.SHARED:
            insort(self.state.discard, card)
        else:
            insort(self.side[owner].discard, card)

    def unit(self, card: int) -> tuple[Unit, int] | None:
        """The unit of that number on the field, and its owner."""
        for seat in SEATS:
            for unit in self.side[seat].units:
                if unit.card == card:
                    return unit, seat
        return None

    def take_off_field(self, card: int, owner: int) -> None:
        """Takes a unit off the field, with all that changed it."""
        units = self.side[owner].units
        del units[[unit.card for unit in units].index(card)]

    def destroy(self, card: int, owner: int, clause: str) -> None:
        """Destroys a unit: it goes from the field to the discard [W3-S1.1-2]."""
        self.take_off_field(card, owner)
        self.discard(card, owner)
        self.events.append(events.Destroyed(card=card, seat=owner, clause=clause))

    def own_magic(self, seat: int, magic: int) -> MagicCard | None:
        """A player's own magic card in play."""
        for card in self.side[seat].magics:
            if card.magic == magic:
                return card
        return None

    def magic_text(self, magic: int) -> MagicText:
        """What the pack says of a magic."""
        text = self.cards.magic[magic]
        if text is None:
            said = ("mana.total", "condition.steps", "effects")
            what = say("unknown.magic", magic=Thing("magic", magic))
            open = (OpenField("magic", magic, field) for field in said)
            raise Undecidable("kernel.pack.silent", ("W3-M1-1",), *open, what=what)
        return text

    def number(self, card: int, declared: int) -> Amount:
        """The number a spell card shows: its cost, or what was declared for 調律 [W3-2.3-16]. Not for 呪文砕き."""
        shown: Amount | None = self.cards.shown[card]
        return declared if shown is None else shown

    def cost(self, unit: int) -> Amount:
        """The printed cost of a unit card."""
        cost = self.cards.cost[unit]
        assert cost is not None, "only unit cards come to the field"
        return cost

    def territory_value(self, seat: int) -> Amount:
        """The number of territories, and what is in force besides [W3-4.2-14]."""
        return self.lasting_territory(seat) + self.so_far(seat).territory_bonus

    def lasting_territory(self, seat: int) -> Amount:
        """The number of territories, those laid in this turn too [W3-4.1-7], and 1 for each own unit with 豊穣
        [W3-S1.2-1] [W3-S1.2-3], which is added to the sum and is no territory [W3-S1.2-2]."""
        side = self.side[seat]
        value: Amount = len(side.territory)
        for unit in side.units if self.wizards else ():
            abundance = self.traits.abundance[unit.card]
            if abundance is not False:
                value = value + (1 if abundance is True else perhaps("豊穣", unit.card, 1))
        return value


def perhaps(trait: str, card: int, amount: int, said: tuple[str, ...] = TRAITS) -> Bounded:
    """What a trait adds of which nothing tells whether it works, and the fields that would tell."""
    fields = tuple(OpenField("card", card, field) for field in said)
    return Bounded.between(say("unknown.trait_adds", trait=trait, card=Thing("card", card)), 0, amount, fields)


def other(seat: int) -> int:
    """The opponent."""
    return 3 - seat
