"""A little game for testing the kernel: three seats bid in secret for cards off a shuffled deck.

Two rounds of bidding, all three at once; the highest bid, of equals the lowest seat, takes the top card. A seat that
took a card may then put it back under the deck. Who holds the most at the end wins. Giving up stands open at any time.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar

import msgspec

from shinpan_engine.kernel.clauses import Clause, RuleBook
from shinpan_engine.kernel.forms.text import Names
from shinpan_engine.kernel.game import Event, Game, Mode
from shinpan_engine.kernel.judging.record import (
    FORMAT,
    Action,
    ChanceSource,
    Entry,
    Header,
    Notes,
    Outcome,
    PackRef,
    Record,
    RecordedChance,
    SeededChance,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Assumption, Finding, Report, Result
from shinpan_engine.kernel.messages import Worded, plain, say
from shinpan_engine.kernel.packs import Pack, PackKind, Packs
from shinpan_engine.kernel.play.answers import Pending
from shinpan_engine.kernel.play.chance import SCHEME, Chance
from shinpan_engine.kernel.play.choices import OneOf
from shinpan_engine.kernel.play.decisions import Act, Decision, Flow, ask, together
from shinpan_engine.kernel.play.match import Over, Table
from shinpan_engine.kernel.play.violations import Violation

SEATS = (1, 2, 3)
COINS = 40
CARDS = tuple(range(1, 7))
ROUNDS = 2

Card = Annotated[int, Names("card")]
Seat = Annotated[int, Names("seat", open=True)]


class Bid(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """Offers coins."""

    coins: int


class Return(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """Puts a card back."""

    card: Card


class Keep(msgspec.Struct, array_like=True, frozen=True, tag=4):
    """Keeps the card."""


class GiveUp(msgspec.Struct, array_like=True, frozen=True, tag=5):
    """Gives up."""


class Dice(msgspec.Struct, array_like=True, frozen=True, tag=9):
    """A set-up with an option, for tests of options."""

    dice: int = 0


class Side(msgspec.Struct, array_like=True):
    """What one seat has."""

    coins: int = COINS
    hand: list[Card] = []


class State(msgspec.Struct, array_like=True):
    """Everything on the table."""

    turn: int
    deck: list[Card]
    sides: list[Side]
    pending: list[Pending] = []
    winners: list[Seat] = []
    reason: str = ""


class TurnBegan(Event):
    """A turn began: all bid at once."""

    turn: int


class Won(Event):
    """A seat took a card."""

    seat: Seat
    card: Card
    coins: int


class Ended(Event):
    """The game ended."""

    reason: str


class ToyTable(Table):
    """The table."""

    def __init__(self, header: Header, chance: Chance) -> None:
        super().__init__(header, chance, State(0, chance.shuffle("deck", CARDS), [Side() for _ in SEATS]))
        self.standing = tuple(GivingUp(seat) for seat in SEATS)

    def misplaced(self, seat: int, act: Act) -> Violation:
        if self.state.reason:
            return Violation("T-9", "turn.over")
        return Violation("T-1", "turn.not_asked", ("T-2",))


class BidDecision(Decision):
    """How many coins."""

    ask = "bid"
    clause = "T-1"
    takes = (Bid,)

    def judge(self, table: ToyTable, act: Act) -> Violation | None:
        there = table.state.sides[self.seat - 1].coins
        if act.coins < 0:
            return Violation("", "bid.negative")
        if act.coins > there:
            return Violation("T-2", "bid.too_high", coins=act.coins, there=there)
        return None

    def options(self, table: ToyTable) -> Iterator[Act]:
        for coins in range(table.state.sides[self.seat - 1].coins + 1):
            yield Bid(coins)


class KeepDecision(OneOf):
    """Whether to keep what was won, or which card to put back."""

    ask = "keep"
    clause = "T-3"
    takes = (Return, Keep)
    field = "card"
    default = Keep()
    refusal = Violation("T-3", "keep.not_in_hand", compares=True)

    def candidates(self, table: ToyTable) -> list[Card]:
        return table.state.sides[self.seat - 1].hand


class GivingUp(Decision):
    """Leaves the game to the others."""

    ask = "give_up"
    clause = "T-4"
    takes = (GiveUp,)
    interrupts = True

    def judge(self, table: ToyTable, act: Act) -> Violation | None:
        return None

    def options(self, table: ToyTable) -> Iterator[Act]:
        yield GiveUp()

    def flow(self, table: ToyTable, act: Act) -> Flow[None]:
        table.rely("T-4")
        end(table, [seat for seat in SEATS if seat != self.seat], "given_up")
        yield from ()


def auction(table: ToyTable) -> Flow[None]:
    """The whole game."""
    state, bidding = table.state, [BidDecision(seat) for seat in SEATS]
    for _ in range(ROUNDS):
        state.turn += 1
        table.events.append(TurnBegan(turn=state.turn, clause="T-1"))
        bids = yield from together(table, lambda: bidding)
        yield from sold(table, [bid.coins for bid in bids.values()])
    held = [len(side.hand) for side in state.sides]
    end(table, [seat for seat, cards in zip(SEATS, held, strict=True) if cards == max(held)], "cards")


def sold(table: ToyTable, bids: list[int]) -> Flow[None]:
    """The top card goes to the highest bid, and may come back under the deck."""
    state, seat = table.state, 1 + bids.index(max(bids))
    if bids.count(max(bids)) > 1:
        table.rely("T-5")
    (card,) = table.known(state.deck[:1], "T-2")
    del state.deck[0]
    side = state.sides[seat - 1]
    side.coins -= max(bids)
    side.hand = sorted([*side.hand, card])
    table.events.append(Won(seat=seat, card=card, coins=max(bids), clause="T-2"))
    act = yield ask(KeepDecision, seat)
    if isinstance(act, Return):
        side.hand.remove(act.card)
        state.deck.append(act.card)


def end(table: ToyTable, winners: list[int], reason: str) -> None:
    """Ends the game."""
    table.state.winners, table.state.reason = winners, reason
    table.events.append(Ended(reason=reason, clause="T-9"))
    raise Over


class ToyNames:
    """Cards are written with one digit and called by letters."""

    def text(self, table: str, number: int) -> str:
        return f"p{number}" if table == "seat" else str(number)

    def printed(self, table: str, number: int) -> str:
        return "?ABCDEF"[number] if table == "card" and number in CARDS else ""

    def numbers(self, table: str, text: str) -> list[int]:
        words = {self.text(table, n): n for n in (SEATS if table == "seat" else CARDS)}
        letters = {self.printed(table, n): n for n in CARDS if table == "card"}
        return [n for n in ({**letters, **words}.get(text),) if n is not None]

    def known(self, table: str) -> list[str]:
        return [self.printed(table, n) for n in CARDS if table == "card"]


class Toy(Game):
    """The little game."""

    name = "toy"
    title = "Toy auction"
    editions = ("1", "2")
    modes = (Mode("usual", "Usual", True, 3, 3), Mode("great", "Great", False, 3, 9))
    setup = Keep
    state = State
    acts = (Bid, Return, Keep, GiveUp)
    events = (TurnBegan, Won, Ended)
    steps = {}  # noqa: RUF012  # a toy has no printed steps

    outcomes: ClassVar[Mapping[str, str]] = {"deck": "card"}
    homes: ClassVar[Mapping[type, str]] = {Return: "T-3", Keep: "T-3"}
    pack_kind = PackKind("toy", "toy", msgspec.Struct, {}, lambda _: None, lambda _: None, lambda _: ToyNames())

    def __init__(self) -> None:
        rules = [
            Clause(f"T-{n}", f"{n}", "rule", ["usual"], "A rule.", "engine", ruling=f"read so {n}") for n in range(10)
        ]
        self.rules = RuleBook("toy", rules, ())
        self.made = Packs(Pack(id, id, id.encode() * 8, None, ToyNames()) for id in ("four", "five"))

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[None]]:
        table = ToyTable(header, chance)
        return table, auction(table)

    def step(self, state: Any) -> int:
        return 0

    def result(self, state: Any) -> Result | None:
        return Result(tuple(state.winners), state.reason) if state.reason else None

    def card_assumptions(self, pack: Pack, table: Table | None, acts: Iterable[Any]) -> list[Assumption]:
        returned = [act.card for act in acts if isinstance(act, Return)]
        return [inferred(card) for card in returned]


TOY = Toy()
TOYS = {"toy": TOY}


def seeded(seed: bytes = bytes(32)) -> ChanceSource:
    return ChanceSource(SeededChance(SCHEME, seed))


def told(*cards: int) -> ChanceSource:
    """Chance with the deck as it fell, or its first cards."""
    return ChanceSource(RecordedChance([Outcome("deck", list(cards))]))


def header(**fields: Any) -> Header:
    """The header of a toy game with the deck 1 to 6 in order, but for what is given."""
    usual = {
        "format": FORMAT,
        "game": "toy",
        "mode": "usual",
        "edition": "1",
        "pack": PackRef("four", TOY.packs["four"].digest),
        "chance": told(*CARDS),
        "commitment": None,
        "seats": 3,
        "facts": [],
        "setup": Keep(),
    }
    return Header(**{**usual, **fields})


def entries(*actions: tuple[int, Act]) -> tuple[Entry, ...]:
    """Entries of actions, each with its seat."""
    return tuple(Entry(Action(seat, act)) for seat, act in actions)


WHOLE = (
    (1, Bid(3)), (2, Bid(5)), (3, Bid(1)), (2, Keep()),
    (1, Bid(2)), (2, Bid(0)), (3, Bid(2)), (1, Return(2)),
)  # fmt: skip
"""A whole game: seat 2 takes card 1 and keeps it, seat 1 takes card 2 and returns it; seat 2 wins."""


def record(*actions: tuple[int, Act], **fields: Any) -> Record:
    """A record of those actions."""
    return Record(header(**fields), entries(*actions))


def judged(*what: Entry | tuple[int, Act], notes: Notes = Notes(), **fields: Any) -> Report:  # noqa: B008  # frozen
    """The report on a toy record; actions may stand for their entries."""
    lines = [item if isinstance(item, Entry) else Entry(Action(*item)) for item in what]
    return verify(TOYS, Record(header(**fields), tuple(lines), notes))


def finding(report: Report) -> Finding:
    """The one finding, whose verdict is the report's."""
    (found,) = report.findings
    assert found.verdict is report.verdict
    assert found.message
    return found


def with_first(change: dict[str, Any]) -> tuple[Entry, ...]:
    """The whole record with its first entry changed."""
    first, *others = entries(*WHOLE)
    return (msgspec.structs.replace(first, **change), *others)


def reading(clause: int) -> Assumption:
    """That a clause is read as its ruling says."""
    return Assumption(
        "ruling",
        f"T-{clause}",
        say("kernel.assumed.ruling", ruling=Worded(f"read so {clause}", "toy", f"T-{clause}.ruling")),
    )


def inferred(card: int) -> Assumption:
    """That a card was returned of which the pack has inferred something."""
    return Assumption("card", str(card), plain("inferred for usual"))
