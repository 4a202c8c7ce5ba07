"""Takes calls: reads the request, has it judged, sends the answer."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from grpc_status import rpc_status

from ..messages import judging, scopes, wire_errors
from ..messages.playing.kept import PLAY
from ..messages.verifying import BATCH
from ..messages.wire_errors import WireError
from . import connections
from .answers import Answers, Outlet, Results, on_end
from .arrivals import Arrivals
from .batches import Batch, Batches
from .door.context import Context, OneMessage, Stream
from .door.json_form import READ, WRITE
from .lines import Caller
from .memory import Memory
from .operating.calls import Call, Watcher, id_of
from .options import ServerOptions
from .playing.games import Games
from .pool import Job, Pool
from .security.guard import Security

LOOK_SECONDS = 1
"""How often it is seen to that nothing lasts too long."""
QUIET_SECONDS = 0.1
"""If no call came in for so long, the server can stop without cutting one off unheard."""
FULL_SECONDS = 0.25
"""So long at least a client that finds no place waits to hear so: one that calls again at once costs others next to
nothing."""
FULL_STEPS = 16
"""Clients that find no place hear so at that many moments, the last of them after almost twice as long. Those that are
told together call again together, and others would wait while all of them are refused once more."""
LAST_CALLS_SECONDS = 2
"""So long a server that stops goes on to refuse calls if they keep coming."""
_log = logging.getLogger(__name__)


class Desk:
    """All calls of a server, from their request to their end."""

    def __init__(
        self, pool: Pool, options: ServerOptions, security: Security, watchers: Sequence[Watcher] = ()
    ) -> None:
        self._pool = pool
        self._security = security
        self._watchers = watchers
        self._options = options
        self._batches = Batches()
        self._open = 0
        self._seen = 0
        """Calls that have come in so far."""
        self._found_no_place = 0
        """Calls that have found none so far."""
        self._memory = Memory()
        self._arrivals = Arrivals(options, self._memory)
        self._answers = Answers(options, self._memory)
        self._games = Games(pool, self._answers, options)

    async def __aenter__(self) -> "Desk":
        self._looking = asyncio.create_task(self._look_after())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._looking.cancel()

    def take(self, options: ServerOptions) -> None:
        """What holds from now on."""
        self._options = options
        self._arrivals.take(options)
        self._answers.take(options)
        self._games.take(options)

    async def whole(self, method: str, context: Context, form: str = "") -> bytes:
        """A call whose answer is one message."""
        call = self._begin(method, context, form)
        try:
            answer = await self._judged(call, context)
            self._answers.send(context, len(answer))
            self._answered(call, context)
            return answer
        except WireError as error:
            refusal = error
        await self._refuse(call, context, refusal)
        raise AssertionError("a call that is refused does not go on")

    async def streamed(self, method: str, context: Context) -> None:
        """A call whose answer comes in parts."""
        call = self._begin(method, context)
        try:
            await self._sent_in_parts(call, context)
            self._answered(call, context)
            return
        except WireError as error:
            refusal = error
        await self._refuse(call, context, refusal)

    async def batched(self, context: Context) -> None:
        """A stream of many records, whose results come as they are judged."""
        call = self._begin(BATCH, context)
        try:
            await self._judged_in_groups(call, context)
            self._answered(call, context)
            return
        except WireError as error:
            refusal = error
        await self._refuse(call, context, refusal)

    async def played(self, context: Context) -> None:
        """A game that is played over a stream."""
        call = self._begin(PLAY, context)
        try:
            await self._games.play(call, context, lambda: self._caller(PLAY, context))
            self._answered(call, context)
            return
        except WireError as error:
            refusal = error
        await self._refuse(call, context, refusal)

    async def turned_away(self, error: WireError, context: Context) -> None:
        """A call that is refused whatever it asks."""
        await self._refuse(self._begin("", context), context, error)

    async def _judged_in_groups(self, call: Call, context: Context, stream: Stream | None = None) -> None:
        stream = stream or context
        caller = self._caller(BATCH, context)
        self._pool.admit(caller, patient=True)
        results = Results(self._answers, stream)
        batch = Batch(self._pool, results, self._options, stream, lambda: self._caller(BATCH, context), call)
        await self._batches.run(batch, caller.client, self._options)

    async def _judged(self, call: Call, context: Context) -> bytes:
        caller = self._caller(call.method, context)
        request = await self._request(call, caller, context)
        if call.form and call.method == BATCH:
            return await self._listed(call, caller, context, request)
        return await self._in_one_part(caller, call.form, call.method, request, call)

    async def _listed(self, call: Call, caller: Caller, context: Context, request: bytes) -> bytes:
        """Many records in one message, in a form that only workers read: judged like those of a stream."""
        with self._pool.several_jobs():
            stream = OneMessage(context, await self._in_one_part(caller, READ, BATCH, request))
            await self._judged_in_groups(call, context, stream)
            answer = await self._in_one_part(caller, WRITE, BATCH, stream.sent)
        call.bytes_in, call.bytes_out = len(request), len(answer)
        return answer

    async def _in_one_part(
        self, caller: Caller, form: str, method: str, request: bytes, call: Call | None = None
    ) -> bytes:
        """The answer of a worker that is one message."""
        parts: list[bytes] = []
        named = f"{form}:{method}" if form else method
        job = Job(caller, named, request, parts.append, call)
        job.accepted = form == WRITE
        await self._pool.answer(job)
        (answer,) = parts
        return answer

    async def _sent_in_parts(self, call: Call, context: Context) -> None:
        outlet = Outlet(self._answers, context)
        caller = self._caller(call.method, context)
        job = Job(caller, call.method, await self._request(call, caller, context), outlet.put, call)
        judging = asyncio.create_task(self._pool.answer(job))
        judging.add_done_callback(outlet.close)
        try:
            await outlet.send()
        finally:
            judging.cancel()

    def _caller(self, method: str, context: Context) -> Caller:
        """Who makes a call. Raises `WireError` for those who may not."""
        caller = self._security.caller(context)
        scopes.refuse_without(scopes.OF_METHODS[method], caller.scopes)
        return caller

    async def _request(self, call: Call, caller: Caller, context: Context) -> bytes:
        """The request of a call, if it is taken."""
        if self._open > self._options.calls and not self._arrivals.give_way(caller.client):
            self._answers.hurry()
            raise wire_errors.queue_full(self._options.calls)
        self._pool.admit(caller)
        request = await self._arrivals.receive(context, caller)
        call.bytes_in = len(request)
        judging.refuse_large(request)
        return request

    def _answered(self, call: Call, context: Context) -> None:
        call.end("OK")
        context.set_trailing_metadata(call.trailing)

    async def _refuse(self, call: Call, context: Context, error: WireError) -> None:
        """Ends a call with an error. Nothing of its request is kept while its client takes this."""
        call.end(error.code, error.reason)
        # Those who wait to hear it leave room for calls that are taken.
        if error.reason == wire_errors.QUEUE_FULL and self._open <= self._options.calls // 2:
            self._found_no_place += 1
            await asyncio.sleep(FULL_SECONDS * (1 + self._found_no_place % FULL_STEPS / FULL_STEPS))
        self._answers.refuse(context)
        status = rpc_status.to_status(error.status)
        await context.abort(status.code, status.details, (*status.trailing_metadata, *call.trailing))

    def _begin(self, method: str, context: Context, form: str = "") -> Call:
        self._open += 1
        self._seen += 1
        call = Call(method, id_of(context.invocation_metadata()), self._pool.snapshot, form)
        for watcher in self._watchers:
            watcher.begun(call)
        on_end(context, lambda: self._over(call))
        return call

    def _over(self, call: Call) -> None:
        self._open -= 1
        call.over()
        for watcher in self._watchers:
            watcher.ended(call)

    async def _look_after(self) -> None:
        """Ends what has lasted too long, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._memory.give_back()
            self._answers.look()
            if crowd := connections.cut_crowds(self._options.connections_each):
                _log.warning("%d connections closed: more of one host than there may be", crowd)

    async def drain(self) -> None:
        """Takes no more calls, and waits for those that run, at most the grace period."""
        self._batches.stop()
        self._games.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._options.grace_seconds):
                await self._pool.drain()
                await self._answers.drain()
        await self._quiet()

    async def _quiet(self) -> None:
        """Waits until no more calls come in; those that do are told that the server is about to stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_CALLS_SECONDS):
                seen = -1
                while seen < self._seen:
                    seen = self._seen
                    await asyncio.sleep(QUIET_SECONDS)
