"""What moved is accepted where the changelog names it under its clause, and nowhere else; CI says which."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan.v1 import record_pb2
from shinpan_service.corpora.kept.annotations import MOST_NAMED, annotations
from shinpan_service.corpora.kept.changelog import Changelog, items
from shinpan_service.corpora.kept.differences import Change
from shinpan_service.corpora.kept.rows import Row
from tests.cli.command import MISPRINTED, refused, run
from tools.frozen import checking, stored

NAME = "wars3x3-beginner-007.pb"
DIFF = ("corpus", "diff", "--expected")


def change(name: str = f"a/{NAME}", clause: str = "W3-4.2-2", before: str = "") -> Change:
    """A record that was legal and is illegal by a clause."""
    return Change(name, Row("", ".pb", "legal", clause=before), Row("", ".pb", "illegal", clause=clause, line=7))


@pytest.mark.parametrize(
    "text",
    [
        f"- W3-4.2-2: {NAME}",
        f"# 1.1\n\n- something\n- W3-4.2-2: `x.pb`,\n  `{NAME}`\n- more",
        f"The clause [W3-4.2-2] moves\nrecords/{NAME}.",
        f"* `{NAME}` (W3-4.2-2)",
    ],
)
def test_a_record_is_named_under_its_clause(text: str) -> None:
    """In one paragraph or item of a list, however that is written."""
    assert Changelog(text).names_change(change())


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"- {NAME}",
        "- W3-4.2-2",
        f"- W3-4.2-21: {NAME}",
        f"- W3-4.2-2: x{NAME}",
        f"- W3-4.2-2: {NAME}x",
        f"- W3-4.2-2:\n- {NAME}",
        f"W3-4.2-2\n\n{NAME}",
        f"W3-4.2-2\n# {NAME}",
        f"- W3-4.2-3: {NAME}",
    ],
)
def test_elsewhere_it_is_not_named(text: str) -> None:
    """Under another clause, in another item, as a part of another name."""
    assert not Changelog(text).names_change(change())


def test_which_clause_moved_it() -> None:
    """The one that decides now, or decided before; of a record whose link alone moved any clause that there is."""
    lifted = change(clause="", before="W3-4.2-2")
    moved = change(clause="")
    assert Changelog(f"W3-4.2-2 {NAME}").names_change(lifted)
    assert not Changelog(f"W3-4.2-3 {NAME}").names_change(lifted)
    assert Changelog(f"W3-4.2-3 {NAME}").names_change(moved)
    assert not Changelog(f"W3-99-9 {NAME}").names_change(moved)


@given(st.lists(st.tuples(st.sampled_from(["W3-4.2-2", "W3-2.1-9"]), st.integers(1, 999)), max_size=9))
def test_what_is_proposed_is_accepted(found: list[tuple[str, int]]) -> None:
    """The lines that CI shows name every change."""
    changes = [change(f"x/m-{number:03d}.pb", clause) for clause, number in found]
    changelog = Changelog("\n".join([f"- {clause}: {names}" for clause, names in items(changes)]))
    assert all(map(changelog.names_change, changes))


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A folder with a golden that expected something else, and a frozen record with another link."""
    (tmp_path / MISPRINTED.name).write_bytes(MISPRINTED.read_bytes())
    golden = MISPRINTED.with_suffix(".golden")
    text = re.sub("^verdict .*$", "verdict  legal", golden.read_text("utf-8"), count=1, flags=re.MULTILINE)
    (tmp_path / golden.name).write_text(text, "utf-8")
    ((name, sealed),) = stored.stored(stored.frozen_modes()[0], [3])
    message = record_pb2.Record.FromString(sealed)
    message.entries[5].link = b"\1" * 8
    (tmp_path / name).write_bytes(message.SerializeToString())
    return tmp_path


