"""Calls that wait for a worker, in one line for each connection: clients take turns, and the connections of each. And
what clients keep open for long, in which they take turns as well."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, IPv6Network
from typing import Any, NamedTuple, Protocol
from urllib.parse import unquote

from ..messages.scopes import SCOPES, Scopes
from ..messages.wire_errors import WireError

_NEWER = "ipv6:"
_NETWORK_BITS = 64
QUIET_SECONDS = 10
"""So long what clients keep open may be quiet before it has to give way."""
Turn = asyncio.Future[Any]
"""It is given what was waited for."""


class Caller(NamedTuple):
    """Who makes a call, and what may be asked by whom."""

    client: str
    """Whose share of the workers it takes: that of a token or a certificate, else that of a host."""
    connection: str
    scopes: Scopes = SCOPES


def caller_of(peer: str) -> Caller:
    """A caller of whom nothing else is known. `peer` is what gRPC calls the other end of a connection:
    `ipv4:192.0.2.1:40000`."""
    return Caller(whose(peer.rpartition(":")[0] or peer), peer)


def whose(host: str) -> str:
    """Of whom a host is one, as gRPC names it: in IPv6 whoever has one address has all of its network."""
    if not host.startswith(_NEWER):
        return host
    try:
        address = IPv6Address(unquote(host.removeprefix(_NEWER)).strip("[]").partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return f"ipv4:{address.ipv4_mapped}"
    return f"{_NEWER}{IPv6Network((address, _NETWORK_BITS), strict=False)}"


class Lines:
    """Turns by client and connection. Whoever was served last is last; who has nothing waiting has no line."""

    def __init__(self) -> None:
        self._clients: dict[str, dict[str, deque[Turn]]] = {}
        """Clients in the order in which they are served next, and so the connections of each."""

    def __bool__(self) -> bool:
        return bool(self._clients)

    def add(self, caller: Caller, turn: Turn) -> None:
        """Puts a call at the end of its line."""
        self._clients.setdefault(caller.client, {}).setdefault(caller.connection, deque()).append(turn)

    def remove(self, caller: Caller, turn: Turn) -> None:
        """Takes a call out of its line, if it is there."""
        line = self._clients.get(caller.client, {}).get(caller.connection)
        if line is not None and turn in line:
            line.remove(turn)
            self._close(caller)

    def next(self) -> Turn:
        """Takes out the call that is served next."""
        client = next(iter(self._clients))
        connections = self._clients.pop(client)
        connection = next(iter(connections))
        line = connections.pop(connection)
        turn = line.popleft()
        if line:
            connections[connection] = line
        if connections:
            self._clients[client] = connections
        return turn

    def longest(self, caller: Caller) -> Turn | None:
        """Takes out the last call of whoever has the longest line, if that is not the caller, who has one call more."""
        if (client := self._longer(caller)) is None:
            return None
        lines = self._clients[client]
        connection = max(lines, key=lambda name: len(lines[name]))
        turn = lines[connection].pop()
        self._close(Caller(client, connection))
        return turn

    def gives_way(self, caller: Caller) -> bool:
        """Whether somebody has more waiting than the caller would have with one call more."""
        return self._longer(caller) is not None

    def _longer(self, caller: Caller) -> str | None:
        """The client whose calls give way to one of the caller: another with more, or its own with a longer line."""
        sizes = {client: sum(map(len, lines.values())) for client, lines in self._clients.items()}
        largest = max(sizes, key=lambda client: sizes[client], default=None)
        if largest is None:
            return None
        if largest != caller.client and sizes[largest] > sizes.get(caller.client, 0) + 1:
            return largest
        own = self._clients.get(caller.client, {})
        longest = max(map(len, own.values()), default=0)
        return caller.client if longest > len(own.get(caller.connection, ())) + 1 else None

    def _close(self, caller: Caller) -> None:
        """Forgets a line without calls, and a client without lines."""
        lines = self._clients[caller.client]
        if not lines[caller.connection]:
            del lines[caller.connection]
        if not lines:
            del self._clients[caller.client]


class Lasting(Protocol):
    """What a client keeps open for long: a game, or a stream of many records."""

    @property
    def quiet_seconds(self) -> float:
        """For how long nothing has been sent, and nothing had to be done."""

    def end(self, why: WireError) -> None:
        """Takes nothing more. What is in work is answered, then it ends with that."""


class Full(NamedTuple):
    """What is said where there is no place: to who has as many as one may, to whoever comes when all are taken, and to
    the one that gives way."""

    each: Callable[[int], WireError]
    all: Callable[[int], WireError]
    gave_way: Callable[[], WireError]


class Places:
    """All that is open of one kind, each with the client whose it is. When all places are taken, of the client who has
    most of them a quiet one gives way to that of a client who has fewer."""

    def __init__(self, full: Full) -> None:
        self._open: dict[Lasting, str] = {}
        self._full = full

    def admit(self, client: str, most: int, most_each: int) -> None:
        """Raises `WireError` if there is no place for one more of a client, of so many for all and for each."""
        if self.of(client) >= most_each:
            raise self._full.each(most_each)
        if len(self._open) >= most and not self._made_room(client):
            raise self._full.all(most)

    @contextmanager
    def held(self, one: Lasting, client: str) -> Iterator[None]:
        """As long as the context lasts, or until it gives way, one has a place."""
        self._open[one] = client
        try:
            yield
        finally:
            self._open.pop(one, None)

    def of(self, client: str) -> int:
        """How many are of a client."""
        return sum(whose == client for whose in self._open.values())

    def _made_room(self, client: str) -> bool:
        """Ends one of the client who has most, if this client has fewer with one more: the one that has been quiet
        longest, if that is long enough."""
        most, count = Counter(self._open.values()).most_common(1)[0]
        quiet = max((one for one, whose in self._open.items() if whose == most), key=lambda one: one.quiet_seconds)
        if count <= self.of(client) + 1 or quiet.quiet_seconds < QUIET_SECONDS:
            return False
        del self._open[quiet]
        quiet.end(self._full.gave_way())
        return True

    def end(self, why: WireError) -> None:
        """Ends all."""
        for one in self._open:
            one.end(why)
