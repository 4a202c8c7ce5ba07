"""The gRPC service: an asyncio front that hands every call to a worker process as raw bytes.

The handlers take and give bytes, because bytes that are no message must be answered with INVALID_ARGUMENT, and a typed
handler would never see them.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from os import cpu_count
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection
from grpc_status import rpc_status

from shinpan.v1 import referee_pb2

from . import judging, wire_errors
from .wire_errors import WireError
from .workers import SPAWN, Pool, Prepare

SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]
MOST_RECEIVED_BYTES = judging.MOST_REQUEST_BYTES + (1 << 20)
"""The transport takes a little more than is judged, so that a request just too large is told so like any other."""
MOST_RESPONSE_BYTES = 16 << 20
STALLED_SECONDS = 30
"""A client that takes nothing of a stream for so long loses it: a worker stands still for it."""
LAST_WORDS_SECONDS = 1
"""For answers that are on their way when the server stops."""

Context = grpc.aio.ServicerContext[bytes, bytes]
OnReady = Callable[[str], None]


@dataclass(frozen=True)
class ServerOptions:
    """How the service is run. Port 0 is any free port; `queue` calls wait while all workers work."""

    host: str = "127.0.0.1"
    port: int = 0
    workers: int = cpu_count() or 1
    queue: int = 64
    reflection: bool = True
    grace_seconds: float = 10
    calls_each: int = 1000
    """Calls after which a worker is replaced by a fresh one."""


def announce(address: str) -> None:
    """Tells whoever started the service where it listens."""
    print(f"listening on {address}", flush=True)


async def serve(options: ServerOptions, on_ready: OnReady, prepare: Prepare = judging.prepare) -> None:
    """Serves until SIGTERM or SIGINT; calls that run then are given the grace period to finish."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with serving(options, prepare) as address:
        on_ready(address)
        await stop.wait()


@asynccontextmanager
async def serving(options: ServerOptions, prepare: Prepare = judging.prepare) -> AsyncIterator[str]:
    """The service as long as the context lasts. Gives its address."""
    async with Pool(prepare, options.workers, options.queue, options.calls_each) as pool:
        health = health_aio.HealthServicer()
        await health.set(SERVICE.full_name, health_pb2.HealthCheckResponse.SERVING)
        server = _server(pool, health, options.reflection)
        host = f"[{options.host}]" if ":" in options.host else options.host
        port = server.add_insecure_port(f"{host}:{options.port}")
        await server.start()
        try:
            yield f"{host}:{port}"
        finally:
            await health.enter_graceful_shutdown()
            # Not left to `stop` alone: it would wait for those who only watch our health, and a call that comes in at
            # the wrong moment would hang until the end of the grace period.
            await pool.drain(options.grace_seconds)
            await server.stop(LAST_WORDS_SECONDS)


def _server(pool: Pool, health: health_aio.HealthServicer, with_reflection: bool) -> grpc.aio.Server:
    server = grpc.aio.server(
        options=[
            # Otherwise a second server on the same port would silently take a share of the calls.
            ("grpc.so_reuseport", 0),
            ("grpc.max_receive_message_length", MOST_RECEIVED_BYTES),
            ("grpc.max_send_message_length", MOST_RESPONSE_BYTES),
        ]
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE.full_name, _handlers(pool)),))
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    if with_reflection:
        names = (SERVICE.full_name, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name)
        reflection.enable_server_reflection((*names, reflection.SERVICE_NAME), server)
    return server


def _handlers(pool: Pool) -> "dict[str, grpc.RpcMethodHandler[bytes, bytes]]":
    """A handler of bytes for every method of the service."""
    return {
        method.name: grpc.unary_stream_rpc_method_handler(_streaming(pool, method.name))
        if method.server_streaming
        else grpc.unary_unary_rpc_method_handler(_unary(pool, method.name))
        for method in SERVICE.methods
    }


def _unary(pool: Pool, method: str) -> Any:
    async def handle(request: bytes, context: Context) -> bytes:
        answer = b""
        async with _errors_told(context), aclosing(pool.answer(method, request)) as parts:
            async for part in parts:
                answer = part
        return answer

    return handle


def _streaming(pool: Pool, method: str) -> Any:
    async def handle(request: bytes, context: Context) -> None:
        async with _errors_told(context), aclosing(pool.answer(method, request)) as parts:
            async for part in parts:
                try:
                    async with asyncio.timeout(STALLED_SECONDS):
                        await context.write(part)
                except TimeoutError:
                    raise wire_errors.stalled(STALLED_SECONDS) from None

    return handle


@asynccontextmanager
async def _errors_told(context: Context) -> AsyncIterator[None]:
    try:
        yield
    except WireError as error:
        await context.abort_with_status(rpc_status.to_status(error.status))


@contextmanager
def running(options: ServerOptions = ServerOptions(), prepare: Prepare = judging.prepare) -> Iterator[str]:
    """The service in a process of its own, as long as the context lasts. Gives its address."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=_serve_for, args=(theirs, options, prepare), name="shinpan-server")
    process.start()
    theirs.close()
    try:
        try:
            address = ours.recv()
        except EOFError:
            raise RuntimeError("the service did not start; what it wrote tells why") from None
        yield address
    finally:
        ours.close()
        process.join()


def _serve_for(parent: Connection, options: ServerOptions, prepare: Prepare) -> None:
    """Serves until the other end of the pipe is closed, which it also is when the parent dies."""

    async def until_closed() -> None:
        loop, closed = asyncio.get_running_loop(), asyncio.Event()
        async with serving(options, prepare) as address:
            parent.send(address)
            loop.add_reader(parent.fileno(), closed.set)
            await closed.wait()
            loop.remove_reader(parent.fileno())

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(until_closed())
