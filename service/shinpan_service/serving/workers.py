"""Worker processes: each answers one call at a time, and the death of one ends no call but its own.

The front hands a worker the name of a method with the scopes of the caller, and the bytes of a request, and gets frames
back: a kind, a length, a payload. What a worker may use of memory is limited, and it ends with its front.
"""

import asyncio
import ctypes
import os
import pickle
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import BinaryIO, cast

from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]  # no marker, though it has types

from shinpan_engine.kernel.play.work import watch

from ..messages import wire_errors
from ..messages.judged import Judged, unheard
from ..messages.judging import Answer, Send
from ..messages.scopes import Scopes
from ..messages.verifying import ONE_BY_ONE
from ..messages.wire_errors import WireError
from ..spawning import SPAWN, deaf_to_ctrl_c
from .options import MIB, ServerOptions
from .stops import GivesWay, Shared, Stopped, Stops

Prepare = Callable[[], Answer]
"""Loads what answering needs. It runs once in every worker, so it is a function that can be imported."""

START_SECONDS = 60
"""A worker that has not loaded everything by then is given up."""
TOGETHER_SECONDS = 0.02
"""What a worker says within so long is sent together, so that the front wakes up for it once."""
TOGETHER_BYTES = 1 << 16
_LENGTH = struct.Struct(">I")
_FRAME = struct.Struct(">BI")
_DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux."""


class Kind(IntEnum):
    """What a worker says."""

    READY = 1
    PART = 2
    DONE = 3
    REFUSED = 4
    FAILED = 5
    MEMORY_USED_UP = 6
    JUDGED = 7


class WorkerLost(Exception):
    """The worker died."""


class NotBegun(WorkerLost):
    """It died before it took the call."""


class MemoryUsedUp(Exception):
    """The call needs more memory than a worker may have; the worker ends."""


class Failed(Exception):
    """The engine raised what it never should: the worker's traceback."""


class Frames:
    """What a worker says."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._sent = 0.0

    def begin(self) -> None:
        """Nothing is said yet of the call that begins."""
        self._sent = monotonic()

    def say(self, kind: Kind, payload: bytes = b"") -> None:
        """Says something, with what is said a moment later."""
        self._out.write(_FRAME.pack(kind, len(payload)))
        self._out.write(payload)

    def send(self) -> None:
        """Sends all that was said."""
        self._out.flush()
        self._sent = monotonic()

    def look(self) -> None:
        """Sends what was said if that was long enough ago."""
        if monotonic() - self._sent >= TOGETHER_SECONDS:
            self.send()


def work(line: socket.socket, front: int, memory: int, shared: Shared, seconds: float) -> None:
    """The life of a worker: hears what it has to load, then answers what comes over the line until that is cut.
    `memory` is in MiB; a call has so many seconds, unless the front writes otherwise into what is shared."""
    # A signal to the whole process group means the front, which knows what to do.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _end_with(front)
    _limit_memory(memory)
    # When the front is gone there is nobody left to tell.
    with suppress(ConnectionError), line, line.makefile("rb") as calls, line.makefile("wb", TOGETHER_BYTES) as out:
        if (loading := _heard(calls)) is None:
            return
        prepare: Prepare = pickle.loads(loading)  # noqa: S301  # it comes from our own front
        answer = prepare()
        frames, stops = Frames(cast(BinaryIO, out)), Stops(shared, seconds)

        def look() -> None:
            frames.look()
            stops.look()

        watch(look)
        frames.say(Kind.READY)
        frames.send()
        sound = True
        while sound and (call := _heard(calls)) is not None and (request := _heard(calls)) is not None:
            method, *held = call.decode().split()
            sound = _answer(frames, answer, method, request, tuple(held), stops)
            frames.send()


def _end_with(front: int) -> None:
    """Has this process killed when the front dies, whatever it is doing. Elsewhere than on Linux it ends when it has
    answered its call and finds that the line is cut."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != front:
            os._exit(1)


