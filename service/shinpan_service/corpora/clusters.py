"""Shards judged by the workers of a Dask cluster (`there`), one a task; the key of a task is that of its shard.

What comes of a shard is brought here and kept by the run as ever. So whatever dies, all that was kept is kept, and the
rest is submitted again.
"""

import asyncio
import logging
import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from time import monotonic
from types import TracebackType
from typing import Any

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.packs import PackText
from shinpan_service.serving.options import PROCESSORS
from shinpan_service.spawning import deaf_to_ctrl_c

from .crew import Killed
from .jobs import records_of
from .kept.fingerprint import file_digests, fingerprint
from .kept.shards import Shard
from .there import Answered, Asked, judged_there
from .ways import Answer, Told

DASK = "distributed"
LOCAL = "local"
"""Stands for a cluster on this machine that ends with the run."""
WAITING_EACH = 3
"""Shards under way for each that the cluster judges at the same time."""
CONNECT_SECONDS = 30.0
LOOK_SECONDS = 2.0
WAIT_SECONDS = 600.0
"""A run waits so long for a scheduler that has gone, or for a worker."""
MOST_GIVEN_UP = 10
"""Dask gives up a shard when some workers have died that had it; so often it is submitted again."""
_SETTINGS = {"distributed.admin.large-graph-warning-threshold": "64MB"}


class CannotJudge(EngineError):
    """The cluster cannot judge, and why."""


def is_installed() -> bool:
    """Whether what this needs is installed."""
    return find_spec(DASK) is not None


class Cluster:
    """A cluster as long as the context lasts. `tell` is told what happens to it. Raises `CannotJudge`."""

    def __init__(self, address: str, texts: tuple[PackText, ...], tell: Callable[[Message], None]) -> None:
        self._address = address
        self._texts = texts
        self._fingerprint = fingerprint(texts)
        self._tell = tell
        self._stack = AsyncExitStack()
        self._dask: Any = import_module(DASK)
        self._client: Any = None
        self._missed: float | None = None
        """Since when nobody has been there who judges."""
        self._losses = self._judged = 0

    async def __aenter__(self) -> "Cluster":
        # What it says of what is lost is said here in a sentence.
        logging.getLogger(DASK).setLevel(logging.CRITICAL)
        self._stack.enter_context(import_module("dask").config.set(_SETTINGS))
        try:
            await self._connect()
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def _connect(self) -> None:
        at: Any = self._address
        if at == LOCAL:
            with deaf_to_ctrl_c():
                at = await self._stack.enter_async_context(self._local())
        self._client = self._dask.Client(at, asynchronous=True, set_as_default=False, timeout=WAIT_SECONDS)
        self._stack.push_async_callback(self._client.close)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._client
        except ValueError:
            raise CannotJudge("cli.corpus.dask.address", address=self._address) from None
        except OSError:
            seconds = int(CONNECT_SECONDS)
            raise CannotJudge("cli.corpus.dask.unreachable", address=self._address, seconds=seconds) from None
        self._tell(say("cli.corpus.dask.begun", address=self._client.scheduler.address, count=self._threads))

    def _local(self) -> Any:
        """A cluster of this machine: a worker for each processor."""
        return self._dask.LocalCluster(
            n_workers=PROCESSORS,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            asynchronous=True,
        )

    @property
    def _threads(self) -> int:
        """Shards that the cluster judges at the same time, as far as is known."""
        count: int = self._client.scheduler_info().get("total_threads", 0)
        return count

    @property
    def most(self) -> int:
        """Shards that are under way at the same time."""
        return WAITING_EACH * max(self._threads, 1)

    @property
    def noted(self) -> dict[str, object]:
        """What is written down of it."""
        return {"dask": self._address, "losses": self._losses}

    async def judge(self, shard: Shard, told: Told) -> Answer:
        """Judges a shard, however often it is lost."""
        asked = pickle.dumps(Asked(self._fingerprint, self._texts, records_of(shard.records)))
        name = f"shinpan-{shard.key(self._fingerprint)}"
        found: Answered | None = None
        given_up = 0
        while found is None:
            future = self._client.submit(judged_there, asked, key=f"{name}-{given_up}")
            try:
                found = await self._result(future)
            except self._dask.KilledWorker:
                given_up += 1
                if given_up == MOST_GIVEN_UP:
                    raise CannotJudge("cli.corpus.dask.given_up", shard=name, count=given_up) from None
            except (CancelledError, OSError) as error:
                if future.status == "error":
                    raise CannotJudge("cli.corpus.dask.failed", why=str(error)) from None
                self._losses += self._missed is None
                self._miss("cli.corpus.dask.lost")
        self._missed = None
        self._judged += 1
        answer = self._answer(found)
        told(len(answer.lines))
        return answer

    async def _result(self, future: Any) -> Answered:
        """What a worker says, if it comes. Looks meanwhile whether there is somebody who judges."""
        coming = asyncio.ensure_future(future.result())
        try:
            while not coming.done():
                await asyncio.wait({coming}, timeout=LOOK_SECONDS)
                if not coming.done() and not self._threads:
                    self._miss("cli.corpus.dask.no_worker")
            found: Answered = coming.result()
        except (CancelledError, OSError, Killed, self._dask.KilledWorker):
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise CannotJudge("cli.corpus.dask.failed", why=why) from None
        finally:
            coming.cancel()
        return found

    def _miss(self, key: str) -> None:
        """Nobody is there who judges: it is told once, and waited for so long."""
        if self._missed is None:
            self._missed = monotonic()
            self._tell(say(key, address=self._address, count=self._judged))
        elif monotonic() - self._missed > WAIT_SECONDS:
            raise CannotJudge("cli.corpus.dask.nobody", address=self._address, seconds=int(WAIT_SECONDS))

    def _answer(self, found: Answered) -> Answer:
        """What came of a shard. Raises `CannotJudge` if the worker would judge by something else."""
        if found.answer is not None:
            return found.answer
        ours = file_digests()
        names = sorted(name for name in {*ours, *found.differs} if ours.get(name) != found.differs.get(name))
        raise CannotJudge("cli.corpus.dask.other", worker=found.worker, file=next(iter(names), ""), count=len(names))
