"""The folder of results of a corpus.

shinpan-corpus.json   what the results rest on
results/KEY.jsonl     the rows of a shard, or KEY.parquet
assumptions.jsonl     what the names of assumptions in rows mean
manifest.jsonl        which shards the corpus has, in order, and the names of their records; there once a run ended
runs/TIME.jsonl       what each run did, and how long it took
lock                  held by the run at work
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from shinpan_engine.kernel.messages import say
from shinpan_records.plain_files import NEW, lock, replacing

from ..files.many import Broken
from .results import FORMS, Table, can_write, table_of
from .rows import SCHEMA, Assumed, Row

HEAD = "shinpan-corpus.json"
MANIFEST = "manifest.jsonl"
ASSUMPTIONS = "assumptions.jsonl"
LOCK = "lock"


class Head(msgspec.Struct, frozen=True):
    """What results rest on."""

    schema: int
    fingerprint: str
    form: str


class Unread(msgspec.Struct, frozen=True):
    """What could not be had: its name, and the key of why."""

    name: str
    code: str


class Part(msgspec.Struct, frozen=True):
    """A shard in the manifest: its key, the names of its records, and what could not be had on the way."""

    shard: str = ""
    names: list[str] = []
    unread: list[Unread] = []


class Results:
    """A folder of results, to be read. Raises `Broken` if it is none of ours."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.head = msgspec.json.decode((path / HEAD).read_bytes(), type=Head)
        except (OSError, msgspec.MsgspecError):
            raise Broken(say("cli.corpus.no_results", folder=str(path))) from None
        if self.head.schema != SCHEMA or self.head.form not in FORMS:
            raise Broken(say("cli.corpus.schema", folder=str(path)))
        if not can_write(self.head.form):
            raise Broken(say("cli.corpus.no_parquet"))
        self.table: Table = table_of(self.head.form)

    def parts(self) -> Iterator[Part]:
        """The shards of the corpus, in order. Raises `Broken` if no run has come to its end."""
        decoder, path = msgspec.json.Decoder(Part), self.path / MANIFEST
        if not path.exists():
            raise Broken(say("cli.corpus.not_ended", folder=str(self.path)))
        with _whole(path), path.open("rb") as file:
            yield from map(decoder.decode, file)

    def assumptions(self) -> dict[str, Assumed]:
        """What the names of assumptions in rows mean."""
        return dict(_assumptions_in(self.path / ASSUMPTIONS))

    def rows(self, key: str) -> Iterator[Row]:
        """The rows of a shard. Raises `Broken` if they are damaged."""
        if key:
            with _whole(self.results_of(key)):
                yield from self.table.read(self.results_of(key))

    def named(self, part: Part) -> Iterator[tuple[str, Row]]:
        """The rows of a shard with the names of their records. Raises `Broken` if there are more or fewer."""
        rows = self.rows(part.shard)
        for name in part.names:
            if (row := next(rows, None)) is None:
                raise _damaged(self.results_of(part.shard))
            yield name, row
        if next(rows, None) is not None:
            raise _damaged(self.results_of(part.shard))

    def results_of(self, key: str) -> Path:
        """Where the rows of a shard are."""
        return self.path / "results" / f"{key}{self.table.end}"


class Folder(Results):
    """A folder of results that a run writes to, and no other meanwhile. Raises `Broken` and `OSError`."""

    def __init__(self, path: Path, fingerprint: bytes, form: str, again: bool) -> None:
        path.mkdir(parents=True, exist_ok=True)
        if not (path / HEAD).exists() and any(_is_strange(one.name) for one in path.iterdir()):
            raise Broken(say("cli.corpus.strange", folder=str(path)))
        try:
            self._lock = lock(path / LOCK)
        except BlockingIOError:
            raise Broken(say("cli.corpus.locked", folder=str(path))) from None
        try:
            self._begin(path, Head(SCHEMA, fingerprint.hex(), form), again)
            super().__init__(path)
            self.fingerprint = fingerprint
            self.assumed = _Assumptions(path / ASSUMPTIONS)
        except BaseException:
            self._let_go()
            raise

    def _begin(self, path: Path, head: Head, again: bool) -> None:
        there = _read_head(path / HEAD)
        if there is not None and there != head and not again:
            raise Broken(say("cli.corpus.other", folder=str(path)))
        if there is None or again:
            _empty(path)
            with replacing(path / HEAD) as file:
                file.write(msgspec.json.encode(head))
        for name in ("results", "runs"):
            (path / name).mkdir(exist_ok=True)
        for left in (*path.glob(f".*{NEW}"), *path.glob(f"results/.*{NEW}")):
            # Of a run that was killed.
            left.unlink()

    def __enter__(self) -> "Folder":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.assumed.close(sort=kind is None)
        self._let_go()

    def _let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)

    def has(self, key: str) -> bool:
        """Whether a shard has been judged."""
        return self.results_of(key).exists()

    def put(self, key: str, lines: list[bytes]) -> None:
        """Keeps the rows of a shard."""
        self.assumed.flush()
        self.table.write(self.results_of(key), lines)


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    """Raises `Broken` if what is read of a file is damaged."""
    try:
        yield
    except (msgspec.MsgspecError, ValueError, FileNotFoundError):
        raise _damaged(path) from None
    except OSError as error:
        if error.errno is not None:
            raise
        # So says pyarrow of a file that is cut off.
        raise _damaged(path) from None


def _damaged(path: Path) -> Broken:
    return Broken(say("cli.corpus.damaged", file=str(path)))


def _is_strange(name: str) -> bool:
    """Whether a file is none that a run makes before it has said what its results rest on."""
    return name != LOCK and not name.endswith(NEW)


def _read_head(path: Path) -> Head | None:
    """What is said of the results that are there; of those of another engine something that is never ours."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Head)
    except FileNotFoundError:
        return None
    except msgspec.MsgspecError:
        return Head(0, "", "")


def _empty(path: Path) -> None:
    """Takes away what runs have made, and nothing else."""
    for end in FORMS:
        for results in (path / "results").glob(f"{'[0-9a-f]' * 64}.{end}"):
            results.unlink()
    for name in (MANIFEST, ASSUMPTIONS):
        (path / name).unlink(missing_ok=True)


class _Assumptions:
    """The table of assumptions: it grows while a run goes on, and is sorted at its end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = dict(_assumptions_in(path))
        self._file: BinaryIO = path.open("ab")
        # Behind a line that a killed run did not finish.
        self._file.write(b"\n" if self._known else b"")

    def add(self, found: Iterable[Assumed]) -> None:
        """Adds assumptions, if they are new."""
        for one in found:
            if one.name not in self._known:
                self._known[one.name] = one
                self._file.write(msgspec.json.encode(one) + b"\n")

    def flush(self) -> None:
        """Puts on the disk what rows may name from now on."""
        self._file.flush()

    def close(self, sort: bool) -> None:
        self._file.close()
        if sort:
            with replacing(self._path) as file:
                file.writelines(msgspec.json.encode(one) + b"\n" for _, one in sorted(self._known.items()))


def _assumptions_in(path: Path) -> Iterator[tuple[str, Assumed]]:
    """The table as far as it was written: of a run that was killed the last line may be a part of one."""
    if not path.exists():
        return
    for line in path.read_bytes().splitlines():
        try:
            one = msgspec.json.decode(line, type=Assumed)
        except msgspec.MsgspecError:
            continue
        yield one.name, one
