"""How fast the service judges, beside the same work in one process: records over one stream, and single calls."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import NamedTuple

from shinpan.v1 import record_pb2, referee_pb2

from .client import Client
from .messages import judging
from .serving.options import PROCESSORS, ServerOptions
from .serving.server import running
from .workbench.bench import Told

CLIENTS = (1, 8, 32)
CALLS = 200
"""Single calls of a round, of all clients together."""
FIGURES = 2 + len(CLIENTS)
"""Steps of a round."""


class Batch(NamedTuple):
    """Records a second, best of all rounds."""

    in_process: float
    batch: float
    workers: int
    in_process_ms: float
    """The time of one record in process, half of them quicker; what single calls are compared with."""

    @property
    def share(self) -> float:
        """What the stream has of so many processors judging and nothing else."""
        return self.batch / (self.in_process * min(self.workers, PROCESSORS))


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
    in_process = batch = one = float("inf")
    calls: dict[int, list[Calls]] = {clients: [] for clients in CLIENTS}
    with running(options) as address, Client(address) as client:
        for _ in range(rounds):
            times = _in_process(requests)
            in_process, one = min(in_process, sum(times)), min(one, _at(times, 50))
            told(1)
            batch = min(batch, _over_one_stream(client, records))
            told(1)
            for clients, seen in calls.items():
                seen.append(_single(address, records, clients))
                told(1)
    best = [
        Calls(clients, p50, p99, p50 / one, p99 / one)
        for clients, seen in calls.items()
        for p50, p99 in [(min(call.p50 for call in seen), min(call.p99 for call in seen))]
    ]
    return Batch(1000 * len(records) / in_process, len(records) / batch, options.workers, one), best


def _in_process(requests: Sequence[bytes]) -> list[float]:
    """The milliseconds of each."""
    times = []
    for request in requests:
        start = perf_counter()
        judging.answer("VerifyReplay", request, lambda _: None)
        times.append(1000 * (perf_counter() - start))
    return times


def _at(times: Sequence[float], percent: int) -> float:
    return sorted(times)[len(times) * percent // 100]


def _over_one_stream(client: Client, records: Sequence[record_pb2.Record]) -> float:
    start = perf_counter()
    found = sum(1 for _ in client.verify_many((str(number), record) for number, record in enumerate(records)))
    assert found == len(records), "each record has one result"
    return perf_counter() - start


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
