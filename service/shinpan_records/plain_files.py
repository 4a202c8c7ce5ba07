"""Files as they come from anybody: nobody waits for a pipe, and nothing is read that is too large."""

import errno
import os
import stat
from pathlib import Path

from shinpan_engine.kernel.messages import Message, say

from .limits import MOST_RECORD_BYTES


class NotPlain(OSError):
    """What is no plain file, or too large a one: the number of the system's error, and the message."""

    def __init__(self, number: int, message: Message) -> None:
        super().__init__(number, str(message))
        self.message = message


def plain_bytes(path: Path, most: int = MOST_RECORD_BYTES) -> bytes:
    """The content of a plain file. Raises `NotPlain` for what is none and for one that is too large."""
    _refuse_others(path.stat())
    with open(path, "rb", opener=_without_waiting) as file:
        # Something else may lie there by now.
        _refuse_others(os.fstat(file.fileno()))
        data = file.read(most + 1)
    if len(data) > most:
        raise NotPlain(errno.EFBIG, say("transcript.file.too_large", most=most))
    return data


def _refuse_others(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise NotPlain(errno.EISDIR, say("transcript.file.folder"))
    if not stat.S_ISREG(found.st_mode):
        raise NotPlain(errno.EINVAL, say("transcript.file.pipe"))


def _without_waiting(path: str, flags: int) -> int:
    # Windows has no such flag, and no pipes among its files.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
