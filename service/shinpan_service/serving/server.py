"""The gRPC service: an asyncio front that hands every call to a worker process as raw bytes.

The handlers take and give bytes, because bytes that are no message must be answered with INVALID_ARGUMENT, and a typed
handler would never see them. To the transport every request is a stream, which looks the same on the wire: so it is
read when there is a place for it.
"""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from shinpan.v1 import referee_pb2

from ..messages import judging, server_info
from ..messages.playing.kept import PLAY
from ..messages.verifying import BATCH
from ..spawning import SPAWN
from . import files_open
from .desk import Desk
from .door import json_form
from .door.opening import http_door, http_url, in_address
from .listening import Listener, Opened
from .operating import logs
from .operating.besides import Besides
from .operating.health import Health
from .operating.info import said_by_front
from .operating.reload import Reload, Rereading, reloading
from .operating.scrapes import figures
from .options import DEFAULTS, CannotServe, ServerOptions
from .pool import Pool
from .security.guard import Security
from .workers import Prepare

SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]
MOST_RECEIVED_BYTES = server_info.MOST_REQUEST_BYTES + (1 << 20)
"""The transport takes a little more than is judged, so that a request just too large is told so like any other."""
MOST_RESPONSE_BYTES = 16 << 20
WINDOW_BYTES = (1 << 16) - 1
"""What the transport takes of a request that nobody reads yet."""
MOST_RPCS = 4096
"""Open calls of any kind, those who watch our health included; refused without details, before any handler."""
KEEPALIVE_SECONDS = 60
"""A client that has not been heard of for so long is asked whether it is there."""
TRANSPORT_LOG = "grpc._cython.cygrpc"
NOT_TOLD = ("ExecuteBatchError raised in core", "Invalid encoding on ")
"""What gRPC writes with a traceback for each call: that a client went while it was answered, and headers that are no
text, which may be tokens."""
LAST_WORDS_SECONDS = 1
"""For answers that are on their way when the server stops."""

SERVER = "shinpan-server"
"""What the process of a server is called that a program of ours has started."""

OnReady = Callable[[str], None]
_log = logging.getLogger(__name__)


def announce(address: str) -> None:
    """Tells whoever started the service where it listens."""
    print(f"listening on {address}", flush=True)


async def serve(
    options: ServerOptions,
    on_ready: OnReady,
    prepare: Prepare | None = None,
    settings: Callable[[], ServerOptions] | None = None,
) -> None:
    """Serves until SIGTERM or SIGINT; calls that run then are given the grace period to finish. On SIGHUP packs and
    settings are read again."""
    stop, reload = asyncio.Event(), asyncio.Event()
    for number, event in ((signal.SIGTERM, stop), (signal.SIGINT, stop), (signal.SIGHUP, reload)):
        asyncio.get_running_loop().add_signal_handler(number, event.set)
    async with serving(options, prepare, Rereading(reload, settings or (lambda: options))) as address:
        on_ready(address)
        if options.http is not None:
            on_ready(http_url(options))
        await stop.wait()


@asynccontextmanager
async def serving(
    options: ServerOptions, prepare: Prepare | None = None, rereading: Rereading | None = None
) -> AsyncIterator[str]:
    """The service as long as the context lasts. Gives its address. Raises `NotSecure` if it cannot be as safe as it is
    asked to be."""
    security = Security(options)
    options = files_open.within_limits(options)
    prepare_for = _with_packs if prepare is None else lambda *_: prepare
    logging.getLogger(TRANSPORT_LOG).addFilter(_worth_telling)
    health = Health()

    async def tell_health(healthy: bool) -> None:
        status = health_pb2.HealthCheckResponse.SERVING if healthy else health_pb2.HealthCheckResponse.NOT_SERVING
        for name in ("", SERVICE.full_name):
            await health.set(name, status)

    async with (
        Pool(prepare_for(options, 1), options, tell_health) as pool,
        figures(options, pool.workers_now, security.refuses_figures) as counting,
        Desk(pool, options, security, (*logs.watchers(options.log), *counting)) as desk,
        reloading(Reload(pool, desk, options, prepare_for, [security.read_again]), rereading),
    ):
        await tell_health(True)
        host = in_address(options.host)

        def open_port(port: int) -> Opened:
            server = _server(desk, health, options, security)
            return server, security.listen(server, f"{host}:{port}")

        listener = Listener(open_port, options.port)
        await listener.start()
        async with http_door(desk, security, options, LAST_WORDS_SECONDS):
            try:
                yield f"{host}:{listener.port}"
            finally:
                await health.enter_graceful_shutdown()
                # Not left to `stop` alone: it would wait for those who only watch our health, and a call that comes in
                # at the wrong moment would hang until the end of the grace period.
                await desk.drain()
                await listener.stop(LAST_WORDS_SECONDS)


