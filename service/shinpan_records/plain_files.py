"""Files as they come from anybody: nobody waits for a pipe, and nothing is read that is too large."""

import errno
import os
import stat
from pathlib import Path

from .limits import MOST_RECORD_BYTES


def plain_bytes(path: Path, most: int = MOST_RECORD_BYTES) -> bytes:
    """The content of a plain file. Raises `OSError`, in a sentence, for what is none and for one that is too large."""
    _refuse_others(path.stat())
    with open(path, "rb", opener=_without_waiting) as file:
        # Something else may lie there by now.
        _refuse_others(os.fstat(file.fileno()))
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most} bytes, which no record has; see what this file is")
    return data


def _refuse_others(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, "this is a folder; name a file in it")
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "this is a pipe, a device or a socket; write what it gives into a file first")


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)
