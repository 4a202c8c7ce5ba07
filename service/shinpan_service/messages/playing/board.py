"""A game that is played, as it is kept: put together, replayed, and which of its steps are certain."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.kernel.judging.record import Entry, Marker, Record
from shinpan_engine.kernel.judging.referee import Replay, Step

from ..judging import viewer_of
from ..verifying import Games, asked_about, language_of
from ..viewing import View, without_hashes
from .kept import Kept, together

ENTRY_STEPS = 4
"""What replaying an entry takes of the work of a call, about as long as so many candidates: each message of a game has
all of it replayed, up to four times."""


class Reached(NamedTuple):
    """How far a game has come."""

    replay: Replay
    view: View
    certain: int
    """How many of its actions have a place among the steps that no later answer changes."""
    steps: list[report_pb2.ReplayStep]
    """Those wanted."""

    @property
    def waiting(self) -> bool:
        """Whether answers wait for those of others."""
        return bool(self.replay.waiting())


class Board:
    """A game as it is kept. All that is done for one message shares the work of a call."""

    def __init__(self, opening: referee_pb2.PlayOpening, kept: Sequence[Kept], games: Games) -> None:
        self.message = record_pb2.Record()
        self.message.CopyFrom(opening.record)
        self.message.MergeFromString(together(kept))
        _add_outcomes(self.message.header, kept)
        self._opening = opening
        self.record, self._known, self.work = asked_about(self.message, opening.packs, games)
        self._viewer = viewer_of(opening.viewer, self.record.header.seats)
        self.language = language_of(opening.language)

    def reach(self, told: int) -> Reached:
        """Replays all of it, with the steps after those told. What is noted beside answers that wait for others is not
        compared yet."""
        reached = self._replayed(self.record, told)
        early = [at for at in reached.replay.waiting() if _notes(self.record.entries[at])]
        return self._replayed(_without_notes(self.record, early), told) if early else reached

    def reach_last(self) -> Reached:
        """The same with the last step that is certain."""
        actions = sum(type(entry.what) is not Marker for entry in self.record.entries)
        reached = self.reach(actions - 1)
        return self.reach(reached.certain - 1) if reached.certain < actions else reached

    def judged(self) -> View:
        """A view of it as it is judged wherever its record is sent."""
        self._spend()
        replay = Replay(self._known, self.record, self.work)
        replay.run()
        return View(replay, self._viewer, self.language)

    def _spend(self) -> None:
        self.work.spend(ENTRY_STEPS * len(self.record.entries))

    def _replayed(self, record: Record, told: int) -> Reached:
        self._spend()
        replay = Replay(self._known, record, self.work)
        view = View(replay, self._viewer, self.language)
        steps: list[report_pb2.ReplayStep] = []

        def watch(step: Step) -> None:
            if step.number > told:
                assert replay.match is not None
                steps.append(view.step(step, replay.match.table.state, not self._opening.without_states))

        replay.run(len(record.entries), watch)
        certain = replay.replayed - len(replay.waiting())
        del steps[max(0, certain - told) :]
        if not (view.everything or replay.result()):
            for step in steps:
                without_hashes(step)
        return Reached(replay, view, certain, steps)


def _notes(entry: Entry) -> bool:
    """Whether something is noted beside an entry that is compared with what came out."""
    return bool(entry.claims or entry.state_hash or entry.link)


def _without_notes(record: Record, early: Collection[int]) -> Record:
    entries = [
        Entry(entry.what, line=entry.line, comment=entry.comment) if at in early else entry
        for at, entry in enumerate(record.entries)
    ]
    return msgspec.structs.replace(record, entries=tuple(entries))


def _add_outcomes(header: record_pb2.Header, kept: Sequence[Kept]) -> None:
    """Puts what came up in the course of the game into the header: the last word on each label counts."""
    came = record_pb2.Recorded.FromString(b"".join([one.outcomes for one in kept])).outcomes
    if came:
        by_label = {outcome.label: outcome for outcome in (*header.chance.recorded.outcomes, *came)}
        recorded = record_pb2.Recorded(outcomes=[by_label[label] for label in sorted(by_label)])
        header.chance.recorded.CopyFrom(recorded)