def _limit_memory(mib: int) -> None:
    """Refuses memory to this process beyond so much, which Python tells as MemoryError."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  # it is not there on Windows

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        soft = mib * MIB if hard == resource.RLIM_INFINITY else min(mib * MIB, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _answer(frames: Frames, answer: Answer, method: str, request: bytes, held: Scopes, stops: Stops) -> bool:
    """Answers one call. Says whether the worker is as good as before."""
    frames.begin()
    stops.begin()

    def put(part: bytes) -> None:
        # Before it is sent: if this process is killed now, the front does not take it for one that has killed.
        stops.part_done()
        frames.say(Kind.PART, part)
        if method in ONE_BY_ONE:
            frames.look()
            stops.go_on()

    try:
        answer(method, request, put, held, lambda judged: frames.say(Kind.JUDGED, judged.encoded()))
    except WireError as refusal:
        frames.say(Kind.REFUSED, refusal.status.SerializeToString())
    except (Stopped, GivesWay):
        # Nobody is there to hear it; or what has been said is all for now.
        frames.say(Kind.DONE)
    except MemoryError:
        frames.say(Kind.MEMORY_USED_UP)
        return False
    except Exception:
        frames.say(Kind.FAILED, traceback.format_exc().encode(errors="replace"))
        return False
    else:
        frames.say(Kind.DONE)
    return True


def _heard(calls: BinaryIO) -> bytes | None:
    head = calls.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = calls.read(length)
    return data if len(data) == length else None


class Worker(asyncio.Protocol):
    """A worker process, seen from the front."""

    def __init__(self, process: BaseProcess, most_bytes: int, shared: Shared) -> None:
        self._process = process
        self._shared = shared
        self._number = 0
        """Counts the calls, as the worker does."""
        self._most_bytes = most_bytes
        self._transport: asyncio.WriteTransport | None = None
        self._bytes = bytearray()
        """What was read of frames that are not whole."""
        self._put: Send = _nobody
        """Who takes the parts of the answer."""
        self._judged: Callable[[Judged], None] = unheard
        """Who hears what was judged."""
        self._size = 0
        """How many bytes the parts have, those left out included."""
        self._end: tuple[int, bytes] | WorkerLost | None = None
        """How the call has ended: the kind and the payload of the last frame."""
        self._ending = asyncio.Event()
        self.calls = 0
        self.snapshot = 0
        """The number of what it has loaded."""
        self.retired = False
        """Whether its place is another's by now."""
        self.gone = asyncio.Event()
        asyncio.get_running_loop().add_reader(process.sentinel, self._ended)

    @classmethod
    async def start(cls, prepare: Prepare, options: ServerOptions) -> "Worker":
        """A worker that has loaded everything. Raises `WorkerLost`, `OSError` or `TimeoutError` if it does not come so
        far."""
        shared = SPAWN.RawValue(Shared)
        front, back = socket.socketpair()
        with back:
            try:
                args = (back, os.getpid(), options.worker_memory, shared, options.deadline_seconds)
                process = SPAWN.Process(target=work, args=args, name="shinpan-worker", daemon=True)
                with deaf_to_ctrl_c():
                    process.start()
            except BaseException:
                front.close()
                raise
        _, worker = await asyncio.get_running_loop().create_connection(
            lambda: cls(process, options.answer_bytes, shared), sock=front
        )
        try:
            # Not with the arguments of the process: these are written while nothing else goes on here.
            worker._hand_over(pickle.dumps(prepare))
            async with asyncio.timeout(START_SECONDS):
                await worker.finished()
        except WorkerLost:
            # It is ending by itself, and has yet to write why.
            await worker.gone.wait()
            raise
        except BaseException:
            worker.kill()
            await worker.gone.wait()
            raise
        return worker

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self._end is None:
            self._end = WorkerLost() if self._shared.begun == self._number else NotBegun()
            self._ending.set()

    def data_received(self, data: bytes) -> None:
        found, at = self._bytes, 0
        found += data
        while len(found) - at >= _FRAME.size:
            kind, length = _FRAME.unpack_from(found, at)
            end = at + _FRAME.size + length
            if len(found) < end:
                break
            self._frame(kind, bytes(found[at + _FRAME.size : end]))
            at = end
        del found[:at]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == Kind.JUDGED:
            self._judged(Judged.decoded(payload))
        elif kind != Kind.PART:
            self._end = kind, payload
            self._ending.set()
        else:
            self._size += len(payload)
            if self._size <= self._most_bytes:
                self._put(payload)

    def _ended(self) -> None:
        # What it still said has been read by now: the line is looked at before this.
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        assert self._transport is not None
        self._transport.close()
        self.gone.set()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def parts(self) -> int:
        """Parts of the answer that the worker has done. Of one that has died the last may not have come."""
        return self._shared.parts

    def kill(self) -> None:
        """Ends the process, whatever it does. `gone` is set when it has ended."""
        if not self.gone.is_set():
            self._process.kill()

    def stop(self) -> None:
        """Asks for the end of the call at work. One that counts its steps ends soon."""
        self._shared.unwanted = self._number

    def give_way(self) -> bool:
        """Asks for the end of the call at work before its next record. Says whether that is new to it."""
        new = self._shared.waited_for != self._number
        self._shared.waited_for = self._number
        return new

    async def ask(
        self, method: str, request: bytes, put: Send, held: Scopes, judged: Callable[[Judged], None] = unheard
    ) -> None:
        """Has a call answered, and puts the parts of the answer. Raises what the call ended with, if not well."""
        assert self._transport is not None
        if self._transport.is_closing():
            raise NotBegun
        self.calls += 1
        self._number += 1
        self._put, self._judged, self._size = put, judged, 0
        self._end = None
        self._ending.clear()
        self._hand_over(" ".join((method, *held)).encode(), request)
        try:
            await self.finished()
        finally:
            self._put, self._judged = _nobody, unheard

    def _hand_over(self, *texts: bytes) -> None:
        assert self._transport is not None
        self._transport.writelines([part for text in texts for part in (_LENGTH.pack(len(text)), text)])

    async def finished(self) -> None:
        """Waits for the end of the call that was handed over. Who gives up waiting does not end it."""
        await self._ending.wait()
        assert self._end is not None
        if isinstance(self._end, WorkerLost):
            raise self._end
        kind, payload = self._end
        if kind == Kind.REFUSED:
            raise WireError(Status.FromString(payload))
        if kind == Kind.FAILED:
            raise Failed(payload.decode())
        if kind == Kind.MEMORY_USED_UP:
            raise MemoryUsedUp
        if self._size > self._most_bytes:
            raise wire_errors.answer_too_large(self._size, self._most_bytes)


def _nobody(part: bytes) -> None:
    """Takes what nobody waits for any more."""