def test_the_gate_accepts_what_the_changelog_names(moved: Path) -> None:
    """Exit 1 with the lines to add for what it does not name; with these in it, exit 0."""
    log = moved / "CHANGES.md"
    log.write_text("# Changes\n", "utf-8")
    ran = run(*DIFF, moved, "--changelog", log)
    assert ran.code == 1
    frozen = stored.frozen_modes()[0].name(3)
    assert ran.lines[-3:] == [
        f"{log} does not name 2; take the change back, let it hold under a new edition or option only, or add:",
        f"- CLAUSE: `{frozen}`",
        f"- W3-4.2-2: `{MISPRINTED.name}`",
    ]
    log.write_text(f"- W3-4.2-2: `{MISPRINTED.name}`\n", "utf-8")
    ran = run(*DIFF, moved, "--changelog", log, "--json")
    assert (ran.code, len(ran.lines)) == (1, 2)
    log.write_text(f"- W3-4.2-2: `{MISPRINTED.name}`\n- W3-2.1-9: {frozen}\n", "utf-8")
    ran = run(*DIFF, moved, "--changelog", log)
    assert (ran.code, ran.lines) == (
        0,
        [
            "0 unchanged, 0 changed, 0 only before, 0 only after",
            f"2 more have changed, and {log} names each under its clause",
        ],
    )
    assert "No such file" in refused(*DIFF, moved, "--changelog", moved / "none.md")


def test_what_is_frozen_may_move_where_the_changelog_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored records by their names, games of a series by their hundred."""
    mode = stored.frozen_modes()[0]
    links = [bytes([at % 256]) * 32 for at in range(300)]
    kept = checking.series_of(links)
    other = [*links[:150], bytes(31) + b"\1", *links[151:]]
    monkeypatch.setattr(checking, "moved_record", lambda _: "it has moved")
    monkeypatch.setattr(checking, "changelog", lambda: Changelog(""))
    assert len([*checking.moved_records(mode, [7, 8])]) == 2
    assert "games 101 to 200 of play-1" in str(checking.moved_series(mode, kept, other))
    text = f"- W3-4.2-2: {mode.name(7)}, {mode}, games 101 to 200 of play-1"
    monkeypatch.setattr(checking, "changelog", lambda: Changelog(text))
    (left,) = checking.moved_records(mode, [7, 8])
    assert mode.name(8) in left
    assert checking.moved_series(mode, kept, other) is None
    assert "games 1 to 100" in str(checking.moved_series(mode, kept, [bytes(31) + b"\1", *links[1:]]))
    assert "the first 20 games" in str(checking.moved_series(mode, kept, [bytes(31) + b"\1", *links[1:20]]))


def test_the_changelog_names_nothing_that_is_not_there() -> None:
    """Records that it says have moved are frozen ones."""
    named = set(re.findall(r"[a-z0-9]+-[a-z0-9]+-\d{3}\.pb", checking.CHANGELOG.read_text("utf-8")))
    assert named <= {mode.name(number) for mode in stored.frozen_modes() for number in range(1, 201)}


def test_changes_are_annotations_of_github(moved: Path) -> None:
    """One for each kind at its first record, and the numbers; nothing besides."""
    ran = run(*DIFF, moved, "--annotations")
    assert ran.code == 1
    assert [line.partition(" file=")[0] for line in ran.lines[:2]] == ["::error", "::error"]
    assert " -> illegal W3-4.2-2::" in ran.out
    assert len(ran.lines) == 3


def unescaped(text: str) -> str:
    """As the runner of GitHub reads a property."""
    for sign, code in ((":", "%3A"), (",", "%2C"), ("\r", "%0D"), ("\n", "%0A"), ("%", "%25")):
        text = text.replace(code, sign)
    return text


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_no_name_makes_another_command(name: str) -> None:
    """Each annotation is one line, and its parts read back."""
    (line,) = annotations([change(name)])
    assert "\n" not in line
    assert "\r" not in line
    head, _, rest = line.removeprefix("::error ").partition("::")
    place, number, title = head.split(",")
    assert unescaped(place.removeprefix("file=")) == name
    assert (number, unescaped(title)) == ("line=7", "title=1: legal -> illegal W3-4.2-2")
    assert unescaped(rest) == f"{name}: verdict, clause"


def test_an_annotation_names_so_many_records() -> None:
    """And says how many more there are."""
    (line,) = annotations([change(f"{at}.pb") for at in range(MOST_NAMED + 5)])
    assert line.endswith("%0A+ 5")
    assert f"title={MOST_NAMED + 5}%3A legal" in line
