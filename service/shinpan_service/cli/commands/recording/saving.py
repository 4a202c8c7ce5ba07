"""A file that one session writes: replaced as a whole each time, and by nobody else meanwhile."""

import errno
import os
from pathlib import Path
from types import TracebackType

from shinpan_engine.kernel.messages import Language
from shinpan_records.plain_files import lock, plain_bytes, replacing
from shinpan_records.questions.words import phrase

BEFORE = ".before"
"""Behind the name of a file as it was before the first session."""


class Saving:
    """The file of one session. Raises `OSError`, in a sentence, for what cannot be written."""

    def __init__(self, path: Path, language: Language) -> None:
        self.path = path
        self._language: Language = language
        self._lock_path = path.with_name(f".{path.name}.lock")
        self._lock: int | None = None
        self._known: bytes | None = None
        """What stands in the file, as far as this session knows."""

    def __enter__(self) -> "Saving":
        self._keep_others_out()
        if self.path.exists():
            self._known = plain_bytes(self.path)
        return self

    def _keep_others_out(self) -> None:
        # On Windows two sessions can begin, but the second that writes is told that the file was changed.
        try:
            self._lock = lock(self._lock_path)
        except BlockingIOError:
            raise OSError(errno.EBUSY, phrase(self._language, "say.locked")) from None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._lock is not None:
            self._lock_path.unlink(missing_ok=True)
            os.close(self._lock)

    @property
    def begun(self) -> bool:
        """Whether the file was there already."""
        return self._known is not None

    def keep(self) -> Path:
        """Keeps the file as it was found beside the one that will be written."""
        kept = self.path.with_name(self.path.name + BEFORE)
        if self._known is not None and not kept.exists():
            kept.write_bytes(self._known)
        return kept

    def write(self, text: str) -> None:
        """Replaces the file, whole or not at all."""
        data = text.encode("utf-8")
        if self.path.exists() and plain_bytes(self.path) != self._known:
            raise OSError(errno.EEXIST, phrase(self._language, "say.changed", file=self.path.name))
        _replace(self.path, data)
        self._known = data

    def write_elsewhere(self, text: str, path: Path) -> None:
        """Writes a copy into another file, which must not be there yet."""
        if path.exists():
            raise OSError(errno.EEXIST, phrase(self._language, "say.exists", file=path.name))
        _replace(path, text.encode("utf-8"))


def _replace(path: Path, data: bytes) -> None:
    with replacing(path) as file:
        file.write(data)
