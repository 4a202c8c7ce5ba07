"""A Dask cluster of processes on this machine, each of which a test may kill."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.service.jobs import wait_for

ROOT = Path(__file__).parents[2]
END_SECONDS = 20
HOST = "127.0.0.1"


class Processes:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.create_server((HOST, 0)) as free:
            self.port: int = free.getsockname()[1]
        self.address = f"tcp://{HOST}:{self.port}"
        self.all: list[subprocess.Popen[bytes]] = []

    def scheduler(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """A scheduler that listens."""
        started = self.start("scheduler", *(options or ("--host", HOST)), "--port", str(self.port), **environment)
        wait_for(self._listens)
        return started

    def worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """A worker that judges one shard at a time, without a nanny that would start it again."""
        kept = ("--host", HOST, "--nthreads", "1", "--no-nanny", "--local-directory", str(self._folder))
        return self.start("worker", self.address, *kept, *options, **environment)

    def start(self, kind: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """A process of Dask."""
        command = [sys.executable, "-m", "dask", kind, "--no-dashboard", *options]
        with (self._folder / f"{kind}.log").open("ab") as log:
            started = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True, env={**os.environ, **environment}
            )
        self.all.append(started)
        return started

    def _listens(self) -> bool:
        with socket.socket() as tried:
            return tried.connect_ex((HOST, self.port)) == 0


@contextmanager
def processes(folder: Path) -> Iterator[Processes]:
    """A cluster without processes yet. All that were started end with the context."""
    folder.mkdir(exist_ok=True)
    made = Processes(folder)
    try:
        yield made
    finally:
        for one in made.all:
            one.kill()
        for one in made.all:
            one.wait(END_SECONDS)
