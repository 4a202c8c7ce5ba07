"""The table: the state of a game, and the moves that more than one chapter makes."""

from bisect import insort

from ....kernel.judging.record import Header
from ....kernel.names import MOST_SEATS
from ....kernel.play.chance import Chance
from ....kernel.play.decisions import Act
from ....kernel.play.match import Table
from ....kernel.play.violations import Violation
from ..cards.cards import NO_UNIT, Cards, SkillCard
from ..cards.pack_rows import MOST_UNITS
from ..cards.texts import StartLasting, When
from . import events
from .misplaced import misplaced
from .options import ManaSupply, PileTransfer, Setup
from .state import Change, Member, Round, Side, SkillAt, State, Step

STARTING_LEVEL = 1
"""DR-P5.3-2."""
SEATS = range(1, MOST_SEATS + 1)
MANA_CHIPS = 30
"""DR-C-11."""
PARTNER_MODE = "solo_partner"
HUMAN, PARTNER = 1, 2
"""The seats of partner mode."""


class Watcher:
    """A skill that may wait for a moment, with its unit as it stands in the party."""

    __slots__ = ("at", "card", "member", "seat")

    def __init__(self, seat: int, member: Member, at: int, card: SkillCard) -> None:
        self.seat = seat
        self.member = member
        self.at = at
        """Which of the unit's skills it is."""
        self.card = card


class DriveTable(Table):
    """A table of 精霊回路ドライヴ. The rules of each chapter work on it. Once dealt, a circuit card leaves one place as
    it comes to another: here, or from hand or deck to the field in `lay`, `reset_hands` and `lay_deck_open`, and back
    in `rebuild_deck`; none leaves the game [DR-C-15]."""

    setup: Setup
    cards: Cards
    state: State
    side: list[Side]

    def __init__(self, header: Header, chance: Chance, cards: Cards) -> None:
        setup: Setup = header.setup
        self.first: int = setup.start_player or HUMAN
        """Who begins [DR-P4-2] [DR-P4S-8]."""
        # Each seat has hand and mana of its own, the partner's too [DR-P4S-9], and begins with 0 mana [DR-P6-8].
        sides = [Side() for _ in range(header.seats)]
        partner_mode = header.mode == PARTNER_MODE
        # Field and discard are empty when the game begins [DR-P5-18] [DR-P5-19].
        super().__init__(header, chance, State(Round.PREPARATION, 0, self.first, Step.PARTY, partner_mode, sides))
        self.cards = cards
        self.one_by_one = setup.pile_transfer == PileTransfer.ONE_BY_ONE
        self._clockwise = [(), *((*range(seat, header.seats + 1), *range(1, seat)) for seat in self.seats)]
        self.member: dict[int, Member] = {}
        """The units of all parties, by number, once these are complete."""
        self.unit = [NO_UNIT] * (MOST_UNITS + 1)
        """Their cards."""
        self.asks_numbers = [False] * (header.seats + 1)
        """By seat, whether any skill depends on the numbers that it plays."""
        self.watchers: dict[When, list[list[Watcher]]] = {}
        """By moment and seat the skills that wait for it, as the units lie."""

    def misplaced(self, seat: int, act: Act) -> Violation:
        return misplaced(self.state, seat, act)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats, beginning with this one."""
        return self._clockwise[seat]

    def meet(self) -> None:
        """Looks all units up, now that the parties are complete."""
        for seat in self.seats:
            for member in self.side[seat].party:
                card = self.cards.unit(member.unit)
                self.member[member.unit], self.unit[member.unit] = member, card
                for at, skill in enumerate(card.skills):
                    self._watch(Watcher(seat, member, at, skill))

    def _watch(self, watcher: Watcher) -> None:
        """Notes whose numbers a skill depends on, and for which moment it waits."""
        row = watcher.card.row
        if row.condition.numbers:
            for seat in self.seats if row.turn == "any" else (watcher.seat,):
                self.asks_numbers[seat] = True
        if row.trigger is not None and not watcher.card.pursuit:
            by_seat = self.watchers.setdefault(row.trigger, [[] for _ in self.side])
            by_seat[watcher.seat].append(watcher)

    def skill(self, at: SkillAt) -> SkillCard:
        """The skill at a place."""
        return self.unit[at.unit].skills[at.skill]

    def lasting_op(self, one: SkillAt) -> StartLasting:
        """What a continuing effect does."""
        return next(op for op in self.skill(one).effects if isinstance(op, StartLasting))

    def change_of(self, unit: int) -> Change | None:
        """What skills have added to a unit for this battle, if anything."""
        return next((one for one in self.state.changes if one.unit == unit), None)

    def pays(self, seat: int, amount: int, clause: str) -> None:
        """Mana goes back to the supply [DR-S5.1-7]."""
        side = self.side[seat]
        side.mana -= amount
        self.events.append(events.Mana(by=-amount, mana=side.mana, seat=seat, clause=clause))

    def gains(self, seat: int, amount: int, clause: str) -> None:
        """Mana from the supply, as much as there is if the chips are counted [DR-C-11]."""
        left = self.supply()
        if amount > left:
            self.rely("DR-C-11")
        if self.setup.mana_supply == ManaSupply.FINITE30:
            amount = min(amount, left)
        if amount:
            side = self.side[seat]
            side.mana += amount
            self.events.append(events.Mana(by=amount, mana=side.mana, seat=seat, clause=clause))

    def supply(self) -> int:
        """The mana chips that nobody has: the one supply of all [DR-P5-17]."""
        enemy = self.state.enemy
        held = sum([side.mana for side in self.state.sides]) + (enemy.charge if enemy is not None else 0)
        return max(0, MANA_CHIPS - held)

    def transferred(self, cards: list[int]) -> list[int]:
        """Cards as they come to lie when they change piles together [DR-P6-7]."""
        if len(cards) > 1:
            self.rely("DR-P6-7")
        return cards[::-1] if self.one_by_one else cards

    def to_discard(self, count: int) -> None:
        """Cards from the top of the deck go face down to the discard [DR-P6-6]."""
        state = self.state
        moved, state.deck = state.deck[:count], state.deck[count:]
        state.discard = self.transferred(moved) + state.discard

    def heal(self, count: int, clause: str) -> None:
        """回復: cards from the top of the discard go to the top of the deck, as many as there are [DR-S5.3-1]
        [DR-S5.3-2]. The deck's size is the hit points of all, and nothing limits it [DR-S5.3-3]."""
        state = self.state
        moved, state.discard = state.discard[:count], state.discard[count:]
        state.deck = self.transferred(moved) + state.deck
        self.events.append(events.Healed(count=len(moved), deck=len(state.deck), clause=clause))

    def take_top(self, seat: int, pile: list[int], name: str, clause: str) -> None:
        """The top card of a pile goes to a player's hand; whoever else knew it knows it no longer."""
        card = self.known(pile[:1], clause)[0]
        del pile[0]
        for side in self.state.sides:
            if card in side.knows:
                side.knows.remove(card)
        insort(self.side[seat].hand, card)
        self.events.append(events.Drew(seat=seat, card=card, pile=name, clause=clause, private=seat))

    def put_on(self, seat: int, card: int, pile: list[int]) -> None:
        """A hand card goes face down on a pile; only its owner knows it [DR-S2.7-7]."""
        side = self.side[seat]
        side.hand.remove(card)
        pile.insert(0, card)
        insort(side.knows, card)
