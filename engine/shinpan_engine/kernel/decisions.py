"""Decisions: what a flow of rules asks, and who may answer what.

A flow is a generator. It yields an `Ask` and is sent an `Answer` that is already known to be legal.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from .canon import encode
from .chance import Stream
from .errors import Undecidable

Act = Any
"""An action of a game without its seat: the member of the schema's `oneof`, frozen."""

R = TypeVar("R")
T = TypeVar("T")


class Violation(msgspec.Struct, frozen=True):
    """A rule that an action would break: the clause, and a sentence for players."""

    clause: str
    message: str
    also: tuple[str, ...] = ()


class Pending(msgspec.Struct, array_like=True):
    """A decision as it stands in the state."""

    seat: int
    ask: str
    answer: bytes = b""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """A legal action, and the decision it answers."""

    decision: "Decision"
    act: Act


class Decision:
    """One seat's choice, with its own law, which reads the table as it is and never changes it.

    `judge` takes any action of a kind in `takes` and names the clause that is broken. `options` gives every legal
    action, in canonical order, lazily. `default` is what silence means, if it means anything: a pass, or the one thing
    that must be done. A decision does not hold the table, so one object serves all games.
    """

    ask: ClassVar[str] = ""
    clause: ClassVar[str] = ""
    takes: ClassVar[tuple[type, ...]] = ()
    default: ClassVar[Act | None] = None
    interrupts: ClassVar[bool] = False
    """Whether taking it answers nothing that is asked: its own flow is carried out, then the same is asked again."""
    in_order: ClassVar[tuple[type, ...]] = ()
    """Answers whose place among those of other seats counts, although the decision is simultaneous: none is put in seat
    order across them."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.pending = Pending(seat, self.ask)

    def judge(self, table: Any, act: Act) -> Violation | None:
        raise NotImplementedError

    def options(self, table: Any) -> Iterator[Act]:
        raise NotImplementedError

    def allows(self, table: Any, act: Act) -> bool:
        """Whether an action is certainly legal: what cannot be decided is not offered."""
        try:
            return self.judge(table, act) is None
        except Undecidable:
            return False

    def flow(self, table: Any, act: Act) -> "Flow[None]":
        """What an interruption does."""
        raise NotImplementedError

    def sample(self, table: Any, dice: Stream) -> Act:
        """One legal action for random play."""
        return pick(dice, list(self.options(table)))


def first_violation(judge: Callable[[T], Violation | None], items: Iterable[T]) -> Violation | None:
    """The first violation among several questions. One that cannot be decided counts only if no other is violated."""
    undecided = None
    for item in items:
        try:
            violation = judge(item)
        except Undecidable as error:
            undecided = undecided or error
        else:
            if violation is not None:
                return violation
    if undecided is not None:
        raise undecided
    return None


class Ask:
    """Decisions that are open at the same time, in seat order; the first answer is taken.

    With `simultaneous` they belong to one simultaneous choice, whose answers the canonical record keeps in seat order.
    `due` is asked after an interruption: if nothing is left to decide, the flow is sent `FELL_AWAY`.
    """

    __slots__ = ("decisions", "due", "pending", "routes", "simultaneous")

    def __init__(
        self,
        decisions: Sequence[Decision],
        simultaneous: bool = False,
        answered: Sequence[Pending] = (),
        due: Callable[[Any], bool] | None = None,
    ) -> None:
        self.decisions = tuple(decisions)
        self.routes = {(d.seat, kind): d for d in reversed(self.decisions) for kind in d.takes}
        """Which decision an action of a seat answers; of several the first."""
        self.due = due
        self.simultaneous = simultaneous
        self.pending = [d.pending for d in decisions if not d.interrupts]
        if answered:
            self.pending = sorted([*self.pending, *answered], key=lambda pending: pending.seat)


Flow = Generator[Ask, Answer, R]

FELL_AWAY = Answer(Decision(0), None)
"""What a flow is sent when an interruption has left nothing to decide; its action is None."""


def together(decisions: Sequence[Decision]) -> Flow[list[Act]]:
    """All answer, in any order, and the rules learn nothing before the last. Gives the answers in the order asked."""
    given: dict[int, Act] = {}
    while len(given) < len(decisions):
        still = [d for i, d in enumerate(decisions) if i not in given]
        answered = [Pending(decisions[i].seat, decisions[i].ask, encode(act)) for i, act in sorted(given.items())]
        answer = yield Ask(still, simultaneous=True, answered=answered)
        given[decisions.index(answer.decision)] = answer.act
    return [given[i] for i in range(len(decisions))]


def parallel(flows: Sequence[Flow[None]], simultaneous: bool = False) -> Flow[None]:
    """Several flows go on independently, in whatever order their answers come. None may ask what can fall away."""
    asks = [(flow, ask) for flow in flows if (ask := next(flow, None)) is not None]
    while asks:
        assert all(ask.due is None for _, ask in asks), "what is asked side by side cannot fall away"
        decisions = [d for _, ask in asks for d in ask.decisions]
        answered = [pending for _, ask in asks for pending in ask.pending if pending.answer]
        answer = yield Ask(decisions, simultaneous or any(ask.simultaneous for _, ask in asks), answered)
        at = next(i for i, (_, ask) in enumerate(asks) if answer.decision in ask.decisions)
        flow = asks[at][0]
        try:
            asks[at] = (flow, flow.send(answer))
        except StopIteration:
            del asks[at]


def pick(dice: Stream, items: Sequence[R]) -> R:
    """One of the items, all equally likely."""
    return items[dice.below(len(items))]
