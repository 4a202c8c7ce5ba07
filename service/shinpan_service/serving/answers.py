"""Answers on their way to their clients, bounded for all of them together: the slow give way to the quick.

To gRPC a call is not over before its client has taken the whole answer. A client that does not, for so long, loses its
connection: nothing less frees what is kept for it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator
from math import inf

from ..messages import wire_errors
from . import connections
from .door.context import Stream
from .memory import Memory
from .options import ServerOptions

STALLED_SECONDS = 30
"""A client that takes nothing of a stream for so long is told that it loses the rest."""
MOST_TOGETHER = 1 << 20
"""Bytes of results that are sent as one message."""
REFUSAL_SECONDS = 5
"""So long a client may take to hear why it is refused."""
SAFE_SECONDS = 1
"""So long an answer waits before it has to give way to another."""
_log = logging.getLogger(__name__)


def on_end(context: Stream, do: Callable[[], None]) -> None:
    """What is done when a call is over: its client has taken all, or has gone."""
    context.add_done_callback(lambda _: do())


class Sending:
    """What a client is being sent: how much there is, since when, and when its connection is closed."""

    def __init__(self, peer: str, begun: float, until: float) -> None:
        self.peer = peer
        self.begun = begun
        self.until = until
        self.size = 0


class Answers:
    """All that is being sent."""

    def __init__(self, options: ServerOptions, memory: Memory) -> None:
        self.take(options)
        self._memory = memory
        self._bytes = 0
        self._sending: dict[Sending, None] = {}
        """The earliest first."""
        self._none = asyncio.Event()
        self._none.set()

    def take(self, options: ServerOptions) -> None:
        """What holds from now on."""
        self._seconds = options.answer_seconds
        self._most_bytes = options.spool_bytes

    def send(self, context: Stream, size: int) -> None:
        """An answer of so many bytes is handed to gRPC. Raises `WireError` if there is no room for it."""
        if not self.grow(self._begin(context, self._seconds), size):
            raise wire_errors.answers_full()

    def begin_stream(self, context: Stream) -> Sending:
        """An answer begins that is sent in parts. It may be refused before its connection is closed."""
        return self._begin(context, self._seconds + REFUSAL_SECONDS)

    def begin_results(self, context: Stream) -> Sending:
        """Results will come for as long as the client wants some. It has no end; what waits has to be taken in time."""
        sending = Sending(context.peer(), _now(), inf)
        on_end(context, lambda: self._over(sending))
        return sending

    def wait(self, sending: Sending) -> None:
        """There is something to be taken."""
        if sending not in self._sending:
            sending.begun = _now()
            self._sending[sending] = None
            self._none.clear()

    def refuse(self, context: Stream) -> None:
        """A client is told why it is refused."""
        self._begin(context, REFUSAL_SECONDS)

    def _begin(self, context: Stream, seconds: float) -> Sending:
        now = _now()
        sending = Sending(context.peer(), now, now + seconds)
        self._sending[sending] = None
        self._none.clear()
        on_end(context, lambda: self._over(sending))
        return sending

    def _over(self, sending: Sending) -> None:
        if sending in self._sending:
            self.shrink(sending, sending.size)
            del self._sending[sending]
        if not self._sending:
            self._none.set()

    def grow(self, sending: Sending, size: int) -> bool:
        """Says whether there is room for so many bytes more. Those who have been waiting longest give way."""
        while self._bytes + size > self._most_bytes:
            if not self.hurry():
                return False
        self._bytes += size
        sending.size += size
        return True

    def shrink(self, sending: Sending, size: int) -> None:
        """So many bytes have been taken. Of an answer that was given up nothing counts any more."""
        size = min(size, sending.size)
        self._bytes -= size
        sending.size -= size
        self._memory.freed(size)

    def taken(self, sending: Sending, size: int, all_of_it: bool) -> None:
        """So many bytes of results have been taken. Who has taken them is not among the slow any more."""
        self.shrink(sending, size)
        self._sending.pop(sending, None)
        if not all_of_it:
            self.wait(sending)
        if not self._sending:
            self._none.set()

    def hurry(self) -> bool:
        """Closes the connection of whoever has been taking an answer longest, if that is long enough. Says whether it
        was."""
        earliest = next(iter(self._sending), None)
        if earliest is None or earliest.begun + SAFE_SECONDS > _now():
            return False
        self._cut(earliest.peer)
        return True

    def _cut(self, peer: str) -> None:
        """Closes a connection, and counts nothing any more of what was sent there."""
        for sending in [sending for sending in self._sending if sending.peer == peer]:
            self._over(sending)
        found = connections.cut(peer)
        _log.warning("%s does not take its answers; %s", peer, "connection closed" if found else "it has gone")

    def look(self) -> None:
        """Closes the connections of those who have not taken in time what they were sent."""
        now = _now()
        for peer in dict.fromkeys(sending.peer for sending in self._sending if sending.until <= now):
            self._cut(peer)

    async def drain(self) -> None:
        """Waits for the answers that are on their way."""
        await self._none.wait()


class Outlet:
    """An answer that comes in parts, which wait here to be sent."""

    def __init__(self, answers: Answers, context: Stream) -> None:
        self._answers = answers
        self._context = context
        self._sending: Sending | None = None
        self._parts: deque[bytes] = deque()
        self._more = asyncio.Event()
        self._closed = False
        self._error: BaseException | None = None

    def put(self, part: bytes) -> None:
        """Takes a part, or gives the answer up if there is no room for it."""
        if self._sending is None:
            self._sending = self._answers.begin_stream(self._context)
        self._put(self._sending, part)

    def _put(self, sending: Sending, part: bytes) -> None:
        if self._error is None and self._answers.grow(sending, len(part)):
            self._parts.append(part)
        else:
            self._error = wire_errors.answers_full()
        self._more.set()

    def close(self, judging: "asyncio.Task[None]") -> None:
        """No more parts come; what the judging ended with is how the answer ends."""
        self._closed = True
        if not judging.cancelled():
            self._error = judging.exception() or self._error
        self._more.set()

    async def send(self) -> None:
        """Sends the parts while they come. Raises `WireError` if they are not taken in time, or end with one."""
        try:
            while (part := await self._next()) is not None:
                assert self._sending is not None
                async with asyncio.timeout_at(min(_now() + STALLED_SECONDS, self._sending.until - REFUSAL_SECONDS)):
                    await self._context.write(part)
                self._answers.shrink(self._sending, len(part))
        except TimeoutError:
            raise wire_errors.stalled() from None

    def fail(self, error: BaseException) -> None:
        """What has come is still sent; that is how the answer ends."""
        self._error = self._error or error
        self._more.set()

    async def _next(self) -> bytes | None:
        """The next part, once it has come; None at the end."""
        while not self._parts:
            if self._error is not None:
                raise self._error
            if self._closed:
                return None
            self._more.clear()
            await self._more.wait()
        return self._parts.popleft()


class Results(Outlet):
    """Results of many records: those that wait are sent together, and more may come as long as the client goes on."""

    def __init__(self, answers: Answers, context: Stream) -> None:
        super().__init__(answers, context)
        self._lasting = answers.begin_results(context)
        self.on_taken: Callable[[int], None] = lambda _: None
        """Told how many have been taken."""

    def put(self, part: bytes) -> None:
        """Takes a result."""
        self._answers.wait(self._lasting)
        self._put(self._lasting, part)

    async def send(self) -> None:
        """Sends the results while they come, so many in a message as are there. Raises `WireError` as any answer."""
        try:
            while (first := await self._next()) is not None:
                parts = [first, *self._waiting(MOST_TOGETHER - len(first))]
                together = b"".join(parts)
                async with asyncio.timeout(STALLED_SECONDS):
                    await self._context.write(together)
                self._answers.taken(self._lasting, len(together), all_of_it=not self._parts)
                self.on_taken(len(parts))
        except TimeoutError:
            raise wire_errors.stalled() from None

    def _waiting(self, most: int) -> Iterator[bytes]:
        """Results that wait, of so many bytes."""
        while self._parts and len(self._parts[0]) <= most:
            most -= len(self._parts[0])
            yield self._parts.popleft()


def _now() -> float:
    return asyncio.get_running_loop().time()
