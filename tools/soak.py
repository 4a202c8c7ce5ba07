"""Mixed load on a server for a long time: `python -m tools.soak --seconds 600`.

Ordinary calls, streams, views, lists, games that are played, mutants, deadlines that are hit, streams broken off and
fresh connections, from several clients at once. What is left over at the end - memory, files, processes - is what the
service loses. With `--full-queue` one more client keeps all places of the queue taken, and health is asked for
meanwhile: exit code 1 if one answer of a hundred takes longer than 50 ms. With `--kill-each 5` a worker is killed every
5 s. Exit code 1 also if a game is not what was played.
"""

import argparse
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from shinpan.v1 import record_pb2
from shinpan.v1.referee_pb2 import EYES_REFEREE, GetReplayStateRequest, ListLegalActionsRequest, Viewer
from shinpan_service.client import CallFailed
from shinpan_service.serving.options import DEFAULTS
from tests.attack import requests
from tests.attack.clients import LONGEST_SECONDS, Seen, caller, channel, processes, reason_of
from tests.attack.mutants import mutant
from tests.attack.players import GameLost, Player
from tests.attack.servers import Server, files, rss, serving
from tests.attack.wire import SERVICE
from tools.attacks_on_front import in_flight
from tools.attacks_on_games import kill_one
from tools.attacks_on_workers import usual

CLIENTS = 4
MORE_THAN_FIT = DEFAULTS.workers + DEFAULTS.queue + 20
HEALTH_EACH = 0.02
MOST_HEALTH_MS = 50
TOLD_EACH = 20
SETTLED_SECONDS = 120
"""After that the memory of a server that loses none stays as it is."""
PARTS_TAKEN = 3
PLAYED_AT_ONCE = 5
"""Things done in a game, one after the other, so that games come to an end."""
LOST = GameLost.__name__
UNEXPECTED = (
    LOST,
    "ENGINE_FAILED",
    "WORKER_LOST",
    "UNAVAILABLE",
    "UNKNOWN",
    "INTERNAL",
    "QUEUE_FULL",
    "STREAM_STALLED",
)
"""What a server that is well never answers to this load."""


class Client:
    """One who does everything in turn, at random, over connections that change."""

    def __init__(self, address: str, seed: int) -> None:
        self._address = address
        self._dice = random.Random(seed)
        self._mutants = 0
        self._seed = seed
        self._record = requests.at_server(address, requests.usual())
        self._long = requests.streaming(requests.at_server(address, requests.long_answer()))
        self._connection = channel(address)
        self.player = Player(address, seed)
        self.jobs: dict[str, Callable[[], object]] = {
            "verify": self._verify,
            "stream": lambda: self._call("StreamReplaySteps", self._long),
            "view": lambda: self._call("GetReplayState", self._viewing().SerializeToString()),
            "legal": lambda: self._call("ListLegalActions", self._listing().SerializeToString()),
            "mutant": self._mutant,
            "deadline": lambda: self._call("StreamReplaySteps", self._long, self._dice.uniform(0.001, 0.02)),
            "cancel": self._cancel,
            "reconnect": self._reconnect,
            "play": self._play,
        }

    def step(self) -> tuple[str, str, float]:
        """Does something: what, the reason it failed for or nothing, and how long it took."""
        job, begun, reason = self._dice.choice(list(self.jobs)), time.perf_counter(), ""
        try:
            self.jobs[job]()
        except grpc.RpcError as error:
            reason = reason_of(error)
        except (CallFailed, GameLost) as error:
            reason = getattr(error, "reason", "") or type(error).__name__
        return job, reason, time.perf_counter() - begun

    def _call(self, method: str, request: bytes, seconds: float = LONGEST_SECONDS) -> object:
        return caller(self._connection, method)(request, timeout=seconds)

    def _verify(self) -> object:
        record = record_pb2.Record()
        record.CopyFrom(self._record)
        del record.entries[self._dice.randrange(len(record.entries)) :]
        return self._call("VerifyReplay", requests.verifying(record))

    def _viewing(self) -> GetReplayStateRequest:
        step = self._dice.randrange(len(self._record.entries))
        return GetReplayStateRequest(record=self._record, step=step, viewer=Viewer(eyes=EYES_REFEREE))

    def _listing(self) -> ListLegalActionsRequest:
        step = self._dice.randrange(len(self._record.entries))
        return ListLegalActionsRequest(record=self._record, step=step, viewer=Viewer(eyes=EYES_REFEREE))

    def _mutant(self) -> object:
        self._mutants += 1
        one = mutant(self._seed, self._mutants)
        return caller(self._connection, one.method)(*one.messages, timeout=LONGEST_SECONDS)

    def _play(self) -> None:
        for _ in range(PLAYED_AT_ONCE):
            self.player.step()

    def _cancel(self) -> None:
        stream = self._connection.unary_stream(f"/{SERVICE}/StreamReplaySteps")(self._long, timeout=LONGEST_SECONDS)
        for _ in range(self._dice.randrange(PARTS_TAKEN)):
            next(stream)
        stream.cancel()

    def _reconnect(self) -> object:
        self._connection.close()
        self._connection = channel(self._address)
        return self._verify()

    def close(self) -> None:
        """Hangs up."""
        self.player.close()
        self._connection.close()


