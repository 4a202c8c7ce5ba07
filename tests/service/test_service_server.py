"""The server itself: how it starts, what it tells of its health and schemas, how it stops."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc import StatusCode
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from shinpan.v1.referee_pb2 import VerifyReplayRequest, VerifyReplayResponse
from shinpan.v1.report_pb2 import VERDICT_LEGAL
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.packs import PackText
from shinpan_service.messages.records import record_to_message
from shinpan_service.serving import answers, files_open
from shinpan_service.serving.options import CannotServe, ServerOptions
from shinpan_service.serving.server import running, serving
from tests.filled_in import filled_in, texts_from

from . import jobs
from .calls import BATCH, SERVICE, STREAMING, UNARY, Refusal, caller, job_server, random_record, refusal, refusal_of
from .jobs import alive, held, job, let_go, wait_for

ROOT = Path(__file__).parents[2]
METHODS = UNARY + STREAMING
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
STARTED = """
import asyncio
from shinpan_service.serving.options import CannotServe, ServerOptions
from shinpan_service.serving.server import announce, serve
from tests.service.jobs import prepare
asyncio.run(serve(ServerOptions(workers=2, grace_seconds={grace}), announce, prepare))
"""


@contextmanager
def served(grace: float = 60) -> Iterator[tuple["subprocess.Popen[str]", grpc.Channel]]:
    """A server started as the command line starts it, and a connection to the address that it announced."""
    code = STARTED.format(grace=grace)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        words = process.stdout.readline().split()
        assert words[:2] == ["listening", "on"]
        try:
            with grpc.insecure_channel(words[2]) as channel:
                yield process, channel
        finally:
            process.kill()


def children(server: int) -> list[int]:
    """The processes that a process has spawned, besides the one that multiprocessing keeps for itself."""
    listed = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return [int(pid) for pid in listed if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def health(channel: grpc.Channel, service: str) -> int:
    """What the server says of its health."""
    status: int = HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=service)).status
    return status


def test_health(channel: grpc.Channel) -> None:
    """The server as a whole and its service are healthy; of others it knows nothing."""
    assert health(channel, "") == SERVING
    assert health(channel, SERVICE) == SERVING
    with pytest.raises(grpc.RpcError) as raised:
        health(channel, "shinpan.v1.Oracle")
    assert raised.value.code() is StatusCode.NOT_FOUND


def test_health_is_told_while_all_workers_work(tmp_path: Path) -> None:
    """No amount of judging keeps the server from saying that it lives."""
    with job_server(workers=1) as channel:
        call = caller(channel, "VerifyReplay").future(job("hold", str(tmp_path)))
        held(tmp_path)
        assert health(channel, SERVICE) == SERVING
        let_go(tmp_path)
        assert call.result()


def test_reflection_if_asked_for() -> None:
    """A client without schemas learns them: the service, its methods, and every message down to the games'."""
    with job_server(workers=1, reflection=True) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        assert {SERVICE, "grpc.health.v1.Health"} <= set(database.get_services())
        pool = DescriptorPool(database)
        service = pool.FindServiceByName(SERVICE)
        assert [method.name for method in service.methods if method.server_streaming] == [BATCH, *STREAMING]
        assert {method.name for method in service.methods} == {*UNARY, BATCH, *STREAMING}
        assert pool.FindMessageTypeByName("shinpan.wars3x3.v1.Spell").fields_by_name["with"].number == 2


def test_there_is_no_reflection_unless_asked_for() -> None:
    """A server that does not tell its schemas still answers."""
    with job_server(workers=1) as channel:
        with pytest.raises(grpc.RpcError) as raised:
            ProtoReflectionDescriptorDatabase(channel).get_services()
        assert raised.value.code() is StatusCode.UNIMPLEMENTED
        assert caller(channel, "VerifyReplay")(job("pid"))


def test_a_port_belongs_to_one_server(address: str) -> None:
    """A second server on the same port does not start, instead of taking a share of the calls."""
    port = int(address.rpartition(":")[2])
    with pytest.raises(CannotServe, match="did not start"), running(ServerOptions(port=port, workers=1), jobs.prepare):
        raise AssertionError("two servers on one port")


