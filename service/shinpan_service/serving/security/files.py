"""Files that the safety of the server rests on: read whole, or refused with a sentence."""

from pathlib import Path

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.forms.system import why_of_system
from shinpan_records.plain_files import plain_bytes

MOST_BYTES = 1 << 20


class NotSecure(EngineError):
    """The server cannot be as safe as it is asked to be, and why."""


def read(path: Path) -> bytes:
    """The content of a file. Raises `NotSecure` if it cannot be read."""
    file = str(path)
    try:
        return plain_bytes(path, MOST_BYTES)
    except FileNotFoundError:
        raise NotSecure("service.security.missing", file=file) from None
    except PermissionError:
        raise NotSecure("service.security.denied", file=file) from None
    except OSError as error:
        raise NotSecure("service.security.unread", file=file, why=why_of_system(error)) from None
