"""Positions in the middle of a round, laid out by names, and what players try in them."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.cards.cards import FACING, Editions, set_of
from shinpan_engine.games.hackclad.chapters.actions.reactions import ALONE, HELPED
from shinpan_engine.games.hackclad.chapters.preparation import HEALTH
from shinpan_engine.games.hackclad.chapters.rounds import ORDER, end_round, end_turn, rounds, turn
from shinpan_engine.games.hackclad.table.actions import (
    END_TURN,
    PASS,
    Basic,
    Choose,
    Deed,
    Facing,
    Move,
    Place,
    Target,
    Use,
)
from shinpan_engine.games.hackclad.table.names import HackcladNames
from shinpan_engine.games.hackclad.table.options import Difficulty, Setup
from shinpan_engine.games.hackclad.table.state import Legion, LegionKind, Side, Step, Stones
from shinpan_engine.games.hackclad.table.table import HackcladTable
from shinpan_engine.kernel.judging.record import FORMAT, Header
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import Recorded, Seeded
from shinpan_engine.kernel.play.decisions import Flow
from shinpan_engine.kernel.play.match import Match

from ..positions import Position

WITCHES = ("ロゼット", "フレア", "ルーナ", "ミア", "アメリア")
ROSETTE, FLARE, LUNA, MIA, AMELIA = WITCHES
HOUSE = GAME.packs["house"]
PLAYER_STEPS = (Step.PLAYER_1, Step.PLAYER_2, Step.PLAYER_3, Step.PLAYER_4)
CLAD_STEPS = (Step.CLAD_1, Step.CLAD_2, Step.CLAD_3)
NORTH, EAST, SOUTH, WEST = Facing.NORTH, Facing.EAST, Facing.SOUTH, Facing.WEST


class Scene(Position):
    """The action phase of a round. Seat n has turn slot n; everybody before `step` has had her turn. The clad stands on
    c3 and looks north, nothing else is on the field unless told; a witch is told by her square.

    `hand` gives each seat's hand by names or ids, `discard` and `deck` the piles; what is left of the eight basic cards
    is the turn card and the deck, where that is not given, and all else the extended deck.
    `clads` are the cards of the clad slots; fields of a side (mp, cp, vp, …) are given as mappings from the seat.
    """

    def __init__(
        self,
        *witches: str,
        step: Step = Step.PLAYER_1,
        at: Mapping[int, str] | None = None,
        hand: Mapping[int, Sequence[str]] | None = None,
        discard: Mapping[int, Sequence[str]] | None = None,
        deck: Mapping[int, Sequence[str]] | None = None,
        clad: str = "c3",
        front: str = "north",
        voltage: int = 1,
        heads: Sequence[str] = (),
        tails: Sequence[str] = (),
        stones: Mapping[str, int] | None = None,
        clads: Sequence[str] = ("X4", "X5", "X6"),
        clad_deck: Sequence[str] | None = None,
        mode: str = "versus",
        edition: str = "1.0.0+errata",
        round: int = 1,
        stock: int = 0,
        pack: Pack = HOUSE,
        chance: Mapping[str, Sequence[str]] | None = None,
        options: Mapping[str, Any] | None = None,
        **fields: Mapping[int, Any],
    ) -> None:
        characters = [WITCHES.index(name) + 1 for name in witches or (ROSETTE, MIA)]
        self.names: HackcladNames = pack.names  # type: ignore[assignment]
        setup = Setup(characters, **{**facts_of(mode, characters), **(options or {})})
        header = Header(FORMAT, "hackclad", mode, edition, None, None, None, len(characters), [], setup)
        recorded = {label: [self.named("card", name) for name in names] for label, names in (chance or {}).items()}
        source = Recorded(recorded) if chance is not None else Seeded(bytes(32))
        editions: Editions = pack.cards
        self.table = HackcladTable(header, source, editions)
        self.state = self.table.state
        self.table.reactions = HELPED[len(characters)] if self.table.coop else ALONE
        self._lay_out(hand or {}, discard or {}, deck or {})
        for seat in self.table.seats:
            side = self.side(seat)
            side.square = self.square((at or {}).get(seat, ("a1", "e5", "a5", "e1")[seat - 1]))
            if PLAYER_STEPS[seat - 1] < step:
                side.turn_slot, side.waiting_slot = 0, 5 - seat
            else:
                side.turn_slot = seat
        for name, values in fields.items():
            for seat, value in values.items():
                setattr(self.side(seat), name, value)
        state = self.state
        state.round, state.voltage = round, voltage
        state.clad_square, state.clad_facing = self.square(clad), FACING[front]  # type: ignore[index]
        state.slots = [self.named("clad", name) for name in clads]
        rest = [card for card in range(1, 13) if card not in state.slots]
        state.clad_deck = [self.named("clad", name) for name in clad_deck] if clad_deck is not None else rest
        state.clad_used = [card for card in rest if card not in state.clad_deck]
        pieces = [Legion(self.square(name), LegionKind.HEAD) for name in heads]
        pieces += [Legion(self.square(name), LegionKind.TAIL) for name in tails]
        state.legions = sorted(pieces, key=lambda legion: legion.square)
        state.stones = sorted((Stones(self.square(s), vp) for s, vp in (stones or {}).items()), key=lambda s: s.square)
        if mode == "coop":
            health = HEALTH[self.table.setup.difficulty][len(characters)]
            state.stock = stock or health - sum(s.vp for s in state.sides) - sum(s.vp for s in state.stones)
        self.match = Match(self.table, from_step(self.table, step))

    def _lay_out(
        self,
        hand: Mapping[int, Sequence[str]],
        discard: Mapping[int, Sequence[str]],
        deck: Mapping[int, Sequence[str]],
    ) -> None:
        copies: dict[int, int] = {}
        for seat, side in enumerate(self.state.sides, start=1):
            copy = copies.get(side.character, 0)
            copies[side.character] = copy + 1
            own = set_of(side.character, copy)
            self._own = {**getattr(self, "_own", {}), seat: own}
            taken: list[int] = []
            piles = []
            for names in (hand.get(seat, ()), discard.get(seat, ()), deck.get(seat, ())):
                piles.append([self._take(seat, name, taken) for name in names])
            side.hand, side.discard = sorted(piles[0]), sorted(piles[1])
            left = [card for card in own[:8] if card not in taken]
            side.turn_cards = left[:1]
            side.deck = piles[2] if seat in deck else left[1:]
            side.extended = [card for card in own[8:] if card not in taken]
            if seat in deck:
                side.extended = sorted([*side.extended, *left[1:]])

    def _take(self, seat: int, name: str, taken: list[int]) -> int:
        """A card of a seat by its name, the lowest that is not taken yet."""
        card = next(card for card in self.cards_named(seat, name) if card not in taken)
        taken.append(card)
        return card

    def cards_named(self, seat: int, name: str) -> list[int]:
        """The cards of a seat that are called so."""
        return [card for card in self.names.numbers("card", name) if card in self._own[seat]]

    def named(self, table: str, name: str) -> int:
        """The number that a name or id stands for."""
        return self.names.numbers(table, name)[0]

    def card(self, seat: int, name: str) -> int:
        """A card of a seat by name, in hand if one of them is."""
        found = self.cards_named(seat, name)
        return next((card for card in found if card in self.side(seat).hand), found[0])

    def square(self, name: str) -> int:
        """A square by name; "off" is none."""
        return 0 if name == "off" else self.names.numbers("square", name)[0]

    def crossing(self, name: str) -> int:
        """A crossing by name."""
        return self.names.numbers("crossing", name)[0]

    def side(self, seat: int) -> Side:
        return self.table.side[seat]

    def where(self, seat: int) -> str:
        """The square of a witch by name."""
        return self.names.text("square", self.side(seat).square)

    def clad(self) -> tuple[str, str]:
        """Where the clad stands and looks."""
        return self.names.text("square", self.state.clad_square), self.state.clad_facing.name.lower()

    def legions(self) -> dict[str, str]:
        """The legions by square."""
        return {self.names.text("square", leg.square): leg.kind.name.lower() for leg in self.state.legions}

    def stones(self) -> dict[str, int]:
        """The stones by square."""
        return {self.names.text("square", one.square): one.vp for one in self.state.stones}

    def hand(self, seat: int) -> list[str]:
        """A hand by names."""
        return [self.names.printed("card", card) for card in self.side(seat).hand]

    def discarded(self, seat: int) -> list[str]:
        """A discard pile by names."""
        return [self.names.printed("card", card) for card in self.side(seat).discard]

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(decision.seat, decision.ask) for decision in self.match.ask.decisions]

    def use(
        self, seat: int, name: str, facing: Facing = Facing.NONE, *targets: str, pay: Sequence[str] = (), **more: Any
    ) -> Use:
        """The use of a card by name."""
        squares = sorted(self.square(target) for target in targets)
        discards = sorted(self.card(seat, other) for other in pay)
        return Use(self.card(seat, name), facing, squares, discards=discards, **more)

    def uses(self, seat: int, name: str, facing: Facing = Facing.NONE, *targets: str, **more: Any) -> Self:
        """A seat uses a card by name."""
        return self.do(seat, self.use(seat, name, facing, *targets, **more))

    def basic(self, seat: int, deed: Deed, name: str, square: str = "off") -> Basic:
        """A basic action paid with a card by name."""
        return Basic(deed, self.card(seat, name), self.square(square))

    def move(self, square: str) -> Move:
        return Move(self.square(square))

    def target(self, square: str) -> Target:
        return Target(self.square(square))

    def place(self, seat: int, name: str, slot: int) -> Place:
        return Place(self.card(seat, name), slot)

    def ends(self, seat: int) -> Self:
        """A seat ends her turn."""
        return self.do(seat, END_TURN)

    def passes(self, *seats: int) -> Self:
        """Seats pass one after the other."""
        for seat in seats:
            self.do(seat, PASS)
        return self

    def quiet(self, until: Step, round: int = 0) -> Self:
        """Plays on quietly to a question in a step: silence, or the first that is possible."""
        for _ in range(500):
            if self.state.step == until and (not round or self.state.round == round):
                return self
            if not self.match.ask.decisions:
                break
            self.quietly()
        raise AssertionError(f"{until.name} never came")

    def quietly(self) -> Self:
        """The first thing asked is answered with what silence means, or the first that is possible."""
        decision = self.match.ask.decisions[0]
        act = decision.default if decision.default is not None else next(decision.options(self.table))
        return self.do(decision.seat, act)

    def allowed(self, seat: int, kind: type) -> list[Any]:
        """The legal actions of a kind."""
        return [act for who, act in self.match.options() if who == seat and isinstance(act, kind)]


def facts_of(mode: str, characters: Sequence[int]) -> dict[str, Any]:
    """What the set-up of a mode must say."""
    copies = max(characters.count(character) for character in characters)
    facts: dict[str, Any] = {"copies": copies if copies > 1 else 0}
    if mode == "coop":
        facts["difficulty"] = Difficulty.NORMAL
    if mode == "tag":
        facts["teams"] = [1, 2, 1, 2]
    return facts


def from_step(table: HackcladTable, step: Step) -> Flow[None]:
    """The rest of a round from a step on, and the rounds after it."""
    for here in ORDER[ORDER.index(step) :]:
        table.state.step = here
        flow = turn(table, here)
        if flow is not None:
            yield from flow
        end_turn(table)
    end_round(table)
    yield from rounds(table)


def choose(*options: int) -> Choose:
    """The choice of some options."""
    return Choose(list(options))


YES = choose(1)
