"""`corpus diff`: what is judged otherwise than before, and nothing else."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan.v1 import record_pb2
from shinpan_service.corpora.kept import folder as folders
from shinpan_service.corpora.kept.differences import COMPARED, Change, Compared
from shinpan_service.corpora.kept.junit import junit
from shinpan_service.corpora.kept.rows import Row
from tests.cli.command import FIXTURES, MISPRINTED, PRINTED, refused, run
from tools.frozen import stored

from .games import game, packed

DIFF = ("corpus", "diff")


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """Results of some records."""
    made = tmp_path / "in"
    made.mkdir()
    packed(made / "m.records", 5)
    for path in (PRINTED, MISPRINTED):
        shutil.copy(path, made)
    run("corpus", "verify", made, "--out", tmp_path / "before")
    return tmp_path / "before"


def altered(before: Path, **fields: str) -> Path:
    """The same results where the last row says something else."""
    after = before.with_name("after")
    shutil.copytree(before, after)
    (path,) = (after / "results").iterdir()
    *rest, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rest) + msgspec.json.encode({**json.loads(last), **fields}) + b"\n")
    return after


def test_nothing_changed(before: Path) -> None:
    """The same results, in whatever form, are the same."""
    ran = run(*DIFF, before, before)
    assert (ran.code, ran.lines) == (0, ["7 unchanged, 0 changed, 0 only before, 0 only after"])
    other = before.with_name("parquet")
    run("corpus", "verify", before.with_name("in"), "--out", other, "--form", "parquet")
    assert run(*DIFF, before, other).lines == ran.lines


@pytest.mark.parametrize(("field", "value"), [("verdict", "diverged"), ("last_link", "00" * 32), ("clause", "X-1")])
def test_a_change_is_named(before: Path, field: str, value: str) -> None:
    """With what it was, what it is, and in which fields; grouped by verdict and clause."""
    after = altered(before, **{field: value})
    ran = run(*DIFF, before, after)
    assert ran.code == 1
    name = str(before.with_name("in") / PRINTED.name)
    assert ran.lines[1:] == [f"  {name}: {field}", "6 unchanged, 1 changed, 0 only before, 0 only after"]
    assert ran.lines[0].startswith("1 were legal, are ")
    change, numbers = map(json.loads, run(*DIFF, before, after, "--json").lines)
    assert (change["name"], change["fields"], change["after"][field]) == (name, [field], value)
    assert set(change["before"]) == set(COMPARED)
    assert numbers == {"same": 6, "changed": 1, "named": 0, "only_before": 0, "only_after": 0}


def test_what_rests_on_other_words_is_the_same(before: Path) -> None:
    """Assumptions may be worded otherwise."""
    after = altered(before, assumptions=["00" * 8])  # type: ignore[arg-type]
    assert run(*DIFF, before, after).code == 0


def test_records_that_came_and_went_are_counted(before: Path) -> None:
    """They have not changed; and names do not matter."""
    made = before.with_name("in")
    (made / MISPRINTED.name).unlink()
    (made / PRINTED.name).rename(made / "renamed.shinpan")
    (made / "n.pb").write_bytes(game(9))
    after = before.with_name("after")
    run("corpus", "verify", made, "--out", after)
    assert run(*DIFF, before, after).lines == ["6 unchanged, 0 changed, 1 only before, 1 only after"]


def test_what_cannot_be_compared_is_told(before: Path) -> None:
    """One folder, none of results, one in which no run has ended."""
    assert "name two folders of results" in refused(*DIFF, before)
    assert "is no folder of results" in refused(*DIFF, before, before.with_name("in"))
    (before / folders.MANIFEST).unlink()
    assert "no run in" in refused(*DIFF, before, before)


def test_changes_are_tests_that_fail(before: Path, tmp_path: Path) -> None:
    """In a file of JUnit: one for each change, and one for all the others."""
    path = tmp_path / "changes.xml"
    assert run(*DIFF, before, altered(before, verdict="illegal", clause="X-1"), "--junit", path).code == 1
    suite = ElementTree.parse(path).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    same, changed = suite.findall("testcase")
    assert (same.get("name"), same.find("failure")) == ("6 records unchanged", None)
    failure = changed.find("failure")
    assert failure is not None
    assert (failure.get("message"), failure.text) == (
        "legal -> illegal X-1",
        "verdict: legal -> illegal\nclause:  -> X-1",
    )


@given(st.text(max_size=30))
def test_no_name_breaks_the_file(name: str) -> None:
    """Whatever it has in it, XML can be read."""
    change = Change(name, Row("", ".pb", "legal"), Row("", ".pb", "illegal", reason=name))
    suite = ElementTree.fromstring(junit(Compared(0, [change], 0, 0)).encode("utf-8", "surrogatepass"))
    assert len(suite.findall("testcase")) == 2


def test_goldens_and_seals_come_out() -> None:
    """What 1.0 has frozen and what fixtures expect, in one command: nothing has changed."""
    ((_, sealed),) = stored.stored(stored.frozen_modes()[0], [5])
    assert record_pb2.Record.FromString(sealed).notes.last_link
    some = sorted(FIXTURES.glob("*.shinpan"))[::40]
    ran = run(*DIFF, "--expected", *some, MISPRINTED, stored.frozen_modes()[4].path, "--json")
    assert ran.code == 0, ran.out
    assert ran.json == {"same": len(some) + 201, "changed": 0, "named": 0, "only_before": 0, "only_after": 0}


def test_what_moved_since_it_was_sealed_is_named(tmp_path: Path) -> None:
    """A golden that says something else, a link that is another; what says nothing counts as new."""
    golden = tmp_path / PRINTED.with_suffix(".golden").name
    shutil.copy(PRINTED, tmp_path)
    golden.write_text(PRINTED.with_suffix(".golden").read_text("utf-8").replace("legal", "illegal", 1), "utf-8")
    ((name, sealed),) = stored.stored(stored.frozen_modes()[0], [3])
    message = record_pb2.Record.FromString(sealed)
    message.entries[5].link = b"\1" * 8
    (tmp_path / name).write_bytes(message.SerializeToString())
    (tmp_path / "plain.pb").write_bytes(game(1))
    ran = run(*DIFF, "--expected", tmp_path)
    assert ran.code == 1
    assert ran.lines == [
        "1 were illegal, are legal",
        f"  {tmp_path / PRINTED.name}: verdict",
        "1 were legal, are diverged kernel.hash.differs",
        f"  {tmp_path / name}, step 6: verdict, last_link",
        "0 unchanged, 2 changed, 0 only before, 1 only after",
    ]
