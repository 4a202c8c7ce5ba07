"""Goldens: beside each record `NAME.shinpan`, in `NAME.golden`, the report that people expect of it.

The verdict with all its findings and assumptions, then one line an action with its events and the state hash, and the
whole state when a round is over. Lines of the state are paths and values as claims have them.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import NameBook, fields, line, seat_name, spell
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.claims import describe
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Finding, Report
from shinpan_engine.kernel.messages import Spelling, sentence
from shinpan_engine.kernel.seen.search import judge
from shinpan_records import transcript
from shinpan_records.plain_files import plain_bytes

SUFFIX = ".golden"
CI = "CI"
"""Where this is set in the environment, goldens are compared and never written."""
MOST_GOLDEN_BYTES = 64 << 20
NEIGHBOURS = 2
"""Lines shown before and after the first wrong one."""
MOST_FIELDS = 20
"""State fields shown that differ."""
SHORT = 8
STATE = "state after "
INDENT = "  "


class RefusedInCi(Exception):
    """A golden may not be written here."""


def golden_path(path: Path) -> Path:
    """The golden beside a record."""
    return path.with_suffix(SUFFIX)


def expected(path: Path, games: Mapping[str, Game] = GAMES) -> str:
    """What the golden of a transcript has to say; of one that cannot be read or judged, why."""
    try:
        loaded = transcript.load(path, games)
        lines = [*_lines(loaded.record, games)]
    except transcript.TranscriptError as error:
        lines = [str(error)]
    except RequestError as error:
        lines = [f"cannot be judged: {error.field}: {error.message}"]
    return "\n".join([*lines, ""])


def check(path: Path, games: Mapping[str, Game] = GAMES) -> str | None:
    """What is wrong with the golden of a transcript, for people to read; None if it is as it should be."""
    golden = golden_path(path)
    if not golden.exists():
        return f"{golden} is missing; again: {_command(path)}"
    recorded, computed = plain_bytes(golden, MOST_GOLDEN_BYTES).decode("utf-8"), expected(path, games)
    if recorded == computed:
        return None
    return "\n".join(_difference(path, recorded.split("\n"), computed.split("\n")))


def record(path: Path, games: Mapping[str, Game] = GAMES) -> Path:
    """Writes the golden of a transcript again. Raises `RefusedInCi` in continuous integration."""
    if os.environ.get(CI):
        raise RefusedInCi
    golden = golden_path(path)
    golden.write_text(expected(path, games), "utf-8")
    return golden


def _command(path: Path) -> str:
    return f"shinpan golden check {path}"


def _lines(record: Record, games: Mapping[str, Game]) -> Iterator[str]:
    """The lines of a golden; of a record of what was seen its report, since its steps are those of some world."""
    if is_seen(record.header):
        seen = judge(games, record)
        yield from _report(seen.report, games[record.header.game], seen.names)
        return
    course = _Course(Replay(games, record))
    yield from _report(course.replay.report(), course.replay.game, course.replay.names)
    yield "--"
    yield from course.lines


def _report(report: Report, game: Game, names: Spelling) -> Iterator[str]:
    result = f"{report.result.word}, {report.result.reason}" if report.result else "none"
    yield f"verdict  {report.verdict.word}"
    yield f"result   {result}"
    yield f"actions  {report.actions_replayed} of {report.actions_total}"
    yield f"header   {report.header_hash.hex()}"
    yield f"link     {report.last_link.hex()}"
    for finding in report.findings:
        yield from _finding(finding, game, names)
    for assumption in report.assumptions:
        yield f"assumes  {assumption.kind} {assumption.id}: {sentence(assumption.text, names=names)}"


def _finding(finding: Finding, game: Game, names: Spelling) -> Iterator[str]:
    """A finding in full, in English, the language of all goldens."""
    where = finding.where
    seat = f", {seat_name(finding.seat)}" if finding.seat else ""
    yield f"finding  {finding.verdict.word}, line {where.line}, entry {where.entry}, action {where.step}{seat}"
    yield f"{INDENT}says     {sentence(finding.message, names=names)}"
    for clause in [game.rules[id] for id in finding.clauses]:
        yield f"{INDENT}clause   {clause.id} ({clause.section}) {clause.text}"
    if finding.submitted:
        yield f"{INDENT}was      {finding.submitted}"
    for legal in finding.legal:
        yield f"{INDENT}legal    {legal}"
    if finding.legal_counted > len(finding.legal):
        yield f"{INDENT}legal    … {finding.legal_counted} in all"
    for difference in finding.differences:
        yield f"{INDENT}differs  {difference.path}: recorded {difference.recorded}, computed {difference.computed}"


class _Course:
    """A replay, run, and its lines: every action with what came of it, and the state where a round is over."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.lines: list[str] = []
        self._round = 0
        replay.run(watch=self._watch)

    def _watch(self, step: Step) -> None:
        assert self.replay.match is not None
        state, names = self.replay.match.table.state, self.replay.names
        done = line(step.action.seat, step.action.what, names) if step.action else "start"
        told = ", ".join(describe(event, names) for event in step.events)
        self.lines.append(f"{step.number} {done}{f' => {told}' if told else ''} #{step.state_hash.hex()[:SHORT]}")
        if self._ends_round(state):
            self.lines.append(f"{INDENT}{STATE}{step.number}")
            self.lines += [f"{INDENT * 2}{path}: {value}" for path, value in state_fields(state, names)]

    def _ends_round(self, state: Any) -> bool:
        """Whether every seat has had its turn since the last time, or the game has ended."""
        game, before = self.replay.game, self._round
        self._round = game.round(state)
        return self._round > before > 0 or game.result(state) is not None


