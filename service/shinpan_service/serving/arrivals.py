"""Requests that arrive, bounded for all clients together: the slow give way to the quick.

A request is read only while it has a place here; of one that has none the transport takes no more than a window of
64 kB.
"""

import asyncio

from ..messages import wire_errors
from .door.context import Stream
from .memory import Memory
from .options import ServerOptions

ARRIVING_EACH = 8
"""Requests of one connection that arrive at the same time."""
SAFE_SECONDS = 1
"""So long a request may arrive before it has to give way to one that waits."""


class Line:
    """The requests of one connection, which wait for each other."""

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(ARRIVING_EACH)
        self.users = 0


class Arrivals:
    """The requests that are being read."""

    def __init__(self, options: ServerOptions, memory: Memory) -> None:
        self._memory = memory
        self.take(options)
        self._places = asyncio.Semaphore(options.arriving)
        self._lines: dict[str, Line] = {}
        self._arriving: dict[asyncio.Timeout, float] = {}
        """When each of those that arrive now began, the earliest first."""
        self._waiting = 0
        """Requests that have no place yet."""

    def take(self, options: ServerOptions) -> None:
        """What holds from now on."""
        self._seconds = options.request_seconds

    async def receive(self, context: Stream) -> bytes:
        """The request of a call. Raises `WireError` if it does not arrive in time, or not at all."""
        peer = context.peer()
        line = self._lines.setdefault(peer, Line())
        line.users += 1
        try:
            # Waiting for a place has an end, too.
            async with asyncio.timeout(self._seconds) as limit, line.turn:
                request = await self._read(context, limit)
        except TimeoutError:
            raise wire_errors.request_slow(self._seconds) from None
        finally:
            line.users -= 1
            if not line.users:
                del self._lines[peer]
        if not isinstance(request, bytes):
            raise wire_errors.no_request()
        self._memory.freed(len(request))
        return request

    async def _read(self, context: Stream, limit: asyncio.Timeout) -> object:
        """Reads the request once there is a place for it: where others wait for one, not for long."""
        await self._place()
        try:
            now = asyncio.get_running_loop().time()
            limit.reschedule(now + (SAFE_SECONDS if self._waiting else self._seconds))
            self._arriving[limit] = now
            try:
                return await context.read()
            finally:
                del self._arriving[limit]
        finally:
            self._places.release()

    async def _place(self) -> None:
        """Waits for a place."""
        self._hurry()
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1

    def _hurry(self) -> None:
        """If all places are taken, the request that has been arriving longest has to give way, but not at once."""
        if not self._places.locked():
            return
        now = asyncio.get_running_loop().time()
        for limit, began in self._arriving.items():
            end = limit.when()
            if end is not None and end > max(now, began + SAFE_SECONDS):
                limit.reschedule(max(now, began + SAFE_SECONDS))
                return
