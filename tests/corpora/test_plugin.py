"""`pytest --shinpan FOLDER`: records as tests in anybody's repository."""

import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from shinpan.v1 import record_pb2
from shinpan_service.corpora.files.many import Form, Kept, Packing
from tests.cli.command import FIXTURES, MISPRINTED, PRINTED
from tools.frozen import stored

from .games import game

ROOT = Path(__file__).parents[2]
NAMED = "shinpan_service.pytest_plugin"
BY_HAND = [] if NAMED in {point.value for point in entry_points(group="pytest11")} else ["-p", NAMED]
"""An installation from before it was there has to be told of it."""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Somebody's repository: a test, and records with goldens, with hashes, and with nothing."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_own.py").write_text("def test_own(): pass\n", "utf-8")
    records = tmp_path / "records"
    records.mkdir()
    for path in (PRINTED, MISPRINTED, FIXTURES / "diverged-state-hash.shinpan"):
        shutil.copy(path, records)
        shutil.copy(path.with_suffix(".golden"), records)
    ((name, sealed),) = stored.stored(stored.frozen_modes()[0], [3])
    (records / name).write_bytes(sealed)
    (records / "plain.pb").write_bytes(game(1))
    with (records / "some.records").open("wb") as file:
        packing = Packing(file)
        packing.add(Kept(b"sealed.pb", Form.BINARY, sealed))
        packing.add(Kept(b"plain.pb", Form.BINARY, game(2)))
    return tmp_path


def ran(repository: Path, *options: str) -> tuple[int, str]:
    """What becomes of a run of pytest there."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *BY_HAND, *options]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_records_are_tests(repository: Path) -> None:
    """Those with goldens and those with hashes, beside the tests that are there anyway; each once."""
    code, out = ran(repository, "--shinpan", "records")
    assert code == 0, out
    passed = sorted(line.split()[0] for line in out.splitlines() if " PASSED" in line)
    sealed = stored.frozen_modes()[0].name(3)
    assert passed == sorted([
        "tests/test_own.py::test_own",
        *(f"records/{path.name}::{path.name}" for path in (PRINTED, MISPRINTED)),
        "records/diverged-state-hash.shinpan::diverged-state-hash.shinpan",
        f"records/{sealed}::{sealed}",
        "records/some.records::sealed.pb",
    ])  # fmt: skip


def test_without_a_folder_nothing_changes(repository: Path) -> None:
    """No record is looked at, though they lie where pytest goes."""
    code, out = ran(repository)
    assert (code, out.count(" PASSED")) == (0, 1)
    code, out = ran(repository, "--shinpan", "nowhere")
    assert code == 4
    assert "--shinpan nowhere: there is no such file or folder" in out


def test_what_does_not_come_out_fails(repository: Path) -> None:
    """A golden that says something else, a hash that differs, a file that is none: each says what, and how to see it
    again."""
    records = repository / "records"
    golden = records / PRINTED.with_suffix(".golden").name
    golden.write_text(golden.read_text("utf-8").replace("verdict  legal", "verdict  illegal"), "utf-8")
    sealed = records / stored.frozen_modes()[0].name(3)
    message = record_pb2.Record.FromString(sealed.read_bytes())
    message.entries[5].link = b"\1" * 8
    sealed.write_bytes(message.SerializeToString())
    (records / "joined.pb").write_bytes(game(1) + game(2))
    code, out = ran(repository, "--shinpan", "records")
    assert code == 1
    assert out.count(" FAILED") == 3
    assert "- 1 verdict illegal" in " ".join(out.split())
    assert "entry 6: diverged  kernel.hash.differs; again: shinpan verify " in out
    assert "these are 2 records joined in one file" in out


def test_the_plugin_is_named_where_pytest_looks() -> None:
    """In the wheel: it is found without being told of."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"shinpan": NAMED}


def test_nothing_of_the_engine_is_loaded_without_a_folder() -> None:
    """It is there in every run of pytest."""
    code = f"import sys, {NAMED}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in loaded if name.startswith(("shinpan_engine", "google", "grpc"))]
