"""What changed between two folders of results: of every record that is in both, the verdict, the link or what was
found. Records are the same if their bytes are.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from .folder import Results
from .rows import Row

COMPARED = ("verdict", "clause", "code", "step", "entry", "result", "reason", "score", "header_hash", "last_link")
"""What a judgement comes to; what it rests on may change with the words of a pack."""
SHORT = 16
"""Bytes of digests that are kept."""


class Change(NamedTuple):
    """A record that is judged otherwise."""

    name: str
    before: Row
    after: Row
    known: Sequence[str] = COMPARED
    """What is known of it before."""

    @property
    def fields(self) -> list[str]:
        """What changed of it."""
        return [name for name in self.known if getattr(self.before, name) != getattr(self.after, name)]

    @property
    def kind(self) -> tuple[str, str]:
        """What it was and what it is: the verdict, with the clause or the key of what was found."""
        return _kind(self.before), _kind(self.after)


class Compared(NamedTuple):
    """What was before and after, compared."""

    same: int
    changes: Sequence[Change]
    only_before: int
    only_after: int
    named: int = 0
    """Changes that are accepted, since a changelog names them."""

    def without(self, accepted: Callable[[Change], bool]) -> "Compared":
        """The same without changes that are accepted."""
        left = [change for change in self.changes if not accepted(change)]
        return self._replace(changes=left, named=len(self.changes) - len(left))


def compared(before: Results, after: Results) -> Compared:
    """What changed. Kept of all records is a digest of each; rows only of what changed. Raises `Broken`."""
    known = {_key(row): _digest(row) for _, row in _rows(before)}
    found: set[bytes] = set()
    changed: dict[bytes, tuple[str, Row]] = {}
    for name, row in _rows(after):
        key = _key(row)
        if key not in found and known.get(key, _digest(row)) != _digest(row):
            changed[key] = name, row
        found.add(key)
    only_before = sum(key not in found for key in known)
    only_after = sum(key not in known for key in found)
    return Compared(len(known) - only_before - len(changed), [*_changes(before, changed)], only_before, only_after)


def _changes(before: Results, changed: dict[bytes, tuple[str, Row]]) -> Iterator[Change]:
    """What changed, in the order of the corpus before; each record once."""
    for _, row in _rows(before) if changed else ():
        if (found := changed.pop(_key(row), None)) is not None:
            yield Change(found[0], row, found[1])


def _rows(results: Results) -> Iterator[tuple[str, Row]]:
    """The rows of a corpus with the names of their records; of shards that are alike one."""
    shards: set[str] = set()
    for part in results.parts():
        if part.shard not in shards:
            shards.add(part.shard)
            yield from results.named(part)


def _key(row: Row) -> bytes:
    return sha256(f"{row.record} {row.form}".encode()).digest()[:SHORT]


def _digest(row: Row) -> bytes:
    return sha256(msgspec.json.encode([getattr(row, name) for name in COMPARED])).digest()[:SHORT]


def _kind(row: Row) -> str:
    return f"{row.verdict} {row.clause or row.code}".strip()
