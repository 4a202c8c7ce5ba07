"""Children that judge records on all processors: the workers of the server, without the server.

A child notes each record that it has done. So if it dies it is known of which, and that one is given to others alone;
what it had yet to say of those before is asked again. A record that has cost `DEATHS` children is given up; whatever
else was with it is judged.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, TypeVar

from shinpan_service.messages.verifying import FILES
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.workers import Failed, MemoryUsedUp, NotBegun, Prepare, Worker, WorkerLost

from .files.many import Form
from .judging import encoded

DEATHS = 3
"""So many children may die of one record."""
MOST_TRIES = 3
"""So many children may die one after the other while they start."""
WAITING_EACH = 3
"""Groups for each child that are read before the earliest has been judged."""
OPTIONS = ServerOptions(deadline_seconds=3600)
"""A record that counts its steps ends by these. Time is no law: only what would never end is ended by it."""

Group = Sequence[tuple[Form, bytes]]
K = TypeVar("K")
T = TypeVar("T")


class Killed(Exception):
    """No child could be kept alive."""


class Crew:
    """So many children."""

    def __init__(self, prepare: Prepare, jobs: int) -> None:
        self._prepare = prepare
        self._jobs = jobs
        self._idle: asyncio.Queue[Worker | Killed] = asyncio.Queue()
        """Who can take records, or why nobody will any more."""
        self._wanted = 0
        """Children that were started or are about to be, without those that took the place of others."""
        self._children: set[Worker] = set()
        self.deaths = 0
        """Children that have died."""

    async def __aenter__(self) -> "Crew":
        """Nobody is started before there is a record for them."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for child in self._children:
            child.kill()
        for child in self._children:
            await child.gone.wait()

    @property
    def pids(self) -> list[int]:
        """The numbers of the children."""
        return [child.pid for child in self._children]

    async def _start(self) -> Worker:
        """A child, however often that has to be tried."""
        for _ in range(MOST_TRIES - 1):
            with suppress(WorkerLost, TimeoutError):
                return await self._started()
        try:
            return await self._started()
        except (WorkerLost, TimeoutError) as error:
            raise Killed(f"{type(error).__name__} {error}".strip()) from None

    async def _started(self) -> Worker:
        child = await Worker.start(self._prepare, OPTIONS)
        self._children.add(child)
        return child

    async def judge(self, records: Group) -> list[bytes | None]:
        """What is said of each record; None of one that has cost too many children."""
        said: list[bytes | None] = []
        while len(said) < len(records):
            said += await self._asked(records[len(said) :])
            if len(said) < len(records):
                said.append(await self._alone(records[len(said)]))
        return said

    async def _alone(self, record: tuple[Form, bytes]) -> bytes | None:
        """What is said of a record that has cost a child."""
        for _ in range(DEATHS - 1):
            if said := await self._asked([record]):
                return said[0]
        return None

    async def _asked(self, records: Group) -> list[bytes]:
        """What a child says of the records, as far as it comes."""
        request = encoded(records)
        while True:
            said: list[bytes] = []
            child = await self._free()
            try:
                await child.ask(FILES, request, said.append, ())
            except NotBegun:
                # It was killed while it had nothing to do.
                await self._replace(child)
                continue
            except (WorkerLost, MemoryUsedUp, Failed):
                unsaid = records[len(said) : child.parts]
                await self._replace(child)
                return said + (await self._asked(unsaid) if unsaid else [])
            self._idle.put_nowait(child)
            return said

    async def _free(self) -> Worker:
        """The next child that has nothing to do, or a new one. Raises `Killed` if there will be none."""
        if self._idle.empty() and self._wanted < self._jobs:
            self._wanted += 1
            await self._add()
        child = await self._idle.get()
        if isinstance(child, Killed):
            self._idle.put_nowait(child)
            raise child
        return child

    async def _add(self) -> None:
        """One child more. If it cannot be, nobody waits for it."""
        try:
            self._idle.put_nowait(await self._start())
        except Killed as error:
            self._idle.put_nowait(error)

    async def _replace(self, child: Worker) -> None:
        self.deaths += 1
        child.kill()
        await child.gone.wait()
        self._children.discard(child)
        await self._add()

    def in_order(self, groups: Iterator[tuple[K, Group]]) -> AsyncIterator[tuple[K, list[bytes | None]]]:
        """What is said of groups of records, in their order, each with what it is known by. They are read as they are
        needed."""

        async def judged(known_by: K, records: Group) -> tuple[K, list[bytes | None]]:
            return known_by, await self.judge(records)

        async def work() -> AsyncIterator[Coroutine[Any, Any, tuple[K, list[bytes | None]]]]:
            for known_by, records in groups:
                yield judged(known_by, records)

        return in_order(work(), lambda: WAITING_EACH * self._jobs)


async def in_order(work: AsyncIterator[Coroutine[Any, Any, T]], most: Callable[[], int]) -> AsyncIterator[T]:
    """What comes of some work, in its order; so much of it is under way at the same time."""
    waiting: deque[asyncio.Task[T]] = deque()
    try:
        async for one in work:
            waiting.append(asyncio.create_task(one))
            # Whoever is idle gets it now, and not when the next has been read.
            await asyncio.sleep(0)
            while len(waiting) >= most():
                yield await waiting.popleft()
        while waiting:
            yield await waiting.popleft()
    finally:
        for under_way in waiting:
            under_way.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
