"""The programs of the client in another language, and a service for them."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Record
from shinpan_records import transcript
from shinpan_service.messages.records import record_to_message
from tools import conformance

CLIENT = Path(__file__).parent / "node"
REPLAYS = conformance.REPOSITORY / "fixtures" / "wars3x3"

Program = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def node() -> Program:
    """Runs one of the client's programs, with its packages installed, and with variables of the environment if some are
    given."""
    programs = {name: shutil.which(name) for name in ("node", "npm")}
    if missing := [name for name, path in programs.items() if path is None]:
        message = f"there is no {' and no '.join(missing)} here"
        if os.environ.get("SHINPAN_REQUIRE_NODE") == "1":
            pytest.fail(message)
        pytest.skip(message)
    install(str(programs["npm"]))

    def run(program: str, *arguments: object, **given: str) -> "subprocess.CompletedProcess[str]":
        command = [str(programs["node"]), str(CLIENT / program), *map(str, arguments)]
        environment = {**os.environ, "no_grpc_proxy": "127.0.0.1", **given}
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=environment)

    return run


def install(npm: str) -> None:
    """Installs exactly what the lock file names, once for all processes that test at the same time."""
    lock_file, installed = CLIENT / "package-lock.json", CLIENT / "node_modules" / ".package-lock.json"
    with lock_file.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if installed.exists() and installed.stat().st_mtime >= lock_file.stat().st_mtime:
            return
        command = [npm, "ci", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=CLIENT, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stderr}"


def printed(name: str = "printed-replay") -> Record:
    """The printed replay of 3x3Wars."""
    return transcript.load(REPLAYS / f"{name}.shinpan", GAMES).record


def write(folder: Path, record: Record) -> Path:
    """A file with a record as a client sends it."""
    path = folder / "record.bin"
    path.write_bytes(record_to_message(record).SerializeToString())
    return path


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """The address of the running service."""
    command = [sys.executable, "-m", "shinpan_service", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("listening on "), f"the service did not start: {first!r}"
            yield first.split()[-1]
        finally:
            process.terminate()
