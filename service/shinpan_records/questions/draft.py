"""A record that is being written: its entries so far, judged one by one. What is refused leaves it as it was."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from shinpan_engine.kernel.forms.text import outcome_text
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import game_of, pack_of
from shinpan_engine.kernel.judging.record import (
    MOST_ENTRIES,
    Action,
    ChanceSource,
    Claim,
    Entry,
    Header,
    Marker,
    Notes,
    Outcome,
    Record,
    RecordedChance,
    SeededChance,
    SeenChance,
    Unresolved,
)
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Finding
from shinpan_engine.kernel.messages import ENGLISH, Language
from shinpan_engine.kernel.play.chance import Recorded
from shinpan_engine.kernel.play.views import HIDDEN
from shinpan_engine.kernel.seen.trial import Trial

from ..transcript.exporting import exporting
from .coming import Attempt, Coming, Told, coming, needed
from .unseen import Unseeing

NOBODY_NAMED = Notes()


class Refused(Exception):
    """An answer that cannot be right, and what the referee finds."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding.message))
        self.finding = finding


class Stand(NamedTuple):
    """A record as far as it has been written, and the referee at its end."""

    entries: tuple[Entry, ...]
    told: Told
    live: Replay
    coming: Coming | None = None
    """What came up has to be written before the last entry is carried out."""


