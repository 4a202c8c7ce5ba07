"""Opens the door of HTTP, if that is asked for: only then its extra is needed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ..desk import Desk
from ..options import ServerOptions
from ..security.guard import Security


def in_address(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def http_url(options: ServerOptions) -> str:
    """Where the server is reached over HTTP."""
    scheme = "http" if options.tls_cert is None else "https"
    return f"{scheme}://{in_address(options.host)}:{options.http}/"


@asynccontextmanager
async def http_door(desk: Desk, security: Security, options: ServerOptions, last_words: float) -> AsyncIterator[None]:
    """The same calls over HTTP as long as the context lasts; then those that are answered have so many seconds to be
    taken."""
    if options.http is None:
        yield
        return
    from .app import served  # noqa: PLC0415  # it needs the extra `http`

    listener = served(desk, security, options)
    await listener.start(options.http)
    try:
        yield
    finally:
        await listener.stop(last_words)
