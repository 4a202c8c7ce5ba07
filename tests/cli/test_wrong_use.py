"""Whatever is given to a command, it answers with a sentence: wrong arguments, and files that are no records."""

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from shinpan_records.transcript.importing import Importer
from shinpan_service.cli import COMMANDS, main
from shinpan_service.cli.files import load, written
from tests.random_games import WIDE

from .command import COMMAND, ENDS, PRINTED, VERDICTS, refused, run

READERS = (
    ("verify",),
    ("verify", "--json"),
    ("show",),
    ("legal",),
    ("perft",),
    ("repair",),
    ("convert",),
    ("golden", "check"),
)
"""Commands that take the name of a record."""
MANY = settings(WIDE, max_examples=60)


def asked(command: tuple[str, ...], path: Path) -> list[object]:
    """A command with a record, and whatever else it needs."""
    return [*command, path, *([path.with_name("out.pb")] if command == ("convert",) else [])]


@pytest.mark.parametrize(
    "args",
    [
        ("judge", PRINTED),
        ("verify",),
        ("show",),
        ("show", PRINTED, PRINTED),
        ("legal",),
        ("repair",),
        ("convert", PRINTED),
        ("golden",),
        ("golden", "check"),
        ("golden", "forge", PRINTED),
        ("rules",),
        ("simulate", "wars3x3", "--mode", "beginner"),
        ("simulate", "wars3x3", "--out", "x"),
        ("simulate", "wars3x3", "--mode", "beginner", "--out", "x", "--games", "0"),
        ("simulate", "wars3x3", "--mode", "beginner", "--out", "x", "--form", "xml"),
        ("simulate", "chess", "--mode", "beginner", "--out", "x"),
        ("bench", "chess"),
        ("bench", "--rounds", "0"),
        ("bench", "--games", "many"),
        ("verify", "--nonsense", PRINTED),
        ("verify", PRINTED, "--server"),
        ("legal", PRINTED, "--page-size", "0"),
        ("legal", PRINTED, "--page-size", "1001"),
        ("perft",),
        ("perft", PRINTED, "--depth", "0"),
        ("--nonsense",),
    ],
    ids=lambda args: " ".join(os.path.basename(str(arg)) for arg in args),
)
def test_wrong_arguments_are_told(args: tuple[object, ...]) -> None:
    """With what is wrong; the exit code is 2, and nothing is done."""
    ran = run(*args)
    assert ran.code == 2
    assert "Usage: shinpan" in ran.err or ran.err.startswith("Error: ")
    assert not Path("x").exists()


def test_without_a_command_there_is_help() -> None:
    """A list of all commands."""
    ran = run()
    assert all(name in ran.out + ran.err for name in COMMANDS)


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_what_is_no_file_is_told(command: tuple[str, ...], tmp_path: Path) -> None:
    """What is not there, a folder with the name of a record, a name without a known end."""
    folder = tmp_path / "folder.pb"
    folder.mkdir()
    other = tmp_path / "notes.txt"
    other.write_text("x", "utf-8")
    for path in (tmp_path / "gone.shinpan", tmp_path / "gone.pb", folder, other, tmp_path / "no" / "x.json"):
        ran = run(*asked(command, path))
        assert ran.code == 2
        said = ran.out if "--json" in command and path != folder else ran.err
        assert str(path) in said


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_what_may_not_be_read_is_told(tmp_path: Path) -> None:
    """In the words of the system."""
    path = tmp_path / "secret.pb"
    path.write_bytes(b"")
    path.chmod(0)
    for command in ("show", "legal", "repair"):
        assert refused(command, path) == f"{path}: Permission denied"


