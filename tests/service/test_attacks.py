"""What an attacker does to a server that was started as anybody starts it, and what must hold all the same."""

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.serving.pool import QUARANTINE_SECONDS
from tests.attack import requests
from tests.attack.servers import RENAMED, Server, alive, copied, rss, serving, wait_until
from tests.attack.wire import Wire, framed, silent_connections, still_open

from .calls import SERVICE, caller, refusal, refusal_of
from .jobs import held, job, let_go
from .test_service_errors import REFUSALS
from .test_service_server import NOT_SERVING, ROOT, SERVING, health

SHINPAN = [Path(sys.executable).with_name("shinpan")]
DOING_JOBS = """
import asyncio
from shinpan_service.serving.server import ServerOptions, announce, serve
from tests.service.jobs import prepare
asyncio.run(serve(ServerOptions(**{options}), announce, prepare))
"""
PATIENCE_SECONDS = 60
SILENCE_SECONDS = 40
"""The transport by itself closes a silent connection after a minute."""
MAX_CONCURRENT_STREAMS = 3
"""The number of that setting in HTTP/2."""
MOST_STREAMS = 1000
MOST_WORKER_MIB = 256
LARGE_ANSWER = 1_000_000
MOST_LEFT_MIB = 60
"""Of 60 answers twice that of one MB went through the front."""


@contextmanager
def doing_jobs(workers: int = 1, **options: float) -> Iterator[tuple[Server, grpc.Channel]]:
    """A server whose workers do jobs, in a process of its own, and a connection to it that is open."""
    options = {"workers": workers, "queue_seconds": PATIENCE_SECONDS, **options}
    command = [sys.executable, "-c", DOING_JOBS.format(options=options)]
    # Behind what this process was given: with the code of a copy it is the copy that is attacked.
    path = os.pathsep.join((*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT)))
    with serving(command, environment={"PYTHONPATH": path}) as server, connected(server) as channel:
        yield server, channel


@contextmanager
def connected(server: Server) -> Iterator[grpc.Channel]:
    """A connection that was there before any attack."""
    with grpc.insecure_channel(server.address) as channel:
        assert health(channel, SERVICE) == SERVING
        yield channel


def pid(channel: grpc.Channel, seconds: float = PATIENCE_SECONDS) -> int:
    """The worker that answers now."""
    return int(caller(channel, "VerifyReplay")(job("pid"), timeout=seconds))


def kill(workers: list[int]) -> None:
    """Ends workers outright."""
    for worker in workers:
        os.kill(worker, signal.SIGKILL)


@contextmanager
def out_of_files(server: Server) -> Iterator[None]:
    """A server that can open nothing more."""
    limits = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (8, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limits)


def told(call: Callable[[], Any]) -> StatusCode:
    """How a call ends, an answer being OK."""
    try:
        call()
    except grpc.RpcError as error:
        code: StatusCode = error.code()
        return code
    return StatusCode.OK


def test_workers_come_back_when_files_do() -> None:
    """Workers that are lost while none can be started are there again as soon as they can be."""
    with doing_jobs(workers=2) as (server, channel):
        with out_of_files(server):
            kill(server.workers)
            assert wait_until(lambda: not server.workers, PATIENCE_SECONDS)
            assert not wait_until(lambda: server.workers, 2)
        assert wait_until(lambda: len(server.workers) == 2, PATIENCE_SECONDS)
        assert pid(channel)


def test_a_server_without_workers_does_not_say_that_it_serves() -> None:
    """Health is NOT_SERVING while no worker is ready, and SERVING again when one is."""
    with doing_jobs() as (server, channel):
        with out_of_files(server):
            kill(server.workers)
            assert wait_until(lambda: health(channel, SERVICE) == NOT_SERVING, PATIENCE_SECONDS)
        assert wait_until(lambda: health(channel, SERVICE) == SERVING, PATIENCE_SECONDS)
        assert pid(channel)


def test_connections_leave_files_for_workers() -> None:
    """More silent connections than a server may have files do not keep it from replacing workers."""
    with doing_jobs(workers=2) as (server, channel):
        silent = silent_connections(server.address, 1100)
        kill(server.workers)
        assert wait_until(lambda: len(server.workers) == 2, PATIENCE_SECONDS)
        assert pid(channel)
        for one in silent:
            one.close()


