"""The workers of a server: a fixed number of places that are never lost, and a bounded queue of calls.

A worker whose caller goes before it is done (cancelled, out of time) has a moment to finish; one that does not, or that
failed, is replaced by another. If a worker cannot be started it is tried again, less and less often, for ever.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256

from ..messages import wire_errors
from ..messages.judging import Send
from ..messages.wire_errors import WireError
from .idle import Idle
from .lines import Caller
from .options import ServerOptions
from .workers import Failed, MemoryUsedUp, NotBegun, Prepare, Worker, WorkerLost

FINISH_SECONDS = 0.5
"""For a call that nobody waits for any more: most are over before that, and a fresh worker takes longer to start."""
START_AGAIN_SECONDS = 0.5
"""The pause after a worker that did not start. It doubles each time, up to the longest."""
LONGEST_PAUSE_SECONDS = 15
MOST_TRIES = 3
"""So many workers may die one after the other before they take a call."""
DEATHS = 2
"""So many workers may die of one request."""
QUARANTINE_SECONDS = 60
MOST_REMEMBERED = 1000
"""Requests that have cost a worker; the earliest are forgotten first."""
_log = logging.getLogger(__name__)


class Lost(WireError):
    """A call that has cost its worker."""


class Job:
    """A call as the workers get it."""

    patient = False
    """Whether it waits, however long, until no other call does, and has its time anew for every part of its answer."""

    def __init__(self, caller: Caller, method: str, request: bytes, put: Send) -> None:
        self.caller = caller
        self.method = method
        self.request = request
        self._put = put

    @property
    def blamed(self) -> bytes:
        """What of the request a worker that dies now has died of."""
        return self.request

    def take(self, part: bytes) -> None:
        """Takes a part of the answer."""
        self._put(part)


OnHealth = Callable[[bool], Awaitable[None]]
"""Told whether there is a worker that can take calls, whenever that changes."""


class Quarantine:
    """Requests of which workers died: after `DEATHS` of them they are refused for a while."""

    def __init__(self) -> None:
        self._deaths: dict[bytes, int] = {}
        self._until: dict[bytes, float] = {}

    def refuse(self, method: str, request: bytes) -> None:
        """Raises `WireError` for a request that is not tried again now."""
        now = asyncio.get_running_loop().time()
        while self._until and next(iter(self._until.values())) <= now:
            del self._until[next(iter(self._until))]
        if self._until and (until := self._until.get(_digest(method, request))) is not None:
            raise wire_errors.quarantined(int(until - now) + 1)

    def died(self, method: str, request: bytes) -> None:
        """Counts a worker that a request has cost."""
        digest = _digest(method, request)
        deaths = self._deaths.pop(digest, 0) + 1
        if deaths < DEATHS:
            self._deaths[digest] = deaths
            _keep_the_last(self._deaths)
            return
        self._until.pop(digest, None)
        self._until[digest] = asyncio.get_running_loop().time() + QUARANTINE_SECONDS
        _keep_the_last(self._until)
        _log.error(
            "%s: request %s has cost %d workers; it is refused for %d s",
            method,
            digest.hex()[: wire_errors.INCIDENT_DIGITS],
            deaths,
            QUARANTINE_SECONDS,
        )


def _why(error: Exception) -> str:
    """Why a worker did not start."""
    return "what it wrote tells why" if isinstance(error, WorkerLost) else repr(error)


def _digest(method: str, request: bytes) -> bytes:
    return sha256(method.encode() + b"\0" + request).digest()


def _keep_the_last(remembered: dict[bytes, int] | dict[bytes, float]) -> None:
    if len(remembered) > MOST_REMEMBERED:
        del remembered[next(iter(remembered))]


class Pool:
    """The workers and the calls that wait for them."""

    def __init__(self, prepare: Prepare, options: ServerOptions, on_health: OnHealth) -> None:
        self._prepare = prepare
        self._options = options
        self._on_health = on_health
        self._healthy = True
        self._most_calls = options.workers + options.queue
        self._calls = 0
        self._alone = 0
        """Calls that are not patient."""
        self._stopping = False
        self._empty = asyncio.Event()
        self._workers: list[Worker] = []
        self._idle = Idle()
        self._keepers: list[asyncio.Task[None]] = []
        self._finishing: set[asyncio.Task[None]] = set()
        self.quarantine = Quarantine()

    async def __aenter__(self) -> "Pool":
        """Starts the workers; none is missing and all are ready when it returns."""
        places = self._options.workers
        started = await asyncio.gather(*(self._start() for _ in range(places)), return_exceptions=True)
        self._workers = [worker for worker in started if isinstance(worker, Worker)]
        if len(self._workers) < places:
            await self.__aexit__()
            errors = [error for error in started if isinstance(error, Exception)]
            raise RuntimeError(f"a worker did not start: {_why(errors[0])}")
        for place, worker in enumerate(self._workers):
            # Ahead of each other, so that they are not all replaced at the same time.
            worker.calls = place * self._options.calls_each // places
        self._keepers = [asyncio.create_task(self._keep(place)) for place in range(places)]
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = (*self._keepers, *self._finishing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._workers:
            worker.kill()
            await worker.gone.wait()

    async def _start(self) -> Worker:
        return await Worker.start(self._prepare, self._options.answer_bytes, self._options.worker_memory)

    async def drain(self) -> None:
        """Takes no more calls, and waits for those in hand."""
        self._stopping = True
        if self._calls:
            await self._empty.wait()

    async def _keep(self, place: int) -> None:
        """Keeps one place filled: whenever its worker is gone, another takes it."""
        while True:
            worker = self._workers[place]
            self._idle.put(worker)
            await worker.gone.wait()
            self._idle.forget_the_gone()
            await self._tell_health()
            self._workers[place] = await self._another()
            await self._tell_health()

    async def _another(self) -> Worker:
        """A new worker, however often that has to be tried."""
        pause: float = START_AGAIN_SECONDS
        while True:
            try:
                return await self._start()
            except Exception as error:
                _log.error("a worker did not start (%s); trying again in %g s", _why(error), pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _tell_health(self) -> None:
        healthy = not all(worker.gone.is_set() for worker in self._workers)
        if healthy != self._healthy:
            self._healthy = healthy
            await self._on_health(healthy)

    def admit(self, caller: Caller, patient: bool = False) -> None:
        """Raises `WireError` if no call of a caller is taken now, so that nothing of it need be read."""
        if self._stopping:
            raise wire_errors.stopping()
        if self._full and not patient and not self._idle.gives_way(caller):
            raise wire_errors.queue_full(self._most_calls)

    @property
    def _full(self) -> bool:
        return self._alone >= self._most_calls

    async def answer(self, job: Job) -> None:
        """Has a call answered. Raises only `WireError`."""
        self.admit(job.caller, job.patient)
        if self._full and not job.patient:
            self._idle.give_way(job.caller, wire_errors.queue_full(self._most_calls))
        self.quarantine.refuse(job.method, job.blamed)
        self._count(job, 1)
        try:
            await self._tried(job)
        except MemoryUsedUp:
            raise Lost(wire_errors.memory_used_up().status) from None
        except WorkerLost:
            raise Lost(wire_errors.worker_lost().status) from None
        except TimeoutError:
            raise Lost(wire_errors.deadline_passed(self._options.deadline_seconds).status) from None
        except Failed as failure:
            error = wire_errors.incident(job.blamed)
            _log.error("%s: %s\n%s", job.method, error, failure)
            raise Lost(error.status) from None
        finally:
            self._count(job, -1)

    def _count(self, job: Job, change: int) -> None:
        self._calls += change
        if not job.patient:
            self._alone += change
        if self._stopping and not self._calls:
            self._empty.set()

    async def _tried(self, job: Job) -> None:
        """Has the call answered. A worker that died before it began costs nothing: the next one gets the call."""
        for _ in range(MOST_TRIES - 1):
            with suppress(NotBegun):
                await self._judged(await self._free(job), job)
                return
        await self._judged(await self._free(job), job)

    async def _free(self, job: Job) -> Worker:
        """The next worker that has nothing to do."""
        try:
            async with asyncio.timeout(None if job.patient else self._options.queue_seconds):
                return await self._idle.get(job.caller, job.patient)
        except TimeoutError:
            raise wire_errors.queue_slow(self._options.queue_seconds) from None

    async def _asked(self, worker: Worker, job: Job) -> None:
        """Has a worker answer a call in its time."""
        seconds, now = self._options.deadline_seconds, asyncio.get_running_loop().time

        def put(part: bytes) -> None:
            job.take(part)
            if job.patient:
                limit.reschedule(now() + seconds)

        async with asyncio.timeout(seconds) as limit:
            await worker.ask(job.method, job.request, put, job.caller.scopes)

    async def _judged(self, worker: Worker, job: Job) -> None:
        """Has a worker answer a call, and sees to what becomes of the worker."""
        try:
            # While it waited, workers may have died of the same request.
            self.quarantine.refuse(job.method, job.blamed)
            await self._asked(worker, job)
        except WireError:
            self._rest(worker)
            raise
        except NotBegun:
            worker.kill()
            raise
        except (WorkerLost, Failed, MemoryUsedUp, TimeoutError):
            worker.kill()
            self.quarantine.died(job.method, job.blamed)
            raise
        except BaseException:
            self._leave(worker, job)
            raise
        self._rest(worker)

    def _rest(self, worker: Worker) -> None:
        """Gives a worker that has answered the next call, or gives its place to another."""
        if worker.calls < self._options.calls_each:
            self._idle.put(worker)
        else:
            worker.kill()

    def _leave(self, worker: Worker, job: Job) -> None:
        """Leaves a worker to itself whose caller has gone."""
        finishing = asyncio.create_task(self._finish(worker, job))
        self._finishing.add(finishing)
        finishing.add_done_callback(self._finishing.discard)

    async def _finish(self, worker: Worker, job: Job) -> None:
        try:
            async with asyncio.timeout(FINISH_SECONDS):
                await worker.finished()
        except WireError:
            self._rest(worker)
        except (TimeoutError, NotBegun):
            # A caller who goes early says nothing against the request.
            worker.kill()
        except (WorkerLost, Failed, MemoryUsedUp):
            worker.kill()
            self.quarantine.died(job.method, job.blamed)
        else:
            self._rest(worker)