def assert_in_order(path: Path) -> None:
    """Every command that takes a record ends with a known exit code, and says something."""
    for command in READERS:
        if command[0] not in ("golden", "repair"):
            ran = run(*asked(command, path))
            assert ran.code in (0, 1, 2)
            assert ran.code == 0 or ran.out + ran.err


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00", b"\xff\xfe\x00\x00", b"{", b"[]", b"null", b"NaN", b"1e999", b'{"header": 3}', b'{"nonsense": {}}',
     b'{"entries": [{}]}', b'{"header": {"game": "\\ud800"}}', b"[" * 100_000, b'{"a":' * 5_000, b"9" * 10_000,
     b"shinpan 1", b"shinpan 1\n--\n", b"shinpan 2\n", b"shinpan 1\ngame wars3x3\n--\n", b"\xef\xbb\xbfshinpan 1\n--",
     b"\x0a\xff\xff\xff\xff\x0f", b"\x08\x01", b"\x1a\x00", b"\x0a\x00"],
    ids=lambda content: repr(content[:20])[2:-1],
)  # fmt: skip
@pytest.mark.parametrize("end", ENDS)
def test_garbage_is_told(content: bytes, end: str, tmp_path: Path) -> None:
    """By every command, in every form: it is no record."""
    path = tmp_path / f"garbage{end}"
    path.write_bytes(content)
    for command in READERS:
        ran = run(*asked(command, path))
        assert ran.code == (1 if command[0] == "golden" and end == ".shinpan" else 2)
        assert str(path.with_suffix("")) in ran.out + ran.err


@MANY
@given(content=st.binary(max_size=200), end=st.sampled_from(ENDS))
def test_random_bytes_are_told(content: bytes, end: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No bytes make a command fall over."""
    path = tmp_path_factory.mktemp("random") / f"x{end}"
    path.write_bytes(content)
    assert_in_order(path)


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_a_fault_of_ours_is_a_sentence_too(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to report, and where; over one file it does not stop the others."""

    def fail(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(Importer, "read", fail)
    result = CliRunner().invoke(main, [str(arg) for arg in asked(command, PRINTED)])
    assert result.exit_code == 2
    assert "this is a fault of shinpan, please report it: IndexError: list index out of range" in result.output
    assert f"({Path(__file__).name}, line " in result.output
    assert "Traceback" not in result.output


def test_a_full_disk_is_told() -> None:
    """In our words."""
    for args in (("games",), ("verify", "--json", PRINTED)):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [*COMMAND, *map(str, args)], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert (done.returncode, done.stderr) == (2, "Error: no space is left on the disk\n")


SOURCES = {
    (name, end): path.read_bytes() if end == ".shinpan" else written(load(path)[0], Path(f"x{end}"))
    for name, path in VERDICTS.items()
    for end in ENDS
}
"""Records of each verdict in each form, to be damaged."""
MARKS = [b"p1", b"999", b"-1", b"[", b"]", b"=", b'"', b";", b"\n", b"turn 99", b"card=", b"#12345678"]


@MANY
@given(
    source=st.sampled_from(sorted(SOURCES)),
    place=st.floats(0, 1, exclude_max=True),
    length=st.integers(0, 12),
    instead=st.one_of(st.binary(max_size=4), st.sampled_from(MARKS)),
)
def test_damaged_records_are_told(
    source: tuple[str, str], place: float, length: int, instead: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A record with anything in it cut out or put in is judged, or it is told what is wrong with it."""
    data = SOURCES[source]
    at = int(place * len(data))
    path = tmp_path_factory.mktemp("damaged") / f"x{source[1]}"
    path.write_bytes(data[:at] + instead + data[at + length :])
    assert_in_order(path)


def test_a_line_of_any_fixture_can_be_left_out(tmp_path: Path) -> None:
    """Whichever line of the printed replay is missing, there is a verdict or a place that is named."""
    rows = PRINTED.read_bytes().split(b"\n")
    path = tmp_path / "x.shinpan"
    for at in range(0, len(rows), 3):
        path.write_bytes(b"\n".join(rows[:at] + rows[at + 1 :]))
        ran = run("verify", "--quiet", path)
        assert ran.code in (0, 1) or "line " in ran.err
