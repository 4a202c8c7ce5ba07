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

from .lines import whose

OPEN_FILES = Path("/dev/fd")
MAPPED = "::ffff:"
"""How an address of the older kind looks on a socket of the newer one."""


def cut(peer: str) -> bool:
    """Closes the connection of a client, which is named as gRPC does: `ipv4:127.0.0.1:50000`. Says whether one was
    found; on Windows there is no list of open files, and none is."""
    if sys.platform == "win32" or (address := address_of(peer)) is None:
        return False
    return any(_closed(int(name), address) for name in os.listdir(OPEN_FILES) if name.isdecimal())


def cut_crowds(most: int) -> int:
    """Closes those connections of one client that are more than so many, the latest of them as far as is known: files
    are numbered as they are opened. Says how many there were."""
    files = sorted(int(name) for name in os.listdir(OPEN_FILES) if name.isdecimal())
    crowds: dict[tuple[int, str], list[int]] = {}
    # Every one of them may be a connection, and none is looked at where there are not enough for a crowd.
    for number in files if len(files) > most else ():
        with suppress(OSError), _copy(number) as connection:
            if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
                crowds.setdefault((connection.getsockname()[1], _client_of(connection)), []).append(number)
    return sum(_shut(number, client) for (_, client), open_ones in crowds.items() for number in open_ones[most:])


def _client_of(connection: socket.socket) -> str:
    """Whose a connection is, as `lines.caller_of` says it of a peer."""
    kind = "ipv4" if connection.family == socket.AF_INET else "ipv6"
    return whose(f"{kind}:{connection.getpeername()[0]}")


def _shut(number: int, client: str) -> bool:
    """Closes an open file if it still is a connection of a client."""
    with suppress(OSError), _copy(number) as connection:
        if connection is not None and _client_of(connection) == client:
            connection.shutdown(socket.SHUT_RDWR)
            return True
    return False


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