class Ledger:
    """What all clients have seen since it was last read, and in all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._took: list[float] = []
        self._since = time.monotonic()
        self.health: list[float] = []
        """How long each question after health took."""
        self.calls: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    def note(self, job: str, reason: str, seconds: float) -> None:
        """Takes one call down. How long those took that were broken off says nothing of the server."""
        with self._lock:
            self.calls[job] += 1
            if reason:
                self.failed[reason] += 1
            if job in ("verify", "view", "legal", "mutant"):
                self._took.append(seconds)

    def page(self) -> Seen:
        """What was seen since the last page."""
        with self._lock:
            now = time.monotonic()
            page = Seen(self._took, Counter(), now - self._since)
            self._took, self._since = [], now
            return page


def _work(client: Client, ledger: Ledger, end: float) -> None:
    while time.monotonic() < end:
        ledger.note(*client.step())
    client.close()


def _ask_for_health(address: str, ledger: Ledger, end: float) -> None:
    with channel(address) as connection:
        health = HealthStub(connection)
        while time.monotonic() < end:
            begun = time.perf_counter()
            health.Check(health_pb2.HealthCheckRequest(), timeout=LONGEST_SECONDS)
            ledger.health.append(time.perf_counter() - begun)
            time.sleep(HEALTH_EACH)


@contextmanager
def full_queue(server: Server, seconds: float, wanted: bool) -> Iterator[None]:
    """Somebody has more calls in flight than have a place, if that is wanted."""
    if not wanted:
        yield
        return
    with processes(1) as pool:
        flying = pool.submit(in_flight, server.address, usual(server), MORE_THAN_FIT, seconds)
        yield
        flying.result()


def _kill(server: Server, each: float, end: float) -> None:
    """Kills a worker now and then, if that is wanted."""
    while each and time.monotonic() + each < end:
        time.sleep(each)
        kill_one(server)


def _tell(server: Server, ledger: Ledger, begun: float) -> tuple[float, int]:
    """Prints how things stand. Gives minutes and the memory of the front."""
    seconds, page, front = time.monotonic() - begun, ledger.page(), server.rss
    workers = " ".join(str(rss(pid)) for pid in server.workers)
    print(
        f"{seconds:5.0f} s  {ledger.calls.total()} calls  p50 {page.at(0.5):.1f} p99 {page.at(0.99):.1f} ms  "
        f"front {front} MiB  workers {workers} MiB  {files(server.pid)} files  failed {dict(ledger.failed)}",
        flush=True,
    )
    return seconds / 60, front


def slope(points: list[tuple[float, int]]) -> float:
    """How much a figure grows a minute, by the line that lies closest to all points."""
    if len(points) < 2:
        return 0
    mean_x, mean_y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def soak(server: Server, seconds: float, seed: int, kill_each: float) -> tuple[float, int]:
    """Loads the server for so long, and says what it has lost. Gives the p99 of health in milliseconds, and how many
    games were not what was played."""
    ledger, begun, points = Ledger(), time.monotonic(), list[tuple[float, int]]()
    clients = [Client(server.address, seed * CLIENTS + number) for number in range(CLIENTS)]
    threads = [threading.Thread(target=_work, args=(one, ledger, begun + seconds)) for one in clients]
    threads.append(threading.Thread(target=_ask_for_health, args=(server.address, ledger, begun + seconds)))
    threads.append(threading.Thread(target=_kill, args=(server, kill_each, begun + seconds)))
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        told = time.monotonic() + TOLD_EACH
        for thread in threads:
            thread.join(max(0, told - time.monotonic()))
        points.append(_tell(server, ledger, begun))
    late = [(minutes, front) for minutes, front in points if minutes * 60 >= SETTLED_SECONDS]
    print("calls:", dict(ledger.calls), "not expected:", {one: ledger.failed[one] for one in UNEXPECTED})
    print(f"front: {slope(late):+.2f} MiB a minute after the first {SETTLED_SECONDS} s; health {server.health()}")
    health = Seen(ledger.health, Counter(), seconds)
    print(f"health was answered {len(health.took)} times: p50 {health.at(0.5):.1f} p99 {health.at(0.99):.1f} ms")
    print(f"{sum(one.player.finished for one in clients)} games were played to their end")
    return health.at(0.99), ledger.failed[LOST]


def main() -> int:
    """Starts a server and soaks it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--server", type=Path, default=Path(sys.executable).with_name("shinpan"), help="what to start")
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--full-queue", action="store_true", help="keep all places of the queue taken meanwhile")
    options.add_argument("--kill-each", type=float, default=0, help="kill a worker every so many seconds")
    asked = options.parse_args()
    with serving([asked.server.absolute()]) as server, full_queue(server, asked.seconds, asked.full_queue):
        health, lost = soak(server, asked.seconds, asked.seed, asked.kill_each)
    return int(bool(lost) or (asked.full_queue and health > MOST_HEALTH_MS))


if __name__ == "__main__":
    sys.exit(main())
