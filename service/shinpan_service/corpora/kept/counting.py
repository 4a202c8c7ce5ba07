"""What came of a corpus, counted: by game and verdict, and by what was found."""

from collections import Counter
from typing import NamedTuple

from .folder import Results
from .rows import NOT_JUDGED, Row

KEPT = ("legal", "incomplete")


class Found(NamedTuple):
    """What was found in records: the verdict, the clause and the key of it."""

    verdict: str
    game: str
    clause: str
    code: str


class Example(NamedTuple):
    """How often, and a record where it was first."""

    often: int
    name: str


class Counts(NamedTuple):
    """A corpus in numbers."""

    records: int
    games: Counter[tuple[str, str, str]]
    """By game, mode and verdict."""
    found: dict[Found, Example]
    unread: Counter[str]
    """What could not be had, by the key of why."""


def counted(results: Results) -> Counts:
    """The numbers of a corpus. Raises `Broken`."""
    counts = Counts(0, Counter(), {}, Counter())
    records = 0
    for part in results.parts():
        counts.unread.update(one.code for one in part.unread)
        for row, name in zip(results.rows(part.shard), part.names, strict=True):
            records += 1
            _count(counts, row, name)
    return counts._replace(records=records)


def _count(counts: Counts, row: Row, name: str) -> None:
    counts.games[row.game, row.mode, row.verdict] += 1
    if row.verdict not in KEPT:
        found = Found(row.verdict, row.game, row.clause, row.code)
        before = counts.found.get(found, Example(0, name))
        counts.found[found] = before._replace(often=before.often + 1)


def worst(verdicts: Counter[str]) -> int:
    """The exit code for records of these verdicts."""
    if verdicts[NOT_JUDGED] or verdicts["killed"]:
        return 2
    return int(any(count for verdict, count in verdicts.items() if verdict not in KEPT))
