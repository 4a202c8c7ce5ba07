"""How fast the service judges, beside the same work in one process and in as many as the service has: records over one
stream, and single calls."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path
from threading import Barrier
from time import perf_counter, process_time
from typing import NamedTuple

from shinpan.v1 import record_pb2, referee_pb2

from .client import Client
from .corpora.benching import seconds_of
from .messages import judging
from .serving.options import PROCESSORS, ServerOptions
from .serving.server import SERVER, running
from .spawning import SPAWN
from .workbench.bench import Told

CLIENTS = (1, 8, 32)
CALLS = 200
"""Single calls of a round, of all clients together."""
FIGURES = 3 + len(CLIENTS)
"""Steps of a round."""


class Batch(NamedTuple):
    """Records a second, best of all rounds."""

    in_process: float
    in_parallel: float
    """In as many processes as there are workers or processors, all at the same time."""
    batch: float
    workers: int
    in_process_ms: float
    """The time of one record in process, half of them quicker; what single calls are compared with."""
    client: float
    """What the client takes of one processor meanwhile: it runs on the same machine, and reads all reports."""
    judging_share: float | None
    """What judging takes in process of the processor time that the service takes for the same; None where the system
    has no table of processes. It is the one figure that other programs on the machine change little."""

    @property
    def left(self) -> float:
        """What the client leaves of the processors that judge: it is no part of the service."""
        return min(self.workers, PROCESSORS - self.client) / min(self.workers, PROCESSORS)

    @property
    def share(self) -> float:
        """What the stream has of so many processors judging and nothing else, but for what the client takes."""
        return self.batch / (self.in_process * min(self.workers, PROCESSORS) * self.left)

    @property
    def parallel_share(self) -> float:
        """What it has of these processes. Two processors that share caches, or a core, do less than twice one."""
        return self.batch / (self.in_parallel * self.left)


class Stream(NamedTuple):
    """The seconds of all records over one stream, and those that processors were busy with it."""

    seconds: float
    client: float
    service: float | None


class Calls(NamedTuple):
    """Milliseconds of single calls, best of all rounds."""

    clients: int
    p50: float
    p99: float
    p50_ratio: float = 0
    p99_ratio: float = 0
    """The same as multiples of a record in process."""


def measure(records: Sequence[record_pb2.Record], rounds: int, told: Told) -> tuple[Batch, list[Calls]]:
    """All figures, in turn, so that noise falls on all alike."""
    options = ServerOptions()
    requests = [referee_pb2.VerifyReplayRequest(record=record).SerializeToString() for record in records]
    judging.prepare()
    processes = min(options.workers, PROCESSORS)
    in_process = in_parallel = one = float("inf")
    streams: list[Stream] = []
    judging_seconds = 0.0
    calls: dict[int, list[Calls]] = {clients: [] for clients in CLIENTS}
    others = _servers()
    with _judges(processes, requests) as together, running(options) as address, Client(address) as client:
        (front,) = _servers() - others
        # Before the first round, so that all have loaded everything.
        _in_process(requests)
        _over_one_stream(client, records, front)
        for _ in range(rounds):
            begun = process_time()
            times = _in_process(requests)
            judging_seconds += process_time() - begun
            in_process, one = min(in_process, sum(times)), min(one, _at(times, 50))
            told(1)
            in_parallel = min(in_parallel, together())
            told(1)
            streams.append(_over_one_stream(client, records, front))
            told(1)
            for clients, seen in calls.items():
                seen.append(_single(address, records, clients))
                told(1)
    best = [
        Calls(clients, p50, p99, p50 / one, p99 / one)
        for clients, seen in calls.items()
        for p50, p99 in [(min(call.p50 for call in seen), min(call.p99 for call in seen))]
    ]
    quickest = min(streams, key=lambda stream: stream.seconds)
    return Batch(
        1000 * len(records) / in_process,
        1000 * len(records) * processes / in_parallel,
        len(records) / quickest.seconds,
        options.workers,
        one,
        quickest.client / quickest.seconds,
        _share_of(judging_seconds, [stream.service for stream in streams]),
    ), best


def _in_process(requests: Sequence[bytes]) -> list[float]:
    """The milliseconds of each."""
    times = []
    for request in requests:
        start = perf_counter()
        judging.answer("VerifyReplay", request, lambda _: None)
        times.append(1000 * (perf_counter() - start))
    return times


@contextmanager
def _judges(count: int, requests: Sequence[bytes]) -> Iterator[Callable[[], float]]:
    """So many processes. Gives what has each of them judge all requests at the same time, and says how many
    milliseconds the slowest took."""
    with ProcessPoolExecutor(count, SPAWN, _prepare, (requests, SPAWN.Barrier(count))) as pool:
        yield lambda: max(judging.result() for judging in [pool.submit(_judged) for _ in range(count)])


_given: list[tuple[Sequence[bytes], Barrier]] = []
"""What a process is to judge, and where it waits for the others."""


def _prepare(requests: Sequence[bytes], others: Barrier) -> None:
    judging.prepare()
    _given.append((requests, others))


def _judged() -> float:
    ((requests, others),) = _given
    others.wait()
    return sum(_in_process(requests))


def _at(times: Sequence[float], percent: int) -> float:
    return sorted(times)[len(times) * percent // 100]


def _over_one_stream(client: Client, records: Sequence[record_pb2.Record], front: int) -> Stream:
    """Has all records judged over one stream."""
    service = _service(front)
    start, busy, before = perf_counter(), process_time(), seconds_of(service)
    found = sum(1 for _ in client.verify_many((str(number), record) for number, record in enumerate(records)))
    assert found == len(records), "each record has one result"
    seconds, busy, after = perf_counter() - start, process_time() - busy, seconds_of(service)
    return Stream(seconds, busy, None if before is None or after is None else after - before)


def _servers() -> set[int]:
    """The servers of this process: besides the one that is measured, others may run."""
    return {child.pid for child in active_children() if child.name == SERVER and child.pid}


def _service(front: int) -> list[int]:
    """The processes of the service, or none where the system does not show them."""
    children = Path(f"/proc/{front}/task/{front}/children")
    return [front, *map(int, children.read_text("ascii").split())] if children.exists() else []


def _share_of(judging: float, service: Sequence[float | None]) -> float | None:
    """What judging takes of all that the service takes."""
    seconds = sum(one for one in service if one is not None)
    return judging / seconds if seconds else None


def _single(address: str, records: Sequence[record_pb2.Record], clients: int) -> Calls:
    """The time of single calls by clients that are threads of this process, each with its own connection."""
    share = [records[number % len(records)] for number in range(CALLS // clients)]

    def calls(_: int) -> list[float]:
        with Client(address) as client:
            client.game("wars3x3")
            return [_milliseconds(client, record) for record in share]

    with ThreadPoolExecutor(clients) as pool:
        seen = [time for part in pool.map(calls, range(clients)) for time in part]
    return Calls(clients, _at(seen, 50), _at(seen, 99))


def _milliseconds(client: Client, record: record_pb2.Record) -> float:
    start = perf_counter()
    client.verify(record)
    return 1000 * (perf_counter() - start)
