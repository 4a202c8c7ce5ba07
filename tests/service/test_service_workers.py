"""The workers: one that dies, hangs, fails or is not wanted any more costs nobody else anything."""

import asyncio
import errno
import json
import os
import re
import signal
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from shinpan.v1.referee_pb2 import EYES_REFEREE, StreamReplayStepsRequest, VerifyReplayRequest, Viewer
from shinpan_service.messages import judging
from shinpan_service.messages.wire_errors import RETRY_SECONDS, WireError
from shinpan_service.serving import pool as service_pool
from shinpan_service.serving import workers
from shinpan_service.serving.lines import caller_of
from shinpan_service.serving.options import CannotServe, ServerOptions
from shinpan_service.serving.pool import Job, Pool
from shinpan_service.serving.workers import Prepare

from . import jobs
from .calls import caller, job_server, random_record, refusal, refusal_of
from .jobs import alive, held, job, let_go, wait_for


def pid(channel: grpc.Channel) -> int:
    """The worker that answers now."""
    return int(caller(channel, "VerifyReplay")(job("pid")))


def holding(channel: grpc.Channel, folder: Path, **options: Any) -> tuple[Any, int]:
    """A call that has begun and goes on until it is let go, and the worker that holds it."""
    call = caller(channel, "VerifyReplay").future(job("hold", str(folder)), **options)
    return call, held(folder)


def test_a_killed_worker_fails_only_its_own_call(tmp_path: Path) -> None:
    """Of three calls at work the one whose worker is killed ends UNAVAILABLE; the others and the next are answered."""
    with job_server(workers=3) as channel:
        calls = [holding(channel, tmp_path / str(number)) for number in range(3)]
        (lost, killed), *others = calls
        os.kill(killed, signal.SIGKILL)
        answer = refusal(lost.result)
        assert (answer.code, answer.reason) == (StatusCode.UNAVAILABLE, "WORKER_LOST")
        assert pid(channel) not in [worker for _, worker in calls]
        for number in (1, 2):
            let_go(tmp_path / str(number))
        assert [int(call.result()) for call, _ in others] == [worker for _, worker in others]


def test_a_worker_that_ends_itself_fails_only_its_own_call() -> None:
    """A worker that exits in the middle of a call is no answer either."""
    with job_server(workers=1) as channel:
        for number in range(3):
            call = caller(channel, "VerifyReplay").future(job("exit", number))
            assert refusal(call.result).code is StatusCode.UNAVAILABLE
            assert pid(channel)


def test_a_worker_killed_in_the_middle_of_a_stream(tmp_path: Path) -> None:
    """A stream ends UNAVAILABLE whose worker is killed over it, and the next one is whole."""
    with job_server(workers=1) as channel:
        stream = caller(channel, "StreamReplaySteps")(job("begin", str(tmp_path)))
        os.kill(held(tmp_path), signal.SIGKILL)
        answer = refusal(lambda: deque(stream, maxlen=0))
        assert (answer.code, answer.reason) == (StatusCode.UNAVAILABLE, "WORKER_LOST")
        assert answer.details["RetryInfo"].retry_delay.seconds == RETRY_SECONDS
        assert len(list(caller(channel, "StreamReplaySteps")(job("parts", 20, 1)))) == 20


def test_an_idle_worker_that_is_killed_costs_no_call() -> None:
    """Workers killed while nothing is asked of them are replaced; not one call notices."""
    with job_server(workers=2) as channel:
        for _ in range(3):
            for worker in {pid(channel), pid(channel)}:
                os.kill(worker, signal.SIGKILL)
            assert all(pid(channel) for _ in range(4))


def test_a_call_that_was_not_begun_is_not_lost() -> None:
    """A call handed to a worker that died before it looked at it is answered by another."""
    with job_server(workers=1) as channel:
        worker = pid(channel)
        os.kill(worker, signal.SIGSTOP)
        call = caller(channel, "VerifyReplay").future(job("pid"))
        # Time enough to be handed over; if it is not, the test passes all the same.
        time.sleep(0.5)
        os.kill(worker, signal.SIGKILL)
        assert int(call.result()) != worker


