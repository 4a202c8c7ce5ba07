"""Where the server listens, and goes on listening: gRPC can break over what a client sends, and then closes its port.

In grpcio 1.84 and 1.85 a path that is no UTF-8 is enough, of a client whom nobody knows.
"""

import asyncio
import logging
from collections.abc import Callable

import grpc

LOOK_SECONDS = 0.2
"""How often it is looked whether gRPC still listens, and after which a port that cannot be opened is tried again."""
_log = logging.getLogger(__name__)

Opened = tuple[grpc.aio.Server, int]
Open = Callable[[int], Opened]
"""A server that is about to listen at a port, 0 for any, and the port that it has got."""


class Listener:
    """A server of gRPC, in whose place comes another if it breaks. Calls that are open then may still be answered."""

    def __init__(self, open_port: Open, port: int) -> None:
        self._open = open_port
        self._server, self.port = open_port(port)

    async def start(self) -> None:
        """Takes calls from now on."""
        await self._server.start()
        self._watching = asyncio.create_task(self._watch())

    async def stop(self, seconds: float) -> None:
        """Closes the port, and gives open calls so long."""
        self._watching.cancel()
        await self._server.stop(seconds)

    async def _watch(self) -> None:
        """Listens again whenever gRPC has broken, for ever."""
        while True:
            try:
                # Not without end: a server that has broken waits for its open calls.
                await self._server.wait_for_termination(LOOK_SECONDS)
            except Exception as error:
                _log.error("gRPC has broken (%r); listening again", error)
                await self._listen_again()

    async def _listen_again(self) -> None:
        while True:
            try:
                self._server, _ = self._open(self.port)
                await self._server.start()
                return
            except RuntimeError as error:
                _log.error("the port cannot be opened (%s); trying again", error)
            await asyncio.sleep(LOOK_SECONDS)
