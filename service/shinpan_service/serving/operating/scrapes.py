"""A page of figures over HTTP, on a port of its own: one request a connection, bounded in size, time and number."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from shinpan_engine.kernel.forms.system import why_of_system

from ..options import CannotServe, ServerOptions
from .calls import Watcher, Workers

PATH = b"/metrics"
KIND = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = 5
"""So long a request may take to arrive, and its answer to be fetched, together."""
MOST_BYTES = 8 << 10
"""Of the head of a request. What comes behind it is not read."""
MOST_CONNECTIONS = 16


Refuses = Callable[[list[tuple[str, str]]], str]
"""Why somebody with these headers is not shown the figures, as HTTP says it; nothing if they are."""


class Scrapes:
    """Answers whoever asks for the figures."""

    def __init__(self, text: Callable[[], bytes], refuses: Refuses) -> None:
        self._text = text
        self._refuses = refuses
        self._open: dict[asyncio.StreamWriter, None] = {}
        """Connections, the earliest first."""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers one connection, and ends it, whatever comes. Of too many the earliest gives way: a request for
        figures takes a moment, and only what is none is there for long."""
        if len(self._open) >= MOST_CONNECTIONS:
            earliest = next(iter(self._open))
            del self._open[earliest]
            earliest.transport.abort()
        self._open[writer] = None
        try:
            async with asyncio.timeout(SECONDS):
                writer.write(self._answer(await reader.readuntil(b"\r\n\r\n")))
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            pass
        finally:
            self._open.pop(writer, None)
            writer.transport.abort()

    def _answer(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if path != PATH:
            return _said("404 Not Found", b"The figures are at /metrics.\n")
        if method not in (b"GET", b"HEAD"):
            return _said("405 Method Not Allowed", b"The figures can only be read.\n")
        if why := self._refuses(_headers(head)):
            return _said(why, b"The figures take a token with the scope metrics.\n")
        return _said("200 OK", self._text(), with_body=method == b"GET")


def _headers(head: bytes) -> list[tuple[str, str]]:
    """The headers of a request, their names in small letters."""
    lines = [line.partition(":") for line in head.decode("latin-1").split("\r\n")[1:]]
    return [(name.strip().lower(), value.strip()) for name, colon, value in lines if colon]


def _said(status: str, body: bytes, with_body: bool = True) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {KIND}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + (body if with_body else b"")


@asynccontextmanager
async def scraped(host: str, port: int, scrapes: Scrapes) -> AsyncIterator[None]:
    """The page as long as the context lasts. Raises `CannotServe` if nobody can listen there."""
    try:
        server = await asyncio.start_server(scrapes.answer, host, port, limit=MOST_BYTES)
    except OSError as error:
        raise CannotServe("service.start.figures", host=host, port=port, why=why_of_system(error)) from None
    try:
        yield
    finally:
        server.close()


@asynccontextmanager
async def figures(
    options: ServerOptions, workers: Callable[[], Workers], refuses: Refuses
) -> AsyncIterator[Sequence[Watcher]]:
    """Counts all calls and shows what was counted, if that is asked for. Gives who counts."""
    if options.metrics_port is None:
        yield ()
        return
    from .metrics import Figures  # noqa: PLC0415  # it needs the extra `metrics`

    counted = Figures(workers)
    async with scraped(options.metrics_host, options.metrics_port, Scrapes(counted.text, refuses)):
        yield (counted,)
