"""Shards judged by the workers of a Dask cluster (`there`), one a task; the key of a task is that of its shard.

What comes of a shard is brought here and kept by the run as ever. So whatever dies, all that was kept is kept, and the
rest is submitted again.
"""

import asyncio
import logging
import pickle
from collections.abc import AsyncIterator, Callable
from concurrent.futures import CancelledError
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from time import monotonic
from typing import Any

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.packs import PackText
from shinpan_service.serving.options import PROCESSORS
from shinpan_service.spawning import deaf_to_ctrl_c

from .crew import Killed
from .jobs import records_of
from .kept.fingerprint import differing, fingerprint
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
LOST = (CancelledError, OSError)
"""What a lost scheduler raises."""
TLS = "tls:"
_LOCAL = {"threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
_SETTINGS = {"distributed.admin.large-graph-warning-threshold": "64MB"}


class CannotJudge(EngineError):
    """The cluster cannot judge, and why."""


def is_installed() -> bool:
    """Whether what this needs is installed."""
    return find_spec(DASK) is not None


@asynccontextmanager
async def cluster(
    address: str, texts: tuple[PackText, ...], tell: Callable[[Message], None]
) -> AsyncIterator["Cluster"]:
    """A cluster; `tell` is told what happens to it. Raises `CannotJudge` if nobody answers."""
    dask: Any = import_module(DASK)
    # What it says of what is lost is said here in a sentence.
    logging.getLogger(DASK).setLevel(logging.CRITICAL)
    async with AsyncExitStack() as stack:
        stack.enter_context(import_module("dask").config.set(_SETTINGS))
        at: Any = address
        if address == LOCAL:
            with deaf_to_ctrl_c():
                at = await stack.enter_async_context(dask.LocalCluster(PROCESSORS, asynchronous=True, **_LOCAL))
        elif address.startswith(TLS):
            _has_certificate(dask)
        client = dask.Client(at, asynchronous=True, set_as_default=False, timeout=WAIT_SECONDS)
        stack.push_async_callback(client.close)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await client
        except ValueError:
            raise CannotJudge("cli.corpus.dask.address", address=address) from None
        except OSError:
            raise CannotJudge("cli.corpus.dask.unreachable", address=address, seconds=int(CONNECT_SECONDS)) from None
        yield Cluster(client, address, texts, tell)


def _has_certificate(dask: Any) -> None:
    """Raises `CannotJudge` if the configuration of Dask names no certificate, or one that cannot be read."""
    why = ""
    try:
        if dask.Security().get_connection_args("client")["ssl_context"] is not None:
            return
    except OSError as error:
        why = f": {error}"
    raise CannotJudge("cli.corpus.dask.certificate", why=why)


class Cluster:
    """A cluster that judges shards. Raises `CannotJudge` and `Killed`."""

    def __init__(self, client: Any, address: str, texts: tuple[PackText, ...], tell: Callable[[Message], None]) -> None:
        self._client = client
        self._address = address
        self._texts = texts
        self._fingerprint = fingerprint(texts)
        self._tell = tell
        self._given_up: Any = import_module(DASK).KilledWorker
        self._missed: float | None = None
        """Since when nobody has been there who judges."""
        self._losses = self._judged = 0
        tell(say("cli.corpus.dask.begun", address=client.scheduler.address, count=self._threads))

    @property
    def _threads(self) -> int:
        """Shards that the cluster judges at the same time, as far as is known."""
        running = self._client.status == "running"
        count: int = self._client.scheduler_info()["total_threads"] if running else 0
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
            except self._given_up:
                given_up += 1
                if given_up == MOST_GIVEN_UP:
                    raise CannotJudge("cli.corpus.dask.given_up", shard=name, count=given_up) from None
            except (EngineError, Killed):
                raise
            except Exception as error:
                if future.status == "error" or not isinstance(error, LOST):
                    raise CannotJudge("cli.corpus.dask.failed", why=f"{type(error).__name__}: {error}") from None
                self._losses += self._missed is None
                self._miss(say("cli.corpus.dask.lost", address=self._address, count=self._judged))
        self._judged += 1
        answer = self._answer(found)
        told(len(answer.lines))
        return answer

    async def _result(self, future: Any) -> Answered:
        """What a worker says, if it comes. Looks meanwhile whether there is somebody who judges."""
        coming = asyncio.ensure_future(future.result())
        try:
            while not (await asyncio.wait({coming}, timeout=LOOK_SECONDS))[0]:
                if self._threads:
                    self._missed = None
                else:
                    self._miss(say("cli.corpus.dask.no_worker", address=self._address, count=self._judged))
            found: Answered = coming.result()
        finally:
            coming.cancel()
        return found

    def _miss(self, note: Message) -> None:
        """Nobody is there who judges: it is told once, and waited for so long."""
        if self._missed is None:
            self._missed = monotonic()
            self._tell(note)
        elif monotonic() - self._missed > WAIT_SECONDS or self._client.status == "closed":
            raise CannotJudge("cli.corpus.dask.nobody", address=self._address, seconds=int(WAIT_SECONDS))

    def _answer(self, found: Answered) -> Answer:
        """What came of a shard, unless the worker would judge by something else."""
        if found.answer is not None:
            return found.answer
        names = differing(found.differs)
        raise CannotJudge("cli.corpus.dask.other", worker=found.worker, file=next(iter(names), ""), count=len(names))
