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

    @property
    def share(self) -> float:
        """What the stream has of so many processors judging and nothing else."""
        return self.batch / (self.in_process * min(self.workers, PROCESSORS))


class Calls(NamedTuple):
    """Milliseconds of single calls, best of all rounds."""

    clients: int
    p50: float
    p99: float


def measure(records: Sequence[record_pb2.Record], rounds: int, told: Told) -> tuple[Batch, list[Calls]]:
    """All figures, in turn, so that noise falls on all alike."""
    options = ServerOptions()
    requests = [referee_pb2.VerifyReplayRequest(record=record).SerializeToString() for record in records]
    judging.prepare()
    in_process = batch = float("inf")
    calls: dict[int, list[Calls]] = {clients: [] for clients in CLIENTS}
    with running(options) as address, Client(address) as client:
        for _ in range(rounds):
            in_process = min(in_process, _in_process(requests))
            told(1)
            batch = min(batch, _over_one_stream(client, records))
            told(1)
            for clients, seen in calls.items():
                seen.append(_single(address, records, clients))
                told(1)
    best = [Calls(number, min(one.p50 for one in seen), min(one.p99 for one in seen)) for number, seen in calls.items()]
    return Batch(len(records) / in_process, len(records) / batch, options.workers), best


def _in_process(requests: Sequence[bytes]) -> float:
    start = perf_counter()
    for request in requests:
        judging.answer("VerifyReplay", request, lambda _: None)
    return perf_counter() - start


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
        seen = sorted(time for part in pool.map(calls, range(clients)) for time in part)
    return Calls(clients, seen[len(seen) // 2], seen[len(seen) * 99 // 100])


def _milliseconds(client: Client, record: record_pb2.Record) -> float:
    start = perf_counter()
    client.verify(record)
    return 1000 * (perf_counter() - start)
