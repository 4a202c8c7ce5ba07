"""Files that are none, and calls that must not hang on them."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

PATIENCE_SECONDS = 20
"""Only a call that hangs takes so long."""


@contextmanager
def no_waiting() -> Iterator[None]:
    """Fails what waits for somebody who never comes."""

    def too_long(_number: int, _frame: FrameType | None) -> Any:
        raise AssertionError("this hangs")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(PATIENCE_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def put_no_file(path: Path, kind: str) -> None:
    """Puts something at a path that is no plain file, or leads to none."""
    beside = path.with_name(f"{path.name}.beside")
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "link to a pipe":
            os.mkfifo(beside)
            path.symlink_to(beside)
        case "link to a device":
            path.symlink_to("/dev/zero")
        case "socket":
            put_socket(path)
        case "folder":
            path.mkdir()
        case "link to itself":
            path.symlink_to(path)
        case "link to nothing":
            path.symlink_to(beside)


def put_socket(path: Path) -> None:
    """Its name may be too long for a socket where it lies, so it is given by a short one."""
    here = os.open(path.parent, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(f"/proc/self/fd/{here}/{path.name}")
    os.close(here)


NO_FILES = ("pipe", "link to a pipe", "link to a device", "socket", "folder", "link to itself", "link to nothing")
