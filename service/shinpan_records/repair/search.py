"""The search: single edits first; if none repairs the whole record, pairs, from those that come furthest.

It is done in slices, and after each of them what was found so far can be told.
"""

from bisect import insort
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import Message, say

from ..transcript.reading import Draft
from .applying import corrected
from .budget import Budget, Limits
from .edits import Edit
from .judges import Judge, judge_of
from .reaching import Reach
from .singles import MOST_PUT_IN, Singles
from .told import WORLDS, Partial, Repairs

MOST_FURTHEST = 64
"""Edits that are kept of those that come further than the record does."""
MOST_PAIRS = 8
"""Where so many pairs repair the record no more are looked for."""
MOST_PARTIAL = 5


class NothingToRepair(Exception):
    """The record comes out as it is."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        legal = verdict == Verdict.LEGAL
        self.message = say("kernel.repair.nothing.legal" if legal else "kernel.repair.nothing.incomplete")


class Slice(NamedTuple):
    """How far a part of the search has come: of the lines read, or of the edits tried on the whole record."""

    about: Message
    done: int
    total: int


class Chain(NamedTuple):
    """Edits made one after the other, the draft that they make, and how far it comes."""

    edits: tuple[Edit, ...]
    draft: Draft
    reach: Reach

    @property
    def order(self) -> tuple[int, int, int]:
        """The smaller, the better: how far it comes, then with how few edits."""
        return (*self.reach.order, len(self.edits))


class Repair:
    """The repair of one draft. Raises `NothingToRepair` for one that comes out as it is, and what reading it raises."""

    def __init__(self, draft: Draft, games: Mapping[str, Game], limits: Limits | None = None) -> None:
        self._game = draft.game
        self._judge: Judge = judge_of(draft, games)
        self._limits = limits or self._judge.limits
        self._single = Budget(self._limits.steps, self._limits.replays)
        self._pair = Budget(self._limits.pair_steps, self._limits.pair_replays)
        reach = self._judge.judged(draft, self._single)
        if reach.finding is None:
            raise NothingToRepair(reach.verdict)
        self._start = Chain((), draft, reach)
        self._heads = reach.importer.game.heads
        self._repaired: list[Chain] = []
        self._furthest: list[Chain] = []
        self._first: Singles | None = None
        self._stopped: list[Message] = []
        self._finished = False

    @property
    def breaks_off(self) -> tuple[Verdict, int]:
        """How the draft breaks off, and in which line."""
        finding = self._start.reach.finding
        assert finding is not None
        return finding.verdict, finding.where.line

    def slices(self) -> Iterator[Slice]:
        """Works on, a slice at a time."""
        yield from self._within(self._single, self._singles())
        if not self._repaired:
            yield from self._within(self._pair, self._pairs())
        self._finished = True

    def found(self) -> Repairs:
        """What was found so far."""
        assert self._start.reach.finding is not None
        best = [] if self._repaired else self._shown()
        interrupted = [] if self._finished or self._stopped else [say("kernel.repair.limit.asked")]
        budgets = (self._single, self._pair)
        return Repairs(
            self._start.reach.finding,
            self._first.tried if self._first else 0,
            len(self._first) if self._first else 0,
            tuple(chain.edits for chain in (self._shown() if self._repaired else ())),
            tuple(Partial(chain.edits, chain.reach.finding) for chain in best if chain.reach.finding),
            self._left_out(),
            (*self._stopped, *interrupted),
            sum(budget.replays_spent for budget in budgets),
            sum(budget.steps_spent for budget in budgets),
            self._game,
            self._start.reach.names,
        )

    def _shown(self) -> list[Chain]:
        """What repairs the record, or else what comes furthest, in the order in which it is told."""
        return sorted(self._repaired, key=_by_place) or self._furthest[:MOST_PARTIAL]

    def corrected(self, text: str, number: int, by: tuple[str, str]) -> str:
        """The text of the draft with what was found at a place, counted from 0, and with who made it so, and why."""
        chain = self._shown()[number]
        return corrected(text, self._start.draft, chain.draft, chain.edits, self._heads, by)

    def _left_out(self) -> tuple[Message, ...]:
        places = (
            [] if self._first is None or self._first.whole else [say("kernel.repair.limit.places", most=MOST_PUT_IN)]
        )
        return (*places, *([] if self._judge.exact else [WORLDS]))

    def _within(self, budget: Budget, part: Iterator[Slice]) -> Iterator[Slice]:
        """A part of the search, up to where its budget is used up."""
        try:
            yield from part
        except WorkUsedUp:
            self._stopped.append(budget.used_up())

    def _singles(self) -> Iterator[Slice]:
        first = self._judge.first_line(self._start.reach)
        yield from self._edits_after(self._start, first, self._single)

    def _pairs(self) -> Iterator[Slice]:
        for chain in self._furthest[: self._limits.beam]:
            if len(self._repaired) < MOST_PAIRS:
                yield from self._edits_after(chain, max(0, chain.reach.at - self._limits.window), self._pair)

    def _edits_after(self, chain: Chain, first: int, budget: Budget) -> Iterator[Slice]:
        """Tries every edit of a draft from a line on, on the whole record."""
        singles = self._judge.singles(chain.draft, chain.reach, budget)
        if not chain.edits:
            self._first = singles
        for at in singles.collect(first):
            yield Slice(say("kernel.repair.slice.reading"), at + 1, chain.reach.at + 1)
        found = singles.found()
        about = say("kernel.repair.slice.pairs" if chain.edits else "kernel.repair.slice.singles")
        for number, candidate in enumerate(found, start=1):
            draft = candidate.change.of(chain.draft)
            reach = self._judge.reach(draft, budget)
            if reach is not None:
                self._note(Chain((*chain.edits, candidate.edit), draft, reach), chain.reach)
            yield Slice(about, number, len(found))

    def _note(self, chain: Chain, before: Reach) -> None:
        """Keeps what repairs the record, and what comes further than the draft before its last edit."""
        if chain.reach.finding is None:
            self._repaired.append(chain)
        elif chain.reach.order < before.order:
            insort(self._furthest, chain, key=lambda one: one.order)
            del self._furthest[MOST_FURTHEST:]


def _by_place(chain: Chain) -> tuple[tuple[int, str, str], ...]:
    return tuple((edit.line, edit.kind.key, edit.after) for edit in chain.edits)
