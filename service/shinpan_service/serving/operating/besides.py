"""What is served besides our own service, health and the schemas: asked without a token or with any, by no more at once
than leave room for calls.

The library reads the request of such a call before anybody here hears of the call, however long that takes, and to the
transport it is a call like any other. So each is read here, in its time.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
from grpc_status import rpc_status

from ...messages import wire_errors
from ...messages.wire_errors import WireError
from ..lines import caller_of

MOST = 1024
"""Less than the transport has calls, so that these alone take no place from others."""
MOST_EACH = 64
"""Of these, calls of one method by one host."""
MESSAGE_SECONDS = 10
"""So long a message may take to arrive."""


class Besides(grpc.GenericRpcHandler):
    """The handlers of such services. They are added here as to a server, and this to the server."""

    def __init__(self) -> None:
        self._handlers: list[grpc.GenericRpcHandler] = []
        self._open: Counter[tuple[str, str]] = Counter()
        """Calls of a method by a host."""

    def add_generic_rpc_handlers(self, handlers: "tuple[grpc.GenericRpcHandler, ...]") -> None:
        """Adds a service."""
        self._handlers += handlers

    def add_registered_method_handlers(self, name: str, handlers: object) -> None:
        """The same service again, by its methods."""

    def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        found = (handlers.service(details) for handlers in self._handlers)
        handler = next((one for one in found if one is not None), None)
        return None if handler is None else self._bounded(details.method, handler)

    def _bounded(self, method: str, handler: Any) -> "grpc.RpcMethodHandler[Any, Any]":
        """The same method with a place for each call."""

        async def whole(_: object, context: Any) -> Any:
            async with self._place(method, context):
                return await handler.unary_unary(await _message(context), context)

        async def watched(_: object, context: Any) -> None:
            async with self._place(method, context):
                await handler.unary_stream(await _message(context), context)

        async def both_ways(_: object, context: Any) -> None:
            async with self._place(method, context):
                async for answer in handler.stream_stream(_messages(context), context):
                    await context.write(answer)

        forms = handler.request_deserializer, handler.response_serializer
        if handler.request_streaming:
            return grpc.stream_stream_rpc_method_handler(both_ways, *forms)
        if handler.response_streaming:
            return grpc.stream_stream_rpc_method_handler(watched, *forms)
        return grpc.stream_unary_rpc_method_handler(whole, *forms)

    @asynccontextmanager
    async def _place(self, method: str, context: Any) -> AsyncIterator[None]:
        """A place for a call as long as the context lasts; one that finds none is refused."""
        asked = method, caller_of(context.peer()).client
        all_taken, each = self._open.total() >= MOST, self._open[asked] >= MOST_EACH
        if all_taken or each:
            await _refuse(context, wire_errors.watchers_full(MOST_EACH if each else MOST))
        self._open[asked] += 1
        try:
            yield
        finally:
            self._open[asked] -= 1
            if not self._open[asked]:
                del self._open[asked]


async def _message(context: Any) -> Any:
    """The next message; a call that has none is refused."""
    message = await _read(context)
    if message is grpc.aio.EOF:
        await _refuse(context, wire_errors.no_request())
    return message


async def _messages(context: Any) -> AsyncIterator[Any]:
    while (message := await _read(context)) is not grpc.aio.EOF:
        yield message


async def _read(context: Any) -> Any:
    try:
        async with asyncio.timeout(MESSAGE_SECONDS):
            return await context.read()
    except TimeoutError:
        return await _refuse(context, wire_errors.request_slow(MESSAGE_SECONDS))


async def _refuse(context: Any, error: WireError) -> None:
    status = rpc_status.to_status(error.status)
    await context.abort(status.code, status.details, status.trailing_metadata)
