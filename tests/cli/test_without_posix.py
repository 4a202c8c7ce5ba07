"""What does not serve needs nothing that only POSIX has: every other command runs without it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from shinpan_service.cli import COMMANDS

from .command import FIXTURES, MISPRINTED, PRINTED, refused

ABSENT = ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "readline")
"""Modules that Windows lacks."""
WITHOUT = f"""
import json, os, signal, sys
for name in {ABSENT}:
    sys.modules[name] = None
for name in ("O_NONBLOCK", "O_CLOEXEC", "fork", "getuid", "register_at_fork"):
    delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGALRM", "SIGCHLD"):
    delattr(signal, name)
from click.testing import CliRunner
from shinpan_service.cli import main
for words, typed in json.load(sys.stdin):
    ran = CliRunner().invoke(main, words, input=typed, prog_name="shinpan")
    print(json.dumps([words, ran.exit_code, ran.output, repr(ran.exception)]))
"""
RECORDED = "wars3x3\nbeginner\nhouse\n\np1\n\n\n\nopen\nquit\n"
CALLS: list[tuple[str, int, str]] = [
    (f"verify {PRINTED}", 0, ""),
    (f"verify --json {MISPRINTED}", 1, ""),
    (f"show {PRINTED} --step 28", 0, ""),
    (f"story {PRINTED}", 0, ""),
    (f"legal {PRINTED} --step 27", 0, ""),
    (f"compare {PRINTED} {MISPRINTED}", 1, ""),
    (f"page {PRINTED} -o OUT/game.html", 0, ""),
    (f"convert {PRINTED} OUT/game.pb", 0, ""),
    ("convert OUT/game.pb OUT/game.shinpan", 0, ""),
    (f"repair {FIXTURES / 'malformed-unknown-card.shinpan'}", 1, ""),
    ("record OUT/new.shinpan", 0, RECORDED),
    ("rules wars3x3 W3-4.2-4", 0, ""),
    ("corpus pack OUT/game.pb OUT/all.records", 0, ""),
    ("verify OUT/all.records", 0, ""),
    ("games", 0, ""),
    ("info", 0, ""),
    ("token new checker --scope verify --to OUT/tokens.toml", 0, ""),
    ("pack new wars3x3 --out OUT/mine.toml", 0, ""),
    ("pack check OUT/mine.toml --games 1", 0, ""),
    (f"golden check {PRINTED}", 0, ""),
    ("simulate wars3x3 --mode beginner --out OUT/games", 0, ""),
    ("bench wars3x3 --games 1 --rounds 1", 0, ""),
    (f"perft {PRINTED} --step 27 --depth 1", 0, ""),
    (f"complete {FIXTURES.parent / 'seen' / 'swordrion' / 'a-draft-in-public.shinpan'} OUT/world.shinpan", 0, ""),
]
POSIX = ("serve", "demo")


def test_every_other_command_is_tried() -> None:
    """Whatever is added is either tried or serves."""
    assert {words.split()[0] for words, _, _ in CALLS} == {*COMMANDS} - {*POSIX}


def test_commands_run_without_posix(tmp_path: Path) -> None:
    """Each ends as it does elsewhere, with no error that nobody foresaw."""
    calls = [(words.replace("OUT", str(tmp_path)).split(), typed) for words, _, typed in CALLS]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], input=json.dumps(calls), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    ran = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(ran) == len(CALLS)
    for (words, code, out, error), (_, meant, _) in zip(ran, CALLS, strict=True):
        assert code == meant, (words, out, error)
        assert "fault of shinpan" not in out


@pytest.mark.parametrize("command", POSIX)
def test_what_serves_says_that_it_does_not_run_there(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence, before anything is started, with what to use instead."""
    monkeypatch.setattr(sys, "platform", "win32")
    assert "does not run on Windows" in refused(command)