def test_a_failing_engine_is_an_incident(capfd: pytest.CaptureFixture[str]) -> None:
    """What the engine never should raise is INTERNAL, with a number that follows from the request and a traceback in
    the log; the next call is answered."""
    with job_server(workers=1) as channel:
        answers = [refusal(lambda: caller(channel, "VerifyReplay")(job("fail"))) for _ in range(2)]
        other = refusal(lambda: caller(channel, "VerifyReplay")(job("fail", "otherwise")))
        assert pid(channel)
    assert answers[0] == answers[1]
    assert (answers[0].code, answers[0].reason) == (StatusCode.INTERNAL, "ENGINE_FAILED")
    number = answers[0].facts["incident"]
    assert len(number) == 12
    assert number != other.facts["incident"]
    log = capfd.readouterr().err
    assert number in log
    assert "ZeroDivisionError: the engine is wrong" in log
    assert "ZeroDivisionError" not in answers[0].message


def test_a_refusal_costs_no_worker() -> None:
    """A worker that refused a call answers the next one."""
    with job_server(workers=1) as channel:
        before = pid(channel)
        assert refusal(lambda: caller(channel, "VerifyReplay")(job("refuse"))).code is StatusCode.INVALID_ARGUMENT
        assert pid(channel) == before


def test_a_full_queue_is_told_so(tmp_path: Path) -> None:
    """Calls beyond workers and queue are RESOURCE_EXHAUSTED with a time to come back; those in hand are answered."""
    with job_server(workers=1, queue=2) as channel:
        first, _ = holding(channel, tmp_path / "hold")
        waiting = [caller(channel, "VerifyReplay").future(job("pid")) for _ in range(5)]
        wait_for(lambda: sum(call.done() for call in waiting) == 3)
        refused = [refusal_of(call.exception()) for call in waiting if call.done()]
        assert {(answer.code, answer.reason) for answer in refused} == {(StatusCode.RESOURCE_EXHAUSTED, "QUEUE_FULL")}
        assert {answer.details["RetryInfo"].retry_delay.seconds for answer in refused} == {RETRY_SECONDS}
        let_go(tmp_path / "hold")
        assert first.result()
        assert sum(call.exception() is None for call in waiting) == 2
        assert pid(channel)


def test_a_deadline_ends_the_worker(tmp_path: Path) -> None:
    """A call past its deadline is DEADLINE_EXCEEDED; its worker is gone and another answers the next call."""
    with job_server(workers=1) as channel:
        # Once it is connected, a call takes a moment.
        assert pid(channel)
        call, worker = holding(channel, tmp_path / "hold", timeout=3)
        assert call.exception().code() is StatusCode.DEADLINE_EXCEEDED
        assert pid(channel) != worker
        wait_for(lambda: not alive(worker))


def test_a_cancelled_call_ends_the_worker(tmp_path: Path) -> None:
    """Nobody works on for a caller who has gone."""
    with job_server(workers=1) as channel:
        call, worker = holding(channel, tmp_path / "hold")
        call.cancel()
        assert pid(channel) != worker
        wait_for(lambda: not alive(worker))


def test_a_caller_who_goes_costs_no_worker_that_is_soon_done(tmp_path: Path) -> None:
    """A fresh worker takes longer than the rest of most calls: one that is done in a moment goes on to the next call,
    of which it says all and nothing of what nobody waited for."""
    with job_server(workers=1) as channel:
        for number in range(3):
            call, worker = holding(channel, tmp_path / str(number))
            call.cancel()
            let_go(tmp_path / str(number))
            assert pid(channel) == worker
        for _ in range(20):
            stream = caller(channel, "StreamReplaySteps")(job("parts", 300, 1000))
            next(stream)
            stream.cancel()
        assert len(list(caller(channel, "StreamReplaySteps")(job("parts", 20, 1)))) == 20
        assert pid(channel) == worker


