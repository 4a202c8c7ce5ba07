"""A game in progress: who is asked, whether an answer is legal, and what comes of it."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, NoReturn, TypeVar

from msgspec import Struct, defstruct

from ..errors import Undecidable
from ..judging.record import Header
from .answers import Pending
from .chance import UNKNOWN, Chance
from .decisions import NOBODY_ASKED, Act, Ask, Decision, Flow, Route
from .violations import Violation
from .work import UNCOUNTED, Work

S = TypeVar("S", bound=Struct)


def untouched(kind: type[S]) -> S:
    """What is read where nothing of a kind has been written yet: one as it is made, which nobody can write on."""
    made: Any = defstruct(f"Untouched{kind.__name__}", (), bases=(kind,), frozen=True)
    unwritten: S = made()
    return unwritten


class Unasked(Decision):
    """What nobody asked for."""

    def judge(self, table: Any, act: Act) -> Violation | None:
        violation: Violation = table.misplaced(self.seat, act)
        return violation


class Over(Exception):
    """Raised by the rules when the game ends, in the middle of any step."""


class Table:
    """What the rules of a game work on. A game's own table adds its moves."""

    setup: Any
    state: Any
    """Has `sides`, one for each seat, `step` and `ending`."""
    side: list[Any]
    """A player's side, by seat."""
    standing: tuple[Decision, ...] = ()
    """What a seat may do whenever somebody is asked, whoever that is."""
    doubted: bool = False
    """Whether it could not be decided of some action if it is legal, since this was last asked."""

    def __init__(self, header: Header, chance: Chance, state: Any) -> None:
        self.mode = header.mode
        self.setup = header.setup
        self.chance = chance
        self.state = state
        self.seats = range(1, header.seats + 1)
        self.events: list[Any] = []
        """What happened since they were last read."""
        self.relied: dict[str, None] = {}
        """Clauses whose ruling this game has rested on so far, in the order they came up."""
        self.side = [None, *state.sides]
        self.work = Work(UNCOUNTED)
        """The steps that looking for legal actions may still take; whoever answers a call sets its limit."""

    def rely(self, clause: str) -> None:
        """Notes that the game now rests on how a place is read that the print leaves open."""
        self.relied[clause] = None

    def known(self, cards: list[int], clause: str, of: Sequence[str] = ()) -> list[int]:
        """These cards, which chance gave to somebody, if the record tells all of them; the kinds of labels they come
        of, where there are others."""
        if UNKNOWN in cards:
            ended = self.chance.ended()
            labels = tuple([label for label in ended if label.partition("/")[0] in of])
            raise Undecidable("kernel.outcome.card_untold", (clause,), labels=labels or ended)
        return cards

    def shuffled(self, label: str, items: Sequence[int], clause: str) -> list[int]:
        """An order of the items, which come in ascending order; where the record has none, the clause says what it is
        needed for."""
        try:
            return self.chance.shuffle(label, items)
        except Undecidable as error:
            error.clauses = (clause,)
            raise

    def ended(self, ending: Any, step: IntEnum) -> NoReturn:
        """Ends the game at once, in the middle of any step; what it tells of that, the game tells before."""
        self.state.ending = ending
        self.comes_to(step)
        raise Over

    def comes_to(self, step: IntEnum) -> None:
        """Writes down the step in which the game is now."""
        self.state.step = step

    def misplaced(self, seat: int, act: Act) -> Violation:
        """Why an action that nobody asked for is not allowed now."""
        raise NotImplementedError


class Match:
    """Runs a flow of rules from one decision to the next. Nothing illegal ever reaches the rules."""

    def __init__(self, table: Table, flow: Flow[Any]) -> None:
        self.table = table
        self._state = table.state
        self._suspended: list[tuple[Flow[Any], Ask]] = []
        self.chosen: list[Act] = []
        """What was done so far, without what silence would have meant."""
        self.ask = self._begun(flow)
        self._state.pending = self.ask.pending

    def _begun(self, flow: Flow[Any]) -> Ask:
        """What a flow asks first."""
        self._flow = flow
        try:
            return next(flow)
        except StopIteration as end:
            return self._after(end.value)
        except Over:
            return NOBODY_ASKED

    def consider(self, seat: int, act: Act) -> Violation | None:
        """What forbids a seat to do this now, if anything; changes nothing."""
        decision, judged, _ = self.route(seat, act)
        return decision.judge(self.table, act) if judged else None

    def route(self, seat: int, act: Act) -> Route:
        """Which decision an action of a kind answers now, and how."""
        return self.ask.route(seat, type(act)) or self._unasked(seat, act)

    def play(self, seat: int, act: Act) -> Violation | None:
        """Carries out what a seat does, up to the next decision, if it is legal; otherwise says what forbids it."""
        ask = self.ask
        decision, judged, interrupts = ask.route(seat, type(act)) or self._unasked(seat, act)
        if judged and (violation := decision.judge(self.table, act)) is not None:
            return violation
        try:
            if interrupts:
                self._suspended.append((self._flow, ask))
                self._flow = decision.flow(self.table, act)
                ask = next(self._flow)
            else:
                ask = self._flow.send((decision, act) if ask.joint else act)
        except StopIteration as end:
            ask = self._after(end.value)
        except Over:
            ask = NOBODY_ASKED
        if judged:
            self.chosen.append(act)
        self.ask = ask
        self._state.pending = ask.pending if not self._suspended else self._with_answers(ask.pending)
        return None

    def _with_answers(self, pending: list[Pending]) -> list[Pending]:
        """What an interruption asks, beside the answers that have been given to what it interrupted: the state forgets
        none of them."""
        answers = [given for _, ask in self._suspended for given in ask.pending if given.answer]
        return sorted([*answers, *pending], key=lambda given: given.seat) if answers else pending

    def _unasked(self, seat: int, act: Act) -> Route:
        """The way of what nobody asked for: a standing offer, or only the reason why it is not allowed now."""
        for offer in self.table.standing if self.ask.decisions else ():
            if type(act) in offer.takes and offer.seat == seat:
                return offer, True, offer.interrupts
        return Unasked(seat), True, False

    def _after(self, following: Flow[Any] | None) -> Ask:
        """What is asked when a flow has come to its end: what the flow asks to which it handed over, or what it
        interrupted asks now."""
        while following is None and self._suspended:
            self._flow, ask = self._suspended.pop()
            if not ask.again:
                return ask
            try:
                return self._flow.send(None)
            except StopIteration as end:
                following = end.value
            except Over:
                return NOBODY_ASKED
        return NOBODY_ASKED if following is None else self._begun(following)

    def flows(self) -> list[Flow[Any]]:
        """The flows that are going on, what was interrupted first."""
        return [*(flow for flow, _ in self._suspended), self._flow]

    def options(self, seat: int | None = None) -> Iterator[tuple[int, Act]]:
        """Every legal action, of one seat or of all, lazily: what is asked for in canonical order, then what stands."""
        table = self.table
        standing = table.standing if self.ask.decisions else ()
        for decision in (*self.ask.decisions, *standing):
            if seat is None or decision.seat == seat:
                for act in decision.options(table):
                    table.work.spend()
                    yield decision.seat, act
