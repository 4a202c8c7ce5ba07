"""Decisions: what a flow of rules asks, and who may answer what.

A flow is a generator. It yields an `Ask` and is sent an action that is already known to be legal; where an `Ask` joins
the questions of several, it is sent the whole `Answer`.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from ..errors import Undecidable
from ..forms.canon import encode
from .answers import Pending
from .chance import Stream
from .numbers import first_yes
from .violations import Violation

Act = Any
"""An action of a game without its seat: the member of the schema's `oneof`, frozen."""

R = TypeVar("R")
T = TypeVar("T")


class Decision:
    """One seat's choice, with its own law, which reads the table as it is and never changes it.

    `judge` takes any action of a kind in `takes` and names the clause that is broken. `options` gives every legal
    action, in canonical order, lazily. `default` is what silence means, if it means anything: a pass, or the one thing
    that must be done; it has no fields and is always legal. A decision does not hold the table, so one object serves
    all games.
    """

    ask: ClassVar[str] = ""
    clause: ClassVar[str] = ""
    takes: ClassVar[tuple[type, ...]] = ()
    weighs: ClassVar[Mapping[type, str]] = MappingProxyType({})
    """By kind of action the clause that numbers of its cards are weighed by, where it is not that of the decision."""
    default: ClassVar[Act | None] = None
    again: ClassVar[bool] = False
    simultaneous: ClassVar[Sequence[type]] = ()
    """As of an `Ask`, where this alone is asked."""
    interrupts: ClassVar[bool] = False
    """Whether taking it interrupts the open question: its own flow is carried out, then the same is asked again."""
    elsewhere: ClassVar[str] = ""
    """The printed step in which the same may be done later in the turn, if there is one."""
    once_in: ClassVar[int] = 0
    """For what may always be done: the questions between two such actions in random play, on average; 0 is never."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.silence = type(self.default)
        """The kind of action that silence means; no action has the type of None."""
        self.pending = None if self.interrupts else Pending(seat, self.ask)
        """How the state lists it; interruptions are not listed."""

    def judge(self, table: Any, act: Act) -> Violation | None:
        raise NotImplementedError

    def options(self, table: Any) -> Iterator[Act]:
        raise NotImplementedError

    def allows(self, table: Any, act: Act) -> bool:
        """Whether an action is certainly legal: what cannot be decided is not offered. One step of work."""
        table.work.spend()
        try:
            return self.judge(table, act) is None
        except Undecidable:
            table.doubted = True
            return False

    def legal_among(self, table: Any, acts: Iterable[Act]) -> Iterator[Act]:
        """Those of some actions that are certainly legal, lazily."""
        for act in acts:
            if self.allows(table, act):
                yield act

    def only_option(self, table: Any) -> Act | None:
        """The one legal action, if it is certain that there is no other."""
        table.doubted = False
        try:
            found = list(islice(self.options(table), 2))
        except Undecidable:
            return None
        return found[0] if len(found) == 1 and not table.doubted else None

    def stands(self, table: Any, act: Act) -> bool:
        """Whether an answer that has been given is still legal; what silence means always is."""
        return type(act) is self.silence or self.judge(table, act) is None

    def flow(self, table: Any, act: Act) -> "Flow[None]":
        """What an interruption does."""
        raise NotImplementedError

    def sample(self, table: Any, dice: Stream) -> Act:
        """One legal action for random play."""
        return pick(dice, list(self.options(table)))


Answer = tuple[Decision, Act]
"""The decision that is answered, and a legal action for it."""

Route = tuple[Decision, bool, bool]
"""The decision that an action answers, whether it has to be judged, since what silence means is always legal, and
whether it interrupts the open question."""


def first_violation(judge: Callable[[T], Violation | None], items: Iterable[T]) -> Violation | None:
    """The first violation among several questions. One that cannot be decided counts only if no other is violated."""
    return first_yes(judge, items)


def first_refusal(*questions: Callable[[], Violation | None]) -> Violation | None:
    """The same for questions that need nothing to be asked about."""
    return first_violation(lambda question: question(), questions)


class Ask:
    """Decisions that are open at the same time, in seat order; the first answer is taken.

    `simultaneous` names the kinds of action that answer one simultaneous choice, if they belong to one: the canonical
    record keeps these in seat order.
    With `joint` the flow is sent the `Answer`, since the action alone does not say what it answers.
    With `again` the flow is sent None after an interruption and must ask again; otherwise the same is asked again.
    """

    __slots__ = ("_routes", "again", "decisions", "joint", "pending", "simultaneous")

    def __init__(
        self,
        decisions: Sequence[Decision],
        simultaneous: Sequence[type] = (),
        joint: bool = False,
        answered: Sequence[Pending] = (),
        again: bool = False,
    ) -> None:
        self.decisions = tuple(decisions)
        self._routes = routes(self.decisions)
        self.again = again
        self.joint = joint
        self.simultaneous = simultaneous
        self.pending = [d.pending for d in decisions if d.pending is not None]
        if answered:
            self.pending = sorted([*self.pending, *answered], key=lambda pending: pending.seat)

    def route(self, seat: int, kind: type) -> Route | None:
        """Which decision an action of a seat answers, of several the first."""
        ways = self._routes.get(seat)
        return None if ways is None else ways.get(kind)


@lru_cache(maxsize=1024)
def routes(decisions: tuple[Decision, ...]) -> dict[int, dict[type, Route]]:
    """By seat the ways from a kind of action to what it answers. What silence means is always legal and most of what is
    ever done."""
    found: dict[int, dict[type, Route]] = {decision.seat: {} for decision in decisions}
    for d in reversed(decisions):
        found[d.seat] |= {kind: (d, kind is not d.silence, d.interrupts) for kind in d.takes}
    return found


NOBODY_ASKED = Ask(())


@cache
def seated(kind: Callable[[int], Decision], seat: int) -> Decision:
    """The decision of that kind which a seat has: one object for all games, even if one of them counts its seats by an
    enum."""
    return kind(int(seat))


@cache
def ask(kind: Callable[[int], Decision], seat: int) -> Ask:
    """What asks a seat for that alone: one object for all games."""
    decision = seated(kind, seat)
    return Ask((decision,), decision.simultaneous, again=decision.again)


Flow = Generator[Ask, Any, R]
"""Rules from one question to the next. The flow of a whole game or interruption may hand over to another by returning
it, which costs less at every question than staying around it."""


def together(table: Any, asked: Callable[[], Sequence[Decision]], reading: str = "") -> Flow[dict[int, Act]]:
    """All who are asked answer, one decision each, in any order, and the rules learn nothing before the last. After an
    interruption it is looked again who is asked: an answer stands as long as its seat is asked that and it is legal;
    `reading` is the clause by which this is so. An answer belongs to one decision, so `asked` gives the same objects
    each time. Gives the answers by seat, in seat order."""
    decisions = tuple(asked())
    given: dict[Decision, Act] = {}
    while still := tuple([decision for decision in decisions if decision not in given]):
        answer = yield still_open(decisions, still, given) if given else at_once(still)
        if answer is not None:
            given[answer[0]] = answer[1]
        else:
            decisions = tuple(asked())
            if given and reading:
                table.rely(reading)
            given = {one: act for one, act in given.items() if one in decisions and one.stands(table, act)}
    return {decision.seat: given[decision] for decision in sorted(decisions, key=lambda one: one.seat)}


@lru_cache(maxsize=256)
def at_once(decisions: tuple[Decision, ...]) -> Ask:
    """A simultaneous decision to which nobody has answered yet."""
    return Ask(decisions, [kind for decision in decisions for kind in decision.takes], joint=True, again=True)


def still_open(decisions: tuple[Decision, ...], still: Sequence[Decision], given: dict[Decision, Act]) -> Ask:
    """The same with the answers that have been given, which stand in the state."""
    answered = [Pending(decision.seat, decision.ask, encode(act)) for decision, act in given.items()]
    return Ask(still, at_once(decisions).simultaneous, joint=True, answered=answered, again=True)


BESIDE: dict[tuple[Ask, ...], Ask] = {}
MOST_BESIDE = 1024
"""Questions put together so far; emptied when so many are kept, since some are asked once only."""


def parallel(flows: Sequence[Flow[None]]) -> Flow[None]:
    """Several flows go on independently, in whatever order their answers come."""
    going, asks = [], []
    for flow in flows:
        ask = next(flow, None)
        if ask is not None:
            going.append(flow)
            asks.append(ask)
    while asks:
        answer = yield side_by_side(tuple(asks))
        if answer is None:
            again = [(flow, asked_again(flow, was)) for flow, was in zip(going, asks, strict=True)]
            open_still = [(flow, ask) for flow, ask in again if ask is not None]
            going, asks = [flow for flow, _ in open_still], [ask for _, ask in open_still]
            continue
        decision, act = answer
        at = 0
        while decision not in asks[at].decisions:
            at += 1
        try:
            asks[at] = going[at].send(answer if asks[at].joint else act)
        except StopIteration:
            del going[at], asks[at]


def asked_again(flow: Flow[None], was: Ask) -> Ask | None:
    """What a flow asks after an interruption; nothing if it has come to its end."""
    if not was.again:
        return was
    try:
        return flow.send(None)
    except StopIteration:
        return None


def side_by_side(asks: tuple[Ask, ...]) -> Ask:
    """All that several flows ask, as one; looked up at every action, so without a cache that counts its uses."""
    found = BESIDE.get(asks)
    if found is None:
        if len(BESIDE) == MOST_BESIDE:
            BESIDE.clear()
        found = BESIDE[asks] = put_together(asks)
    return found


def put_together(asks: tuple[Ask, ...]) -> Ask:
    """The same, made again."""
    decisions: list[Decision] = []
    answered: list[Pending] = []
    simultaneous: Sequence[type] = ()
    for ask in asks:
        decisions += ask.decisions
        answered += [pending for pending in ask.pending if pending.answer]
        simultaneous = simultaneous or ask.simultaneous
    return Ask(decisions, simultaneous, joint=True, answered=answered, again=any(ask.again for ask in asks))


def pick(dice: Stream, items: Sequence[R]) -> R:
    """One of the items, all equally likely."""
    return items[dice.below(len(items))]