def test_a_call_cancelled_in_the_queue_costs_no_worker(tmp_path: Path) -> None:
    """Who leaves the queue leaves no trace: the call at work goes on, and the place is free again."""
    with job_server(workers=1, queue=1) as channel:
        first, worker = holding(channel, tmp_path / "hold")
        for _ in range(3):
            waiting = caller(channel, "VerifyReplay").future(job("pid"), timeout=0.2)
            assert waiting.exception().code() in (StatusCode.DEADLINE_EXCEEDED, StatusCode.RESOURCE_EXHAUSTED)
        let_go(tmp_path / "hold")
        assert int(first.result()) == pid(channel) == worker


def test_a_cancelled_stream_ends_the_worker(tmp_path: Path) -> None:
    """Nobody streams on to a caller who has gone."""
    with job_server(workers=1) as channel:
        stream = caller(channel, "StreamReplaySteps")(job("begin", str(tmp_path)))
        worker = held(tmp_path)
        stream.cancel()
        assert pid(channel) != worker
        wait_for(lambda: not alive(worker))


def test_a_stream_is_whole_and_in_order() -> None:
    """Every part arrives once, in order, whatever the sizes."""
    with job_server(workers=1) as channel:
        for parts, size in ((0, 1), (1, 0), (1, 1_000_000), (3000, 50)):
            stream = caller(channel, "StreamReplaySteps")(job("parts", parts, size))
            assert list(stream) == [number.to_bytes(4, "big") * size for number in range(parts)]


def test_the_server_has_a_deadline_of_its_own(tmp_path: Path) -> None:
    """A call without a deadline is worked on for so long and no longer; its worker is replaced."""
    with job_server(workers=1, deadline_seconds=0.5) as channel:
        call, worker = holding(channel, tmp_path / "hold")
        answer = refusal(call.result)
        assert (answer.code, answer.reason) == (StatusCode.DEADLINE_EXCEEDED, "TOO_SLOW")
        assert "0.5 s" in answer.message
        assert pid(channel) != worker
        wait_for(lambda: not alive(worker))


def test_waiting_in_the_queue_has_an_end(tmp_path: Path) -> None:
    """A call for which no worker comes free is told to come back; the one at work goes on."""
    with job_server(workers=1, queue_seconds=0.5) as channel:
        first, worker = holding(channel, tmp_path / "hold")
        answer = refusal(lambda: caller(channel, "VerifyReplay")(job("pid")))
        assert (answer.code, answer.reason) == (StatusCode.RESOURCE_EXHAUSTED, "QUEUE_SLOW")
        assert answer.details["RetryInfo"].retry_delay.seconds == RETRY_SECONDS
        let_go(tmp_path / "hold")
        assert int(first.result()) == pid(channel) == worker


def test_a_worker_that_wants_too_much_memory_refuses_the_call() -> None:
    """It is RESOURCE_EXHAUSTED, not a fault of ours; the worker is replaced, and what fits is answered. Twice is
    enough."""
    with job_server(workers=1, worker_memory=300) as channel:
        for _ in range(2):
            before = pid(channel)
            answer = refusal(lambda: caller(channel, "VerifyReplay")(job("fill", 400)))
            assert (answer.code, answer.reason) == (StatusCode.RESOURCE_EXHAUSTED, "MEMORY_USED_UP")
            assert pid(channel) != before
        assert refusal(lambda: caller(channel, "VerifyReplay")(job("fill", 400))).reason == "QUARANTINED"
        assert caller(channel, "VerifyReplay")(job("fill", 20))


def test_a_request_that_waits_is_put_aside_too() -> None:
    """Of many calls with the same request only two cost a worker, even if all were queued before the first died."""
    with job_server(workers=1) as channel:
        calls = [caller(channel, "VerifyReplay").future(job("exit")) for _ in range(8)]
        reasons = [refusal_of(call.exception()).reason for call in calls]
        assert sorted(reasons) == ["QUARANTINED"] * 6 + ["WORKER_LOST"] * 2


