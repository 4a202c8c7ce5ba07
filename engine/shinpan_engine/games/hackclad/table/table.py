"""The table: the state of a game, and the moves that more than one chapter makes."""

from bisect import insort
from collections.abc import Mapping, Sequence
from typing import NoReturn

from ....kernel.judging.record import Header
from ....kernel.play.chance import Chance
from ....kernel.play.decisions import Act, Ask
from ....kernel.play.match import Table
from ....kernel.play.violations import Violation
from ..cards.cards import EDITIONS, FACING, Cards, Character, Editions
from . import events
from .actions import Facing
from .misplaced import misplaced
from .options import CpCap, EntryLetters, Humans, Setup, TagSharedInfo, WitchOccupied
from .state import Ending, EndReason, Lasts, Legion, Modified, Modifier, Score, Side, State, Step, Stones

MOST_SEATS = 4
SEATS = range(1, MOST_SEATS + 1)
MP_CAP = 7
"""HC-3.G-2."""
PRINTED_CP_CAP = 7
CP_CAPS = {EDITIONS[0]: PRINTED_CP_CAP, EDITIONS[1]: 15}
"""HC-3.G-3, HC-X-1."""
ENTRY_ORDERS = {EntryLetters.CLOCKWISE: (0, 1, 2, 3), EntryLetters.CROSSED: (3, 1, 0, 2)}
"""The entry points as the pack lists them, and the other order that is told [HC-3-9]."""
CLADS = ("clad", "aside")
DECKS = ("deck", "rebuild", "search", "extended")
"""The labels of what the clad deck is made of, and the decks of the players."""
STARTING_VOLTAGE = 1
"""HC-6.2-1."""


