"""`repair`: the edits after which a record comes out."""

import re
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.wars3x3.table.actions import Deploy
from shinpan_engine.kernel.judging.record import Action
from shinpan_records.repair.budget import Budget
from shinpan_records.repair.reaching import Plain, Reach
from shinpan_records.transcript.reading import Draft
from shinpan_service.cli.files import load

from .command import FIXTURES, MISPRINTED, PRINTED, put, refused, run, verdicts

FIELDS = {
    "file", "finding", "tried", "legal", "complete", "unique", "repairs", "partial", "limits", "replays", "steps",
}  # fmt: skip


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
    (edit,) = told["repairs"][0]["edits"]
    assert (edit["line"], edit["kind"], edit["message"]) == (49, "value", "another card")
    assert (told["finding"]["verdict"], told["finding"]["line"]) == ("illegal", 49)
    assert (told["unique"], told["partial"], told["limits"]) == (True, [], [])


def test_it_is_told_in_japanese() -> None:
    """The same, line by line."""
    ran = run("repair", "--lang", "ja", MISPRINTED)
    assert "全体が正しくなるものはちょうど1つ" in ran.lines[1]
    assert ran.lines[2] == "49行目: 別のカード"


def test_a_record_that_comes_out_needs_no_repair() -> None:
    """That is told and is no failure."""
    ran = run("repair", PRINTED)
    assert (ran.code, ran.out) == (0, f"{PRINTED}: the record is legal as it is: there is nothing to repair\n")
    told = run("repair", "--json", PRINTED)
    assert told.code == 0
    assert set(told.json) == FIELDS
    assert (told.json["finding"], told.json["repairs"]) == (None, [])


def test_of_several_repairs_all_are_told() -> None:
    """Where several edits repair a record, nobody can say which was meant: all are told, with what the search took."""
    ran = run("repair", FIXTURES / "contradicted-result.shinpan")
    assert ran.code == 1
    assert ran.lines[2:5] == ["line 6: another result", "  - p1", "  + p2"]
    ran = run("repair", FIXTURES / "malformed-unknown-verb.shinpan")
    assert ran.code == 1
    assert re.search("; 3 of them repair the whole record$", ran.lines[1])
    assert re.fullmatch(r"\d+ replays, \d+ steps", ran.lines[-1])


def test_two_slips_are_repaired_together(tmp_path: Path) -> None:
    """By a pair of edits, which is never called the only one."""
    path = tmp_path / "two.shinpan"
    text = MISPRINTED.read_text("utf-8").partition("\nturn 6")[0].replace("result   相楽\n", "")
    path.write_text(text.replace("=> damage 4", "=> damage 5", 1), "utf-8")
    ran = run("repair", path)
    assert ran.code == 1
    assert "the best that were found; others may do as well" in ran.out
    assert {"  + damage 4", "  + p2 deploy card=016 (突撃兵:水)"} <= set(ran.lines)


def test_ctrl_c_gives_what_was_found_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an exit code of its own."""
    tries: list[int] = []

    def stop(self: Plain, draft: Draft, budget: Budget) -> Reach | None:
        tries.append(len(tries))
        if len(tries) == 400:
            raise KeyboardInterrupt
        return reach(self, draft, budget)

    reach = Plain.reach
    monkeypatch.setattr(Plain, "reach", stop)
    ran = run("repair", MISPRINTED)
    assert ran.code == 130
    assert "not all was tried: it was stopped" in ran.out
    assert run("repair", "--json", MISPRINTED).code == 0
    tries.clear()
    assert run("repair", "--json", MISPRINTED).json["limits"] == ["it was stopped"]


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
    assert ran.lines[-2:] == ["  - p2 deploy card=017 (黒妖犬:水)", "  + p2 deploy card=016 (突撃兵:水)"]
    assert ran.lines[-3].endswith(": another card")


def test_what_is_no_record_is_told(tmp_path: Path) -> None:
    """A typing error with its place; a pack that is not here; what is not there."""
    path = tmp_path / "x.shinpan"
    path.write_text(MISPRINTED.read_text("utf-8").replace("turn 3", "turn three", 1), "utf-8")
    assert refused("repair", path).startswith(f"{path}: line 35, column 6: unreadable: ")
    path.write_text(MISPRINTED.read_text("utf-8").replace("pack     print", "pack     mine", 1), "utf-8")
    assert "no pack “mine” here" in refused("repair", path)
    assert refused("repair", tmp_path / "gone.shinpan").endswith("No such file or directory")