class Draft:
    """A record that grows by one entry after the other."""

    def __init__(
        self, games: Mapping[str, Game], header: Header, beside: Notes = NOBODY_NAMED, entries: Sequence[Entry] = ()
    ) -> None:
        self.games = games
        self.game = game_of(games, header)
        self.pack = pack_of(self.game, header)
        self.beside = msgspec.structs.replace(beside, result="", last_link=b"", header_hash=b"", first_state_hash=b"")
        source = header.chance.source if header.chance else None
        told = {} if isinstance(source, SeededChance) or source is None else _by_label(source.outcomes)
        self._header = header
        self._unseeing = Unseeing(games, self.game) if isinstance(source, SeenChance) else None
        self._seeded = isinstance(source, SeededChance)
        self._stand = self._judged(tuple(entries), told)
        self._known = self._told_whole()
        """The outcomes that were known as a whole from the start."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries so far, with the one that waits for what came up."""
        return self._stand.entries

    @property
    def coming(self) -> Coming | None:
        """What came up has to be written next, if anything has."""
        return self._stand.coming

    @property
    def live(self) -> Replay:
        """The referee at the end of what is written; of a record of what was seen in a world that agrees with it."""
        return self._stand.live

    @property
    def is_seen(self) -> bool:
        """Whether it tells only what was seen."""
        return self._unseeing is not None

    @property
    def is_seeded(self) -> bool:
        """Whether a seed says what comes up."""
        return self._seeded

    def _told_whole(self) -> frozenset[str]:
        chance = self.live.chance
        short = chance.short if isinstance(chance, Recorded) else {}
        return frozenset(label for label in self._stand.told if label not in short)

    def record(self) -> Record:
        """The record so far; with its result, if the game is over."""
        result = self.live.result() if self.coming is None else None
        beside = msgspec.structs.replace(self.beside, result=result.word if result else "")
        return msgspec.structs.replace(self._record(self.entries, self._stand.told), notes=beside)

    def world(self) -> Record:
        """The record so far; of one of what was seen the world that agrees with it."""
        return self.live.complete() if isinstance(self.live, Trial) else self.record()

    def text(self, language: Language = ENGLISH) -> str:
        """The record so far as a transcript in the words of a language, from which it can be read again."""
        return exporting(self.record(), self.games, hashes=False, language=language)

    def _record(self, entries: Sequence[Entry], told: Mapping[str, Sequence[int]]) -> Record:
        if self._seeded:
            return Record(self._header, tuple(entries), self.beside)
        outcomes = [Outcome(label, list(told[label])) for label in sorted(told)]
        kind = SeenChance if self.is_seen else RecordedChance
        header = msgspec.structs.replace(self._header, chance=ChanceSource(kind(outcomes)))
        return Record(header, tuple(entries), self.beside)

    def _attempt(self, entries: Sequence[Entry]) -> Attempt:
        def attempt(told: Mapping[str, Sequence[int]]) -> Replay:
            replay = Replay(self.games, self._record(entries, told))
            replay.run(MOST_ENTRIES)
            return replay

        return attempt

    def _judged(self, entries: tuple[Entry, ...], told: Told) -> Stand:
        """How a record stands with these entries. Raises `Refused`."""
        told = {label: list(values) for label, values in told.items()}
        if self._unseeing is not None:
            trial, wanted, finding = self._unseeing.judged(self._record(entries, told))
            if finding is not None:
                raise Refused(finding)
            return Stand(entries, told, trial, wanted)
        attempt = self._attempt(entries)
        wanted, live = (None, attempt(told)) if self._seeded else coming(attempt, told)
        if live.finding is not None and wanted is None:
            raise Refused(live.finding)
        return Stand(entries, told, live, wanted)

    def add(self, what: Action | Unresolved, claims: tuple[Claim, ...] = (), comment: str = "") -> None:
        """Adds what was done, with what was noted of it. Raises `Refused`."""
        entry = Entry(what, claims, comment=comment)
        if not self._added(entry):
            self._stand = self._judged((*self.entries, entry), self._stand.told)

    def _added(self, entry: Entry) -> bool:
        """Whether an entry came out where the referee was; else the referee is there again."""
        stand, what = self._stand, entry.what
        if self.is_seen or stand.coming is not None or not isinstance(what, Action):
            return False
        if stand.live.add(entry, claimed=bool(entry.claims)) is None:
            self._stand = stand._replace(entries=(*stand.entries, entry))
            return True
        self._stand = stand._replace(live=self._attempt(stand.entries)(stand.told))
        return False

    def is_possible(self, what: Action | Unresolved, claims: tuple[Claim, ...]) -> bool:
        """Whether something could be added with these claims."""
        try:
            self._judged((*self.entries, Entry(what, claims)), self._stand.told)
        except Refused:
            return False
        return True

    def claim(self, claims: tuple[Claim, ...]) -> None:
        """Adds claims about how the game stands now, or about what happened last. Raises `Refused`."""
        entries = self.entries
        if not entries:
            self._stand = self._judged((Entry(Marker(0), claims),), self._stand.told)
            return
        new = [claim for claim in claims if claim not in entries[-1].claims]
        last = msgspec.structs.replace(entries[-1], claims=(*entries[-1].claims, *new))
        self._stand = self._judged((*entries[:-1], last), self._stand.told)

    def remark(self, text: str) -> None:
        """Adds a remark to the last entry."""
        last = self.entries[-1]
        last = msgspec.structs.replace(last, comment="; ".join(filter(None, (last.comment, text))))
        self._stand = self._stand._replace(entries=(*self.entries[:-1], last))

    def tell(self, numbers: Sequence[int]) -> None:
        """Writes down what came up. Raises `Refused`."""
        wanted, told = self._stand.coming, self._stand.told
        assert wanted is not None, "asked when something came up"
        if self._unseeing is not None:
            self._stand = self._told_of_seen(self._unseeing, wanted, numbers[0])
            return
        values = [*told[wanted.label], *numbers]
        self._stand = self._judged(self.entries, {**told, wanted.label: values})

    def _told_of_seen(self, unseeing: Unseeing, wanted: Coming, number: int) -> Stand:
        """How the record stands with what came up; a card that an event showed is a claim on that entry."""
        entries, told, turned = self.entries, _copied(self._stand.told), wanted.turned
        if turned is not None and number != HIDDEN:
            entry = entries[turned.entry]
            claims = turned.claimed(entry.claims, number, self.pack.names)
            entry = msgspec.structs.replace(entry, claims=claims)
            return self._judged((*entries[: turned.entry], entry, *entries[turned.entry + 1 :]), told)
        before = unseeing.marked()
        unseeing.tell(wanted, number, told, len(entries))
        try:
            return self._judged(entries, told)
        except Refused:
            unseeing.reset(before)
            raise

    def back(self, count: int) -> None:
        """Goes back to the first so many entries. What came up after them is forgotten too."""
        entries = self.entries[:count]
        if self._unseeing is not None:
            told = self._unseeing.back(count, self._stand.told)
        elif self._seeded:
            told = {}
        elif not self.entries and self.coming is not None:
            told = self._without_last(self.coming.label)
        else:
            told = self._used(entries)
        self._stand = self._judged(entries, told)

    def entries_up_to(self, step: int) -> int:
        """How many entries there are up to an action, by its number; 0 is before the first."""
        acted = [at for at, entry in enumerate(self.entries, 1) if not isinstance(entry.what, Marker)]
        return acted[step - 1] if step else 0

    def _without_last(self, waiting: str) -> Told:
        """What came up before the first entry, without the outcome of which something was written last."""
        told = self._stand.told
        written = [label for label, values in told.items() if values and label not in self._known]
        last = waiting if told[waiting] else (written or [waiting])[-1]
        return {label: [] if label == last else values for label, values in told.items()}

    def _used(self, entries: Sequence[Entry]) -> Told:
        """As much of what came up as some entries use."""
        attempt, told = self._attempt(entries), _copied(self._stand.told)
        came_up = attempt(told).chance.outcomes
        used: Told = {}
        for label, values in told.items():
            if label in self._known:
                used[label] = values
            elif label in came_up:
                used[label] = values[: needed(attempt, told, label)]
        return used

    def table_of(self, wanted: Coming) -> str:
        """The table of the pack that what comes up is in."""
        return wanted.turned.card[0] if wanted.turned else self.game.outcome_table(wanted.label)

    def spelled(self, label: str, numbers: Sequence[int]) -> list[str]:
        """Values of an outcome as records write them."""
        table = self.game.outcome_table(label)
        return [outcome_text(self.pack.names, table, number) for number in numbers]


def _by_label(outcomes: Sequence[Outcome]) -> Told:
    return {outcome.label: list(outcome.values) for outcome in outcomes}


def _copied(told: Told) -> Told:
    return {label: list(values) for label, values in told.items()}
