"""Files as they come from anybody: nobody waits for a pipe, and nothing is read that is too large."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from shinpan_engine.kernel.messages import Message, say

from .limits import MOST_RECORD_BYTES

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]  # Windows

NEW = ".new"
"""Behind the name of a file that is not whole yet."""


class NotPlain(OSError):
    """What is no plain file, or too large a one: the number of the system's error, and the message."""

    def __init__(self, number: int, message: Message) -> None:
        super().__init__(number, str(message))
        self.message = message


def plain_bytes(path: Path, most: int = MOST_RECORD_BYTES) -> bytes:
    """The content of a plain file. Raises `NotPlain` for what is none and for one that is too large."""
    with plain_file(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise NotPlain(errno.EFBIG, too_large(most))
    return data


@contextmanager
def plain_file(path: Path) -> Iterator[BinaryIO]:
    """A plain file, open. Raises `NotPlain` for what is none."""
    _refuse_others(path.stat())
    with open(path, "rb", opener=_without_waiting) as file:
        # Something else may lie there by now.
        _refuse_others(os.fstat(file.fileno()))
        yield file


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of another, or of none, once it is whole and on the disk; else nothing changes."""
    new = path.with_name(f".{path.name}.{os.getpid()}{NEW}")
    try:
        with open(new, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def lock(path: Path) -> int | None:
    """Keeps other processes out as long as the file that is given is open. Raises `BlockingIOError` if one keeps us
    out. On Windows nobody is kept out."""
    if fcntl is None:
        return None
    file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise BlockingIOError(errno.EAGAIN, str(path)) from None
    return file


def too_large(most: int = MOST_RECORD_BYTES) -> Message:
    """What is wrong with a record of more bytes."""
    return say("transcript.file.too_large", most=most)


def _refuse_others(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise NotPlain(errno.EISDIR, say("transcript.file.folder"))
    if not stat.S_ISREG(found.st_mode):
        raise NotPlain(errno.EINVAL, say("transcript.file.pipe"))


def _without_waiting(path: str, flags: int) -> int:
    # Windows has no such flag, and no pipes among its files.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
