"""The search for a world, and what is said of a record if there is none."""

from bisect import insort
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from ..errors import InvalidHeader, NotSupported, WorkUsedUp
from ..game import Game
from ..judging.header import game_of
from ..judging.record import MOST_ENTRIES, Action, Record
from ..judging.referee import Replay, too_many
from ..judging.report import Assumption, Finding, Locator, Report, Verdict
from ..messages import Spelling, say
from ..play.chance import Stream
from ..play.views import HIDDEN
from ..play.work import Work
from . import proofs
from .holes import unfitting
from .moves import moves
from .standing import Standing
from .told import Unseen
from .trial import CameOut, Case, Trial, case_of
from .uses import NEVER
from .world import World

MOST_STEPS = 200_000
"""Actions replayed and candidates looked at, all together."""
MOST_TRIALS = 400
MOST_OTHERS = 8
"""Other worlds in which a refusal is tried before it is believed."""
MOST_SHAKEN = 32
"""Other worlds from which the search sets out again."""
MOST_ASIDE = 8
"""Worlds that got less far and are kept to go on from."""


class Judged(NamedTuple):
    """What the search came to."""

    report: Report
    world: Record | None
    """The complete record that is the proof, if one was found."""
    trials: int
    """How many worlds were tried."""
    steps: int
    """The work that this took."""
    names: Spelling
    """How the cards of the pack are written."""


def judge(games: Mapping[str, Game], record: Record) -> Judged:
    """Judges a record of what was merely seen."""
    return search_of(games, record).judged()


def search_of(games: Mapping[str, Game], record: Record) -> "Search":
    """The search for a world of a record of what was merely seen, at its first trial."""
    game = game_of(games, record.header)
    if len(record.entries) > MOST_ENTRIES:
        raise too_many()
    if game.unseen is None:
        raise NotSupported("record.header.chance.seen", "kernel.seen.not_yet", game=game.name)
    _refuse_hashes(record)
    return Search(games, record, game.unseen)


def _refuse_hashes(record: Record) -> None:
    """A record of what was seen has no links of its own."""
    for name in ("last_link", "header_hash", "first_state_hash"):
        if getattr(record.notes, name):
            raise InvalidHeader(f"record.notes.{name}", "kernel.seen.no_hashes")
    for at, entry in enumerate(record.entries):
        if entry.state_hash or entry.link:
            field = "link" if entry.link else "state_hash"
            raise InvalidHeader(f"record.entries[{at}].{field}", "kernel.seen.no_hashes")


