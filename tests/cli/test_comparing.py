"""`compare`, and corrections: two records of one game side by side, and what says who put one right."""

from pathlib import Path

import pytest

from .command import FIXTURES, MISPRINTED, PRINTED, refused, run, verdicts

SEEN = FIXTURES.parent / "seen" / "wars3x3" / "printed-replay.shinpan"
BY = ("--by", "田中", "--reason", "misread; on paper")


def test_records_that_differ_have_no_game_in_common() -> None:
    """Exit 1; what each says where they differ, and which of it is legal; as JSON too."""
    ran = run("compare", MISPRINTED, PRINTED)
    assert (ran.code, ran.err) == (1, "")
    assert "record 2: p2 deploy card=016 (legal here)" in ran.lines
    told = run("compare", "--json", MISPRINTED, PRINTED).json
    assert set(told) == {"files", "verdicts", "alike", "header", "apart", "unread", "claims", "fits_both", "why"}
    assert told["verdicts"] == ["illegal", "legal"]
    assert [one["turn"] for one in told["apart"]][:1] == [4]


@pytest.mark.parametrize("end", [".shinpan", ".pb", ".json"])
def test_the_game_that_both_fit_is_written(tmp_path: Path, end: str) -> None:
    """It is a complete record, which agrees with what was seen."""
    both = tmp_path / f"both{end}"
    ran = run("compare", SEEN, PRINTED, "-o", both)
    assert ran.code == 0
    assert verdicts(both) == ["legal"]
    assert run("complete", "--check", SEEN, both).code == 0


def test_it_is_told_in_japanese() -> None:
    """Every sentence."""
    ran = run("compare", "--lang", "ja", MISPRINTED, PRINTED)
    assert any(line.startswith("棋譜1: 違反") for line in ran.lines)
    assert "ここではできない" in ran.out


def test_a_correction_is_written_and_told(tmp_path: Path) -> None:
    """`repair --apply` writes the record with who and why; `verify` and `story` tell it, to the referee alone."""
    corrected = tmp_path / "corrected.shinpan"
    ran = run("repair", MISPRINTED, "--apply", 1, *BY, "-o", corrected)
    assert (ran.code, ran.lines[-1]) == (0, f"wrote {corrected}")
    assert verdicts(corrected) == ["legal"]
    (line,) = [one for one in corrected.read_text("utf-8").split("\n") if one.startswith("corrected ")]
    assert line.endswith('before="相楽 deploy card=重装歩兵:水" after="p2 deploy card=016"')
    (note,) = [one for one in run("verify", "--json", corrected).json["notes"] if "田中" in one["text"]]
    assert note["where"]["turn"] == 4
    assert "misread; on paper" in note["text"]
    assert any("田中" in line and line.startswith("turn 4: ") for line in run("story", corrected).lines)
    assert "田中" in run("story", "--lang", "ja", corrected).out
    assert "田中" not in run("story", corrected, "--as", "p2").out
    assert "田中" not in run("story", corrected, "--as", "public").out


def test_who_and_why_are_needed(tmp_path: Path) -> None:
    """And a repair of that number, and a name that says a transcript."""
    out = tmp_path / "out.shinpan"
    assert "go together" in refused("repair", MISPRINTED, "--apply", 1, "-o", out)
    assert "go together" in refused("repair", MISPRINTED, "--apply", 1, "-o", out, "--by", " ", "--reason", "b")
    assert ".shinpan" in refused("repair", MISPRINTED, "--apply", 1, "-o", tmp_path / "out.pb", *BY)
    ran = run("repair", MISPRINTED, "--apply", 2, "-o", out, *BY)
    assert (ran.code, "1 were found" in ran.err, out.exists()) == (2, True, False)