def test_who_goes_early_puts_nothing_aside(tmp_path: Path) -> None:
    """A call that is broken off costs its worker, but says nothing against the request."""
    with job_server(workers=1) as channel:
        for _ in range(3):
            call, worker = holding(channel, tmp_path)
            call.cancel()
            wait_for(lambda worker=worker: not alive(worker))
            (tmp_path / "pid").unlink()
        call, _ = holding(channel, tmp_path)
        let_go(tmp_path)
        assert call.result()


def test_a_request_that_kills_workers_is_put_aside(capfd: pytest.CaptureFixture[str]) -> None:
    """After the second worker that died of it the same request costs no more, is told when to come back, and is logged
    once; every other request is answered."""
    with job_server(workers=1) as channel:
        answers = [refusal(lambda: caller(channel, "VerifyReplay")(job("exit"))) for _ in range(5)]
        assert [answer.reason for answer in answers] == ["WORKER_LOST"] * 2 + ["QUARANTINED"] * 3
        assert 0 < answers[-1].details["RetryInfo"].retry_delay.seconds <= service_pool.QUARANTINE_SECONDS
        assert refusal(lambda: caller(channel, "GetGame")(job("exit"))).reason == "WORKER_LOST"
        assert pid(channel)
    assert capfd.readouterr().err.count("it is refused for") == 1


def test_an_answer_has_a_largest_size() -> None:
    """One byte more than the limit is refused whole, and the worker goes on."""
    with job_server(workers=1, answer_bytes=4000) as channel:
        before = pid(channel)
        assert len(list(caller(channel, "StreamReplaySteps")(job("parts", 10, 100)))) == 10
        answer = refusal(lambda: list(caller(channel, "StreamReplaySteps")(job("parts", 11, 100))))
        assert (answer.code, answer.reason) == (StatusCode.RESOURCE_EXHAUSTED, "TOO_LARGE")
        assert pid(channel) == before


@asynccontextmanager
async def pool(
    prepare: Prepare = jobs.prepare, healths: list[bool] | None = None, **options: Any
) -> AsyncIterator[Pool]:
    """A pool by itself; `healths` gets what it says of its health."""

    async def tell(healthy: bool) -> None:
        if healths is not None:
            healths.append(healthy)

    usual = {"workers": 1, "queue": 8, "queue_seconds": jobs.PATIENCE_SECONDS}
    async with Pool(prepare, ServerOptions(**{**usual, **options}), tell) as pool:
        yield pool


async def answered(pool: Pool, method: str, request: bytes) -> list[bytes]:
    """The parts of an answer."""
    parts: list[bytes] = []
    await pool.answer(Job(caller_of("ipv4:192.0.2.1:1"), method, request, parts.append))
    return parts


def in_pool(scenario: Callable[[Pool], Awaitable[None]], **options: Any) -> None:
    """Runs a scenario with a pool of its own, which must leave no process behind."""

    async def run() -> None:
        async with pool(**options) as started:
            await scenario(started)

    # In no order: servers of other tests may run in this process too.
    before = set(workers.SPAWN.active_children())
    asyncio.run(run())
    assert set(workers.SPAWN.active_children()) == before


def test_workers_get_method_and_bytes() -> None:
    """A worker is handed the method's name and the request as it came."""

    async def scenario(pool: Pool) -> None:
        (part,) = await answered(pool, "GetGame", job("echo", "審判"))
        assert json.loads(part) == ["GetGame", "審判"]

    in_pool(scenario)


def test_workers_are_replaced_in_time() -> None:
    """After so many calls a worker gives way to a fresh one, and no call is lost over it."""

    async def scenario(pool: Pool) -> None:
        pids = [int((await answered(pool, "GetGame", job("pid")))[0]) for _ in range(9)]
        assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 3]

    in_pool(scenario, calls_each=3)


def test_workers_are_not_all_replaced_at_once() -> None:
    """The first replacements come one after the other, so that somebody is always there."""

    async def scenario(pool: Pool) -> None:
        pids = [part for (part,) in await asyncio.gather(*(answered(pool, "GetGame", job("pid")) for _ in range(6)))]
        counts = sorted(pids.count(pid) for pid in dict.fromkeys(pids[:2]))
        assert counts == [2, 4]

    in_pool(scenario, workers=2, calls_each=4)


