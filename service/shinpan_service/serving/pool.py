"""The workers of a server: a fixed number of places that are never lost, and a bounded queue of calls.

A worker whose caller goes before it is done, or whose time is over, has a moment to stop; one that does not, or that
failed, is replaced by another. If a worker cannot be started it is tried again, less and less often, for ever.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from hashlib import sha256
from time import monotonic
from typing import Any

from ..messages import wire_errors
from ..messages.judging import Send
from ..messages.wire_errors import WireError
from .idle import Idle
from .lines import Caller
from .operating.calls import Call, Workers
from .options import CannotServe, ServerOptions
from .workers import Failed, MemoryUsedUp, NotBegun, Prepare, Worker, WorkerLost

FINISH_SECONDS = 0.5
"""For a call that is to end: one that counts its steps does so at once; of others the worker is killed. Most are over
before that, and a fresh worker takes longer to start."""
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
    """Whether it waits, however long, until no other call does, and has its time again for every part of its answer."""

    accepted = False
    """Whether it is a part of a call that was taken before, which is gone on with though the server stops."""

    def __init__(self, caller: Caller, method: str, request: bytes, put: Send, call: Call | None = None) -> None:
        self.call = call or Call(method)
        """What the log and the figures know of it."""
        self.caller = caller
        self.method = method
        self.request = request
        self._put = put
        self.reached = 0
        """Parts of the answer that a worker had done when it died."""

    @property
    def blamed(self) -> bytes:
        """What of the request a worker has died of."""
        return self.request

    def take(self, part: bytes) -> None:
        """Takes a part of the answer."""
        self.call.bytes_out += len(part)
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


async def _start(prepare: Prepare, options: ServerOptions, snapshot: int) -> Worker:
    worker = await Worker.start(prepare, options)
    worker.snapshot = snapshot
    return worker


async def _ended(*tasks: asyncio.Task[Any]) -> None:
    """Ends tasks."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _killed(*workers: Worker) -> None:
    """Ends workers."""
    for worker in workers:
        worker.kill()
    for worker in workers:
        await worker.gone.wait()


