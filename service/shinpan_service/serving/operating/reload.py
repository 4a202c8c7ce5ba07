"""Exchanges packs and settings while the server runs: all at once under a new number, or nothing.

New workers load what is new. When all of them are ready they take the calls; the old ones finish what they have.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NamedTuple

from ..desk import Desk
from ..options import AT_START, ServerOptions
from ..pool import Pool
from ..workers import Prepare

_log = logging.getLogger(__name__)

OnReload = Callable[[ServerOptions], Callable[[], None]]
"""Reads what is new, or raises what is wrong with it. What it gives puts that to use, and cannot fail."""


class Rereading(NamedTuple):
    """How a running server is asked for what is new, and where it reads the settings."""

    asked: asyncio.Event
    settings: Callable[[], ServerOptions]


class Reload:
    """What is exchanged in a running server."""

    def __init__(
        self,
        pool: Pool,
        desk: Desk,
        options: ServerOptions,
        prepare: Callable[[ServerOptions, int], Prepare],
        on_reload: Sequence[OnReload] = (),
    ) -> None:
        self._pool = pool
        self._desk = desk
        self._options = options
        self._prepare = prepare
        self.on_reload = on_reload
        """What else is read again: certificates, tokens."""

    async def again(self, settings: Callable[[], ServerOptions]) -> bool:
        """Exchanges everything, or keeps everything and says why. Says which of the two."""
        try:
            await self._exchange(settings())
        except Exception as error:
            _log.error("not reloaded, snapshot %d goes on: %s", self._pool.snapshot, error)
            return False
        _log.info("reloaded: this is snapshot %d", self._pool.snapshot)
        return True

    async def _exchange(self, read: ServerOptions) -> None:
        options = replace(read, **{name: getattr(self._options, name) for name in AT_START})
        put_to_use = [hook(options) for hook in self.on_reload]
        await self._pool.exchange(self._prepare(options, self._pool.snapshot + 1), options)
        for use in put_to_use:
            use()
        self._desk.take(options)
        if stays := [name for name in AT_START if getattr(read, name) != getattr(options, name)]:
            _log.warning("these settings change only when the server is started: %s", ", ".join(stays))
        self._options = options


@asynccontextmanager
async def reloading(reload: Reload, rereading: Rereading | None) -> AsyncIterator[None]:
    """Reloads whenever that is asked for, as long as the context lasts."""

    async def listen(asked: asyncio.Event, settings: Callable[[], ServerOptions]) -> None:
        while True:
            await asked.wait()
            asked.clear()
            await reload.again(settings)

    listening = asyncio.create_task(listen(*rereading)) if rereading else None
    try:
        yield
    finally:
        if listening:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