def test_silent_connections_are_closed() -> None:
    """Whoever connects and says nothing is not kept."""
    with doing_jobs(handshake_seconds=1) as (server, _):
        silent = silent_connections(server.address, 20)
        assert wait_until(lambda: not still_open(silent), SILENCE_SECONDS)


def test_one_host_does_not_take_all_connections() -> None:
    """Those beyond its part are closed, whatever is done on them, and another host finds a place; nobody else loses
    one."""
    with doing_jobs(connections=20, connections_each=5) as (server, channel), ExitStack() as open_ones:
        wires = [open_ones.enter_context(Wire(server.address, source="127.0.0.2")) for _ in range(19)]
        for wire in wires:
            wire.call("VerifyReplay", job("pid"))
        assert wait_until(lambda: [wire.pump(0.01) for wire in wires] and sum(map(left, wires)) == 5, PATIENCE_SECONDS)
        with Wire(server.address) as another:
            stream = another.call("VerifyReplay", job("pid"))
            assert another.pump(until=lambda: another.answers[stream].ended)
        assert pid(channel)
        assert sum(map(left, wires)) == 5
        assert "14 connections closed" in server.log


def test_one_host_does_not_take_all_calls() -> None:
    """However many requests of one host never arrive: they give way to those of another, which are answered."""
    with doing_jobs(calls=40, arriving=8) as (server, channel), ExitStack() as open_ones:
        wires = [open_ones.enter_context(Wire(server.address, source="127.0.0.2")) for _ in range(10)]
        for wire in wires:
            for _ in range(8):
                wire.open("VerifyReplay")
            wire.pump(0.1)
        for _ in range(20):
            assert pid(channel, seconds=5)


def left(wire: Wire) -> bool:
    """Whether a connection is open."""
    return not wire.closed


def test_connections_without_calls_are_closed() -> None:
    """One on which all calls are over is closed after its time; one with a game that is played stays."""
    with (
        doing_jobs(connection_idle_seconds=1) as (server, _),
        Wire(server.address) as idle,
        Wire(server.address) as wire,
    ):
        called = idle.call("VerifyReplay", job("pid"))
        playing = wire.open(PLAY)
        wire.send(playing, framed(job("pid")))
        assert idle.pump(until=lambda: idle.answers[called].ended)
        assert idle.pump(SILENCE_SECONDS, until=lambda: idle.closed)
        assert idle.gone_away is not None
        wire.pump(2)
        wire.send(playing, framed(job("pid")), end=True)
        assert wire.pump(until=lambda: wire.answers[playing].ended)
        assert wire.answers[playing].status == 0


def test_streams_of_a_connection_are_limited() -> None:
    """The limit is told, and streams beyond it are refused, data or none."""
    with doing_jobs() as (server, channel), Wire(server.address) as wire:
        limit = wire.settings.get(MAX_CONCURRENT_STREAMS, 1 << 32)
        assert limit <= MOST_STREAMS
        streams = [wire.open("VerifyReplay") for _ in range(limit + 50)]
        beyond = [wire.answers[stream] for stream in streams[limit:]]
        assert wire.pump(until=lambda: wire.closed or all(one.reset is not None or one.ended for one in beyond))
        assert pid(channel)


def test_unfinished_requests_are_not_all_kept() -> None:
    """Requests that never end do not fill the memory: of 1,000 MiB less than half is ever held."""
    with doing_jobs(request_seconds=3) as (server, channel):
        before, part = server.rss, framed(bytes(requests.LARGE_BYTES))[:-1]
        wires = [Wire(server.address) for _ in range(4)]
        most = before
        for number in range(200):
            wire = wires[number % 4]
            wire.closed or wire.send(wire.open("VerifyReplay"), part)
            most = max(most, server.rss)
        assert most - before < 500
        assert pid(channel)
        for wire in wires:
            wire.close()