def _with_packs(options: ServerOptions, snapshot: int) -> Prepare:
    """How workers get ready, early and late ones alike: with the packs as they are read here and now."""
    contents, broken = judging.packs_read(options.packs)
    for why in broken:
        _log.warning("a pack is left out: %s", why)
    return partial(json_form.prepare_with, contents, said_by_front(options, snapshot), judging.rules_read())


def _worth_telling(told: logging.LogRecord) -> bool:
    return not told.getMessage().startswith(NOT_TOLD)


def _server(desk: Desk, health: Health, options: ServerOptions, security: Security) -> grpc.aio.Server:
    server = grpc.aio.server(
        interceptors=security.gates(desk.turned_away),
        options=_channel_options(options),
        maximum_concurrent_rpcs=MOST_RPCS,
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE.full_name, _handlers(desk)),))
    besides: Any = Besides()
    health_pb2_grpc.add_HealthServicer_to_server(health, besides)
    if options.reflection:
        names = (SERVICE.full_name, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name)
        schemas = reflection.aio.ReflectionServicer((*names, reflection.SERVICE_NAME))
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(schemas, besides)  # type: ignore[no-untyped-call]
    server.add_generic_rpc_handlers((besides,))
    return server


def _channel_options(options: ServerOptions) -> list[tuple[str, int]]:
    """The limits that the transport keeps for us."""
    return [
        # Otherwise a second server on the same port would silently take a share of the calls.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", MOST_RECEIVED_BYTES),
        ("grpc.max_send_message_length", MOST_RESPONSE_BYTES),
        # Without a probe of bandwidth the window stays as small as it is set.
        ("grpc.http2.lookahead_bytes", WINDOW_BYTES),
        ("grpc.http2.bdp_probe", 0),
        ("grpc.max_concurrent_streams", options.streams),
        ("grpc.max_allowed_incoming_connections", options.connections),
        ("grpc.server_handshake_timeout_ms", int(options.handshake_seconds * 1000)),
        ("grpc.max_connection_age_ms", int(options.connection_age_seconds * 1000)),
        ("grpc.max_connection_idle_ms", int(options.connection_idle_seconds * 1000)),
        ("grpc.keepalive_time_ms", KEEPALIVE_SECONDS * 1000),
        ("grpc.keepalive_timeout_ms", KEEPALIVE_SECONDS * 1000),
    ]


def _handlers(desk: Desk) -> "dict[str, grpc.RpcMethodHandler[bytes, bytes]]":
    """A handler of bytes for every method of the service."""
    both_ways = {BATCH: desk.batched, PLAY: desk.played}
    return {
        method.name: _both_ways(both_ways[method.name])
        if method.client_streaming
        else (_streamed(desk, method.name) if method.server_streaming else _whole(desk, method.name))
        for method in SERVICE.methods
    }


def _both_ways(answer: Callable[[Any], Awaitable[None]]) -> "grpc.RpcMethodHandler[bytes, bytes]":
    async def handle(_: object, context: Any) -> None:
        await answer(context)

    return grpc.stream_stream_rpc_method_handler(handle)


def _whole(desk: Desk, method: str) -> "grpc.RpcMethodHandler[bytes, bytes]":
    async def handle(_: object, context: Any) -> bytes:
        return await desk.whole(method, context)

    return grpc.stream_unary_rpc_method_handler(handle)


def _streamed(desk: Desk, method: str) -> "grpc.RpcMethodHandler[bytes, bytes]":
    async def handle(_: object, context: Any) -> None:
        await desk.streamed(method, context)

    return grpc.stream_stream_rpc_method_handler(handle)


@contextmanager
def running(options: ServerOptions = DEFAULTS, prepare: Prepare | None = None) -> Iterator[str]:
    """The service in a process of its own, as long as the context lasts. Gives its address."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=_serve_for, args=(theirs, options, prepare), name=SERVER)
    process.start()
    theirs.close()
    try:
        try:
            address = ours.recv()
        except EOFError:
            raise CannotServe("service.start.silent") from None
        yield address
    finally:
        ours.close()
        process.join()


def _serve_for(parent: Connection, options: ServerOptions, prepare: Prepare | None) -> None:
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
