"""A run over a corpus: its shards judged, kept as they are done, and left alone where they are known.

Whatever ends a run, every shard that was kept is kept: the next run goes on behind it.
"""

import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from datetime import UTC, datetime
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from shinpan_records.plain_files import replacing

from .crew import in_order
from .files.sources import Source
from .kept.folder import MANIFEST, Folder, Part, Unread
from .kept.shards import Shard, shards
from .ways import Way

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


class _Judged(NamedTuple):
    """A shard whose rows are kept."""

    shard: Shard
    key: str
    """Empty if it has no record."""
    verdicts: Mapping[str, int] | None
    """How often each was given; None if it had been judged before."""


class Run:
    """One run."""

    def __init__(self, folder: Folder, told: Told) -> None:
        self._folder = folder
        self._told = told
        self._begun = monotonic()
        self._next = self._begun
        self._coming: set[str] = set()
        """Shards that are being judged: one may come again."""
        self._shards = self._known = self._records = self._judged = self._unread = 0
        self._verdicts: Counter[str] = Counter()
        self._log = folder.path / "runs" / f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.jsonl"

    async def judge(self, found: Iterator[Source], way: Way) -> Ended:
        """Judges what is not known. Raises `Killed`, `EngineError` and `OSError`."""
        self._note(**way.noted, fingerprint=self._folder.head.fingerprint)
        with replacing(self._folder.path / MANIFEST) as manifest:
            async for judged in in_order(self._judging(found, way), lambda: way.most):
                self._end(judged)
                manifest.write(msgspec.json.encode(_part(judged)) + b"\n")
        ended = Ended(self._progress(), self._shards, self._known, self._verdicts)
        self._note(ended=True, **way.noted, known=self._known, **ended.progress._asdict())
        self._told(ended.progress)
        return ended

    async def _judging(self, found: Iterator[Source], way: Way) -> AsyncIterator[Coroutine[Any, Any, _Judged]]:
        """What is to be done for each shard."""
        async for shard in shards(found):
            yield self._judge(shard, shard.key(self._folder.fingerprint) if shard.records else "", way)

    async def _judge(self, shard: Shard, key: str, way: Way) -> _Judged:
        """Judges a shard and keeps its rows, if it is not known."""
        if not key or key in self._coming or self._folder.has(key):
            return _Judged(shard, key, None)
        self._coming.add(key)
        begun = monotonic()
        answer = await way.judge(shard, self._hear)
        self._folder.assumed.add(answer.assumed)
        self._folder.put(key, answer.lines)
        self._note(shard=key, records=len(answer.lines), seconds=monotonic() - begun)
        return _Judged(shard, key, answer.verdicts)

    def _hear(self, count: int) -> None:
        """Hears of records that were judged."""
        self._judged += count
        self._records += count
        self._tell()

    def _tell(self) -> None:
        """Tells how far it has come, now and then."""
        now = monotonic()
        if now >= self._next:
            self._next = now + EACH_SECONDS
            self._told(self._progress())

    def _end(self, judged: _Judged) -> None:
        """Counts a shard whose rows are kept."""
        shard, key, verdicts = judged
        self._shards += 1
        self._unread += len(shard.broken)
        self._records += len(shard.broken)
        if verdicts is None:
            self._known += bool(key)
            self._records += len(shard.records)
            self._verdicts.update(row.verdict for row in self._folder.rows(key))
        else:
            self._verdicts.update(verdicts)
        self._tell()

    def _progress(self) -> Progress:
        return Progress(self._records, self._judged, self._unread, monotonic() - self._begun)

    def _note(self, **said: Any) -> None:
        """Writes down what this run does. No result has a time in it."""
        with self._log.open("ab") as file:
            file.write(msgspec.json.encode({"at": datetime.now(UTC).isoformat(), **said}) + b"\n")


def _part(judged: _Judged) -> Part:
    shard, key, _ = judged
    unread = [Unread(_spelled(one.name), one.broken.key) for one in shard.broken if one.broken is not None]
    return Part(key, [_spelled(one.name) for one in shard.records], unread)


def _spelled(name: str) -> str:
    """A name as it can be written down; bytes of it that are no text are spelled."""
    return name.encode("utf-8", "backslashreplace").decode()
