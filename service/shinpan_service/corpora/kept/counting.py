"""What came of a corpus, counted: by game and verdict, by what was found, by how games ended, and by where they lay."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .folder import Part, Results
from .rows import NOT_JUDGED, Row

KEPT = ("legal", "incomplete")
MOST_SOURCES = 1000
"""So many folders are counted by name; what lies in further ones is counted together."""
FURTHER = "…"
_BETWEEN = "/"


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


class Ending(NamedTuple):
    """How a game ended: who won (`p1 p3`), `draw` or `lost`, and why."""

    game: str
    mode: str
    result: str
    reason: str


class Counts(NamedTuple):
    """A corpus in numbers."""

    records: int
    games: Counter[tuple[str, str, str]]
    """By game, mode and verdict."""
    found: dict[Found, Example]
    unread: Counter[str]
    """What could not be had, by the key of why."""
    endings: Counter[Ending]
    """Of legal games."""
    lengths: dict[tuple[str, str], Counter[int]]
    """How many legal games of a mode had so many actions."""
    assumptions: Counter[str]
    """Records that rest on each, by its name."""
    sources: dict[str, Counter[str]]
    """The verdicts by the folder or file of many records that they lay in, below what all have in common."""


def counted(results: Results) -> Counts:
    """The numbers of a corpus. Raises `Broken`."""
    counts = Counts(0, Counter(), {}, Counter(), Counter(), {}, Counter(), {})
    common = len(_common(results.parts()))
    records = 0
    for part in results.parts():
        counts.unread.update(one.code for one in part.unread)
        for name, row in results.named(part):
            records += 1
            _count(counts, row, name)
            _count_source(counts.sources, _source(name, common), row.verdict)
    return counts._replace(records=records)


def _count(counts: Counts, row: Row, name: str) -> None:
    counts.games[row.game, row.mode, row.verdict] += 1
    counts.assumptions.update(row.assumptions)
    if row.verdict not in KEPT:
        found = Found(row.verdict, row.game, row.clause, row.code)
        before = counts.found.get(found, Example(0, name))
        counts.found[found] = before._replace(often=before.often + 1)
    elif row.result:
        counts.endings[Ending(row.game, row.mode, row.result, row.reason)] += 1
        counts.lengths.setdefault((row.game, row.mode), Counter())[row.actions] += 1


def _common(parts: Iterator[Part]) -> list[str]:
    """The folders that all records have in common."""
    common: list[str] | None = None
    prefix = ""
    for name in (name for part in parts for name in part.names):
        if common is None or not name.startswith(prefix):
            folders = name.split(_BETWEEN)[:-1]
            common = folders if common is None else _shared(common, folders)
            prefix = "".join([folder + _BETWEEN for folder in common])
    return common or []


def _shared(one: list[str], other: list[str]) -> list[str]:
    count = next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), None)
    return one[: min(len(one), len(other)) if count is None else count]


def _source(name: str, common: int) -> str:
    """The folder or file of many records below what all have in common; nothing for what lies just there."""
    return next(iter(name.split(_BETWEEN)[common:-1]), "")


def _count_source(sources: dict[str, Counter[str]], source: str, verdict: str) -> None:
    known = source if source in sources or len(sources) < MOST_SOURCES else FURTHER
    sources.setdefault(known, Counter())[verdict] += 1


def by_mode(counts: Counts) -> dict[tuple[str, str], Counter[str]]:
    """The verdicts of each mode; what could not be judged is of none."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for (game, mode, verdict), count in sorted(counts.games.items()):
        found.setdefault((game, mode), Counter())[verdict] += count
    return found


def most_often(counts: Counts) -> list[tuple[Found, Example]]:
    """What was found, the most frequent first."""
    return sorted(counts.found.items(), key=lambda one: (-one[1].often, one[0]))


def median(lengths: Counter[int]) -> int:
    """What half of them do not exceed."""
    left = (lengths.total() + 1) // 2
    for length, count in sorted(lengths.items()):
        left -= count
        if left <= 0:
            return length
    return 0


def worst(verdicts: Counter[str]) -> int:
    """The exit code for records of these verdicts."""
    if verdicts[NOT_JUDGED] or verdicts["killed"]:
        return 2
    return int(any(count for verdict, count in verdicts.items() if verdict not in KEPT))
