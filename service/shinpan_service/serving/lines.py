"""Calls that wait for a worker, in one line for each connection: hosts take turns, and the connections of each."""

import asyncio
from collections import deque
from typing import NamedTuple

Turn = asyncio.Future[None]


class Caller(NamedTuple):
    """Who makes a call."""

    host: str
    connection: str


def caller_of(peer: str) -> Caller:
    """The caller, from what gRPC calls the other end of a connection: `ipv4:192.0.2.1:40000`."""
    return Caller(peer.rpartition(":")[0] or peer, peer)


class Lines:
    """Turns by host and connection. Whoever was served last is last; who has nothing waiting has no line."""

    def __init__(self) -> None:
        self._hosts: dict[str, dict[str, deque[Turn]]] = {}
        """Hosts in the order in which they are served next, and so the connections of each."""

    def __bool__(self) -> bool:
        return bool(self._hosts)

    def add(self, caller: Caller, turn: Turn) -> None:
        """Puts a call at the end of its line."""
        self._hosts.setdefault(caller.host, {}).setdefault(caller.connection, deque()).append(turn)

    def remove(self, caller: Caller, turn: Turn) -> None:
        """Takes a call out of its line, if it is there."""
        line = self._hosts.get(caller.host, {}).get(caller.connection)
        if line is not None and turn in line:
            line.remove(turn)
            self._close(caller)

    def next(self) -> Turn:
        """Takes out the call that is served next."""
        host = next(iter(self._hosts))
        connections = self._hosts.pop(host)
        connection = next(iter(connections))
        line = connections.pop(connection)
        turn = line.popleft()
        if line:
            connections[connection] = line
        if connections:
            self._hosts[host] = connections
        return turn

    def longest(self, caller: Caller) -> Turn | None:
        """Takes out the last call of whoever has the longest line, if that is not the caller, who has one call more."""
        if (host := self._longer(caller)) is None:
            return None
        lines = self._hosts[host]
        connection = max(lines, key=lambda name: len(lines[name]))
        turn = lines[connection].pop()
        self._close(Caller(host, connection))
        return turn

    def gives_way(self, caller: Caller) -> bool:
        """Whether somebody has more waiting than the caller would have with one call more."""
        return self._longer(caller) is not None

    def _longer(self, caller: Caller) -> str | None:
        """The host whose calls give way to one of the caller: another with more, or its own with a longer line."""
        sizes = {host: sum(map(len, lines.values())) for host, lines in self._hosts.items()}
        largest = max(sizes, key=lambda host: sizes[host], default=None)
        if largest is None:
            return None
        if largest != caller.host and sizes[largest] > sizes.get(caller.host, 0) + 1:
            return largest
        own = self._hosts.get(caller.host, {})
        longest = max(map(len, own.values()), default=0)
        return caller.host if longest > len(own.get(caller.connection, ())) + 1 else None

    def _close(self, caller: Caller) -> None:
        """Forgets a line without calls, and a host without lines."""
        lines = self._hosts[caller.host]
        if not lines[caller.connection]:
            del lines[caller.connection]
        if not lines:
            del self._hosts[caller.host]
