"""The records in `fixtures/`: each has its golden, is named for what it shows, and is judged the same in every form."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Finding, Locator, Report, Verdict
from shinpan_records import transcript
from shinpan_service.messages.records import record_from_message, record_to_message
from shinpan_service.workbench import goldens

FOLDER = Path(__file__).parents[2] / "fixtures"
RECORDS = sorted(path for path in FOLDER.rglob("*.shinpan") if "seen" not in path.parts)
CODE = re.compile(r"[A-Z]")
"""How a name begins that says which clause the record shows: `W3-2.1-9-…`, or `Q-07-…` for an item of the Q&A."""


@cache
def clauses_by_name(game: str) -> dict[str, str]:
    """The clauses of a game by what a record is named for them: the id, whole or without the game's prefix."""
    ids = [clause.id for clause in GAMES[game].rules]
    return {name: clause for clause in ids for name in (clause, clause.partition("-")[2])}


def named_clause(path: Path) -> str:
    """The clause in a record's name, whole or without the game's prefix; empty if it names none."""
    clauses, words = clauses_by_name(path.parent.name), path.stem.split("-")
    names = ("-".join(words[:count]) for count in range(1, len(words)))
    return next((clauses[name] for name in names if name in clauses), "")


def named(path: Path) -> str:
    """A record with its game."""
    return f"{path.parent.name} {path.stem}"


def each(paths: list[Path]) -> list[object]:
    """Records as the parameters of a test, each marked with the clause it is named for."""
    clauses = {path: named_clause(path) for path in paths}
    return [
        pytest.param(path, id=named(path), marks=[pytest.mark.clause(clauses[path])] if clauses[path] else [])
        for path in paths
    ]


@cache
def loaded(path: Path) -> Record:
    """The record that a transcript means."""
    return transcript.load(path, GAMES).record


@cache
def judged(path: Path) -> Report:
    """The report on the record that a transcript means."""
    return verify(GAMES, loaded(path))


@pytest.mark.parametrize("path", each(RECORDS))
def test_every_record_has_a_golden_that_still_holds(path: Path) -> None:
    """What comes of a record is line by line what its golden says."""
    difference = goldens.check(path)
    assert difference is None, difference


@pytest.mark.parametrize("path", each([path for path in RECORDS if CODE.match(path.stem)]))
def test_a_record_is_named_for_its_clause(path: Path) -> None:
    """The name's clause binds in the record's mode; in an illegal record it is the one that was broken, or for an item
    of the Q&A one of those that the finding names. No claim of it asks for what there is not: it would show nothing."""
    record, clause = loaded(path), named_clause(path)
    assert clause, "the name begins like a clause, but there is no such clause"
    assert record.header.mode in GAMES[record.header.game].rules[clause].modes
    for finding in judged(path).findings:
        if finding.verdict == Verdict.ILLEGAL:
            assert clause in (finding.clauses if path.stem.startswith("Q-") else finding.clauses[:1])
        assert finding.verdict != Verdict.MALFORMED or not finding.where.entry, finding.message


def test_every_verdict_has_a_record() -> None:
    """There is at least one record for each of the seven verdicts."""
    assert {judged(path).verdict for path in RECORDS} == set(Verdict)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_cited_binds_in_the_mode(game: str) -> None:
    """Every clause that an event, a finding or an assumption of a record names binds in the mode that is played."""
    rules = GAMES[game].rules
    for path in [path for path in RECORDS if path.parent.name == game]:
        mode, cited = loaded(path).header.mode, clauses_cited(path)
        assert [clause for clause in cited if mode not in rules[clause].modes] == [], path.stem


def clauses_cited(path: Path) -> list[str]:
    """The clauses that the judgement on a record names."""
    found: dict[str, None] = {}
    Replay(GAMES, loaded(path)).run(watch=lambda step: found.update(dict.fromkeys(e.clause for e in step.events)))
    report = judged(path)
    found.update(dict.fromkeys(clause for finding in report.findings for clause in finding.clauses))
    found.update(dict.fromkeys(one.id for one in report.assumptions if one.kind == "ruling"))
    return list(found)


NOT_BROKEN = {
    "wars3x3": {"W3-G-4": "no grand magic of our packs has a condition beyond the turn"},
    "drive": {"DR-G-6": "no enemy of our packs asks anything before the draw"},
    "hackclad": {"HC-8.4.3-6": "no card of our packs drives the clad onto the witch whose turn it is"},
}
"""Clauses that the rules cite first, and that no record made with our packs can break."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_clause_that_can_be_broken_has_a_record(game: Game) -> None:
    """What the rules cite first when they refuse an action decides some illegal record."""
    shown = {
        finding.clauses[0]
        for path in RECORDS
        if path.parent.name == game.name
        for finding in judged(path).findings
        if finding.verdict == Verdict.ILLEGAL
    }
    assert set(deciding(game)) - shown == set(NOT_BROKEN.get(game.name, {}))


def deciding(game: Game) -> Iterator[str]:
    """The first clause of every `Violation` in a game's rules; what is only badly written has none."""
    for path in sorted(Path(str(import_module(type(game).__module__).__file__)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Violation":
                clause = node.args[0]
                if isinstance(clause, ast.Constant) and clause.value:
                    yield str(clause.value)


@pytest.mark.parametrize("path", each(RECORDS))
def test_a_record_comes_through_its_binary_form(path: Path) -> None:
    """Written as protobuf and read again it is the same record, each entry with an action of its own, and the report on
    it is the same to the last field."""
    record = loaded(path)
    data = record_to_message(record).SerializeToString()
    again = record_from_message(record_pb2.Record.FromString(data))
    assert again == record
    assert len({id(entry.what) for entry in again.entries}) == len(again.entries)
    assert verify(GAMES, again) == judged(path)


@pytest.mark.parametrize("path", each(RECORDS))
def test_a_record_comes_through_its_canonical_transcript(path: Path) -> None:
    """Written as a transcript and read again it is judged as before, and written once more it is the same text."""
    text = transcript.dump(loaded(path), GAMES)
    again = transcript.load(text, GAMES).record
    assert judgement(verify(GAMES, again)) == judgement(judged(path))
    assert transcript.dump(again, GAMES) == text


def judgement(report: Report) -> Report:
    """A report without the lines and notes that belong to one way of writing the record down."""
    return msgspec.structs.replace(report, findings=tuple(map(placed_by_step, report.findings)), notes=())


def placed_by_step(finding: Finding) -> Finding:
    """A finding placed by the number of the action alone."""
    return msgspec.structs.replace(finding, where=Locator(step=finding.where.step))
