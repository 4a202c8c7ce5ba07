"""A run over a corpus: its shards judged, kept as they are done, and left alone where they are known.

Whatever ends a run, every shard that was kept is kept: the next run goes on behind it.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from shinpan_records.plain_files import replacing
from shinpan_service.serving.workers import Prepare

from .crew import Crew, Group
from .files.sources import Source
from .jobs import groups, records_of
from .kept.folder import MANIFEST, Folder, Part, Unread
from .kept.rows import Row, Said, killed
from .kept.shards import Shard, shards

EACH_SECONDS = 1.0
"""So often it is told how far a run has come."""


class Progress(NamedTuple):
    """How far a run has come."""

    records: int
    """All that were gone through: judged now, known before, and what could not be had."""
    judged: int
    unread: int
    seconds: float

    @property
    def rate(self) -> float:
        """Records judged in a second."""
        return self.judged / self.seconds if self.seconds else 0.0

    def left(self, total: int) -> float | None:
        """About how many seconds are left of so many records."""
        return (total - self.records) * self.seconds / self.records if self.records and total else None


class Ended(NamedTuple):
    """What a run came to."""

    progress: Progress
    shards: int
    known: int
    """Shards that had been judged before."""
    verdicts: Counter[str]


Told = Callable[[Progress], None]
"""Hears how far a run has come."""


class _Piece(NamedTuple):
    """What is judged together, and the shard that it belongs to."""

    shard: Shard
    key: str
    records: list[Source]
    last: bool
    """Whether the shard ends with it."""
    is_known: bool


class Run:
    """One run."""

    def __init__(self, folder: Folder, told: Told) -> None:
        self._folder = folder
        self._told = told
        self._begun = monotonic()
        self._next = self._begun
        self._shard_begun = self._begun
        self._coming: set[str] = set()
        """Shards that are being judged: one may come again."""
        self._lines: list[bytes] = []
        """Rows of the shard at work."""
        self._shards = self._known = self._records = self._judged = self._unread = 0
        self._verdicts: Counter[str] = Counter()
        self._log = folder.path / "runs" / f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.jsonl"

    async def judge(self, found: Iterator[Source], prepare: Prepare, jobs: int) -> Ended:
        """Judges what is not known. Raises `Killed` and `OSError`."""
        self._note(jobs=jobs, fingerprint=self._folder.head.fingerprint)
        with replacing(self._folder.path / MANIFEST) as manifest:
            async with Crew(prepare, jobs) as crew:
                async for piece, said in crew.in_order(self._pieces(found)):
                    self._take(piece, said)
                    if piece.last:
                        self._end(piece)
                        manifest.write(msgspec.json.encode(_part(piece)) + b"\n")
                deaths = crew.deaths
        ended = Ended(self._progress(), self._shards, self._known, self._verdicts)
        self._note(ended=True, deaths=deaths, known=self._known, **ended.progress._asdict())
        self._told(ended.progress)
        return ended

    def _pieces(self, found: Iterator[Source]) -> Iterator[tuple[_Piece, Group]]:
        for shard in shards(found):
            key = shard.key(self._folder.fingerprint) if shard.records else ""
            if not key or key in self._coming or self._folder.has(key):
                yield _Piece(shard, key, [], last=True, is_known=True), []
                continue
            self._coming.add(key)
            left = len(shard.records)
            for group in groups(iter(shard.records)):
                left -= len(group)
                yield _Piece(shard, key, [*group], last=not left, is_known=False), records_of(group)

    def _take(self, piece: _Piece, said: list[bytes | None]) -> None:
        """Takes rows."""
        for source, of_record in zip(piece.records, said, strict=True):
            if of_record is None:
                self._lines.append(killed(source.data, source.form))
            else:
                row = msgspec.msgpack.decode(of_record, type=Said)
                self._folder.assumed.add(row.assumed)
                self._lines.append(row.line)
        self._judged += len(said)
        self._records += len(said)
        self._tell()

    def _tell(self) -> None:
        """Tells how far it has come, now and then."""
        now = monotonic()
        if now >= self._next:
            self._next = now + EACH_SECONDS
            self._told(self._progress())

    def _end(self, piece: _Piece) -> None:
        """Keeps a shard."""
        self._shards += 1
        self._unread += len(piece.shard.broken)
        self._records += len(piece.shard.broken)
        if piece.is_known:
            self._known += bool(piece.key)
            self._records += len(piece.shard.records)
        else:
            self._folder.put(piece.key, self._lines)
            self._note(shard=piece.key, records=len(self._lines), seconds=monotonic() - self._shard_begun)
        self._shard_begun = monotonic()
        self._count(piece)
        self._lines = []
        self._tell()

    def _count(self, piece: _Piece) -> None:
        if piece.is_known:
            self._verdicts.update(row.verdict for row in self._folder.rows(piece.key))
        else:
            self._verdicts.update(msgspec.json.decode(line, type=Row).verdict for line in self._lines)

    def _progress(self) -> Progress:
        return Progress(self._records, self._judged, self._unread, monotonic() - self._begun)

    def _note(self, **said: Any) -> None:
        """Writes down what this run does. No result has a time in it."""
        with self._log.open("ab") as file:
            file.write(msgspec.json.encode({"at": datetime.now(UTC).isoformat(), **said}) + b"\n")


def _part(piece: _Piece) -> Part:
    unread = [Unread(_spelled(one.name), one.broken.key) for one in piece.shard.broken if one.broken is not None]
    return Part(piece.key, [_spelled(one.name) for one in piece.shard.records], unread)


def _spelled(name: str) -> str:
    """A name as it can be written down; bytes of it that are no text are spelled."""
    return name.encode("utf-8", "backslashreplace").decode()
