"""Well-behaved clients, each in a process of its own, so that what is measured is the server."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple

import grpc
from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped]  # no marker, though it has types
from grpc_status import rpc_status

from shinpan_service.messages.playing.kept import PLAY

from .wire import SERVICE

STREAMING = ("StreamReplaySteps",)
BATCH = "BatchVerifyReplays"
LONGEST_SECONDS = 10
"""What a client waits for one answer."""
_OPTIONS = [("grpc.max_receive_message_length", 16 << 20), ("grpc.use_local_subchannel_pool", 1)]


def reason_of(error: Any) -> str:
    """Why a call failed: the reason that the service gives, or else the transport's code."""
    status = rpc_status.from_call(error)
    return (status and reason_in(status.details)) or str(error.code().name)


def reason_in(details: Iterable[Any]) -> str:
    """The reason that the service gives among the details of an error, if it does."""
    info = ErrorInfo()
    return str(info.reason) if any(detail.Unpack(info) for detail in details) else ""


class Seen(NamedTuple):
    """What clients saw: the seconds of each call that was answered, how many failed by reason, and how long it took."""

    took: list[float]
    failed: Counter[str]
    seconds: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.took) / self.seconds

    def at(self, part: float) -> float:
        """The milliseconds within which so much of the calls were answered."""
        if not self.took:
            return float("inf")
        return 1000 * sorted(self.took)[min(len(self.took) - 1, int(part * len(self.took)))]

    def __str__(self) -> str:
        failed = "".join(f", {count} {reason}" for reason, count in sorted(self.failed.items()))
        return f"{len(self.took)} ok{failed}, p50 {self.at(0.5):.1f} p99 {self.at(0.99):.1f} ms"


def together(parts: list[Seen]) -> Seen:
    """What several clients saw at the same time."""
    failed = sum((part.failed for part in parts), Counter())
    return Seen([took for part in parts for took in part.took], failed, max(part.seconds for part in parts))


def channel(address: str) -> grpc.Channel:
    """A connection of its own, shared with no other channel of this process."""
    return grpc.insecure_channel(address, options=_OPTIONS)


def caller(channel: grpc.Channel, method: str) -> Callable[..., Any]:
    """A method that takes bytes, or all messages of a stream, and gives all parts of the answer."""
    path = f"/{SERVICE}/{method}"
    if method in (BATCH, PLAY):
        both_ways = channel.stream_stream(path)
        return lambda *requests, **options: list(both_ways(iter(requests), **options))
    if method in STREAMING:
        stream = channel.unary_stream(path)
        return lambda request, **options: list(stream(request, **options))
    return channel.unary_unary(path)


def calls(
    address: str,
    method: str,
    request: bytes,
    seconds: float = 3600,
    most: int = 10**9,
    wait: float = LONGEST_SECONDS,
) -> Seen:
    """Calls one after the other, for so long or so many."""
    took: list[float] = []
    failed: Counter[str] = Counter()
    with channel(address) as connection:
        call, begun = caller(connection, method), time.monotonic()
        while time.monotonic() - begun < seconds and len(took) + failed.total() < most:
            start = time.perf_counter()
            try:
                call(request, timeout=wait)
            except grpc.RpcError as error:
                failed[reason_of(error)] += 1
            else:
                took.append(time.perf_counter() - start)
        return Seen(took, failed, time.monotonic() - begun)


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes to call from, each ready."""
    with ProcessPoolExecutor(count, get_context("spawn")) as pool:
        for ready in [pool.submit(time.sleep, 0.5) for _ in range(count)]:
            ready.result()
        yield pool


@contextmanager
def neighbour(address: str, method: str, request: bytes, seconds: float) -> Iterator["Future[Seen]"]:
    """Somebody else who calls one by one for so long; what they saw is there when the context ends."""
    with processes(1) as pool:
        future = pool.submit(calls, address, method, request, seconds)
        yield future
        future.result()


def flood(address: str, requests: list[tuple[str, bytes]], seconds: float | None = None, connections: int = 1) -> Seen:
    """Makes all calls at once. Gives what became of them; they are waited for at most so long."""
    channels = [channel(address) for _ in range(connections)]
    begun = time.monotonic()
    futures = [
        channels[number % connections].unary_unary(f"/{SERVICE}/{method}").future(request, timeout=seconds)
        for number, (method, request) in enumerate(requests)
    ]
    took: list[float] = []
    failed: Counter[str] = Counter()
    for future in futures:
        error = future.exception()
        if error is None:
            took.append(time.monotonic() - begun)
        else:
            failed[reason_of(error)] += 1
    for connection in channels:
        connection.close()
    return Seen(took, failed, time.monotonic() - begun)
