"""A server with the door of HTTP, and clients that ask it as browsers and scripts do, or as nobody should."""

import asyncio
import http.client
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import grpc

from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import serving
from tests.cli.test_serving import closed_port
from tests.service import jobs

SERVICE = "shinpan.v1.RefereeService"
KIND = {"content-type": "application/json"}
PATIENCE_SECONDS = 60


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """The word by which programs know an error."""
        return str(self.json["details"][0]["debug"]["reason"])


def path(method: str) -> str:
    return f"/{SERVICE}/{method}"


def asked(
    port: int, method: str, body: bytes | str = b"{}", context: ssl.SSLContext | None = None, **headers: str
) -> Answer:
    """The answer to one call, over a connection of its own."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return sent(port, "POST", path(method), body, {**KIND, **named}, context)


def sent(
    port: int,
    verb: str,
    where: str,
    body: bytes | str = b"",
    headers: Mapping[str, str] | None = None,
    context: ssl.SSLContext | None = None,
) -> Answer:
    """The answer to any request."""
    connection = (
        http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        if context is None
        else http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS, context=context)
    )
    try:
        connection.request(verb, where, body, dict(headers or {}))
        response = connection.getresponse()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())
    finally:
        connection.close()


class Doors(NamedTuple):
    """A server with both doors."""

    grpc: grpc.aio.Channel
    address: str
    port: int

    async def asked(self, method: str, body: bytes | str = b"{}", **headers: str) -> Answer:
        """The answer to one call over HTTP."""
        return await asyncio.to_thread(asked, self.port, method, body, **headers)

    async def connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection on which anything can be said."""
        return await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 26)


@asynccontextmanager
async def doors(prepare: Any = jobs.prepare, **options: Any) -> AsyncIterator[Doors]:
    """A server in this process with one worker, which does jobs unless something else is said."""
    port = closed_port()
    asked = ServerOptions(**{"workers": 1, "queue_seconds": PATIENCE_SECONDS, "http": port, **options})
    async with serving(asked, prepare) as address, grpc.aio.insecure_channel(address) as channel:
        yield Doors(channel, address, port)


def with_doors(scenario: Callable[[Doors], Awaitable[None]], prepare: Any = jobs.prepare, **options: Any) -> None:
    """Runs a scenario beside such a server."""

    async def whole() -> None:
        async with asyncio.timeout(PATIENCE_SECONDS * 2), doors(prepare, **options) as both:
            await scenario(both)

    asyncio.run(whole())


def head(method: str, length: int | str, more: str = "") -> bytes:
    """The head of a call as it goes over the wire."""
    return (
        f"POST {path(method)} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        f"content-length: {length}\r\n{more}\r\n"
    ).encode()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """All that still comes until the other end closes."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""