def test_a_pool_that_cannot_work_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    """Workers that do not get ready are an error of the start, with the reason in the log; none is left behind."""

    async def scenario(pool: Pool) -> None:
        raise AssertionError(f"{pool} started")

    with pytest.raises(CannotServe, match="a worker did not start"):
        in_pool(scenario, prepare=jobs.prepare_nothing, workers=2)
    assert "there is nothing to work with" in capfd.readouterr().err


def test_workers_that_do_not_come_back_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a replacement does not start, it is tried again, and the call that waits is answered in the end."""

    async def scenario(pool: Pool) -> None:
        with pytest.raises(WireError):
            await answered(pool, "GetGame", job("exit"))
        monkeypatch.setattr(pool, "_prepare", jobs.prepare_nothing)
        with pytest.raises(WireError):
            await answered(pool, "GetGame", job("exit"))
        waiting = asyncio.create_task(answered(pool, "GetGame", job("pid")))
        await asyncio.sleep(1)
        assert not waiting.done()
        monkeypatch.setattr(pool, "_prepare", jobs.prepare)
        assert await waiting

    monkeypatch.setattr(service_pool, "START_AGAIN_SECONDS", 0)
    in_pool(scenario)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EAGAIN, errno.ENOMEM])
def test_a_place_is_never_lost(number: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever stops a worker from starting is logged and tried again; health says so while none is there."""
    healths: list[bool] = []
    failures = iter([OSError(number, os.strerror(number))] * 3)
    started = workers.SPAWN.Process.start

    def start(process: Any) -> None:
        if (failure := next(failures, None)) is not None:
            raise failure
        started(process)

    async def scenario(pool: Pool) -> None:
        monkeypatch.setattr(workers.SPAWN.Process, "start", start)
        with pytest.raises(WireError):
            await answered(pool, "GetGame", job("exit"))
        assert await answered(pool, "GetGame", job("pid"))
        assert healths == [False, True]

    monkeypatch.setattr(service_pool, "START_AGAIN_SECONDS", 0.01)
    in_pool(scenario, healths=healths)
    assert caplog.text.count(os.strerror(number)) == 3


def test_the_pauses_between_tries_grow(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A machine that cannot start a worker is not kept busy with trying."""

    async def scenario(pool: Pool) -> None:
        monkeypatch.setattr(pool, "_prepare", jobs.prepare_nothing)
        with pytest.raises(WireError):
            await answered(pool, "GetGame", job("exit"))
        while caplog.text.count("trying again") < 4:
            await asyncio.sleep(0.01)

    monkeypatch.setattr(service_pool, "START_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(service_pool, "LONGEST_PAUSE_SECONDS", 0.03)
    in_pool(scenario)
    pauses = re.findall(r"trying again in ([\d.]+) s", caplog.text)
    assert pauses[:4] == ["0.01", "0.02", "0.03", "0.03"]


def test_a_worker_that_never_gets_ready_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended, so that its place can be tried again."""

    async def scenario(pool: Pool) -> None:
        raise AssertionError(f"{pool} started")

    monkeypatch.setattr(workers, "START_SECONDS", 0.2)
    with pytest.raises(CannotServe, match="a worker did not start"):
        in_pool(scenario, prepare=jobs.prepare_slowly)


def test_two_workers_give_the_same_answer() -> None:
    """Two processes, each with a hash seed of its own, answer the same request with the same bytes."""

    async def scenario(pool: Pool) -> None:
        for seed in range(3):
            record = random_record(seed)
            for method, request in (
                ("VerifyReplay", VerifyReplayRequest(record=record)),
                ("StreamReplaySteps", StreamReplayStepsRequest(record=record, viewer=Viewer(eyes=EYES_REFEREE))),
                ("StreamReplaySteps", StreamReplayStepsRequest(record=record)),
            ):
                asked = request.SerializeToString()
                one, other = await asyncio.gather(*(answered(pool, method, asked) for _ in range(2)))
                assert one == other
                assert b"".join(one)

    in_pool(scenario, prepare=judging.prepare, workers=2)