def state_fields(struct: msgspec.Struct, names: NameBook, path: str = "") -> Iterator[tuple[str, str]]:
    """The fields of a state that are not empty, as paths and values."""
    for field in fields(type(struct)):
        value, here = getattr(struct, field.attribute), f"{path}{field.name}"
        if isinstance(value, msgspec.Struct):
            yield from state_fields(value, names, f"{here}.")
        elif field.repeated and value and isinstance(value[0], msgspec.Struct):
            for at, item in enumerate(value, start=1):
                yield from state_fields(item, names, f"{here}[{at}].")
        elif value:
            yield here, spell(field, value, names)


def _difference(path: Path, recorded: Sequence[str], computed: Sequence[str]) -> Iterator[str]:
    """The first wrong line with its neighbours, the state fields that differ, and how to see it again."""
    pairs = list(zip_longest(recorded, computed))
    first = next(at for at, (one, other) in enumerate(pairs) if one != other)
    yield f"{golden_path(path)}: line {first + 1} is not what comes out"
    for at in range(max(0, first - NEIGHBOURS), first):
        yield f"    {at + 1:>4}  {recorded[at]}"
    for sign, line_there in zip("-+", pairs[first], strict=True):
        yield f"  {sign} {first + 1:>4}  {line_there or 'the end'}"
    for at, (one, other) in enumerate(pairs[first + 1 : first + 1 + NEIGHBOURS], start=first + 2):
        same = one == other
        yield f"    {at:>4}  {one if same else f'{one}  (now: {other})'}"
    yield from _state_difference(recorded, computed)
    yield f"again: {_command(path)}"


def _state_difference(recorded: Sequence[str], computed: Sequence[str]) -> Iterator[str]:
    """The fields that differ in the first whole state that does."""
    ours = _states(computed)
    for title, was in _states(recorded).items():
        now = ours.get(title, {})
        if was != now:
            wrong = [path for path in dict.fromkeys((*was, *now)) if was.get(path) != now.get(path)]
            yield f"  {title}:"
            for path in wrong[:MOST_FIELDS]:
                yield f"    {path}: {was.get(path, 'empty')} -> {now.get(path, 'empty')}"
            if len(wrong) > MOST_FIELDS:
                yield f"    … {len(wrong)} fields in all"
            return


def _states(lines: Sequence[str]) -> dict[str, dict[str, str]]:
    """The whole states of a golden, by their title."""
    found: dict[str, dict[str, str]] = {}
    here: dict[str, str] = {}
    for row in lines:
        if row.startswith(INDENT + STATE):
            here = found.setdefault(row.strip(), {})
        elif row.startswith(INDENT * 2):
            path, _, value = row.strip().partition(": ")
            here[path] = value
    return found
