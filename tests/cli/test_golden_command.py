"""`golden`: expected reports compared and written."""

import shutil
from pathlib import Path

import pytest

from shinpan_service.workbench import goldens

from .command import FIXTURES, MISPRINTED, PRINTED, in_form, refused, run


@pytest.fixture
def _not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(goldens.CI, raising=False)


@pytest.fixture
def folder(tmp_path: Path, _not_in_ci: None) -> Path:
    """A folder with two records and their goldens, and the same records in other forms."""
    for path in (PRINTED, MISPRINTED):
        shutil.copy(path, tmp_path)
        goldens.record(tmp_path / path.name)
        for end in (".pb", ".json"):
            in_form(path, tmp_path, end)
    return tmp_path


def test_goldens_that_agree_are_counted(folder: Path) -> None:
    """Other forms of a record have no golden and need none."""
    ran = run("golden", "check", folder)
    assert (ran.code, ran.out, ran.err) == (0, "2 as expected\n", "")
    assert run("golden", "check", folder / PRINTED.name, folder / MISPRINTED.name).code == 0


def test_the_conformance_vectors_are_no_goldens(folder: Path) -> None:
    """JSON of another kind may lie in the folders."""
    shutil.copytree(FIXTURES.parent / "conformance", folder / "conformance")
    assert run("golden", "check", folder).out == "2 as expected\n"


def test_a_difference_is_shown(folder: Path) -> None:
    """With the first wrong line and the command that shows it again; the exit code is 1."""
    golden = (folder / PRINTED.name).with_suffix(".golden")
    golden.write_text(golden.read_text("utf-8").replace("damage amount=4", "damage amount=5", 1), "utf-8")
    ran = run("golden", "check", folder)
    assert ran.code == 1
    assert ran.lines[0].startswith(f"{golden}: line ")
    assert ran.lines[-1] == f"again: shinpan golden check {folder / PRINTED.name}"


def test_a_record_without_a_golden_is_told(folder: Path) -> None:
    """And so is a golden without a record."""
    (folder / PRINTED.name).with_suffix(".golden").unlink()
    (folder / MISPRINTED.name).unlink()
    ran = run("golden", "check", folder)
    assert ran.code == 1
    assert ran.lines[0] == f"{(folder / MISPRINTED.name).with_suffix('.golden')} has no record"
    assert ran.lines[1].startswith(f"{(folder / PRINTED.name).with_suffix('.golden')} is missing")


def test_a_golden_that_is_no_text_differs(folder: Path) -> None:
    """It is told, and the others are compared."""
    golden = (folder / MISPRINTED.name).with_suffix(".golden")
    golden.write_bytes(b"\xff\xfe")
    (folder / PRINTED.name).with_suffix(".golden").unlink()
    ran = run("golden", "check", folder)
    assert ran.code == 1
    assert f"{golden} is not text in UTF-8" in ran.lines
    assert "is missing" in ran.out


@pytest.mark.parametrize("command", ["check", "record"])
def test_only_transcripts_have_goldens(command: str, folder: Path, tmp_path: Path) -> None:
    """Another form, a golden itself, what is not there, a folder without any: told, and nothing is written."""
    empty = tmp_path / "empty"
    empty.mkdir()
    before = sorted(folder.rglob("*"))
    pb = (folder / PRINTED.name).with_suffix(".pb")
    assert refused("golden", command, pb) == f"{pb}: a golden belongs beside a transcript (.shinpan)"
    assert "the name of a record ends in" in refused("golden", command, pb.with_suffix(".golden"))
    assert refused("golden", command, folder / "gone.shinpan").endswith("there is no such file")
    assert refused("golden", command, empty) == f"there is no transcript in {empty}"
    assert sorted(folder.rglob("*")) == before


def test_goldens_are_written(folder: Path) -> None:
    """Each beside its record, and as `check` wants them."""
    paths = sorted(folder.glob("*.golden"))
    expected = {path: path.read_bytes() for path in paths}
    for path in paths:
        path.write_text("old", "utf-8")
    ran = run("golden", "record", folder)
    assert (ran.code, ran.lines) == (0, [f"wrote {path}" for path in paths])
    assert {path: path.read_bytes() for path in paths} == expected
    assert run("golden", "check", folder).code == 0


def test_no_golden_is_written_in_ci(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason of a change cannot go into a commit there."""
    monkeypatch.setenv(goldens.CI, "true")
    golden = (folder / PRINTED.name).with_suffix(".golden")
    golden.write_text("old", "utf-8")
    assert "goldens are not written in CI" in refused("golden", "record", folder)
    assert golden.read_text("utf-8") == "old"
    assert run("golden", "check", folder).code == 1


def test_what_cannot_be_written_is_told(folder: Path) -> None:
    """Something else in the place of a golden."""
    golden = (folder / PRINTED.name).with_suffix(".golden")
    golden.unlink()
    golden.mkdir()
    assert refused("golden", "record", folder / PRINTED.name).endswith("Is a directory")
