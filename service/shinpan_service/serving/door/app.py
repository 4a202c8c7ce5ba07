"""The calls of the service over HTTP as JSON, and the referee's page.

This is, with its neighbours, what needs the extra `http`; it is imported where HTTP is asked for.
"""

import asyncio
import logging
from hashlib import sha256
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn import Config

from shinpan.v1 import referee_pb2
from shinpan_records.page.file import ITS_SERVER, NoRuntime, referee_file

from ...messages.verifying import BATCH
from ..desk import Desk
from ..options import ServerOptions
from ..security.guard import Security
from .exchange import Aborted, Exchange
from .json_form import JSON
from .listening import HttpListener
from .replies import KIND, Reply, answered, refused

SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]
METHODS = [method.name for method in SERVICE.methods if not method.server_streaming] + [BATCH]
"""What can be called so: an answer is one message."""
MOST_HEAD_BYTES = 16 << 10
PART_BYTES = 1 << 16
"""So much of an answer is given to the system at a time."""
POLICY = f"connect-src {ITS_SERVER}; frame-ancestors 'none'"
ALWAYS = (("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"))
BY_NAME = (
    "call this server by its address or as localhost; by a name it is called where it asks for tokens or encrypts\n"
)
NO_PAGE = """この環境には審判のページが入っていません。
The referee's page is not part of this installation: its parts are built where npm is (docs/page.md).
"""


def is_address(host: str) -> bool:
    """Whether a request was made to an address, or to this machine as such. Any web site can give its own name our
    address, and then its pages may ask whatever answers there."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or bool(ip_address(name))
    except ValueError:
        return False


class Calls:
    """Answers the calls of one method."""

    def __init__(self, desk: Desk, method: str, by_any_name: bool) -> None:
        self._desk = desk
        self._method = method
        self._by_any_name = by_any_name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if not (self._by_any_name or is_address(request.headers.get("host", ""))):
            await _sent(send, _plain(421, BY_NAME))
            return
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != KIND:
            # Any web page can have a browser send other kinds here without asking.
            await _sent(send, _plain(415, f"send a request as {KIND}\n"))
            return
        exchange = Exchange(request)
        try:
            await _sent(send, await self._answered(exchange, request))
        except ClientDisconnect:
            pass
        finally:
            exchange.over()

    async def _answered(self, exchange: Exchange, request: Request) -> Reply:
        """The reply to a call. A client that goes is waited for no more."""
        answering = asyncio.create_task(self._desk.whole(self._method, exchange, JSON))
        gone = asyncio.create_task(exchange.gone())
        try:
            await asyncio.wait((answering, gone), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                raise ClientDisconnect
            return answered(answering.result(), exchange.trailing)
        except Aborted as error:
            return refused(error.status, request.headers.get("accept-language", ""), error.headers)
        finally:
            for task in (answering, gone):
                task.cancel()
            await asyncio.gather(answering, gone, return_exceptions=True)


class Page:
    """The referee as a file, which may ask this server and nobody else."""

    def __init__(self) -> None:
        try:
            self._page = referee_file(ITS_SERVER)
        except NoRuntime:
            self._page = b""
        self._tag = f'"{sha256(self._page).hexdigest()[:32]}"'

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._page:
            await _sent(send, _plain(404, NO_PAGE))
            return
        headers = (("content-type", "text/html; charset=utf-8"), ("etag", self._tag), ("cache-control", "no-cache"))
        if Request(scope, receive).headers.get("if-none-match") == self._tag:
            await _sent(send, Reply(304, headers, b""))
        else:
            await _sent(send, Reply(200, (*headers, ("content-security-policy", POLICY)), self._page))


def served(desk: Desk, security: Security, options: ServerOptions) -> HttpListener:
    """What listens for HTTP, once it is started."""
    # What clients do wrong is no matter of the log.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    # Where none of this is asked for, everybody on the machine is served: that is not every web page seen there.
    by_any_name = bool(options.tls_cert or options.tokens or options.insecure_plaintext)
    calls = [
        Route(f"/{SERVICE.full_name}/{name}", Calls(desk, name, by_any_name), methods=["POST"]) for name in METHODS
    ]
    routes = [Route("/", Page(), methods=["GET"]), *calls]
    config = Config(
        Starlette(routes=routes),
        http="h11",
        ws="none",
        lifespan="off",
        # Who a client is says its connection, never a header that anybody can write.
        proxy_headers=False,
        access_log=False,
        log_config=None,
        timeout_keep_alive=int(options.handshake_seconds) + 1,
        h11_max_incomplete_event_size=MOST_HEAD_BYTES,
    )
    config.load()
    return HttpListener(config, options, security.encryption)


def _plain(status: int, said: str) -> Reply:
    return Reply(status, (("content-type", "text/plain; charset=utf-8"),), said.encode())


async def _sent(send: Send, reply: Reply) -> None:
    """Sends a reply. When this is done the client has taken it: a part is sent when that before has been taken."""
    length = ("content-length", str(len(reply.body)))
    headers = [(name.encode(), value.encode("latin-1")) for name, value in (*reply.headers, *ALWAYS, length)]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    for at in range(0, len(reply.body), PART_BYTES):
        part = reply.body[at : at + PART_BYTES]
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body"})
