"""Goldens: what stands beside a record, how a difference is shown, and what is never written."""

from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Entry, Marker, StateClaim
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_records import transcript
from shinpan_service.workbench import goldens

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDS = sorted(FIXTURES.rglob("*.shinpan"))
PRINTED = FIXTURES / "wars3x3" / "printed-replay.shinpan"


def test_no_golden_is_left_without_its_record() -> None:
    """A golden stands beside a record."""
    assert RECORDS
    assert sorted(FIXTURES.rglob("*.golden")) == [goldens.golden_path(path) for path in RECORDS]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The printed replay in a folder of its own, with its golden."""
    monkeypatch.delenv(goldens.CI, raising=False)
    path = tmp_path / PRINTED.name
    path.write_bytes(PRINTED.read_bytes())
    assert goldens.record(path) == tmp_path / "printed-replay.golden"
    return path


def test_a_golden_is_the_same_wherever_it_is_written(copy: Path) -> None:
    """It tells nothing of the place."""
    assert goldens.golden_path(copy).read_bytes() == goldens.golden_path(PRINTED).read_bytes()
    assert goldens.check(copy) is None


def test_a_difference_shows_the_line_its_neighbours_the_state_and_the_command(copy: Path) -> None:
    """The first wrong line, what stands around it, the state fields that differ, and how to see it again."""
    golden = goldens.golden_path(copy)
    rows = golden.read_text("utf-8").splitlines()
    at = next(at for at, row in enumerate(rows) if "damage amount=4" in row)
    life = next(at for at in range(at, len(rows)) if "sides[2].life: 26" in rows[at])
    rows[at] = rows[at].replace("damage amount=4", "damage amount=5")
    rows[life] = rows[life].replace("26", "25")
    golden.write_text("\n".join([*rows, ""]), "utf-8")
    difference = goldens.check(copy)
    assert difference is not None
    shown = difference.splitlines()
    assert shown[0] == f"{golden}: line {at + 1} is not what comes out"
    assert shown[1].split(maxsplit=1) == [str(at - 1), rows[at - 2]]
    assert shown[3].startswith("  -")
    assert "damage amount=5" in shown[3]
    assert shown[4].startswith("  +")
    assert "damage amount=4" in shown[4]
    assert shown[5].split(maxsplit=1) == [str(at + 2), rows[at + 1]]
    assert "    sides[2].life: 25 -> 26" in shown
    assert shown[-1] == f"again: shinpan golden check {copy}"


def test_a_golden_that_is_too_short_or_too_long_differs(copy: Path) -> None:
    """The end of a file counts as a line."""
    golden = goldens.golden_path(copy)
    whole = golden.read_text("utf-8")
    golden.write_text(whole + "more\n", "utf-8")
    assert "the end" in (goldens.check(copy) or "")
    golden.write_text(whole[: len(whole) // 2], "utf-8")
    assert "is not what comes out" in (goldens.check(copy) or "")


def test_a_missing_golden_is_told(copy: Path) -> None:
    """With the file that is missing."""
    goldens.golden_path(copy).unlink()
    assert f"{goldens.golden_path(copy)} is missing" in (goldens.check(copy) or "")


def test_no_golden_is_written_in_ci(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused, and the file is left as it is."""
    monkeypatch.setenv(goldens.CI, "true")
    goldens.golden_path(copy).write_text("old", "utf-8")
    with pytest.raises(goldens.RefusedInCi):
        goldens.record(copy)
    assert goldens.golden_path(copy).read_text("utf-8") == "old"


def test_what_cannot_be_read_or_judged_has_a_golden_too(copy: Path) -> None:
    """A golden of such a transcript says why."""
    text = copy.read_text("utf-8")
    copy.write_text(text.replace("turn 2 ", "turn two "), "utf-8")
    assert "unreadable: found “two”" in goldens.expected(copy)
    copy.write_text(text.replace("edition  1.2", "edition  0.9"), "utf-8")
    assert goldens.expected(copy).startswith("cannot be judged: record.header.edition")


def test_the_state_of_a_golden_is_written_as_claims_are() -> None:
    """Each line of a state can be claimed at its place in the record, and comes out."""
    loaded = transcript.load(PRINTED, GAMES)
    entries = list(loaded.record.entries)
    states = goldens._states(goldens.golden_path(PRINTED).read_text("utf-8").splitlines())
    assert len(states) == 7
    actions = [at for at, entry in enumerate(entries) if not isinstance(entry.what, Marker)]
    for title, fields in reversed(states.items()):
        after = int(title.split()[-1])
        claims = tuple(StateClaim(path, value) for path, value in fields.items())
        entries.insert(actions[after - 1] + 1, Entry(Marker(int(fields["turn"])), claims))
    claimed = msgspec.structs.replace(loaded.record, entries=tuple(entries))
    report = verify(GAMES, claimed)
    assert (report.verdict, report.findings) == (Verdict.LEGAL, ())