class HackcladTable(Table):
    """A table of HacKClaD.DeltA. The rules of each chapter work on it."""

    setup: Setup
    cards: Cards
    state: State
    side: list[Side]
    reactions: Mapping[int, Ask]
    """What the active player of an attack is asked, by seat."""

    def __init__(self, header: Header, chance: Chance, editions: Editions) -> None:
        cards, setup = editions.by_edition[header.edition], header.setup
        row = cards.boards()
        assert row.entry_points is not None, "told with the boards"
        assert row.clad_atk is not None
        assert row.clad_facing is not None
        board = cards.board
        facing = FACING[row.clad_facing]
        seats = enumerate(setup.characters, start=1)
        sides = [Side(character, shared_hands(header, seat)) for seat, character in seats]
        # The clad has a square from the start on; rules move it, and none takes it off the field [HC-1-2].
        state = State(0, Step.SETUP, STARTING_VOLTAGE, board.centre, facing, sides=sides)
        super().__init__(header, chance, state)
        self.cards = cards
        self.board = board
        self.coop, self.solo = header.mode == "coop", header.mode == "solo"
        self.cp_cap = {CpCap.SEVEN: PRINTED_CP_CAP, CpCap.FIFTEEN: 15}.get(setup.cp_cap, CP_CAPS[header.edition])
        self.clad_atk = [0, *row.clad_atk]
        """By VOLTAGE [HC-3-2]."""
        self.clad_facing = facing
        """The front of the clad at the start [HC-6.11-1]."""
        cells = [row.entry_points[at] for at in ENTRY_ORDERS[setup.entry_letters]]
        self.entry_points = [board.seen_from(board.centre, cell, Facing.NORTH) for cell in cells]
        """A to D [HC-3-9]."""
        # The sentence of the print may have lost its “not” [HC-E-7].
        self.blocked = setup.witch_occupied == WitchOccupied.BLOCKED
        self.seen: dict[int, None] = {}
        """The cards of which a fact has counted so far."""
        self.met: dict[int, None] = {}
        """The clad cards that have been turned up so far."""

    def misplaced(self, seat: int, act: Act) -> Violation:
        return misplaced(self.state, seat, act)

    def character(self, seat: int) -> Character:
        """A player's character board."""
        return self.cards.character(self.side[seat].character)

    # The order of the round.

    def place(self, seat: int) -> int:
        """A player's place in this round, by the turn slot of the turn card before and after the turn [HC-8.4.4-3]."""
        side = self.side[seat]
        return side.turn_slot or 5 - side.waiting_slot

    def in_turn_order(self, seats: Sequence[int]) -> list[int]:
        """Players by their place in this round."""
        return sorted(seats, key=self.place) if len(seats) > 1 else list(seats)

    def turn_player(self) -> int:
        """Whose turn it is; 0 if it is no player's."""
        step = self.state.step
        if step < Step.PLAYER_1 or step > Step.PLAYER_4 or step % 2:
            return 0
        waiting = 4 - (step - Step.PLAYER_1) // 2
        for seat in self.seats:
            side = self.side[seat]
            if side.waiting_slot == waiting and not side.turn_slot:
                return seat
        return 0

    # Pieces and stones on the field. None of them runs out [HC-3.C-1] but the stones of co-op [HC-3.C-2].

    def legion_at(self, square: int) -> Legion | None:
        """The legion on a square; there is one at the most [HC-8.4.F-5]."""
        for legion in self.state.legions:
            if legion.square == square:
                return legion
        return None

    def target_at(self, square: int) -> bool:
        """Whether the clad or a legion stands on a square."""
        if square == self.state.clad_square:
            return True
        for legion in self.state.legions:
            if legion.square == square:
                return True
        return False

    def occupied(self, square: int, but: int = 0) -> bool:
        """Whether any piece stands on a square [HC-8.4.7-2], or any but a player's own."""
        if square == self.state.clad_square:
            return True
        for seat in self.seats:
            if self.side[seat].square == square and seat != but:
                return True
        for legion in self.state.legions:
            if legion.square == square:
                return True
        return False

    def targets(self) -> list[int]:
        """The squares of the clad and of all legions, ascending."""
        return sorted([self.state.clad_square, *(legion.square for legion in self.state.legions)])

    def put_stones(self, square: int, vp: int, clause: str) -> None:
        """Lays stones on a square [HC-8.4.3.M-2]."""
        stones = self.state.stones
        for there in stones:
            if there.square == square:
                there.vp += vp
                break
        else:
            insort(stones, Stones(square, vp), key=lambda one: one.square)
        self.events.append(events.Dropped(square=square, vp=vp, clause=clause))

    def collect(self, seat: int, square: int, clause: str, most: int = 0) -> None:
        """A player gains the stones on a square, all of them [HC-8.4.F-2] or so many."""
        for at, there in enumerate(self.state.stones):
            if there.square == square:
                vp = min(most, there.vp) if most else there.vp
                there.vp -= vp
                if not there.vp:
                    del self.state.stones[at]
                self._gain(seat, vp + self.from_stock(self.bonus(seat)), clause)
                self.check_health()
                return

    def pay_stones(self, seat: int, vp: int, clause: str) -> None:
        """A player gains stones from the stock [HC-8.4.3.A-5]."""
        self._gain(seat, self.from_stock(vp + self.bonus(seat)), clause)
        self.check_health()

    def bonus(self, seat: int) -> int:
        """What is added to each gain of stones."""
        modifiers = self.side[seat].modifiers
        return self.modified(seat, Modified.STONES) if modifiers else 0

    def _gain(self, seat: int, vp: int, clause: str) -> None:
        self.side[seat].vp += vp
        self.events.append(events.Gained(vp=vp, seat=seat, clause=clause))

    def from_stock(self, vp: int) -> int:
        """Stones from the stock: without end [HC-8.4.3.M-3], but in co-op as many as are left [HC-14.1-3]."""
        if not self.coop:
            return vp
        given = min(vp, self.state.stock)
        self.state.stock -= given
        return given

    def check_health(self) -> None:
        """Co-op: the team wins at once, all of it [HC-14-1], when the clad has no health left [HC-14.1-1]: this is what
        is left in the stock [HC-14.1-2]."""
        if self.coop and self.state.stock == 0:
            self.rely("HC-14.1-1")
            self.over(list(self.seats), EndReason.HEALTH, [], "HC-14.1-1")

    # Gauges and what is in force.

    def gain_mp(self, seat: int, by: int, clause: str) -> None:
        """Raises MP up to the end of the gauge [HC-3.G-2]."""
        side = self.side[seat]
        side.mp = min(MP_CAP, side.mp + by)
        self.events.append(events.MpChanged(by=by, mp=side.mp, seat=seat, clause=clause))

    def gain_cp(self, seat: int, by: int, clause: str) -> None:
        """Raises CP up to the end of the gauge [HC-3.G-3]: by a rebuild, a head defeated or a text [HC-8.4.3.C-4]."""
        side = self.side[seat]
        if side.cp + by > PRINTED_CP_CAP:
            self.rely("HC-3.G-3")
        side.cp = min(self.cp_cap, side.cp + by)
        self.events.append(events.CpChanged(by=by, cp=side.cp, seat=seat, clause=clause))

    def spend_mp(self, seat: int, mp: int, clause: str) -> None:
        """Lowers MP by a cost."""
        if mp:
            side = self.side[seat]
            side.mp -= mp
            self.events.append(events.MpChanged(by=-mp, mp=side.mp, seat=seat, clause=clause))

    def spend_cp(self, seat: int, cp: int, clause: str) -> None:
        """Lowers CP by a cost."""
        if cp:
            side = self.side[seat]
            side.cp -= cp
            self.events.append(events.CpChanged(by=-cp, cp=side.cp, seat=seat, clause=clause))

    def pollute(self, seat: int, clause: str) -> None:
        """A player gains 1 pollution; it never runs out [HC-8.4.3.X-5]."""
        side = self.side[seat]
        side.pollution += 1
        self.events.append(events.Polluted(pollution=side.pollution, seat=seat, clause=clause))

    def modified(self, seat: int, kind: Modified) -> int:
        """What modifiers of a kind come to on a side."""
        return sum([modifier.amount for modifier in self.side[seat].modifiers if modifier.kind == kind])

    def highest(self, seat: int, kind: Modified, least: int) -> int:
        """The highest number that a board, a card or a modifier of a kind gives: such texts do not add up."""
        return max([least, *(modifier.amount for modifier in self.side[seat].modifiers if modifier.kind == kind)])

    def barred(self, seat: int, kind: Modified) -> bool:
        """Whether something of a kind is in force on a side."""
        for modifier in self.side[seat].modifiers:
            if modifier.kind == kind:
                return True
        return False

    def modify(self, seat: int, kind: Modified, amount: int, lasts: Lasts) -> None:
        """Something comes into force on a side."""
        self.side[seat].modifiers.append(Modifier(kind, amount, lasts))

    def use_up(self, seat: int, kinds: Sequence[Modified]) -> None:
        """Modifiers of some kinds stop."""
        side = self.side[seat]
        side.modifiers = [modifier for modifier in side.modifiers if modifier.kind not in kinds]

    # Cards.

    def discard(self, seat: int, card: int, clause: str) -> None:
        """A card comes to the own discard pile, where all see it [HC-3-14]."""
        insort(self.side[seat].discard, card)
        self.events.append(events.Discarded(card=card, seat=seat, clause=clause))

    def top_clad(self) -> int:
        """The top card of the clad deck; 0 if it is empty."""
        deck = self.state.clad_deck
        return self.known(deck[:1], "HC-8.1-1", CLADS)[0] if deck else 0

    def over(self, winners: list[int], reason: EndReason, scores: list[Score], clause: str) -> NoReturn:
        """Ends the game at once, in the middle of any step."""
        self.events.append(events.Ended(winners=winners, reason=reason.name.lower(), clause=clause))
        self.ended(Ending(winners, reason, scores), Step.OVER)


def shared_hands(header: Header, seat: int) -> int:
    """Which seats see each other's hands: all in co-op [HC-14-2], the two characters of one player or, by an option,
    partners in tag [HC-13.2-3]."""
    if header.mode == "coop":
        return 1
    shared = header.setup.humans == Humans.TWO or header.setup.tag_shared_info == TagSharedInfo.TRUE
    return int(header.setup.teams[seat - 1]) if header.mode == "tag" and shared else 0
