"""The command line as people and programs meet it: in this process, in one of its own, on a terminal."""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Record
from shinpan_records.transcript import dump
from shinpan_service.cli import main
from shinpan_service.cli.files import load, written

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
PRINTED = FIXTURES / "printed-replay.shinpan"
MISPRINTED = FIXTURES / "printed-replay-as-printed.shinpan"
SEEDED = FIXTURES / "random-game-1.shinpan"
COMMAND = (sys.executable, "-m", "shinpan_service")
ENDS = (".shinpan", ".pb", ".json")
VERDICTS = {
    "legal": PRINTED,
    "incomplete": FIXTURES / "incomplete-inside-a-chain.shinpan",
    "illegal": MISPRINTED,
    "contradicted": FIXTURES / "contradicted-damage.shinpan",
    "diverged": FIXTURES / "diverged-state-hash.shinpan",
    "undecidable": FIXTURES / "undecidable-unknown-draw.shinpan",
    "malformed": FIXTURES / "malformed-unknown-card.shinpan",
}
"""A record of each verdict."""
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Ran(NamedTuple):
    """What became of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """The one line of JSON that was printed."""
        (line,) = self.lines
        return json.loads(line)


def run(*args: object) -> Ran:
    """Runs a command in this process. However it ends, it ends in order."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], prog_name="shinpan")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    assert "fault of shinpan" not in result.output
    return Ran(result.exit_code, result.stdout, result.stderr)


def refused(*args: object, code: int = 2) -> str:
    """What a command says that does not do what it is asked: a sentence on standard error, and nothing else."""
    ran = run(*args)
    assert (ran.code, ran.out) == (code, ""), ran
    said = ran.err.splitlines()[-1]
    assert said.startswith("Error: "), ran.err
    return said.removeprefix("Error: ")


def run_apart(*args: object, **environment: str) -> Ran:
    """Runs a command in a process of its own."""
    done = subprocess.run(
        [*COMMAND, *map(str, args)], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def heed_ctrl_c() -> None:
    """Undoes what a process inherits that was started in the background of a shell: there Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def terminal(columns: int) -> tuple[int, int]:
    """The two ends of a terminal of that width: ours, and the command's."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    return ours, theirs


def read_to_end(end: int) -> str:
    """All that comes out of our end of a terminal."""
    data = b""
    try:
        while part := os.read(end, 65536):
            data += part
    except OSError:
        # Linux says so when the other end is closed.
        pass
    os.close(end)
    return data.decode("utf-8").replace("\r\n", "\n")


def run_on_terminal(columns: int, *args: object) -> Ran:
    """Runs a command on a terminal; without what only moves the cursor or colours."""
    ours, theirs = terminal(columns)
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    environment["TERM"] = "xterm"
    with subprocess.Popen(
        [*COMMAND, *map(str, args)], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        out = read_to_end(ours)
    return Ran(process.returncode, _CONTROL.sub("", out), "")


def in_form(source: Path, folder: Path, end: str) -> Path:
    """A copy of a record in another form."""
    target = folder / f"{source.stem}{end}"
    record, _ = load(source)
    target.write_bytes(source.read_bytes() if end == source.suffix else written(record, target))
    return target


def put(record: Record, path: Path) -> Path:
    """Writes a record down in the form that the name says."""
    path.write_bytes(dump(record, GAMES).encode() if path.suffix == ".shinpan" else written(record, path))
    return path


def verdicts(*args: object) -> list[str]:
    """The verdicts of `verify --json`, in order."""
    return [json.loads(line).get("verdict", "") for line in run("verify", "--json", *args).lines]
