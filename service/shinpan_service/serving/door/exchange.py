"""One call over HTTP, as the desk knows calls."""

import asyncio
import ssl
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn
from urllib.parse import quote

from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]  # no marker, though it has types
from starlette.requests import Request

from shinpan_engine.kernel.messages import say

from ...messages import wire_errors
from ...messages.server_info import MOST_REQUEST_BYTES
from ..connections import MAPPED
from ..security.guard import CERTIFICATE
from .context import Metadata

DETAILS = "grpc-status-details-bin"
"""The metadata in which gRPC carries the details of an error."""


class Aborted(Exception):
    """The call ends with an error."""

    def __init__(self, status: Status, headers: tuple[tuple[str, str], ...]) -> None:
        super().__init__(status.message)
        self.status = status
        self.headers = headers


class Exchange:
    """A request and its answer. The body is read when somebody wants it, and no further than a request may be long."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._callbacks: list[Callable[[Any], None]] = []
        self._whole = asyncio.Event()
        self.trailing: tuple[tuple[str, str], ...] = ()

    def peer(self) -> str:
        assert self._request.client is not None
        host, port = self._request.client
        host = host.removeprefix(MAPPED)
        return f"ipv6:{quote(f'[{host}]', ':')}:{port}" if ":" in host else f"ipv4:{host}:{port}"

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        shown = self._request.scope["state"]["certificate"]
        return {} if shown is None else {CERTIFICATE: [ssl.DER_cert_to_PEM_cert(shown).encode()]}

    def invocation_metadata(self) -> Metadata:
        return self._request.headers.items()

    async def read(self) -> bytes:
        """The body. Raises `WireError` if it is longer than any request may be."""
        length = self._request.headers.get("content-length", "")
        if length.isdecimal() and len(length) < 20:
            _refuse_long(int(length))
        data = bytearray()
        async for part in self._request.stream():
            data += part
            _refuse_long(len(data))
        self._whole.set()
        return bytes(data)

    async def gone(self) -> None:
        """Waits until the client has gone. Before the body was read whole, reading it finds that out."""
        await self._whole.wait()
        while (await self._request.receive())["type"] != "http.disconnect":
            pass

    async def write(self, message: bytes) -> None:
        raise NotImplementedError("an answer over HTTP is one message")

    async def abort(self, code: Any, details: str = "", trailing_metadata: Any = ()) -> NoReturn:
        found = dict(trailing_metadata)
        raise Aborted(Status.FromString(found.pop(DETAILS)), tuple(found.items()))

    def set_trailing_metadata(self, trailing_metadata: Any) -> None:
        self.trailing = tuple(trailing_metadata)

    def add_done_callback(self, callback: Callable[[Any], None]) -> None:
        self._callbacks.append(callback)

    def over(self) -> None:
        """The client has taken all, or has gone."""
        for callback in self._callbacks:
            callback(self)


def _refuse_long(size: int) -> None:
    if size > MOST_REQUEST_BYTES:
        why = say("service.too_large", count=size, most=MOST_REQUEST_BYTES)
        raise wire_errors.too_large("request", why)
