"""Where calls over HTTP come in: a port, and the connections that are open there."""

import asyncio
import errno
import logging
import os
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from uvicorn import Config
from uvicorn.server import ServerState

from shinpan_engine.kernel.forms.system import why_of_system

from ..options import CannotServe, ServerOptions
from .guarded import Guarded, Limits

LOOK_SECONDS = 0.5
"""How often it is looked for connections that last too long, and after which it is tried again to take one."""
BACKLOG = 128
_log = logging.getLogger(__name__)

Encryption = Callable[[], ssl.SSLContext | None]
"""How a connection is encrypted that comes in now, if at all."""


class HttpListener:
    """A port of HTTP. Each connection is taken by itself, so that the certificates of the moment are shown."""

    def __init__(self, config: Config, options: ServerOptions, encryption: Encryption) -> None:
        self._config = config
        self._state = ServerState()
        self._encryption = encryption
        self._options = options
        self._open: dict[Guarded, None] = {}
        """The earliest first."""
        self._handshakes: dict[asyncio.Task[None], None] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._ports: list[socket.socket] = []
        longest = 2 * options.request_seconds + options.queue_seconds + options.deadline_seconds
        self._limits = Limits(options.handshake_seconds, longest + 2 * options.answer_seconds)

    async def start(self, port: int) -> None:
        """Takes connections from now on. Raises `CannotServe` if nobody can listen there."""
        try:
            self._ports = opened(self._options.host, port)
        except OSError as error:
            why = why_of_system(error)
            raise CannotServe("service.start.http", host=self._options.host, port=port, why=why) from None
        self._tasks = [asyncio.create_task(self._take_all(one)) for one in self._ports]
        self._tasks.append(asyncio.create_task(self._look_after()))

    async def stop(self, seconds: float) -> None:
        """Takes no more, and gives open requests so long."""
        for task in (*self._tasks, *self._handshakes):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._handshakes, return_exceptions=True)
        for port in self._ports:
            port.close()
        for one in [*self._open]:
            one.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._open:
                    await asyncio.sleep(0.01)
        for one in [*self._open]:
            one.transport.abort()
        await asyncio.gather(*self._state.tasks, return_exceptions=True)

    async def _take_all(self, port: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(port)
            except OSError as error:
                # Too many open files, or a client that went at once.
                _log.warning("a connection over HTTP was not taken: %s", error.strerror)
                await asyncio.sleep(LOOK_SECONDS)
                continue
            if self._has_room():
                taking = asyncio.create_task(self._take(connection))
                self._handshakes[taking] = None
                taking.add_done_callback(lambda task: self._handshakes.pop(task, None))
            else:
                connection.close()
            # Who knocks without end keeps nobody else from going on.
            await asyncio.sleep(0)

    def _has_room(self) -> bool:
        """Whether another connection can be taken. Of those that ask for nothing the earliest gives way to it, else of
        those that have yet to agree how they encrypt."""
        if len(self._open) + len(self._handshakes) < self._options.connections:
            return True
        if (idle := next((one for one in self._open if one.waiting), None)) is not None:
            del self._open[idle]
            idle.transport.abort()
            return True
        if (earliest := next(iter(self._handshakes), None)) is not None:
            del self._handshakes[earliest]
            earliest.cancel()
            return True
        return False

    async def _take(self, connection: socket.socket) -> None:
        try:
            context = self._encryption()
            await asyncio.get_running_loop().connect_accepted_socket(
                self._guarded,
                connection,
                ssl=context,
                ssl_handshake_timeout=self._options.handshake_seconds if context else None,
            )
        except (OSError, TimeoutError):
            # Who shows no certificate where one is asked for, or speaks no TLS, is no fault of ours.
            connection.close()
        except BaseException:
            connection.close()
            raise

    def _guarded(self) -> Guarded:
        return Guarded(self._config, self._state, self._limits, self._open)

    async def _look_after(self) -> None:
        """Ends connections that last too long, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = asyncio.get_running_loop().time()
            for one in [*self._open]:
                one.look(now)


def opened(host: str, port: int) -> list[socket.socket]:
    """A port at every address that a host has here, as gRPC opens it."""
    found: list[socket.socket] = []
    addresses = dict.fromkeys(
        (family, address) for family, *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    for family, address in addresses:
        both = address[0] == "::" and socket.has_dualstack_ipv6()
        try:
            found.append(socket.create_server(address, family=family, backlog=BACKLOG, dualstack_ipv6=both))
        except OSError as error:
            # A machine may name an address that it does not have, such as that of `localhost` in IPv6.
            if error.errno != errno.EADDRNOTAVAIL:
                for one in found:
                    one.close()
                raise
    if not found:
        raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    for one in found:
        one.setblocking(False)
    return found
