"""One game that is played over a stream: each message is judged by whatever worker is free, in its turn among all
calls, and answered before the next is read.

The front keeps what was played, and nothing else does. A worker that dies costs nothing but the time until another has
judged the message.
"""

import asyncio
from collections.abc import Callable

import msgspec

from shinpan.v1 import referee_pb2
from shinpan_engine.kernel.messages import say

from ...messages import wire_errors
from ...messages.judging import refuse_large
from ...messages.playing.kept import PLAY, Asked, Change, Session
from ...messages.wire_errors import WireError
from ..answers import STALLED_SECONDS, Answers
from ..door.context import Context
from ..lines import Caller
from ..operating.calls import Call
from ..options import ServerOptions
from ..pool import Job, Lost, Pool

STOPPING = "STOPPING"
WORKER_LOST = "WORKER_LOST"


class Move(Job):
    """A message on its way through the pool. Its answer has two parts: what becomes of the game, and the answer."""

    def __init__(self, caller: Caller, session: Session, request: bytes, call: Call) -> None:
        self.parts: list[bytes] = []
        asked = msgspec.msgpack.encode(Asked(session, request))
        super().__init__(caller, PLAY, asked, self.parts.append, call)

    def take(self, part: bytes) -> None:
        self.parts.append(part)


class Game:
    """A game from its opening to the end of its stream."""

    def __init__(
        self,
        pool: Pool,
        answers: Answers,
        options: ServerOptions,
        call: Call,
        context: Context,
        caller: Callable[[], Caller],
    ) -> None:
        self._pool = pool
        self._answers = answers
        self._options = options
        self._call = call
        self._context = context
        self._caller = caller
        self._sending = answers.begin_results(context)
        self._session = Session()
        self._ends: WireError | None = None
        """Why nothing more is taken."""
        self._reading: asyncio.Task[bytes | None] | None = None
        self._reading_since = 0.0

    async def run(self) -> None:
        """Answers what comes. Raises `WireError` if that does not end well."""
        while (request := await self._next()) is not None:
            self._call.bytes_in += len(request)
            # Asked again each time: a game may last longer than a token is known.
            caller = self._caller()
            await self._say(await self._answer(caller, request))

    @property
    def quiet_seconds(self) -> float:
        """For how long nothing has been sent."""
        return 0 if self._reading is None else asyncio.get_running_loop().time() - self._reading_since

    def end(self, why: WireError) -> None:
        """Takes nothing more. What is being judged is answered, then the game ends with that."""
        self._ends = why
        if self._reading is not None:
            self._reading.cancel()

    async def _next(self) -> bytes | None:
        """The next message; None when the client has ended its half."""
        if self._ends is not None:
            raise self._ends
        self._reading_since = asyncio.get_running_loop().time()
        self._reading = asyncio.create_task(self._read())
        try:
            return await self._reading
        except asyncio.CancelledError:
            raise self._why_cancelled() from None
        finally:
            self._reading.cancel()
            self._reading = None

    def _why_cancelled(self) -> BaseException:
        """Why reading was ended: the game is to end, or else the call has."""
        return self._ends or asyncio.CancelledError()

    async def _read(self) -> bytes | None:
        """Reads the next message. A game that nobody opens is waited for no longer than for any request."""
        seconds = self._options.game_seconds if self._session.opening else self._options.request_seconds
        try:
            async with asyncio.timeout(seconds):
                request = await self._context.read()
        except TimeoutError:
            raise wire_errors.game_quiet(seconds) from None
        return request if isinstance(request, bytes) else None

    async def _answer(self, caller: Caller, request: bytes) -> bytes:
        """The answer to a message. What is wrong with it is one; only a server that stops ends the game."""
        try:
            refuse_large(request)
            return await self._judged(caller, request)
        except WireError as error:
            if error.reason == STOPPING:
                raise wire_errors.game_stopping() from None
            self._call.refused[error.reason] += 1
            refusal = referee_pb2.Refusal.FromString(error.status.SerializeToString())
            return referee_pb2.PlayGameResponse(refusal=refusal).SerializeToString()

    async def _judged(self, caller: Caller, request: bytes) -> bytes:
        """The answer of a worker, and of another if that dies. One that costs several is refused by the pool."""
        while True:
            move = Move(caller, self._session, request, self._call)
            try:
                await self._pool.answer(move)
            except Lost as lost:
                if lost.reason != WORKER_LOST:
                    raise
            else:
                change, answer = move.parts
                self._keep(msgspec.msgpack.decode(change, type=Change))
                return answer

    def _keep(self, change: Change) -> None:
        """Keeps what has become of the game, if that is not too much."""
        session = change.made_of(self._session)
        most, most_bytes = self._options.game_entries, self._options.game_bytes
        grows, field = bool(change.joined or change.opening), "opening" if change.opening else "entry"
        if grows and len(session.entries) > most:
            raise wire_errors.too_large(field, say("service.play.entries", count=len(session.entries), most=most))
        if grows and session.size > most_bytes:
            raise wire_errors.too_large(field, say("service.play.bytes", count=session.size, most=most_bytes))
        self._session = session

    async def _say(self, answer: bytes) -> None:
        """Sends an answer, and waits until the client takes it."""
        self._call.bytes_out += len(answer)
        self._answers.wait(self._sending)
        if not self._answers.grow(self._sending, len(answer)):
            raise wire_errors.answers_full()
        try:
            async with asyncio.timeout(STALLED_SECONDS):
                await self._context.write(answer)
        except TimeoutError:
            raise wire_errors.stalled() from None
        self._answers.taken(self._sending, len(answer), all_of_it=True)