class Search:
    """Looks for a world of one record, from break to break."""

    def __init__(self, games: Mapping[str, Game], record: Record, unseen: Unseen) -> None:
        self.case: Case = case_of(games, record, unseen, Work(MOST_STEPS))
        self.trials = 0
        self.best = Trial.run_in(self.case, World())
        """What got furthest."""
        self._reached = progress(self.best)
        self._known: dict[CameOut, None] = {}
        self._aside: list[tuple[tuple[int, int, int], int, Trial]] = []
        self._clash = proofs.clashing(self.best)
        """Claims of one entry that cannot all come out: no world gets past them."""

    def judged(self) -> Judged:
        """What the record comes to."""
        finding = self._misplaced_hole()
        if finding is None:
            try:
                finding = self._searched()
            except WorkUsedUp:
                finding = self._undecided()
        return self._found() if finding is None else self._told(finding)

    def _misplaced_hole(self) -> Finding | None:
        """A hole where the public saw the card."""
        for at, entry in enumerate(self.case.record.entries):
            if isinstance(entry.what, Action) and (why := unfitting(entry.what.what, self.case.unseen.secrets)):
                return Finding(Verdict.MALFORMED, Locator(at + 1, 0, entry.line), entry.what.seat, (), why)
        return None

    def _searched(self) -> Finding | None:
        """Goes on until the end is reached; else what is found of the last break."""
        self._climb(self.best)
        while self.best.finding is not None:
            best = self.best
            finding = self._broke_off(Standing(best))
            if self.best is best:
                return finding
        return None

    def _broke_off(self, best: Standing) -> Finding | None:
        """What is found of a break; nothing as soon as another world gets further."""
        if self._clash is not None and self._is_at_clash(best.trial):
            return msgspec.structs.replace(self._clash, where=best.finding.where)
        proof = proofs.proved(best)
        if proof is not None and not proofs.needs_trying(best):
            return proof
        for number in range(1, (MOST_OTHERS if proof else MOST_SHAKEN) + 1):
            aside = self._aside[-1][2] if self._aside and not proof else None
            self._climb(aside or self._tried(shuffled(best, number)))
            if self.best is not best.trial:
                return None
        return proof or (best.finding if best.finding.verdict == Verdict.UNDECIDABLE else self._undecided())

    def _undecided(self) -> Finding:
        """Claims that come out in no world, wherever it broke off; else that nothing was found and nothing proved."""
        return self._clash or _limit(self.best)

    def _is_at_clash(self, trial: Trial) -> bool:
        """Whether a trial broke off at claims that cannot come out."""
        clash, finding = self._clash, trial.finding
        return clash is not None and finding is not None and progress(trial)[:2] == (clash.where.entry - 1, True)

    def _climb(self, trial: Trial | None) -> None:
        """Goes on from a trial as long as a move leads further."""
        while trial is not None and trial.finding is not None and not self._is_at_clash(trial):
            reached, standing = progress(trial), Standing(trial)
            self._aside = [one for one in self._aside if one[2] is not trial]
            tried = (self._tried(world) for world in moves(standing))
            trial = next((other for other in tried if other is not None and progress(other) > reached), None)

    def _tried(self, world: World) -> Trial | None:
        """The record in one more world; nothing if it was tried before. The furthest are set aside, to go on from."""
        self.trials += 1
        if self.trials == MOST_TRIALS:
            raise WorkUsedUp(MOST_TRIALS)
        trial = Trial.run_in(self.case, world)
        if (came := trial.came_out()) in self._known:
            return None
        self._known[came] = None
        reached = progress(trial)
        if reached > self._reached:
            self.best, self._reached = trial, reached
        insort(self._aside, (reached, -self.trials, trial))
        del self._aside[:-MOST_ASIDE]
        return trial

    def _found(self) -> Judged:
        """The judgement on the world that was found, by the referee who knows nothing of the search."""
        world = self.best.complete()
        replay = Replay(self.case.games, world)
        replay.run()
        report = replay.report()
        if report.findings:
            # Nobody but the referee says that a record is legal.
            return self._told(msgspec.structs.replace(report.findings[0], verdict=Verdict.UNDECIDABLE))
        report = self._of_this_record(report)
        return Judged(
            msgspec.structs.replace(report, assumptions=(*report.assumptions, self._assumption())),
            world,
            self.trials + 1,
            self.case.work.spent,
            self.best.names,
        )

    def _assumption(self) -> Assumption:
        """That the verdict rests on cards that nobody has seen."""
        came_up, told = self.best.came_up, self.case.told
        holes = sum(len(came_up.outcomes[label]) - _count(told.get(label, ())) for label in came_up.guessed)
        return Assumption("world", "unseen", say("kernel.seen.unseen", holes=holes))

    def _of_this_record(self, report: Report) -> Report:
        """A record of what was seen has a header hash, and no links of its own."""
        return msgspec.structs.replace(report, header_hash=self.best.header_hash, state_hash=b"", last_link=b"")

    def _told(self, finding: Finding) -> Judged:
        """What is said where there is no world."""
        report = self._of_this_record(self.best.report())
        report = msgspec.structs.replace(report, verdict=finding.verdict, findings=(finding,), result=None)
        return Judged(report, None, self.trials + 1, self.case.work.spent, self.best.names)


def _count(told: Sequence[int]) -> int:
    return sum(number != HIDDEN for number in told)


def progress(trial: Trial) -> tuple[int, int, int]:
    """How far a trial got: at which entry it broke off, and how far that got."""
    if trial.finding is None:
        return (NEVER, 0, 0)
    standing = Standing(trial)
    # What is found of the header when all is done comes last.
    return (NEVER - 1 if trial.replayed and standing.at < 0 else standing.at, *standing.progress())


def _limit(trial: Trial) -> Finding:
    """That nothing was found and nothing proved."""
    finding = trial.finding
    assert finding is not None
    message = say("kernel.search.limit", best=finding.message)
    return Finding(Verdict.UNDECIDABLE, finding.where, finding.seat, (), message)


def shuffled(standing: Standing, number: int) -> World:
    """The world with many cards exchanged that nobody has seen so far."""
    world = standing.trial.world.copy()
    dice = Stream(number.to_bytes(32, "big"), "seen")
    for cards in standing.unseen():
        for last in range(len(cards) - 1, 0, -1):
            standing.trial.case.work.spend()
            standing.exchange(world, cards[last], cards[dice.below(last + 1)])
    return world
