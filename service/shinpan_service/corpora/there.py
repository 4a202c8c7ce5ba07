"""What a worker of a Dask cluster does with a shard: it has the shard judged by children of its own.

They are there for all shards that are judged by the same packs, and end when no more come, or with the worker.
"""

import asyncio
import multiprocessing
import pickle
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import NamedTuple

from shinpan_engine.kernel.packs import PackText

from . import judging
from .files.many import Form
from .files.sources import Source
from .kept import rows
from .kept.fingerprint import file_digests, fingerprint
from .kept.shards import Shard
from .ways import Answer, Here

IDLE_SECONDS = 20
"""Children that have had nothing to do for so long end."""


class Asked(NamedTuple):
    """A shard on its way to a worker, with the packs that it is judged by and what the results are to rest on."""

    fingerprint: bytes
    texts: tuple[PackText, ...]
    records: Sequence[tuple[Form, bytes]]


class Answered(NamedTuple):
    """What a worker says."""

    worker: str
    answer: Answer | None
    """None if it would judge by something else: nothing was judged."""
    differs: dict[str, str]
    """The digests of its files then."""


async def judged_there(asked_in_bytes: bytes) -> Answered:
    """Judges a shard. Dask runs it in the loop of a worker."""
    # Whoever can send this can have Dask run anything.
    asked: Asked = pickle.loads(asked_in_bytes)  # noqa: S301
    worker = import_module("distributed").get_worker()
    if fingerprint(asked.texts) != asked.fingerprint:
        return Answered(worker.address, None, file_digests())
    children = _all.get(asked.fingerprint)
    if children is None:
        children = _all[asked.fingerprint] = _Children(asked, worker.state.nthreads)
    shard = Shard([Source("", "", form, data) for form, data in asked.records], [], [])
    return Answered(worker.address, await children.judge(shard), {})


class _Children:
    """The children of a worker that judge by the same packs."""

    def __init__(self, asked: Asked, count: int) -> None:
        # Dask's workers are processes that may have no children, lest these outlive them; ours do not.
        multiprocessing.current_process().daemon = False
        self._here = Here(partial(judging.prepare, rows.say_row, asked.texts), count)
        self._fingerprint = asked.fingerprint
        self._shards = 0
        """That are being judged."""
        self._life = asyncio.create_task(self._live())

    async def judge(self, shard: Shard) -> Answer:
        """Judges a shard."""
        self._shards += 1
        try:
            return await self._here.judge(shard, lambda _: None)
        finally:
            self._shards -= 1

    async def _live(self) -> None:
        """Ends the children when they have nothing to do. With its loop the worker ends this task, and they end too."""
        async with self._here:
            idle = 0
            while idle < IDLE_SECONDS:
                await asyncio.sleep(1)
                idle = 0 if self._shards else idle + 1
            del _all[self._fingerprint]


_all: dict[bytes, _Children] = {}
"""The children of this process, by the fingerprint of what they judge by."""
