"""Closing the connection of one client. gRPC has no way to do so; the system has.

To gRPC a call is open until its client has taken all of the answer, however long that lasts, and so is what it keeps
for it. Only the end of the connection ends such a call.
"""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISSOCK
from urllib.parse import unquote

OPEN_FILES = Path("/dev/fd")
MAPPED = "::ffff:"
"""How an address of the older kind looks on a socket of the newer one."""


def cut(peer: str) -> bool:
    """Closes the connection of a client, which is named as gRPC does: `ipv4:127.0.0.1:50000`. Says whether one was
    found; on Windows there is no list of open files, and none is."""
    if sys.platform == "win32" or (address := address_of(peer)) is None:
        return False
    return any(_closed(int(name), address) for name in os.listdir(OPEN_FILES) if name.isdecimal())


def address_of(peer: str) -> tuple[str, int] | None:
    """The host and port of a peer, if it has these."""
    kind, _, rest = unquote(peer).partition(":")
    host, _, port = rest.rpartition(":")
    return (host.strip("[]"), int(port)) if kind in ("ipv4", "ipv6") and port.isdecimal() else None


@contextmanager
def _copy(number: int) -> Iterator[socket.socket | None]:
    """A copy of an open file as long as the context lasts, if it is a socket."""
    copy = os.dup(number)
    if S_ISSOCK(os.fstat(copy).st_mode):
        with socket.socket(fileno=copy) as connection:
            yield connection
    else:
        os.close(copy)
        yield None


def _closed(number: int, address: tuple[str, int]) -> bool:
    """Closes an open file if it is the connection wanted. It may be gone or something else by now: what is looked at is
    a copy, which stays what it is."""
    with suppress(OSError), _copy(number) as connection:
        if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
            return False
        host, port, *_ = connection.getpeername()
        if (host.removeprefix(MAPPED), port) == address:
            connection.shutdown(socket.SHUT_RDWR)
            return True
    return False
