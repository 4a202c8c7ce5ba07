"""How fast many records are judged: as text, exported or by hand, as protobuf, in one file; by one process and by two,
through the service, on a Dask cluster. All in one run, in turn, so that noise falls on all alike: only the ratios mean
something, and on a machine that has other work only those of processor time.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import ENGLISH
from shinpan_service.client import Client
from shinpan_service.serving.options import PROCESSORS, ServerOptions
from shinpan_service.serving.server import running
from shinpan_service.workbench.bench import Told
from shinpan_service.workbench.by_hand import by_hand

from . import clusters, judging
from .crew import in_order
from .files.many import END, Form, Kept, Packing
from .files.sources import sources
from .files.writing import written
from .kept import rows
from .kept.shards import Shard
from .ways import Answer, Here, Way

JOBS = (1, 2)
CANONICAL, LENIENT, PROTOBUF, PACKED = FORMS = ("transcripts", "transcripts by hand", "protobuf", "one file")
PROCESSES, SERVER, DASK = "processes", "server", "dask"
FIGURES = len(JOBS) * len(FORMS) + 1 + clusters.is_installed()
"""Steps of a round."""
SHARDS = {PROCESSES: 1000, DASK: 16}
"""Records that are together as usual, and few, since a bench has no more for the workers of a cluster."""


class Figure(NamedTuple):
    """Records of a form in a second, the best of all rounds, and the least processor time of one; the start of
    processes is not counted."""

    form: str
    way: str
    jobs: int
    """Processes that judge."""
    records: float
    first_ms: float
    """Milliseconds of the first process: reading, hashing, handing over, taking rows."""
    judging_ms: float | None = None
    """Milliseconds of the processes that judge, where the system says so of these."""


class Peak(NamedTuple):
    """The memory of the first process at its peak, after so many records."""

    records: int
    peak_kib: int


_Key = tuple[str, str, int]
"""The first fields of a figure."""


class _Taken(NamedTuple):
    """Seconds: of the clock, of this process, of its children."""

    clock: float
    first: float
    judging: float | None = None


def measure(records: Sequence[Record], rounds: int, memory_records: int, told: Told) -> tuple[list[Figure], list[Peak]]:
    """All figures, and the memory over so many records if any are asked for."""
    with TemporaryDirectory(prefix="shinpan-bench-") as folder:
        return asyncio.run(_measured(_made(Path(folder), records), len(records), rounds, memory_records, told))


async def _measured(
    made: Mapping[str, Path], count: int, rounds: int, memory_records: int, told: Told
) -> tuple[list[Figure], list[Peak]]:
    prepare = partial(judging.prepare, rows.say_row, ())
    async with AsyncExitStack() as stack:
        ways = {jobs: await stack.enter_async_context(Here(prepare, jobs)) for jobs in JOBS}
        work: dict[_Key, Callable[[], Coroutine[Any, Any, _Taken]]] = {}
        work |= {
            (form, PROCESSES, jobs): partial(_by_way, ways[jobs], made[form], SHARDS[PROCESSES])
            for form in FORMS
            for jobs in JOBS
        }
        client = stack.enter_context(Client(stack.enter_context(running(ServerOptions(workers=JOBS[-1])))))
        work[PROTOBUF, SERVER, JOBS[-1]] = partial(_by_server, client, made[PROTOBUF])
        found = await _rounds(work, rounds, told)
        peaks = await _memory(ways[JOBS[-1]], made[PACKED], count, memory_records, told)
    if clusters.is_installed():
        # By itself: its scheduler is in this process too, and always has something to do.
        async with clusters.cluster(clusters.LOCAL, (), lambda _: None) as cluster:
            by_dask = partial(_by_way, cluster, made[PACKED], SHARDS[DASK])
            found |= await _rounds({(PACKED, DASK, PROCESSORS): by_dask}, rounds, told)
    return [_best(key, taken, count) for key, taken in found.items()], peaks


async def _rounds(
    work: Mapping[_Key, Callable[[], Coroutine[Any, Any, _Taken]]], rounds: int, told: Told
) -> dict[_Key, list[_Taken]]:
    """What some work takes in each round. Before the first, processes are started and load everything."""
    for measured in work.values():
        await measured()
    found: dict[_Key, list[_Taken]] = {key: [] for key in work}
    for _ in range(rounds):
        for key, measured in work.items():
            found[key].append(await measured())
            told(1)
    return found


def _best(key: _Key, taken: Sequence[_Taken], count: int) -> Figure:
    """The figure of some rounds."""
    judging = [one.judging for one in taken if one.judging is not None]
    first = min(one.first for one in taken)
    each = 1000 / count
    return Figure(*key, count / min(one.clock for one in taken), first * each, min(judging) * each if judging else None)


async def _by_way(way: Way, path: Path, shard: int) -> _Taken:
    """What it takes to read and judge all records at a place, and to have their rows."""
    pids = way.pids if isinstance(way, Here) else []
    begun, first, before = perf_counter(), process_time(), seconds_of(pids)
    async for answer in in_order(_judging(way, path, shard), lambda: way.most):
        assert answer.lines, "each record has its row"
    after = seconds_of(pids)
    judging = None if before is None or after is None else after - before
    return _Taken(perf_counter() - begun, process_time() - first, judging)


async def _judging(way: Way, path: Path, count: int) -> AsyncIterator[Coroutine[Any, Any, Answer]]:
    for shard in _shards(path, count):
        yield way.judge(shard, lambda _: None)


def _shards(path: Path, count: int) -> Iterator[Shard]:
    """The records at a place in shards of so many, hashed as those of a corpus are."""
    found = sources([str(path)])
    while records := [*islice(found, count)]:
        yield Shard(records, [sha256(one.data).digest() for one in records], [])


async def _by_server(client: Client, path: Path) -> _Taken:
    """What it takes to read all records at a place and have them judged over one stream."""
    begun, first = perf_counter(), process_time()
    found = ((one.name, record_pb2.Record.FromString(one.data)) for one in sources([str(path)]))
    for keyed in client.verify_many(found):
        assert keyed.HasField("report"), "each record has its report"
    return _Taken(perf_counter() - begun, process_time() - first)


def seconds_of(pids: Sequence[int]) -> float | None:
    """Processor time of some processes, in seconds; None where there is no such table of them."""
    if not pids or not os.path.exists("/proc/self/stat"):
        return None
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def _memory(way: Way, path: Path, count: int, records: int, told: Told) -> list[Peak]:
    """The peak after a tenth of the records and after all of them; nothing without any."""
    if not records:
        return []
    import resource  # noqa: PLC0415  # it is not there on Windows

    found, judged = list[Peak](), 0
    for part in (records // 10, records):
        while judged < part:
            await _by_way(way, path, SHARDS[PROCESSES])
            judged += count
            told(count)
        found.append(Peak(judged, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
    return found


def _made(folder: Path, records: Sequence[Record]) -> dict[str, Path]:
    """The records in every form."""
    made = {form: folder / form for form in FORMS[:-1]}
    for path in made.values():
        path.mkdir()
    made[PACKED] = folder / f"all{END}"
    with made[PACKED].open("wb") as file:
        packing = Packing(file)
        for number, record in enumerate(records):
            data = written(record, Form.BINARY, GAMES, ENGLISH)
            (made[PROTOBUF] / f"{number:06d}.pb").write_bytes(data)
            (made[CANONICAL] / f"{number:06d}.shinpan").write_bytes(written(record, Form.TRANSCRIPT, GAMES, ENGLISH))
            (made[LENIENT] / f"{number:06d}.shinpan").write_text(by_hand(record), "utf-8")
            packing.add(Kept(f"{number:06d}.pb".encode(), Form.BINARY, data))
    return made
