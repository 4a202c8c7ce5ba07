"""What the commands do where they are used: on terminals, in pipes, and when somebody stops them."""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from shinpan_engine.kernel.judging.report import Verdict

from .command import (
    COMMAND,
    FIXTURES,
    MISPRINTED,
    PRINTED,
    heed_ctrl_c,
    read_to_end,
    run,
    run_apart,
    run_on_terminal,
    terminal,
)

NOBODY_READS = 141
STOPPED = 130


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A folder with so many records that a progress bar is shown."""
    for number in range(25):
        shutil.copy(FIXTURES / "W3-E-01-deployment-up-to-the-limit.shinpan", tmp_path / f"{number:02d}.shinpan")
    return tmp_path


@pytest.mark.parametrize(
    "args",
    [
        ("verify", PRINTED, MISPRINTED),
        ("verify", "--json", PRINTED, MISPRINTED),
        ("show", PRINTED),
        ("legal", PRINTED, "--step", "27"),
        ("perft", PRINTED, "--step", "27"),
        ("rules", "wars3x3"),
        ("games",),
        ("golden", "check", PRINTED),
        ("verify", "--help"),
    ],
    ids=lambda args: " ".join(map(str, args[:2])),
)
def test_a_closed_pipe_ends_a_command_quietly(args: tuple[object, ...]) -> None:
    """When nobody reads any more, as after `| head -1`: no traceback, and no exit code that is a verdict."""
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run([*COMMAND, *map(str, args)], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (process.returncode, process.stderr) == (NOBODY_READS, "")


def test_the_first_line_of_many_can_be_taken() -> None:
    """`shinpan verify fixtures | head -1` prints one line and nothing else."""
    line = f"{' '.join(COMMAND)} verify {FIXTURES} | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.split(" ")[0] in {verdict.word for verdict in Verdict}
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_ctrl_c_ends_a_command_quietly(tmp_path: Path) -> None:
    """In the middle of its work: a word, no traceback, and the exit code that shells give."""
    with subprocess.Popen(
        [*COMMAND, "simulate", "wars3x3", "--mode", "beginner", "--games", "1000000", "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509
    ) as process:
        while not any(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (STOPPED, "", "stopped\n")


def test_a_terminal_that_knows_only_ascii_gets_question_marks() -> None:
    """And everything else as it is."""
    for args in (("show", PRINTED), ("verify", MISPRINTED)):
        ran = run_apart(*args, PYTHONIOENCODING="ascii")
        assert ran.code == run(*args).code
        assert ran.err == ""
        assert "?" in ran.out
        assert len(ran.lines) == len(run(*args).lines)


def test_a_bar_is_shown_on_a_terminal_and_spoils_nothing(many: Path) -> None:
    """Every record's line can be read, whole and on a line of its own."""
    ran = run_on_terminal(150, "verify", "--quiet", many)
    assert ran.code == 0
    assert "judging" in ran.out
    lines = {line.strip() for line in ran.out.replace("\r", "\n").splitlines()}
    for path in sorted(many.iterdir()):
        assert any(line.startswith("incomplete") and f" {path} " in line for line in lines)
    assert "25 records: 25 incomplete" in lines


def test_a_bar_spoils_no_json(many: Path) -> None:
    """On a terminal every line of JSON is whole."""
    ran = run_on_terminal(4000, "verify", "--json", many)
    lines = {line[line.find("{") :] for line in ran.out.replace("\r", "\n").splitlines() if "{" in line}
    assert {json.loads(line)["file"] for line in lines} == {str(path) for path in many.iterdir()}


def test_a_bar_stands_beside_what_is_piped(many: Path) -> None:
    """With the output in a pipe the bar is on the terminal, and the pipe has what it would have without."""
    ours, theirs = terminal(80)
    with subprocess.Popen(
        [*COMMAND, "verify", "--json", str(many)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        assert process.stdout is not None
        lines = process.stdout.read().decode("utf-8").splitlines()
        shown = read_to_end(ours)
    assert process.returncode == 0
    assert "judging" in shown
    assert [json.loads(line)["file"] for line in lines] == [str(path) for path in sorted(many.iterdir())]


def test_no_bar_where_nobody_sees_it(many: Path) -> None:
    """Without a terminal nothing but the verdicts is written."""
    ran = run_apart("verify", "--quiet", many)
    assert len(ran.lines) == 26
    assert (ran.err, "judging" in ran.out) == ("", False)


def test_few_records_need_no_bar() -> None:
    """Up to 19 the lines come fast enough."""
    assert "judging" not in run_on_terminal(80, "verify", PRINTED).out


@pytest.mark.parametrize(
    ("args", "about"),
    [
        (("simulate", "wars3x3", "--mode", "beginner", "--games", "20", "--out"), "playing"),
        (("bench", "--games", "2", "--rounds", "1"), "measuring"),
        (("golden", "check"), "comparing"),
        (("repair", MISPRINTED), "trying single edits"),
        (("perft", FIXTURES / "perft-spells.shinpan", "--depth", "4"), "counting"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_long_work_shows_that_it_goes_on(args: tuple[object, ...], about: str, many: Path) -> None:
    """A bar, or a sign that moves, on a terminal only."""
    if args[0] in ("simulate", "golden"):
        args = (*args, many)
    assert about in run_on_terminal(80, *args).out
    apart = run_apart(*args)
    assert about not in apart.out + apart.err


def test_long_lines_go_on_under_themselves() -> None:
    """On a narrow terminal a clause's text stands in a column of its own, and is whole."""
    narrow, plain = run_on_terminal(60, "rules", "wars3x3", "W3-2.3-19"), run("rules", "wars3x3", "W3-2.3-19")
    at = next(at for at, line in enumerate(narrow.lines) if line.startswith("read as    "))
    assert all(line.startswith(" " * 11) for line in narrow.lines[at + 1 :])
    assert max(map(len, narrow.lines)) <= 60
    assert " ".join(narrow.out.split()) == " ".join(plain.out.split())


def test_colours_are_for_terminals() -> None:
    """A verdict has its colour there, unless NO_COLOR forbids it; in a pipe there is none."""
    assert "\x1b" not in run_apart("verify", PRINTED).out
    for name, coloured in (("SHINPAN_TEST", True), ("NO_COLOR", False)):
        ours, theirs = terminal(80)
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        with subprocess.Popen(
            [*COMMAND, "verify", "--quiet", str(MISPRINTED)],
            stdout=theirs,
            env={**environment, "TERM": "xterm", name: "1"},
        ):
            os.close(theirs)
            assert ("\x1b[1;31millegal" in read_to_end(ours)) == coloured
