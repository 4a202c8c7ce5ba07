"""Requests that arrive, bounded for all clients together: the slow give way to the quick, and clients take turns.

A request is read only while it has a place here; of one that has none the transport takes no more than a window of
64 kB.
"""

import asyncio
from collections.abc import AsyncIterator, Container, Iterator
from contextlib import asynccontextmanager, contextmanager

from ..messages import wire_errors
from .door.context import Stream
from .lines import Caller, Lines
from .memory import Memory
from .options import ServerOptions

ARRIVING_EACH = 8
"""Requests of one connection that arrive at the same time."""
SHARE = 3, 4
"""What one client may have of all places: whoever sends nothing on many connections leaves some to others."""
SAFE_SECONDS = 1
"""So long a request may arrive before it has to give way to one that waits."""


class Line:
    """Requests that wait for each other: those of one connection, or of one client."""

    def __init__(self, most: int) -> None:
        self.turn = asyncio.Semaphore(most)
        self.users = 0


class Arrivals:
    """The requests that are being read."""

    def __init__(self, options: ServerOptions, memory: Memory) -> None:
        self._memory = memory
        self.take(options)
        self._free = options.arriving
        """Places that nobody has."""
        self._waiting = Lines()
        """Requests that have no place yet."""
        self._most_each = max(1, options.arriving * SHARE[0] // SHARE[1])
        self._connections: dict[str, Line] = {}
        self._clients: dict[str, Line] = {}
        self._arriving: dict[asyncio.Timeout, float] = {}
        """When each of those that arrive now began, the earliest first."""
        self._coming: dict[str, dict[asyncio.Timeout, None]] = {}
        """The requests of each client that have not arrived, with a place or without, the earliest first."""

    def take(self, options: ServerOptions) -> None:
        """What holds from now on."""
        self._seconds = options.request_seconds

    def give_way(self, client: str) -> bool:
        """Ends a request for one of this client: the earliest of whoever has most that have not arrived. Says whether
        somebody has more than the client with one more."""
        most = max(self._coming.values(), key=len, default={})
        if len(most) <= len(self._coming.get(client, ())) + 1:
            return False
        limit = next(iter(most))
        del most[limit]
        if not limit.expired():
            limit.reschedule(asyncio.get_running_loop().time())
        return True

    async def receive(self, context: Stream, caller: Caller) -> bytes:
        """The request of a call. Raises `WireError` if it does not arrive in time, or not at all."""
        try:
            # Waiting for a place has an end, too.
            async with asyncio.timeout(self._seconds) as limit:
                with self._comes(caller.client, limit):
                    request = await self._in_turn(context, caller, limit)
        except TimeoutError:
            raise wire_errors.request_slow(self._seconds) from None
        if not isinstance(request, bytes):
            raise wire_errors.no_request()
        self._memory.freed(len(request))
        return request

    @contextmanager
    def _comes(self, client: str, limit: asyncio.Timeout) -> Iterator[None]:
        """As long as the context lasts, a request of a client has not arrived."""
        self._coming.setdefault(client, {})[limit] = None
        try:
            yield
        finally:
            self._coming[client].pop(limit, None)
            if not self._coming[client]:
                del self._coming[client]

    async def _in_turn(self, context: Stream, caller: Caller, limit: asyncio.Timeout) -> object:
        """Reads the request when its connection has a turn for it, and its client."""
        async with _turn(self._connections, caller.connection, ARRIVING_EACH):
            if self._of(caller) >= self._most_each:
                self._hurry(self._coming[caller.client])
            async with _turn(self._clients, caller.client, self._most_each):
                return await self._read(context, caller, limit)

    def _of(self, caller: Caller) -> int:
        """How many requests of a client have a place, or wait for one."""
        line = self._clients.get(caller.client)
        return 0 if line is None else line.users

    async def _read(self, context: Stream, caller: Caller, limit: asyncio.Timeout) -> object:
        """Reads the request once there is a place for it: where others wait for one, not for long."""
        await self._place(caller)
        try:
            now = asyncio.get_running_loop().time()
            others_wait = self._waiting or self._of(caller) > self._most_each
            limit.reschedule(now + (SAFE_SECONDS if others_wait else self._seconds))
            self._arriving[limit] = now
            try:
                return await context.read()
            finally:
                del self._arriving[limit]
        finally:
            self._leave()

    async def _place(self, caller: Caller) -> None:
        """Waits for a place."""
        if self._free:
            self._free -= 1
            return
        self._hurry(self._arriving)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(caller, turn)
        try:
            await turn
        except BaseException:
            self._waiting.remove(caller, turn)
            # Who was given a place and goes all the same passes it on.
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Gives a place to whoever is next."""
        while self._waiting:
            turn = self._waiting.next()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _hurry(self, requests: Container[asyncio.Timeout]) -> None:
        """Of some requests the one that has been arriving longest has to give way, but not at once."""
        now = asyncio.get_running_loop().time()
        for limit, began in self._arriving.items():
            end = limit.when()
            if limit in requests and end is not None and end > max(now, began + SAFE_SECONDS):
                limit.reschedule(max(now, began + SAFE_SECONDS))
                return


@asynccontextmanager
async def _turn(lines: dict[str, Line], name: str, most: int) -> AsyncIterator[None]:
    """A turn in a line, which is there as long as somebody is in it."""
    line = lines.setdefault(name, Line(most))
    line.users += 1
    try:
        async with line.turn:
            yield
    finally:
        line.users -= 1
        if not line.users:
            del lines[name]
