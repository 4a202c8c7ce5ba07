"""The server itself: how it starts, what it tells of its health and schemas, how it stops."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc import StatusCode
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from shinpan_service import server
from shinpan_service.server import ServerOptions, running, serving

from . import jobs
from .calls import SERVICE, STREAMING, UNARY, Refusal, caller, job_server, refusal, refusal_of
from .jobs import alive, held, job, let_go, wait_for

ROOT = Path(__file__).parents[2]
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
STARTED = """
import asyncio
from shinpan_service.server import ServerOptions, announce, serve
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


def test_reflection(channel: grpc.Channel) -> None:
    """A client without schemas learns them: the service, its methods, and every message down to the games'."""
    database = ProtoReflectionDescriptorDatabase(channel)
    assert {SERVICE, "grpc.health.v1.Health"} <= set(database.get_services())
    pool = DescriptorPool(database)
    service = pool.FindServiceByName(SERVICE)
    assert [method.name for method in service.methods if method.server_streaming] == list(STREAMING)
    assert {method.name for method in service.methods} == {*UNARY, *STREAMING}
    assert pool.FindMessageTypeByName("shinpan.wars3x3.v1.Spell").fields_by_name["with"].number == 2


def test_reflection_can_be_switched_off() -> None:
    """A server that does not tell its schemas still answers."""
    with job_server(workers=1, reflection=False) as channel:
        with pytest.raises(grpc.RpcError) as raised:
            ProtoReflectionDescriptorDatabase(channel).get_services()
        assert raised.value.code() is StatusCode.UNIMPLEMENTED
        assert caller(channel, "VerifyReplay")(job("pid"))


def test_a_port_belongs_to_one_server(address: str) -> None:
    """A second server on the same port does not start, instead of taking a share of the calls."""
    port = int(address.rpartition(":")[2])
    with pytest.raises(RuntimeError, match="did not start"), running(ServerOptions(port=port, workers=1), jobs.prepare):
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
from shinpan_service import server
from shinpan_service.server import ServerOptions, running, serving
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


def test_a_client_that_takes_nothing_loses_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that nobody reads ends RESOURCE_EXHAUSTED, and its worker is there for others again."""
    monkeypatch.setattr(server, "STALLED_SECONDS", 1)
    answer = asyncio.run(_stalled_stream())
    assert (answer.code, answer.reason) == (StatusCode.RESOURCE_EXHAUSTED, "STREAM_STALLED")


async def _stalled_stream() -> Refusal:
    """How a stream ends of which only the first part is taken until the one worker answers somebody else."""
    async with (
        serving(ServerOptions(workers=1), jobs.prepare) as address,
        grpc.aio.insecure_channel(address) as channel,
    ):
        stream = channel.unary_stream(f"/{SERVICE}/StreamReplaySteps")(job("endless"))
        await stream.read()
        assert await channel.unary_unary(f"/{SERVICE}/VerifyReplay")(job("pid"))
        try:
            while await stream.read() is not grpc.aio.EOF:
                pass
        except grpc.aio.AioRpcError as error:
            return refusal_of(error)
    raise AssertionError("the stream came to its end")