def _why(error: BaseException | None) -> str:
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
        self.snapshot = 1
        """The number of what the workers have loaded: it grows by one whenever that is exchanged."""
        self.restarts = 0
        """Workers that took the place of others."""
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
        self._retired: list[Worker] = []
        """Workers whose places others have, and which end when they have finished."""
        self._idle = Idle()
        self._keepers: list[asyncio.Task[None]] = []
        self._finishing: set[asyncio.Task[None]] = set()
        self.quarantine = Quarantine()

    async def __aenter__(self) -> "Pool":
        """Starts the workers; none is missing and all are ready when it returns."""
        self._workers = await self._generation(self._prepare, self._options, self.snapshot)
        self._keepers = self._keeping()
        return self

    async def __aexit__(self, *_: object) -> None:
        await _ended(*self._keepers, *self._finishing)
        await _killed(*self._workers, *self._retired)

    async def exchange(self, prepare: Prepare, options: ServerOptions) -> None:
        """Starts workers that load something else. When all are ready they take the calls, and the others finish what
        they have. Raises `RuntimeError` if one does not start; then all stays as it was."""
        fresh = await self._generation(prepare, options, self.snapshot + 1)
        await _ended(*self._keepers)
        old, self._workers = self._workers, fresh
        self._prepare, self._options, self.snapshot = prepare, options, self.snapshot + 1
        self._most_calls = options.workers + options.queue
        self._keepers = self._keeping()
        for worker in old:
            worker.retired = True
        self._retired = [worker for worker in (*self._retired, *old) if not worker.gone.is_set()]
        for worker in self._idle.let_go():
            worker.kill()
        await self._tell_health()

    def _keeping(self) -> list[asyncio.Task[None]]:
        return [asyncio.create_task(self._keep(place)) for place in range(len(self._workers))]

    async def _generation(self, prepare: Prepare, options: ServerOptions, snapshot: int) -> list[Worker]:
        """Workers for all places, all of them ready, or none."""
        starting = [asyncio.create_task(_start(prepare, options, snapshot)) for _ in range(options.workers)]
        try:
            await asyncio.wait(starting)
        finally:
            await _ended(*(one for one in starting if not one.done()))
            errors = [one.exception() for one in starting if not one.cancelled() and one.exception()]
            ready = [one.result() for one in starting if not one.cancelled() and not one.exception()]
            if len(ready) < options.workers:
                await _killed(*ready)
        if errors:
            raise CannotServe("service.start.worker", why=_why(errors[0]))
        for place, worker in enumerate(ready):
            # Ahead of each other, so that they are not all replaced at the same time.
            worker.calls = place * options.calls_each // options.workers
        return ready

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
            self.restarts += 1
            await self._tell_health()

    async def _another(self) -> Worker:
        """A new worker, however often that has to be tried."""
        pause: float = START_AGAIN_SECONDS
        while True:
            try:
                return await _start(self._prepare, self._options, self.snapshot)
            except Exception as error:
                _log.error("a worker did not start (%s); trying again in %g s", _why(error), pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def workers_now(self) -> Workers:
        """How the workers are now."""
        alive = sum(not worker.gone.is_set() for worker in self._workers)
        return Workers(alive, self.restarts, self.snapshot)

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
        if not job.accepted:
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
            _log.error("%s %s: %s\n%s", job.method, job.call.id, error, failure)
            raise Lost(error.status) from None
        finally:
            self._count(job, -1)

    @contextmanager
    def several_jobs(self) -> Iterator[None]:
        """A call that takes several jobs: a server that stops waits for all of them."""
        self._calls += 1
        try:
            yield
        finally:
            self._count_calls(-1)

    def _count(self, job: Job, change: int) -> None:
        if not job.patient:
            self._alone += change
        self._count_calls(change)

    def _count_calls(self, change: int) -> None:
        self._calls += change
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
        if (worker := self._idle.free()) is not None:
            return worker
        since = monotonic()
        try:
            async with asyncio.timeout(None if job.patient else self._options.queue_seconds):
                return await self._idle.get(job.caller, job.patient)
        except TimeoutError:
            raise wire_errors.queue_slow(self._options.queue_seconds) from None
        finally:
            job.call.queue_seconds += monotonic() - since

    async def _asked(self, worker: Worker, job: Job) -> None:
        """Has a worker answer a call in its time."""
        # The worker itself ends a call that takes too long, if it counts its steps.
        seconds, now = self._options.deadline_seconds + FINISH_SECONDS, asyncio.get_running_loop().time

        def put(part: bytes) -> None:
            job.take(part)
            if job.patient:
                limit.reschedule(now() + seconds)

        since, job.call.snapshot = monotonic(), worker.snapshot
        at_group = self._idle.at_group(worker) if job.patient else nullcontext()
        try:
            async with asyncio.timeout(seconds) as limit:
                with at_group:
                    await worker.ask(job.method, job.request, put, job.caller.scopes, job.call.judged)
        finally:
            job.call.judging_seconds += monotonic() - since

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
            job.reached = worker.parts
            self.quarantine.died(job.method, job.blamed)
            raise
        except BaseException:
            self._leave(worker, job)
            raise
        self._rest(worker)

    def _rest(self, worker: Worker) -> None:
        """Gives a worker that has answered the next call, or gives its place to another."""
        if worker.calls < self._options.calls_each and not worker.retired:
            self._idle.put(worker)
        else:
            worker.kill()

    def _leave(self, worker: Worker, job: Job) -> None:
        """Leaves a worker to itself whose caller has gone."""
        worker.stop()
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
            job.reached = worker.parts
            self.quarantine.died(job.method, job.blamed)
        else:
            self._rest(worker)
