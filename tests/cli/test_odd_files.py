"""What lies in a folder and is no record: pipes, devices, links to them, and files too large to be one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from shinpan_engine.kernel.judging.record import MOST_ENTRIES
from shinpan_records.limits import LONGEST_LIST, MOST_BRACKETS, MOST_RECORD_BYTES
from tests.hostile import NO_FILES, no_waiting, put_no_file

from .command import ENDS, PRINTED, in_form, refused, run

MOST_MEGABYTES = 300
READERS = (("show",), ("legal",), ("perft",), ("repair",), ("convert",), ("verify",))
PEAK = (
    "import sys\nfrom shinpan_service.cli import main\ntry: main(sys.argv[1:])\n"
    "finally: print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
)
"""Runs a command and prints the most memory that it had, in kB; what its parent had does not count."""
JSON_SIZE = MOST_RECORD_BYTES - 100
LARGE: dict[str, Callable[[], bytes]] = {
    "empty-entries.pb": lambda: b"\x1a\x00" * (MOST_RECORD_BYTES // 2),
    "unknown-fields.pb": lambda: b"\xf8\x3f\x01" * (MOST_RECORD_BYTES // 3),
    "both.pb": lambda: b"\xf8\x3f\x01" + b"\x1a\x00" * (MOST_RECORD_BYTES // 2 - 2),
    "objects.json": lambda: b'{"entries":[%s{}]}' % (b"{}," * (JSON_SIZE // 3)),
    "lists.json": lambda: b'{"entries":[%s[]]}' % (b"[]," * (JSON_SIZE // 3)),
    "texts.json": lambda: b'{"notes":{"players":[%s""]}}' % (b'"",' * (JSON_SIZE // 3)),
    "rows.shinpan": lambda: b"shinpan 1\n--\n" + b"ab\n" * (JSON_SIZE // 3),
}
HEAD = PRINTED.read_text("utf-8").partition("\n--\n")[0].encode() + b"\n--\n"
NAME = "突撃兵".encode()


def many(line: bytes) -> bytes:
    """A transcript as large as it may be, with as many of these lines as a game may have."""
    return HEAD + (line + b"\n") * min(MOST_ENTRIES, (MOST_RECORD_BYTES - len(HEAD)) // (len(line) + 1))


LARGE |= {
    "names-on-one-line.shinpan": lambda: HEAD + b"p1 start_territory cards=" + (NAME + b" ") * 400_000,
    "brackets-on-one-line.shinpan": lambda: HEAD + b"p1 x " + b"[" * 4_000_000,
    "names.shinpan": lambda: many(b"p1 start_territory cards=" + (NAME + b" ") * LONGEST_LIST),
    "groups.shinpan": lambda: many(b"p1 remove " + (b"[target=%s with=%s]" % (NAME, NAME)) * LONGEST_LIST),
    "one-group.shinpan": lambda: many(b"p1 remove [target=%s]" % NAME),
    "states-claimed.shinpan": lambda: many(b"p1 draw => life = " + (NAME + b" ") * LONGEST_LIST),
    "events-claimed.shinpan": lambda: many(b"p1 draw => drew " + (b"[%s %s] " % (NAME, NAME)) * 900),
    "words.shinpan": lambda: many(b"p1 x a=" + b"bb " * LONGEST_LIST),
    "outcomes.shinpan": lambda: (
        b"shinpan 1\ngame wars3x3 beginner\npack print\n"
        + b"".join(b"x%d %s\n" % (at, b"1 " * 990) for at in range(2000))
        + b"--\n"
    ),
}
"""As large as a record may be, with as much in it as goes in."""


def said_of(kind: str) -> str:
    """What is said of that kind of no file."""
    if kind == "folder":
        return "this is a folder; name a file in it"
    if kind == "link to itself":
        return "its links lead in a circle"
    if kind == "link to nothing":
        return "No such file or directory"
    return "this is a pipe, a device or a socket; write what it gives into a file first"


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("end", ENDS)
def test_nobody_waits_for_what_is_no_file(kind: str, end: str, tmp_path: Path) -> None:
    """Every command that reads a record says what it is and what to do; a folder means the records in it."""
    path = tmp_path / f"x{end}"
    put_no_file(path, kind)
    for command in READERS:
        if kind == "folder" and command == ("verify",):
            continue
        with no_waiting():
            ran = run(*command, path, *([tmp_path / "out.pb"] if command == ("convert",) else []))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.splitlines()[-1].endswith(f"{path}: {said_of(kind)}")


def test_the_other_records_of_the_folder_are_judged(tmp_path: Path) -> None:
    """Whatever else lies beside them; what is named like no record is not looked at."""
    for at, kind in enumerate(NO_FILES):
        put_no_file(tmp_path / f"a{at}.shinpan", kind)
        put_no_file(tmp_path / f"a{at}.txt", kind)
    (tmp_path / "a.pb").write_bytes(bytes(MOST_RECORD_BYTES + 1))
    shutil.copy(PRINTED, tmp_path / "z.shinpan")
    with no_waiting():
        ran = run("verify", "--quiet", tmp_path)
    assert ran.code == 2
    assert ran.lines[0].startswith(f"legal  {tmp_path / 'z.shinpan'}")
    assert len(ran.err.splitlines()) == len(NO_FILES)


def test_a_golden_that_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    """It is told like any golden that cannot be read."""
    shutil.copy(PRINTED, tmp_path / "a.shinpan")
    os.mkfifo(tmp_path / "a.golden")
    with no_waiting():
        assert "this is a pipe" in refused("golden", "check", tmp_path)


@pytest.mark.parametrize("end", ENDS)
def test_a_file_too_large_is_refused_by_its_length(end: str, tmp_path: Path) -> None:
    """In every form alike; one that is as large as allowed is read."""
    path = in_form(PRINTED, tmp_path, end)
    filling = b"\x12" if end == ".pb" else b" "
    text = path.read_bytes()
    if end != ".pb":
        path.write_bytes(text + b" " * (MOST_RECORD_BYTES - len(text)))
        assert run("verify", path).code == 0
    path.write_bytes(text.ljust(MOST_RECORD_BYTES + 1, filling))
    why = f"it has more than {MOST_RECORD_BYTES} bytes, which no record has; see what this file is"
    assert run("verify", path).err == f"not judged  {path}: {why}\n"


def test_brackets_of_json_are_counted(tmp_path: Path) -> None:
    """Each object takes many times its length, so no more are read than a record has."""
    path = tmp_path / "x.json"
    path.write_bytes(b'{"entries": [%s{}]}' % (b"{}," * MOST_BRACKETS))
    assert f"more than {MOST_BRACKETS} brackets" in run("verify", path).err


@pytest.mark.parametrize("name", LARGE)
def test_what_is_as_large_as_it_may_be_takes_little_memory(name: str, tmp_path: Path) -> None:
    """Of every form with as much in it as goes in: refused in a sentence, or judged, within 300 MB."""
    path = tmp_path / name
    path.write_bytes(LARGE[name]()[:MOST_RECORD_BYTES])
    ran = subprocess.run([sys.executable, "-c", PEAK, "verify", path], capture_output=True, text=True, check=False)
    told = ran.stderr.startswith(f"not judged  {path}: {'line ' if path.suffix == '.shinpan' else ''}")
    assert told if ran.returncode == 2 else ran.stdout.startswith(f"illegal  {path}")
    assert int(ran.stdout.split()[-1]) < MOST_MEGABYTES * 1024


def test_no_name_is_not_the_folder_one_is_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty name is refused by every command, as where a variable of a script is empty."""
    shutil.copy(PRINTED, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run("verify", ".").code == 0
    for command in (*READERS, ("golden", "check")):
        assert "the name of a file or folder is missing" in refused(
            *command, "", *(["x.pb"] * (command[0] == "convert"))
        )


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_looked_into_is_told(tmp_path: Path) -> None:
    """The others are."""
    (tmp_path / "closed").mkdir(mode=0)
    shutil.copy(PRINTED, tmp_path)
    ran = run("verify", "--quiet", tmp_path)
    assert (ran.code, ran.err) == (2, f"not judged  {tmp_path / 'closed'}: Permission denied\n")
    assert ran.lines[0].startswith("legal  ")
