"""A connection over HTTP, bounded: uvicorn waits for ever for the rest of a head, and reads to the end what nobody
wants any more."""

import asyncio
import ssl
from collections.abc import MutableMapping

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from ...messages.server_info import MOST_REQUEST_BYTES


class Limits:
    """How long a connection may do what, in seconds."""

    def __init__(self, silent: float, request: float) -> None:
        self.silent = silent
        """No request of it is in work: it has said nothing yet, or not the whole head, or does not take the end."""
        self.request = request
        """A request, all of it: whatever lasts so long is stuck, since each part of it has a shorter limit."""


class Guarded(H11Protocol):
    """A connection that ends if it does nothing for long."""

    def __init__(
        self, config: Config, state: ServerState, limits: Limits, all_open: MutableMapping["Guarded", None]
    ) -> None:
        super().__init__(config, state, {})
        self._limits = limits
        self._all_open = all_open
        self._seen: tuple[object, bool] = (None, True)
        self._since = asyncio.get_running_loop().time()
        self._unwanted = 0
        """Bytes of a body that have come since its request was answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # so is uvicorn's
        shown = transport.get_extra_info("ssl_object")
        self.app_state["certificate"] = shown.getpeercert(True) if isinstance(shown, ssl.SSLObject) else None
        super().connection_made(transport)
        # Nothing waits here but what the system has no room for: an answer counts as sent when it has been taken.
        transport.set_write_buffer_limits(high=1, low=0)
        self._all_open[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all_open.pop(self, None)

    def data_received(self, data: bytes) -> None:
        answered = self.cycle is not None and self.cycle.response_complete and self.cycle.more_body
        self._unwanted = self._unwanted + len(data) if answered else 0
        if self._unwanted > MOST_REQUEST_BYTES:
            self.transport.abort()
        else:
            super().data_received(data)

    @property
    def waiting(self) -> bool:
        """Whether it has no request in work."""
        return self.cycle is None or self.cycle.response_complete

    def look(self, now: float) -> None:
        """Ends it if it has lasted too long; called again and again."""
        seen = (self.cycle, self.waiting)
        if seen != self._seen:
            self._seen, self._since = seen, now
        if now - self._since >= (self._limits.silent if self.waiting else self._limits.request):
            self.transport.abort()
