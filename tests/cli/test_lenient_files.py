"""Files as people have them: Shift_JIS, full-width signs, several slips in one file."""

from pathlib import Path

from .command import PRINTED, run


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    """A file with that text."""
    path.write_bytes(text.encode(encoding, "replace"))
    return path


def test_a_file_in_shift_jis_is_read_with_a_note(tmp_path: Path) -> None:
    """And judged as the same text in UTF-8 is; what is in neither is told with its line."""
    text = PRINTED.read_text("utf-8")
    judged = run("verify", written(tmp_path / "old.shinpan", text, "cp932"))
    assert judged.lines[0].startswith("legal")
    assert "  note: the file is in Shift_JIS (CP932); better save it as UTF-8" in judged.lines
    broken = tmp_path / "broken.shinpan"
    broken.write_bytes(b"shinpan 1\n\x81\n")
    told = run("verify", broken)
    assert told.code == 2
    assert "line 2, column 1: unreadable: there are bytes that are no text" in told.err


def test_full_width_signs_are_read_with_a_note(tmp_path: Path) -> None:
    """In the game, not in comments and quotations, which stay as they are."""
    text = PRINTED.read_text("utf-8").replace("card=", "card＝").replace("\nturn 3 ", "\nturn　３　")
    told = run("verify", written(tmp_path / "wide.shinpan", text)).lines
    assert told[0].startswith("legal")
    assert any("full-width signs and digits are read as plain ones" in line for line in told)


def test_all_that_cannot_be_read_is_told_in_one_run(tmp_path: Path) -> None:
    """Each with its line, and how it is written: one misunderstanding takes one run."""
    text = (
        PRINTED.read_text("utf-8")
        .replace("[target=", "target=")
        .replace("]", "")
        .replace(" deploy card", " deploy unit")
    )
    told = run("verify", written(tmp_path / "brackets.shinpan", text))
    assert told.code == 2
    lines = told.err.splitlines()
    assert len(lines) > 3
    assert all("belongs in brackets" in line for line in lines if "remove" in line)
    assert "[target=… with=…" in told.err
