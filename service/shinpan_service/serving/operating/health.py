"""Health, which is asked without a token: watched by no more clients than leave room for calls, and none of them,
however slow, holds up the others or the server."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

from grpc_health.v1.health import aio as health_aio
from grpc_health.v1.health_pb2 import HealthCheckResponse
from grpc_status import rpc_status

from ...messages import wire_errors
from ..lines import caller_of

MOST_WATCHERS = 1024
"""Less than the transport has calls, so that watching alone takes no place from them."""
WATCHERS_EACH = 64
"""Of these, watchers of one host."""


class Health(health_aio.HealthServicer):
    """Says how the server is, once or for as long as somebody watches."""

    def __init__(self) -> None:
        super().__init__()
        self._now: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._stopping = False
        self._watchers: Counter[str] = Counter()

    async def set(self, service: str, status: Any) -> None:
        await super().set(service, status)
        if not self._stopping:
            self._tell({service: status})

    async def enter_graceful_shutdown(self) -> None:
        self._stopping = True
        await super().enter_graceful_shutdown()
        self._tell(dict.fromkeys(self._now, HealthCheckResponse.NOT_SERVING))

    def _tell(self, news: Mapping[str, Any]) -> None:
        self._now.update(news)
        self._changed.set()
        self._changed = asyncio.Event()

    async def Watch(self, request: Any, context: Any) -> None:
        host = caller_of(context.peer()).client
        most, each = self._watchers.total() >= MOST_WATCHERS, self._watchers[host] >= WATCHERS_EACH
        if most or each:
            status = rpc_status.to_status(wire_errors.watchers_full(WATCHERS_EACH if each else MOST_WATCHERS).status)
            await context.abort(status.code, status.details, status.trailing_metadata)
        self._watchers[host] += 1
        try:
            await self._watched(request.service, context)
        finally:
            self._watchers[host] -= 1
            if not self._watchers[host]:
                del self._watchers[host]

    async def _watched(self, service: str, context: Any) -> None:
        """Says how a service is whenever that changes. That of the library waits for its slowest watcher."""
        said = None
        while True:
            changed = self._changed
            now = self._now.get(service, HealthCheckResponse.SERVICE_UNKNOWN)
            if now != said:
                await context.write(HealthCheckResponse(status=now))
                said = now
            await changed.wait()
