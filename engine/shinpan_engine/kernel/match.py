"""A game in progress: who is asked, whether an answer is legal, and what comes of it."""

from collections.abc import Iterator
from typing import Any

from .decisions import Act, Answer, Ask, Decision, Flow, Violation

NOBODY = Ask(())


class Over(Exception):
    """Raised by the rules when the game ends, in the middle of any step."""


class Table:
    """What the rules of a game work on. A game's own table adds its moves."""

    state: Any
    events: list[Any]
    """What happened since they were last read."""
    relied: dict[str, None]
    """Clauses whose ruling this game has rested on so far, in the order they came up."""
    standing: tuple[Decision, ...] = ()
    """What a seat may do whenever somebody is asked, whoever that is."""

    def misplaced(self, seat: int, act: Act) -> Violation:
        """Why an action that nobody asked for is not allowed now."""
        raise NotImplementedError


class Match:
    """Runs a flow of rules from one decision to the next. Nothing illegal ever reaches the rules."""

    def __init__(self, table: Table, flow: Flow[Any]) -> None:
        self.table = table
        self._state = table.state
        self._suspended: list[tuple[Flow[Any], Ask]] = []
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
            return NOBODY

    def consider(self, seat: int, act: Act) -> Answer | Violation:
        """Whether a seat may do this now; changes nothing."""
        route = self.ask.routes.get((seat, type(act)))
        if route is None:
            return self._consider_standing(seat, act)
        decision, judge = route
        if judge is None or (violation := judge(self.table, act)) is None:
            return decision, act
        return violation

    def _consider_standing(self, seat: int, act: Act) -> Answer | Violation:
        """The same for what nobody asked for."""
        for offer in self.table.standing if self.ask.decisions else ():
            if type(act) in offer.takes and offer.seat == seat:
                violation = offer.judge(self.table, act)
                return (offer, act) if violation is None else violation
        return self.table.misplaced(seat, act)

    def take(self, answer: Answer) -> None:
        """Carries out a legal action, up to the next decision."""
        decision, act = answer
        try:
            if decision.pending is None:
                self._suspended.append((self._flow, self.ask))
                self._flow = decision.flow(self.table, act)
                ask = next(self._flow)
            else:
                ask = self._flow.send(answer if self.ask.joint else act)
        except StopIteration as end:
            ask = self._after(end.value)
        except Over:
            ask = NOBODY
        self.ask = ask
        self._state.pending = ask.pending

    def _after(self, following: Flow[Any] | None) -> Ask:
        """What is asked when a flow has come to its end: what the flow asks to which it handed over, or what it
        interrupted, if that is still due."""
        while following is None and self._suspended:
            self._flow, ask = self._suspended.pop()
            if ask.due is None or ask.due(self.table):
                return ask
            try:
                return self._flow.send(None)
            except StopIteration as end:
                following = end.value
            except Over:
                return NOBODY
        return NOBODY if following is None else self._begun(following)

    def options(self, seat: int | None = None) -> Iterator[tuple[int, Act]]:
        """Every legal action, of one seat or of all, lazily: what is asked for in canonical order, then what stands."""
        standing = self.table.standing if self.ask.decisions else ()
        for decision in (*self.ask.decisions, *standing):
            if seat is None or decision.seat == seat:
                for act in decision.options(self.table):
                    yield decision.seat, act
