"""A bare table for testing flows: seats say numbers, and what the rules write down is the state."""

from collections.abc import Iterator
from typing import Any

import msgspec

from shinpan_engine.kernel.play.answers import Pending
from shinpan_engine.kernel.play.decisions import Act, Ask, Decision, Flow, together
from shinpan_engine.kernel.play.match import Match, Over, Table
from shinpan_engine.kernel.play.violations import Violation
from shinpan_engine.kernel.play.work import UNCOUNTED, Work


class Say(msgspec.Struct, array_like=True, frozen=True, tag=1):
    """A number said."""

    number: int


class Shout(msgspec.Struct, array_like=True, frozen=True, tag=2):
    """An interruption."""

    number: int = 0


class Sheet(msgspec.Struct, array_like=True):
    """The state: what the rules wrote down, and what is pending."""

    log: list[int] = []
    pending: list[Pending] = []


class Desk(Table):
    """A table with a log."""

    def __init__(self) -> None:
        self.state = Sheet()
        self.events = []
        self.relied = {}
        self.work = Work(UNCOUNTED)

    def misplaced(self, seat: int, act: Act) -> Violation:
        return Violation("X-0", "nobody asked")


class Number(Decision):
    """Any number from 1 to 3."""

    ask = "number"
    takes = frozenset({Say})

    def judge(self, table: Desk, act: Act) -> Violation | None:
        return None if act.number in (1, 2, 3) else Violation("X-1", "1 to 3")

    def options(self, table: Desk) -> Iterator[Act]:
        yield from (Say(1), Say(2), Say(3))


class Word(Number):
    """Another question of the same kind."""

    ask = "word"


class Cry(Decision):
    """An interruption that asks so many numbers of its seat before it is over."""

    ask = "cry"
    takes = frozenset({Shout})
    interrupts = True

    def judge(self, table: Desk, act: Act) -> Violation | None:
        return None

    def options(self, table: Desk) -> Iterator[Act]:
        yield Shout()

    def flow(self, table: Desk, act: Act) -> Flow[None]:
        table.state.log.append(100)
        for _ in range(act.number):
            said = yield Ask([Number(self.seat), self])
            table.state.log.append(100 + said.number)
        if act.number < 0:
            raise Over


def match_of(rules: Any) -> Match:
    """A match of some rules on an empty desk."""
    table = Desk()
    return Match(table, rules(table))


def do(match: Match, *moves: tuple[int, Act]) -> Match:
    """Legal actions, one after the other."""
    for seat, act in moves:
        refused = match.play(seat, act)
        assert refused is None, refused
    return match


def log(match: Match) -> list[int]:
    return list(match.table.state.log)


def asked(match: Match) -> list[tuple[int, str]]:
    """Whom the match asks what."""
    return [(decision.seat, decision.ask) for decision in match.ask.decisions]


THREE = tuple(Number(seat) for seat in (1, 2, 3))


def three_at_once(table: Desk) -> Flow[None]:
    """Three seats say a number at the same time."""
    acts = yield from together(table, lambda: THREE)
    table.state.log += [act.number for act in acts.values()]


def counting(table: Desk, seat: int, times: int) -> Flow[None]:
    """One seat says so many numbers; each is written down with the seat."""
    for _ in range(times):
        said = yield Ask([Number(seat)])
        table.state.log.append(10 * seat + said.number)
