"""Worker processes: each answers one call at a time, and the death of one ends no call but its own.

The front hands a worker the name of a method and the bytes of a request, and gets frames back: a kind, a length, a
payload. A worker whose caller goes before it is done (cancelled, out of time) has a moment to finish; one that does
not, or that failed, is replaced by another.
"""

import asyncio
import logging
import multiprocessing
import signal
import socket
import struct
import traceback
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from enum import IntEnum
from multiprocessing.process import BaseProcess
from typing import BinaryIO

from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]  # no marker, though it has types

from . import wire_errors
from .wire_errors import WireError

Send = Callable[[bytes], None]
Answer = Callable[[str, bytes, Send], None]
"""Answers a call, in any number of parts. What it raises as `WireError` is the caller's, all else is our fault."""
Prepare = Callable[[], Answer]
"""Loads what answering needs. It runs once in every worker, so it is a function that can be imported."""

SPAWN = multiprocessing.get_context("spawn")
FINISH_SECONDS = 0.5
"""For a call that nobody waits for any more: most are over before that, and a fresh worker takes longer to start."""
START_AGAIN_SECONDS = 1
"""The pause after a worker that did not even start."""
_LENGTH = struct.Struct(">I")
_FRAME = struct.Struct(">BI")
_log = logging.getLogger(__name__)


class Kind(IntEnum):
    """What a worker says."""

    READY = 1
    TAKEN = 2
    PART = 3
    DONE = 4
    REFUSED = 5
    FAILED = 6


class WorkerLost(Exception):
    """The worker is gone."""


class Failed(Exception):
    """The engine raised what it never should: the worker's traceback."""


def work(line: socket.socket, prepare: Prepare) -> None:
    """The life of a worker: answers what comes over the line until that is cut."""
    # A signal to the whole process group means the front, which lets running calls finish.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # When the front is gone there is nobody left to tell.
    with suppress(ConnectionError), line, line.makefile("rb") as calls, line.makefile("wb") as frames:
        answer = prepare()
        _say(frames, Kind.READY)
        while (method := _heard(calls)) is not None and (request := _heard(calls)) is not None:
            _say(frames, Kind.TAKEN)
            _answer(frames, answer, method.decode(), request)


def _answer(frames: BinaryIO, answer: Answer, method: str, request: bytes) -> None:
    try:
        answer(method, request, lambda part: _say(frames, Kind.PART, part))
    except WireError as refusal:
        _say(frames, Kind.REFUSED, refusal.status.SerializeToString())
    except Exception:
        _say(frames, Kind.FAILED, traceback.format_exc().encode())
    else:
        _say(frames, Kind.DONE)


def _say(frames: BinaryIO, kind: Kind, payload: bytes = b"") -> None:
    frames.write(_FRAME.pack(kind, len(payload)))
    frames.write(payload)
    frames.flush()


def _heard(calls: BinaryIO) -> bytes | None:
    head = calls.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = calls.read(length)
    return data if len(data) == length else None