@pytest.mark.parametrize("host", ["localhost", "::1"])
def test_other_hosts(host: str) -> None:
    """A server listens where it is told to, on names and IPv6 addresses too, and only there."""
    with running(ServerOptions(host=host, workers=1), jobs.prepare) as address:
        with grpc.insecure_channel(address) as channel:
            assert caller(channel, "VerifyReplay")(job("pid"))
        assert address.rpartition(":")[0] in (host, f"[{host}]")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_graceful_stop(tmp_path: Path, number: signal.Signals) -> None:
    """On a signal the server is no longer healthy and takes no more calls; the one at work is answered, then the server
    and all its workers end, whoever may still watch."""
    with served() as (process, channel):
        call = caller(channel, "VerifyReplay").future(job("hold", str(tmp_path)))
        worker = held(tmp_path)
        workers = children(process.pid)
        watch = HealthStub(channel).Watch(health_pb2.HealthCheckRequest(service=SERVICE))
        assert next(watch).status == SERVING
        process.send_signal(number)
        assert next(watch).status == NOT_SERVING
        answer = refusal(lambda: caller(channel, "VerifyReplay")(job("pid")))
        assert (answer.code, answer.reason) == (StatusCode.UNAVAILABLE, "STOPPING")
        let_go(tmp_path)
        assert int(call.result()) == worker
        assert process.wait() == 0
        wait_for(lambda: not any(alive(pid) for pid in workers))


def _refused(channel: grpc.Channel) -> bool:
    try:
        caller(channel, "VerifyReplay")(job("pid"))
    except grpc.RpcError as error:
        return bool(error.code() is StatusCode.UNAVAILABLE)
    return False


def test_a_signal_to_the_whole_group_is_graceful_too(tmp_path: Path) -> None:
    """A Ctrl-C that reaches the workers as well does not keep them from finishing."""
    with served() as (process, channel):
        call = caller(channel, "VerifyReplay").future(job("hold", str(tmp_path)))
        worker = held(tmp_path)
        for pid in (worker, process.pid):
            os.kill(pid, signal.SIGINT)
        wait_for(lambda: _refused(channel))
        let_go(tmp_path)
        assert int(call.result()) == worker
        assert process.wait() == 0


def test_grace_has_an_end(tmp_path: Path) -> None:
    """A call that goes on beyond the grace period is broken off, and the server ends all the same."""
    with served(grace=0.5) as (process, channel):
        call = caller(channel, "VerifyReplay").future(job("hold", str(tmp_path)))
        worker = held(tmp_path)
        process.send_signal(signal.SIGTERM)
        assert call.exception().code() in (StatusCode.UNAVAILABLE, StatusCode.CANCELLED)
        assert process.wait() == 0
        wait_for(lambda: not alive(worker))


def test_workers_do_not_outlive_their_server() -> None:
    """When the server is killed outright its workers notice and end."""
    with served() as (process, channel):
        assert caller(channel, "VerifyReplay")(job("pid"))
        workers = children(process.pid)
        assert len(workers) == 2
        process.kill()
        process.wait()
        wait_for(lambda: not any(alive(pid) for pid in workers))


def test_a_server_does_not_outlive_its_user() -> None:
    """A server that somebody runs for themselves ends when they are killed outright."""
    code = """
import sys, time
from shinpan.v1.referee_pb2 import VerifyReplayRequest, VerifyReplayResponse
from shinpan_service.serving.options import CannotServe, ServerOptions
from shinpan_service.serving.server import running
from tests.service.jobs import prepare
with running(ServerOptions(workers=1), prepare) as address:
    print(address, flush=True)
    time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        (running_server,) = children(process.pid)
        with grpc.insecure_channel(address) as channel:
            assert caller(channel, "VerifyReplay")(job("pid"))
            process.kill()
            wait_for(lambda: not alive(running_server))
            assert _refused(channel)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when it has answered")
def test_a_worker_at_work_ends_with_its_server(tmp_path: Path) -> None:
    """A worker in the middle of an endless computation does not outlive a server that is killed outright."""
    with served() as (process, channel):
        call = caller(channel, "VerifyReplay").future(job("burn", str(tmp_path)))
        worker = held(tmp_path)
        process.kill()
        process.wait()
        wait_for(lambda: not alive(worker))
        call.cancel()


def test_health_says_when_no_worker_is_there() -> None:
    """NOT_SERVING from the death of the last worker until another is ready, and SERVING again."""
    with served() as (process, channel):
        watch = HealthStub(channel).Watch(health_pb2.HealthCheckRequest(service=SERVICE))
        assert next(watch).status == SERVING
        for worker in children(process.pid):
            os.kill(worker, signal.SIGKILL)
        assert next(watch).status == NOT_SERVING
        assert next(watch).status == SERVING


def test_a_call_without_a_request(channel: grpc.Channel) -> None:
    """A call that ends before it says anything is INVALID_ARGUMENT."""
    for method in METHODS:
        answer = refusal(lambda method=method: channel.stream_unary(f"/{SERVICE}/{method}")(iter(())))
        assert (answer.code, answer.reason) == (StatusCode.INVALID_ARGUMENT, "UNDECODABLE_REQUEST")


def test_a_client_that_takes_nothing_loses_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that nobody fetches ends RESOURCE_EXHAUSTED; its worker has long been there for others."""
    monkeypatch.setattr(answers, "STALLED_SECONDS", 1)
    answer = asyncio.run(_stalled_stream())
    assert (answer.code, answer.reason) == (StatusCode.RESOURCE_EXHAUSTED, "STREAM_STALLED")


