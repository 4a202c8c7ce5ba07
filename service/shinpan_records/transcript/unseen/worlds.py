"""Transcripts of what was merely seen: they are read inside a world, since words mean what lies where it is needed.

A world is tried by reading the whole transcript in it. Where that breaks off, cards are exchanged as in the search of
the kernel, and it is read again.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

import msgspec

from shinpan_engine.kernel.errors import NotSupported, WorkUsedUp
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Action, Entry, Record, Unresolved
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.moves import moves
from shinpan_engine.kernel.seen.search import shuffled
from shinpan_engine.kernel.seen.standing import Standing
from shinpan_engine.kernel.seen.told import Unseen
from shinpan_engine.kernel.seen.trial import Trial, case_of
from shinpan_engine.kernel.seen.uses import NEVER, Uses
from shinpan_engine.kernel.seen.world import World

from ...limits import MOST_IMPORT_STEPS
from ..along import Loaded
from ..grammar import TranscriptError, told_where
from ..header.heading import Heading, heading
from ..importing import Importer
from ..reading import Draft
from .alone import Alone
from .hashes import refuse_hashes

MOST_READINGS = 300
"""How often a transcript is read."""
MOST_STEPS = 400_000
"""What reading and looking for worlds may take together."""
MOST_MEANT = 8
"""Meanings of the line at which reading broke off that are tried."""
MOST_SHAKEN = 16


class Read(NamedTuple):
    """A transcript read in a world: how far, how far the last line got there, and what was found."""

    importer: Importer
    trial: Trial
    line: int
    progress: tuple[int, int] = (0, 0)

    @property
    def reached(self) -> tuple[int, int, int]:
        """How far it came."""
        return (self.line, *self.progress)


class Reading:
    """Reads one draft in world after world."""

    def __init__(self, draft: Draft, games: Mapping[str, Game], known: Heading, unseen: Unseen) -> None:
        self._draft = draft
        self._alone = Alone(draft, known, Work(MOST_IMPORT_STEPS))
        self._games = games
        self._unseen = unseen
        self._known = known
        self._work = Work(MOST_STEPS)
        self._uses = Uses((), known.game, known.pack.names)
        self._readings = 0
        self._best = self._read(World())

    @property
    def spent(self) -> int:
        """The steps that reading took."""
        return self._work.spent

    def loaded(self) -> Loaded:
        """The record, its words meaning what they mean in the best world that was found."""
        with suppress(WorkUsedUp):
            self._search()
        best = self._best
        record = _as_written(best)
        if best.line < NEVER:
            self._read_on(best)
            record = self._without_guesses(_as_written(best))
        notes = best.importer.loaded().notes
        return Loaded(record, lambda: notes, lambda: Replay(self._games, record))

    def _search(self) -> None:
        shaken = 0
        while self._best.line < NEVER:
            if any(self._further(world) for world in self._worlds(self._best)):
                continue
            if shaken == MOST_SHAKEN:
                return
            shaken += 1
            self._further(shuffled(self._standing(self._best, None), shaken))

    def _read(self, world: World) -> Read:
        """Reads as far as everything comes out."""
        self._readings += 1
        if self._readings > MOST_READINGS:
            raise WorkUsedUp(MOST_READINGS)
        last: list[Trial] = []

        def replaying(games: Mapping[str, Game], record: Record) -> Replay:
            case = case_of(games, record, self._unseen, self._work)._replace(uses=self._uses)
            last.append(Trial(case, world, last[-1] if last else None))
            return last[-1]

        importer = Importer(self._draft, self._games, work=Work(MOST_IMPORT_STEPS), replaying=replaying)
        self._work.spend(1 + len(self._draft.lines))
        for at in range(len(self._draft.lines)):
            _read_line(importer, at)
            if importer.match is None or last[-1].broke is not None:
                return self._broken(importer, last[-1], at)
        last[-1].run()
        if last[-1].finding is not None:
            return self._broken(importer, last[-1], len(self._draft.lines))
        return Read(importer, last[-1], NEVER)

    def _broken(self, importer: Importer, trial: Trial, at: int) -> Read:
        trial.finding = trial.broke or trial.finding
        read = Read(importer, trial, at)
        if trial.finding is None:
            return read
        return read._replace(progress=self._standing(read, None).progress())

    def _standing(self, read: Read, meant: Action | None) -> Standing:
        """How things stand where reading broke off, the words from there on read as well as they can be alone."""
        trial = read.trial
        assert trial.finding is not None
        at = max(trial.finding.where.entry - 1, 0)
        entries = [trial.written.get(number, entry) for number, entry in enumerate(trial.entries[: at + 1])]
        if meant is not None:
            entries[at:] = [msgspec.structs.replace(trial.entries[at], what=meant)]
            trial.entries[at] = entries[at]
        entries += [Entry(found[0]) for found in map(self._alone.meanings, self._after(read)) if found]
        self._uses = Uses(entries, self._known.game, self._known.pack.names)
        trial.case = trial.case._replace(uses=self._uses)
        return Standing(trial)

    def _after(self, read: Read) -> range:
        return range(read.line + 1, len(self._draft.lines))

    def _worlds(self, read: Read) -> Iterator[World]:
        """Other worlds, for each of the meanings of the line at which reading broke off."""
        if read.trial.finding is None:
            return
        at = read.trial.finding.where.entry - 1
        unresolved = 0 <= at < len(read.trial.entries) and isinstance(read.trial.entries[at].what, Unresolved)
        meant = self._alone.meanings(read.line)[:MOST_MEANT] if unresolved else []
        if not meant:
            yield from moves(self._standing(read, None))
        for one in meant:
            yield from moves(self._standing(read, one))

    def _further(self, world: World) -> bool:
        """Whether reading gets further in a world."""
        try:
            read = self._read(world)
        except TranscriptError:
            if self._work.left < 0:
                # What was read before is as good as it gets: it is judged, and not the line at which the work ended.
                raise WorkUsedUp(MOST_STEPS) from None
            raise
        if read.reached > self._best.reached:
            self._best = read
            return True
        return False

    def _without_guesses(self, record: Record) -> Record:
        """Where no world was found, words that may mean cards of several kinds are left as words: what one world made
        of them would prove nothing."""
        entries = list(record.entries)
        lines = {self._draft.lines[at].number: at for at in range(len(self._draft.lines))}
        for at, entry in enumerate(entries):
            place = lines.get(entry.line)
            if isinstance(entry.what, Action) and place is not None and self._alone.of_several_kinds(place):
                entries[at] = msgspec.structs.replace(entry, what=self._alone.in_words(place))
        return msgspec.structs.replace(record, entries=tuple(entries))

    def _read_on(self, read: Read) -> None:
        """What stands after the break, as far as it can be read without a game."""
        read.importer.along.match = None
        for at in self._after(read):
            _read_line(read.importer, at)


def _read_line(importer: Importer, at: int) -> None:
    """Reads a line; all that cannot be read from there on is told together."""
    try:
        importer.read(at)
    except TranscriptError as error:
        raise importer.with_form(error).with_more(importer.unreadable(at + 1)) from None


def _as_written(read: Read) -> Record:
    """The record with its holes."""
    entries = [read.trial.written.get(at, entry) for at, entry in enumerate(read.trial.entries)]
    return Record(read.importer.header, tuple(entries), read.importer.beside)


def seen_in(draft: Draft, games: Mapping[str, Game], work: Work | None = None) -> Loaded | None:
    """The record that a draft of what was seen means; None if it is another one. What it took is work of the caller's,
    if one is given."""
    with told_where(draft.game_begins):
        known = heading(draft, games, Work(MOST_IMPORT_STEPS))
    if not is_seen(known.header):
        return None
    if known.game.unseen is None:
        raise NotSupported("record.header.chance.seen", "kernel.seen.not_yet", game=known.game.name)
    refuse_hashes(draft)
    reading = Reading(draft, games, known, known.game.unseen)
    loaded = reading.loaded()
    if work is not None:
        work.spend(reading.spent)
    return loaded
