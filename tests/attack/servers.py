"""A server started from any installation, and what can be seen of it from outside: processes, memory, files, health."""

import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

START_SECONDS = 60
HEALTH_SECONDS = 5
USUAL_FILES = 1024
"""The soft limit on open files that most systems give a service."""
MIB = 1 << 20
Command = Sequence[str | Path]
"""What is started: the `shinpan` of any installation, or whatever takes the same arguments."""
RENAMED = ("瓶詰火霊", "瓶詰炎霊")
"""A card of the pack `house` of 3x3Wars and another name for it: an edit after which the pack is good, but another."""
_TICKS = os.sysconf("SC_CLK_TCK")


def wait_until(condition: Callable[[], object], seconds: float) -> bool:
    """Whether something comes to be so in that time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def alive(pid: int) -> bool:
    """Whether a process runs."""
    fields = _stat(pid)
    return bool(fields) and fields[0] != "Z"


def sleeps(pid: int) -> bool:
    """Whether a process waits for something."""
    return _stat(pid)[:1] == ["S"]


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used, 0 when it is gone."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS if fields else 0


def rss(pid: int) -> int:
    """The memory of a process in MiB, 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS:")), 0)


def files(pid: int) -> int:
    """How many files a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def children(pid: int) -> list[int]:
    """The workers of a server: its children, besides the process that multiprocessing keeps for itself."""
    listed = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for part in listed for child in part if _is_worker(int(child))]


def _stat(pid: int) -> list[str]:
    """The fields of a process from its state on, none when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _is_worker(pid: int) -> bool:
    try:
        return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes() and alive(pid)
    except OSError:
        return False


class Server:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[bytes]", address: str, log: Path) -> None:
        self.process = process
        self.pid = process.pid
        self.address = address
        self._log = log
        self._known: set[int] = set()

    @property
    def workers(self) -> list[int]:
        """Its workers that live now."""
        found = children(self.pid)
        self._known.update(found)
        return found

    @property
    def log(self) -> str:
        """What it has written to standard error."""
        return self._log.read_text(errors="replace")

    @property
    def rss(self) -> int:
        """The memory of the front in MiB."""
        return rss(self.pid)

    def health(self) -> str:
        """What it says of its health, or how it fails to."""
        with grpc.insecure_channel(self.address) as channel:
            try:
                answer = HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=HEALTH_SECONDS)
            except grpc.RpcError as error:
                return str(error.code().name)
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))

    def stop(self, seconds: float) -> float:
        """Asks it to end; how long that took, at most so long."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        wait_until(lambda: self.process.poll() is not None, seconds)
        return time.monotonic() - begun

    def end(self) -> None:
        """Ends it and every worker it was ever seen with."""
        if self.process.poll() is None:
            self._known.update(children(self.pid))
            self.process.kill()
        self.process.wait()
        for pid in self._known:
            # By its own words, since the number of one long gone may be somebody else's by now.
            if alive(pid) and b"multiprocessing" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)


@contextmanager
def serving(
    command: Command,
    most_files: int = USUAL_FILES,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """A server on a free port, started by `COMMAND serve`, as long as the context lasts."""
    with tempfile.TemporaryDirectory(prefix="shinpan-attacked-") as folder:
        log = Path(folder, "log")
        limited = ["sh", "-c", 'ulimit -S -n "$0" && exec "$@"', str(most_files), *map(str, command)]
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [*limited, "serve", "--port", "0"],
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, **(environment or {})},
            )
        server = Server(process, "", log)
        try:
            server.address = _announced(process, log)
            yield server
        finally:
            server.end()


def _announced(process: "subprocess.Popen[bytes]", log: Path) -> str:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
    words = process.stdout.readline().split() if ready else []
    if words[:2] != [b"listening", b"on"]:
        raise RuntimeError(f"the server did not start: {log.read_text(errors='replace')}")
    return words[2].decode()


def copied(command: Command, folder: Path) -> tuple[Command, dict[str, str]]:
    """The command and environment that run a copy of an installation, which may then be spoiled."""
    python = Path(command[0]).with_name("python")
    names = ("shinpan", "shinpan_engine", "shinpan_service")
    code = f"import {', '.join(names)}\n" + "\n".join(f"print({name}.__path__[0])" for name in names)
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    for package in map(Path, found):
        shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    return (python, "-m", "shinpan_service"), {"PYTHONPATH": str(folder)}