def test_a_client_that_takes_an_answer_too_slowly_loses_it() -> None:
    """However often it takes a little of it."""
    answer = asyncio.run(_stalled_stream(answer_seconds=1))
    assert (answer.code, answer.reason) == (StatusCode.RESOURCE_EXHAUSTED, "STREAM_STALLED")


async def _stalled_stream(**options: Any) -> Refusal:
    """How a stream ends of which only the first part is taken, and while it waits, the one worker answers others."""
    async with (
        serving(ServerOptions(workers=1, **options), jobs.prepare) as address,
        grpc.aio.insecure_channel(address) as channel,
    ):
        stream = channel.unary_stream(f"/{SERVICE}/StreamReplaySteps")(job("parts", 25, 250_000))
        await stream.read()
        for _ in range(2):
            assert await channel.unary_unary(f"/{SERVICE}/VerifyReplay")(job("pid"))
            await asyncio.sleep(1)
        try:
            while await stream.read() is not grpc.aio.EOF:
                pass
        except grpc.aio.AioRpcError as error:
            return refusal_of(error)
    raise AssertionError("the stream came to its end")


def test_answers_on_their_way_are_waited_for() -> None:
    """A server that stops lets a client fetch what has been judged for it."""

    async def fetch() -> int:
        server = AsyncExitStack()
        address = await server.enter_async_context(serving(ServerOptions(workers=1), jobs.prepare))
        async with grpc.aio.insecure_channel(address) as channel:
            stream = channel.unary_stream(f"/{SERVICE}/StreamReplaySteps")(job("parts", 25, 250_000))
            await stream.read()
            stopping = asyncio.create_task(server.aclose())
            await asyncio.sleep(0.5)
            taken = 1
            while await stream.read() is not grpc.aio.EOF:
                taken += 1
            await stopping
            return taken

    assert asyncio.run(fetch()) == 25


def test_few_open_files_mean_few_connections(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Connections leave enough files for workers to be started; where that cannot be, the server says so at once."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (128, 128))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    options = ServerOptions(workers=2)
    assert files_open.within_limits(options).connections == 128 - files_open.OWN_FILES - 2 * files_open.WORKER_FILES
    assert "ulimit -n" in caplog.text
    monkeypatch.setattr(resource, "getrlimit", lambda _: (60, 60))
    with pytest.raises(CannotServe, match="60 open files are allowed"):
        files_open.within_limits(options)


def test_a_limit_of_open_files_is_raised_as_far_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system allows it."""
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    options = ServerOptions(workers=2, connections=1000)
    assert files_open.within_limits(options) == options
    assert limits == [(1000 + files_open.OWN_FILES + 2 * files_open.WORKER_FILES, 4096)]


def test_a_broken_pack_of_an_owner_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """The server starts without it and says once in its log which file is left out, and why."""
    options = ServerOptions(workers=1, packs=(PackText("packs/mine.toml", b"[["),))
    request = VerifyReplayRequest(record=random_record(3)).SerializeToString()

    async def ask() -> bytes:
        async with serving(options) as address, grpc.aio.insecure_channel(address) as channel:
            return bytes(await channel.unary_unary(f"/{SERVICE}/VerifyReplay")(request))

    assert VerifyReplayResponse.FromString(asyncio.run(ask())).report.actions_replayed
    (told,) = [line for line in caplog.messages if "left out" in line]
    assert "packs/mine.toml: " in told


def test_a_server_judges_with_packs_of_its_own() -> None:
    """Every worker has them."""
    wars = GAMES["wars3x3"]
    request = VerifyReplayRequest(record=record_to_message(filled_in(wars, "beginner", 1))).SerializeToString()

    async def ask() -> bytes:
        options = ServerOptions(workers=1, packs=(texts_from(wars),))
        async with serving(options) as address, grpc.aio.insecure_channel(address) as channel:
            return bytes(await channel.unary_unary(f"/{SERVICE}/VerifyReplay")(request))

    assert VerifyReplayResponse.FromString(asyncio.run(ask())).report.verdict == VERDICT_LEGAL
