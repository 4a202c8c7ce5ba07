"""Fixed positions, and how many sequences of decisions can follow each: `perft-*.counts` beside the records.

The numbers stand as `shinpan perft` prints them. The second judge, who never sees what the engine offers, counts the
same. Where one differs, the first actions that differ are told with both numbers.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_records import transcript
from shinpan_service.workbench import perft

from .candidates import every_legal
from .judge import Judge, Position
from .positions import options_of, read
from .printed import house

FIXTURES = Path(__file__).parents[3] / "fixtures" / "wars3x3"
RECORDS = sorted(FIXTURES.glob("perft-*.shinpan"))
TOTAL = "in all"
Counts = Mapping[str, int]
"""Sequences by their first action as a transcript has it, and the sum."""

records = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


class Expected(NamedTuple):
    """What a table says."""

    depth: int
    counts: Counts


def expected(path: Path) -> Expected:
    """The table beside a record: the depth, then a line for each first action, its names left aside."""
    first, *rows = path.with_suffix(".counts").read_text("utf-8").splitlines()
    pairs = [row.partition("  ; ")[0].split(maxsplit=1) for row in rows]
    return Expected(int(first.removeprefix("depth ")), {line: int(count.replace(",", "")) for count, line in pairs})


def with_total(counts: Counts) -> Counts:
    return {**counts, TOTAL: sum(counts.values())}


def difference(one: Counts, other: Counts) -> str:
    """The first actions whose counts differ, with both numbers; empty if none does."""
    lines = sorted({**one, **other}, key=lambda line: (line == TOTAL, line))
    return "\n".join(
        f"{line}: {one.get(line, 'not there')} expected, {other.get(line, 'not there')} counted"
        for line in lines
        if one.get(line) != other.get(line)
    )


def replayed(path: Path) -> tuple[Replay, list[Action]]:
    """A record replayed to its end, and its actions."""
    replay, course = Replay(GAMES, transcript.load(path, GAMES).record), list[Action]()
    assert replay.run(watch=lambda step: course.extend([step.action] if step.action else [])) is None
    return replay, course


@records
def test_as_many_sequences_follow_as_the_table_says(path: Path) -> None:
    """The engine's counts are those of the table, first action by first action."""
    replay, course = replayed(path)
    depth, counts = expected(path)
    counted = {
        text.line(action.seat, action.what, replay.names): perft.sequences(replay.header, [*course, action], depth - 1)
        for action in perft.following(replay.header, course)
    }
    assert difference(counts, with_total(counted)) == ""


@records
def test_the_second_judge_counts_the_same(path: Path) -> None:
    """Another judge, who tries whatever can be written, confirms every number of the table."""
    replay, _ = replayed(path)
    depth, counts = expected(path)
    assert replay.match is not None
    judge = Judge(house(), options_of(replay.header.setup))
    at = read(replay.match.table.state, judge)
    counted = {
        text.line(seat, act, replay.names): sequences(judge, judge.after(at, seat, act), depth - 1)
        for seat, act in every_legal(judge, at)
    }
    assert difference(counts, with_total(counted)) == ""


def sequences(judge: Judge, at: Position, depth: int) -> int:
    """How many sequences of so many decisions the second judge allows."""
    legal = every_legal(judge, at)
    if depth == 1:
        return sum(1 for _ in legal)
    return sum(sequences(judge, judge.after(at, seat, act), depth - 1) for seat, act in legal)


def test_every_table_has_its_record() -> None:
    """And every such record its table; there are positions of the spell phase, of the main phase and of the end."""
    assert len(RECORDS) >= 3
    assert sorted(FIXTURES.glob("*.counts")) == [path.with_suffix(".counts") for path in RECORDS]


def test_a_difference_names_the_first_actions() -> None:
    """With the number expected and the number counted, those that are missing or too many included."""
    told = difference({"p1 pass": 3, "p1 lay card=009": 2, TOTAL: 5}, {"p1 pass": 3, "p1 deploy card=009": 4, TOTAL: 7})
    assert told.splitlines() == [
        "p1 deploy card=009: not there expected, 4 counted",
        "p1 lay card=009: 2 expected, not there counted",
        "in all: 5 expected, 7 counted",
    ]
