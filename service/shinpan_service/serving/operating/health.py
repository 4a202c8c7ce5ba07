"""Health, which is asked without a token: nobody who watches it, however slow, holds up the others or the server."""

import asyncio
from collections.abc import Mapping
from typing import Any

from grpc_health.v1.health import aio as health_aio
from grpc_health.v1.health_pb2 import HealthCheckResponse


class Health(health_aio.HealthServicer):
    """Says how the server is, once or for as long as somebody watches."""

    def __init__(self) -> None:
        super().__init__()
        self._now: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._stopping = False

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
        """Says how a service is whenever that changes. That of the library waits for its slowest watcher."""
        service = request.service
        said = None
        while True:
            changed = self._changed
            now = self._now.get(service, HealthCheckResponse.SERVICE_UNKNOWN)
            if now != said:
                await context.write(HealthCheckResponse(status=now))
                said = now
            await changed.wait()