@pytest.mark.parametrize("given", [0, 5000])
def test_a_slow_reader_holds_no_worker(given: int) -> None:
    """While somebody takes next to nothing of a stream, the one worker answers others."""
    with doing_jobs() as (server, channel), Wire(server.address, window=1, grants=False) as wire:
        stream = wire.call("StreamReplaySteps", job("parts", 300, 1000))
        assert wire.pump(until=lambda: wire.answers[stream].data == 1)
        if given:
            wire.grant(stream, given)
            assert wire.pump(until=lambda: wire.answers[stream].data > 1)
        assert pid(channel, seconds=20)


def test_answers_that_nobody_takes_do_not_hold_the_service() -> None:
    """Calls that wait for their client to take an answer give way to others, and what they held is free again."""
    with doing_jobs(calls=60) as (server, channel):
        before = server.rss
        wires = [Wire(server.address, window=0, grants=False) for _ in range(3)]
        for wire in wires:
            for _ in range(20):
                wire.call("GetGame", job("parts", 1, LARGE_ANSWER // 4))
            wire.pump(0.1)
        assert wait_until(lambda: _answered(channel), PATIENCE_SECONDS)
        assert wait_until(lambda: [wire.pump(0.01) for wire in wires] and any(wire.closed for wire in wires), 10)
        for wire in wires:
            wire.close()
        assert wait_until(lambda: server.rss - before < MOST_LEFT_MIB, 10), f"{before} to {server.rss} MiB"
        assert "Traceback" not in server.log


def _answered(channel: grpc.Channel) -> bool:
    try:
        return pid(channel) > 0
    except grpc.RpcError as error:
        full = refusal_of(error).reason == "QUEUE_FULL"
    assert full
    return False


def test_every_call_comes_to_an_end(tmp_path: Path) -> None:
    """Calls without a deadline that would go on for ever, at work or waiting, are ended by the server; then it answers
    others."""
    with doing_jobs(deadline_seconds=2, queue_seconds=1) as (_, channel):
        call = caller(channel, "VerifyReplay")
        calls = [call.future(job("hold", str(tmp_path / str(number)))) for number in range(3)]
        assert wait_until(lambda: all(one.done() for one in calls), 2 * PATIENCE_SECONDS)
        ended = {refusal_of(one.exception()).code for one in calls}
        assert ended <= {StatusCode.DEADLINE_EXCEEDED, StatusCode.RESOURCE_EXHAUSTED, StatusCode.UNAVAILABLE}
        # On a busy machine the next worker is not there within a second.
        assert wait_until(lambda: told(lambda: pid(channel)) is StatusCode.OK, PATIENCE_SECONDS)


def test_a_worker_has_a_limit_of_memory() -> None:
    """No worker can take all the memory there is."""
    with doing_jobs() as (server, _):
        (worker,) = server.workers
        lines = Path(f"/proc/{worker}/limits").read_text().splitlines()
        limits = {line[:25].strip(): line[25:].split()[0] for line in lines[1:]}
        assert {limits["Max address space"], limits["Max data size"]} != {"unlimited"}


def test_empty_messages_take_little_memory() -> None:
    """A request of nothing but empty messages is refused before they have become a heap of objects."""
    with serving(SHINPAN) as server, connected(server) as channel:
        for _ in range(6):
            answer = refusal(lambda: caller(channel, "VerifyReplay")(requests.empties((4 << 20) - 64)))
            assert answer.code in REFUSALS
            assert max(map(rss, server.workers)) < MOST_WORKER_MIB


def test_a_request_that_kills_is_not_tried_for_ever() -> None:
    """What has killed two workers kills no third, and its caller is told to wait; other requests are tried."""
    with doing_jobs() as (_, channel):
        kills = [refusal(lambda: caller(channel, "VerifyReplay")(job("exit"))) for _ in range(2)]
        assert {answer.reason for answer in kills} == {"WORKER_LOST"}
        before = pid(channel)
        answer = refusal(lambda: caller(channel, "VerifyReplay")(job("exit")))
        assert pid(channel) == before
        assert (answer.code, answer.reason) == (StatusCode.RESOURCE_EXHAUSTED, "QUARANTINED")
        assert answer.details["RetryInfo"].retry_delay.seconds > QUARANTINE_SECONDS // 2
        assert refusal(lambda: caller(channel, "VerifyReplay")(job("exit", "other"))).reason == "WORKER_LOST"


def test_workers_at_work_do_not_outlive_their_server(tmp_path: Path) -> None:
    """When the server is killed outright, a worker ends in the middle of what it does."""
    with doing_jobs() as (server, channel):
        call = caller(channel, "VerifyReplay").future(job("hold", str(tmp_path)))
        worker = held(tmp_path)
        server.process.kill()
        assert wait_until(lambda: not alive(worker), 15)
        assert call.exception().code() is StatusCode.UNAVAILABLE


def test_a_lost_worker_is_told_with_a_time_to_try_again() -> None:
    """WORKER_LOST may be tried again, and says when."""
    with doing_jobs() as (_, channel):
        answer = refusal(lambda: caller(channel, "VerifyReplay")(job("exit")))
        assert answer.reason == "WORKER_LOST"
        assert answer.details["RetryInfo"].retry_delay.ToNanoseconds() > 0


def test_stopping_is_told_with_a_time_to_try_again(tmp_path: Path) -> None:
    """STOPPING may be tried again, and says when."""
    with doing_jobs() as (server, channel):
        call = caller(channel, "VerifyReplay").future(job("hold", str(tmp_path)))
        held(tmp_path)
        server.process.send_signal(signal.SIGTERM)
        assert wait_until(lambda: health(channel, SERVICE) == NOT_SERVING, PATIENCE_SECONDS)
        answer = refusal(lambda: caller(channel, "VerifyReplay")(job("pid")))
        let_go(tmp_path)
        assert call.result()
        assert answer.reason == "STOPPING"
        assert answer.details["RetryInfo"].retry_delay.ToNanoseconds() > 0


def test_a_stop_cancels_no_call() -> None:
    """Of calls that meet the stop of a server each is answered or told that it may be tried elsewhere."""
    with doing_jobs(workers=2) as (server, channel):
        calls = [caller(channel, "VerifyReplay").future(job("pid")) for _ in range(60)]
        server.process.send_signal(signal.SIGTERM)
        ended = {told(one.result) for one in calls}
        assert ended <= {StatusCode.OK, StatusCode.UNAVAILABLE}
        assert server.process.wait(PATIENCE_SECONDS) == 0


def test_small_requests_do_not_hold_the_service() -> None:
    """587 bytes for each worker, with work for a day and no deadline, do not keep others from being answered."""
    with serving(SHINPAN) as server, connected(server) as channel:
        bomb = requests.verifying(requests.bomb())
        calls = [caller(channel, "VerifyReplay").future(bomb, timeout=2 * PATIENCE_SECONDS) for _ in server.workers]
        assert caller(channel, "VerifyReplay")(requests.verifying(requests.usual()), timeout=PATIENCE_SECONDS)
        assert {told(one.result) for one in calls} <= {StatusCode.OK, *REFUSALS}


def test_a_card_that_there_is_not_is_no_fault_of_ours() -> None:
    """An unasked choice of a card beyond the pack is judged or refused, and costs no worker."""
    with serving(SHINPAN) as server, connected(server) as channel:
        before = set(server.workers)
        request = requests.verifying(requests.missing_card())
        assert told(lambda: caller(channel, "VerifyReplay")(request)) in (StatusCode.OK, *REFUSALS)
        assert set(server.workers) == before


def test_an_edited_pack_makes_no_two_minds(tmp_path: Path) -> None:
    """A pack that is edited while the server runs changes nothing until it is told so, whatever worker is replaced."""
    command, environment = copied(SHINPAN, tmp_path)
    pack = tmp_path / "shinpan_engine" / "games" / "wars3x3" / "packs" / "house.toml"
    with serving(command, environment=environment) as server, connected(server) as channel:
        ask = caller(channel, "VerifyReplay")
        request, before = requests.verifying(requests.usual()), server.workers
        answer = ask(request)
        for text in (pack.read_text("utf-8").replace(*RENAMED), "["):
            pack.write_text(text, "utf-8")
            kill(server.workers[:1])
            assert wait_until(lambda: len(server.workers) == len(before), PATIENCE_SECONDS)
            answers = [ask.future(request, timeout=PATIENCE_SECONDS) for _ in range(40)]
            assert {one.result() for one in answers} == {answer}