class Worker:
    """A worker process, seen from the front."""

    def __init__(self, process: BaseProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._head: tuple[int, int] | None = None
        """What was read of a frame whose payload has yet to come."""
        self.calls = 0
        self.gone = asyncio.Event()
        asyncio.get_running_loop().add_reader(process.sentinel, self._ended)

    @classmethod
    async def start(cls, prepare: Prepare) -> "Worker":
        """A worker that has loaded everything. Raises `WorkerLost` if it does not come so far."""
        front, back = socket.socketpair()
        with back:
            process = SPAWN.Process(target=work, args=(back, prepare), name="shinpan-worker", daemon=True)
            process.start()
        worker = cls(process, *await asyncio.open_connection(sock=front))
        try:
            await worker._frame()
        except WorkerLost:
            # It is ending by itself, and has yet to write why.
            await worker.gone.wait()
            raise
        except BaseException:
            worker.kill()
            await worker.gone.wait()
            raise
        return worker

    def _ended(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        self._writer.close()
        self.gone.set()

    def kill(self) -> None:
        """Ends the process, whatever it does. `gone` is set when it has ended."""
        if not self.gone.is_set():
            self._process.kill()

    async def give(self, method: str, request: bytes) -> None:
        """Hands a call over. Raises `WorkerLost` if it was not begun."""
        try:
            for data in (method.encode(), request):
                self._writer.write(_LENGTH.pack(len(data)))
                self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            raise WorkerLost from None
        self.calls += 1
        await self._frame()

    async def parts(self) -> AsyncGenerator[bytes, None]:
        """The answer to the call that was handed over. Raises what the call ended with, if not well."""
        while True:
            kind, payload = await self._frame()
            match kind:
                case Kind.TAKEN:
                    continue
                case Kind.PART:
                    yield payload
                case Kind.REFUSED:
                    raise WireError(Status.FromString(payload))
                case Kind.FAILED:
                    raise Failed(payload.decode())
                case _:
                    return

    async def _frame(self) -> tuple[Kind, bytes]:
        try:
            if self._head is None:
                self._head = _FRAME.unpack(await self._reader.readexactly(_FRAME.size))
            kind, length = self._head
            payload = await self._reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerLost from None
        self._head = None
        return Kind(kind), payload


class Pool:
    """A fixed number of workers, and a bounded number of calls that wait for one."""

    def __init__(self, prepare: Prepare, workers: int, queue: int, calls_each: int) -> None:
        self._prepare = prepare
        self._places = workers
        self._most_calls = workers + queue
        self._calls_each = calls_each
        self._calls = 0
        self._stopping = False
        self._empty = asyncio.Event()
        self._workers: list[Worker] = []
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._keepers: list[asyncio.Task[None]] = []
        self._finishing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Pool":
        """Starts the workers; none is missing and all are ready when it returns."""
        starting = (Worker.start(self._prepare) for _ in range(self._places))
        started = await asyncio.gather(*starting, return_exceptions=True)
        self._workers = [worker for worker in started if isinstance(worker, Worker)]
        if len(self._workers) < self._places:
            await self.__aexit__()
            raise RuntimeError("a worker did not start; what it wrote tells why")
        for place, worker in enumerate(self._workers):
            # Ahead of each other, so that they are not all replaced at the same time.
            worker.calls = place * self._calls_each // self._places
        self._keepers = [asyncio.create_task(self._keep(place)) for place in range(self._places)]
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = (*self._keepers, *self._finishing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._workers:
            worker.kill()
            await worker.gone.wait()

    async def drain(self, seconds: float) -> None:
        """Takes no more calls, and waits for those in hand, at most so long."""
        self._stopping = True
        if self._calls:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), seconds)

    async def _keep(self, place: int) -> None:
        """Keeps one place filled: whenever its worker is gone, another takes it."""
        while True:
            worker = self._workers[place]
            self._idle.put_nowait(worker)
            await worker.gone.wait()
            self._forget_the_gone()
            self._workers[place] = await self._another()

    async def _another(self) -> Worker:
        while True:
            try:
                return await Worker.start(self._prepare)
            except WorkerLost:
                _log.error("a worker did not start; trying again in %d s", START_AGAIN_SECONDS)
                await asyncio.sleep(START_AGAIN_SECONDS)

    def _forget_the_gone(self) -> None:
        for _ in range(self._idle.qsize()):
            worker = self._idle.get_nowait()
            if not worker.gone.is_set():
                self._idle.put_nowait(worker)

    async def answer(self, method: str, request: bytes) -> AsyncGenerator[bytes, None]:
        """The parts of the answer to a call. Raises only `WireError`."""
        if self._stopping:
            raise wire_errors.stopping()
        if self._calls >= self._most_calls:
            raise wire_errors.queue_full(self._most_calls)
        self._calls += 1
        try:
            async with aclosing(self._answer(method, request)) as parts:
                async for part in parts:
                    yield part
        except WorkerLost:
            raise wire_errors.worker_lost() from None
        except Failed as failure:
            error = wire_errors.incident(request)
            _log.error("%s: %s\n%s", method, error, failure)
            raise error from None
        finally:
            self._calls -= 1
            if self._stopping and not self._calls:
                self._empty.set()

    async def _answer(self, method: str, request: bytes) -> AsyncGenerator[bytes, None]:
        worker = await self._handed_over(method, request)
        try:
            async with aclosing(worker.parts()) as parts:
                async for part in parts:
                    yield part
        except WireError:
            self._rest(worker)
            raise
        except (WorkerLost, Failed):
            worker.kill()
            raise
        except BaseException:
            self._leave(worker)
            raise
        self._rest(worker)

    async def _handed_over(self, method: str, request: bytes) -> Worker:
        """The worker that has taken a call. One that died before it began costs nothing: the next one gets the call."""
        while True:
            worker = await self._idle.get()
            try:
                await worker.give(method, request)
            except WorkerLost:
                worker.kill()
            except BaseException:
                self._leave(worker)
                raise
            else:
                return worker

    def _rest(self, worker: Worker) -> None:
        """Gives a worker that has answered the next call, or gives its place to another."""
        if worker.calls < self._calls_each:
            self._idle.put_nowait(worker)
        else:
            worker.kill()

    def _leave(self, worker: Worker) -> None:
        """Leaves a worker to itself whose caller has gone."""
        finishing = asyncio.create_task(self._finish(worker))
        self._finishing.add(finishing)
        finishing.add_done_callback(self._finishing.discard)

    async def _finish(self, worker: Worker) -> None:
        try:
            async with asyncio.timeout(FINISH_SECONDS), aclosing(worker.parts()) as parts:
                async for _ in parts:
                    pass
        except WireError:
            self._rest(worker)
        except (TimeoutError, WorkerLost, Failed):
            worker.kill()
        else:
            self._rest(worker)
