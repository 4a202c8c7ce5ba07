"""`repair`: the one change after which a record comes out."""

import re
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.wars3x3.table.actions import Deploy
from shinpan_engine.kernel.judging.record import Action
from shinpan_service.cli.files import load

from .command import FIXTURES, MISPRINTED, PRINTED, put, refused, run, verdicts

FIELDS = {"file", "finding", "tried", "legal", "complete", "edits"}


def test_the_misprint_of_the_manual_is_found() -> None:
    """It is one wrong card in turn 4, and no other single change repairs the record."""
    ran = run("repair", MISPRINTED)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith("line 49: ")
    assert ran.lines[1].endswith("exactly one repairs the whole record")
    assert ran.lines[2:] == [
        "line 49: another card",
        "  - 相楽 deploy card=重装歩兵:水",
        "  + p2 deploy card=016 (突撃兵:水)",
    ]
    told = run("repair", "--json", MISPRINTED).json
    assert set(told) == FIELDS
    assert [edit["line"] for edit in told["edits"]] == [49]
    assert told["finding"]["verdict"] == "illegal"


def test_a_record_that_comes_out_needs_no_repair() -> None:
    """That is told and is no failure."""
    ran = run("repair", PRINTED)
    assert (ran.code, ran.out) == (0, f"{PRINTED}: the record is legal as it is: there is nothing to repair\n")
    told = run("repair", "--json", PRINTED)
    assert told.code == 0
    assert set(told.json) == FIELDS
    assert (told.json["finding"], told.json["edits"]) == (None, [])


def test_what_no_single_change_repairs_is_told() -> None:
    """No change, or several: then nobody can say what was meant."""
    for name, works in (
        ("contradicted-damage", "none of them repairs"),
        ("malformed-unknown-verb", "3 of them repair"),
    ):
        ran = run("repair", FIXTURES / f"{name}.shinpan")
        assert ran.code == 1
        assert re.search(f"; {works} the whole record$", ran.lines[1])


@pytest.mark.parametrize("end", [".pb", ".json"])
def test_other_forms_are_repaired_too(end: str, tmp_path: Path) -> None:
    """The changes are told by the lines of the transcript that the record would be."""
    record, _ = load(PRINTED)
    meant = Action(2, Deploy(16))
    entries = [
        msgspec.structs.replace(entry, what=Action(2, Deploy(17))) if entry.what == meant else entry
        for entry in record.entries
    ]
    path = put(msgspec.structs.replace(record, entries=tuple(entries)), tmp_path / f"wrong{end}")
    assert verdicts(path) == ["illegal"]
    ran = run("repair", path)
    assert ran.code == 0
    assert ran.lines[-2:] == ["  - p2 deploy card=017", "  + p2 deploy card=016 (突撃兵:水)"]
    assert ran.lines[-3].endswith(": another card")


def test_what_is_no_record_is_told(tmp_path: Path) -> None:
    """A typing error with its place; a pack that is not here; what is not there."""
    path = tmp_path / "x.shinpan"
    path.write_text(MISPRINTED.read_text("utf-8").replace("turn 3", "turn three", 1), "utf-8")
    assert refused("repair", path).startswith(f"{path}: line 35, column 6: unreadable: ")
    path.write_text(MISPRINTED.read_text("utf-8").replace("pack     print", "pack     mine", 1), "utf-8")
    assert "no pack “mine” here" in refused("repair", path)
    assert refused("repair", tmp_path / "gone.shinpan").endswith("No such file or directory")
