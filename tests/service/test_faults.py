"""What befalls a server: workers die at random or all at once, it is stopped, its clock is moved, clients go."""

import asyncio
import os
import random
import re
import signal
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

import grpc
import pytest
from grpc import StatusCode

from shinpan_service.serving import server as service_server
from shinpan_service.serving.operating import logs
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.pool import Pool
from shinpan_service.serving.server import serving

from . import jobs
from .calls import BATCH, SERVICE, caller, refusal, refusal_of
from .jobs import held, job, let_go, wait_for
from .test_batches import Open, jobs_of, reason, told
from .test_reload import answered, in_pool
from .test_service_server import SERVING, children, health, served

YEAR = 365 * 24 * 3600
RECORDS = 160
KILLS = 12
CALLS = 60
"""Fewer than one connection may have open."""
SEED = int(os.environ.get("SHINPAN_SEED", random.SystemRandom().randrange(1 << 30)))
AGAIN = f"SHINPAN_SEED={SEED} pytest {Path(__file__).name}"
MAY_BE_TRIED_AGAIN = {"WORKER_LOST", "QUEUE_SLOW", "QUARANTINED"}


def outcome(call: "grpc.Future") -> str:
    """How a call ended: nothing for an answer, else why not."""
    error = call.exception()
    return "" if error is None else refusal_of(error).reason


def killing(server: int, over: Event) -> None:
    """Kills some workers, one after another at random moments. For ever would be longer than a busy machine needs to
    start one."""
    chance = random.Random(SEED)
    for _ in range(KILLS):
        if over.wait(chance.uniform(0.05, 0.4)):
            return
        if workers := children(server):
            os.kill(chance.choice(workers), signal.SIGKILL)


def test_workers_killed_at_random_cost_only_what_they_had() -> None:
    """Every call is answered or told that it may be made again, and every record of a stream has one result."""
    with served() as (process, channel):
        over = Event()
        killer = Thread(target=killing, args=(process.pid, over))
        killer.start()
        names = [job("echo", number) for number in range(RECORDS)]
        requests = [jobs_of(*names[at : at + 16]) for at in range(0, RECORDS, 16)]
        stream = caller(channel, BATCH)(iter(requests))
        calls = [caller(channel, "GetGame").future(job("echo", "alone", number)) for number in range(CALLS)]
        found = Counter(result.key.encode() for result in told(stream))
        ended = Counter(map(outcome, calls))
        over.set()
        killer.join()
        assert found == Counter(names), AGAIN
        assert set(ended) <= {"", "QUEUE_FULL", *MAY_BE_TRIED_AGAIN}, AGAIN
        wait_for(lambda: health(channel, SERVICE) == SERVING and len(children(process.pid)) == 2)
        assert caller(channel, "VerifyReplay")(job("pid")), AGAIN


def test_all_workers_killed_at_once_in_the_middle_of_a_stream(tmp_path: Path) -> None:
    """What they had is told as lost, all else is judged by others."""
    with served() as (process, channel):
        folders = [tmp_path / str(number) for number in range(2)]
        stream = Open(channel)
        for folder in folders:
            stream.send(jobs_of(job("hold", str(folder)), *(job("echo", str(folder), number) for number in range(8))))
        for folder in folders:
            held(folder)
        for worker in children(process.pid):
            os.kill(worker, signal.SIGKILL)
        stream.end()
        reasons = Counter(map(reason, told(stream.call)))
    assert reasons == {"WORKER_LOST": 2, "": 16}


def test_a_signal_in_the_middle_of_a_stream_loses_no_record(tmp_path: Path) -> None:
    """SIGTERM: what was taken is judged, then the stream is told that the server stops, and the server ends."""
    with served() as (process, channel):
        stream = Open(channel)
        stream.send(jobs_of(job("hold", str(tmp_path)), *(job("echo", number) for number in range(15))))
        held(tmp_path)
        process.send_signal(signal.SIGTERM)
        wait_for(lambda: refusal(lambda: caller(channel, "GetGame")(job("echo"))).reason == "STOPPING")
        let_go(tmp_path)
        found: list[bytes] = []
        assert refusal(lambda: found.extend(stream.call)).reason == "STOPPING"
        assert len([*told(found)]) == 16
        assert process.wait() == 0


def test_a_client_that_goes_in_the_middle_of_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever it was being sent, nothing of it stays open, and others are answered."""
    options = ServerOptions(workers=1, log="json", queue_seconds=jobs.PATIENCE_SECONDS)

    async def scenario() -> None:
        async with serving(options, jobs.prepare) as address:
            for number in range(3):
                async with grpc.aio.insecure_channel(address) as channel:
                    stream = channel.unary_stream(f"/{SERVICE}/StreamReplaySteps")(job("parts", 25, 250_000))
                    assert await stream.read()
                async with grpc.aio.insecure_channel(address) as channel:
                    assert await channel.unary_unary(f"/{SERVICE}/GetGame")(job("pid"))
                while len(caplog.records) < 2 * (number + 1):
                    await asyncio.sleep(0.01)

    with caplog.at_level("INFO", logger=logs.__name__):
        asyncio.run(scenario())
    statuses = Counter(
        (record.__dict__["call"]["method"], record.__dict__["call"]["status"]) for record in caplog.records
    )
    assert statuses == {("StreamReplaySteps", "CANCELLED"): 3, ("GetGame", "OK"): 3}


def test_a_clock_that_is_moved_moves_no_deadline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Years forth and back: calls wait and end in their time, and lines of the log are written all the same."""
    moves = cycle((YEAR, -YEAR, 0))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + next(moves))
    options = ServerOptions(workers=1, log="json", deadline_seconds=1)

    async def scenario() -> None:
        async with serving(options, jobs.prepare) as address, grpc.aio.insecure_channel(address) as channel:
            call = channel.unary_unary(f"/{SERVICE}/GetGame")
            assert await call(job("pid"))
            since = time.monotonic()
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await call(job("hold", str(tmp_path)))
            assert raised.value.code() is StatusCode.DEADLINE_EXCEEDED
            assert 1 <= time.monotonic() - since < jobs.PATIENCE_SECONDS / 2
            assert await call(job("pid"))

    asyncio.run(scenario())


def test_nothing_in_the_server_goes_by_the_time_of_day() -> None:
    """It is read for the lines of the log, and for the dates of certificates and tokens, alone."""
    folder = Path(service_server.__file__).parent
    read = re.compile(r"\b(time\.time|datetime\.(now|today|utcnow)|from time import .*\btime\b|loop\.call_at)\b")
    found = [path.name for path in sorted(folder.rglob("*.py")) if read.search(path.read_text("utf-8"))]
    assert found == ["certificates.py", "tokens.py"]
    assert read.search("from time import monotonic, time")


def test_exchanges_under_load_lose_no_call() -> None:
    """Workers are exchanged again and again while calls come in: each is answered."""

    async def scenario(pool: Pool) -> None:
        over = asyncio.Event()

        async def call() -> list[int]:
            seen = []
            while not over.is_set():
                seen.append((await answered(pool, job("pid")))[1])
            return seen

        calling = [asyncio.create_task(call()) for _ in range(8)]
        for _ in range(3):
            await pool.exchange(jobs.prepare, ServerOptions(workers=2, queue_seconds=jobs.PATIENCE_SECONDS))
        over.set()
        snapshots = [snapshot for seen in await asyncio.gather(*calling) for snapshot in seen]
        assert set(snapshots) >= {1, 4}

    in_pool(scenario, workers=2)
