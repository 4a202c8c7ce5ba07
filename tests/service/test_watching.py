"""Who watches the health of a server: as many as leave room for calls, and nobody is held up by one of them."""

import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from shinpan_service.serving.operating import health
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import serving
from tests.attack.wire import WATCH, Wire

from . import jobs
from .calls import refusal_of
from .jobs import wait_for
from .test_attacks import doing_jobs, kill
from .test_service_server import NOT_SERVING, SERVING

QUESTION = health_pb2.HealthCheckRequest()
STOP_SECONDS = 40


def test_who_watches_and_reads_nothing_holds_nobody_up() -> None:
    """Others are told what changes, lost workers come back, and the server ends."""
    with doing_jobs() as (server, channel), Wire(server.address, window=0, grants=False) as slow:
        slow.call(WATCH, b"")
        slow.pump(0.5)
        watched = HealthStub(channel).Watch(QUESTION)
        assert next(watched).status == SERVING
        kill(server.workers)
        assert [next(watched).status for _ in range(2)] == [NOT_SERVING, SERVING]
        assert server.stop(STOP_SECONDS) < STOP_SECONDS
        assert server.process.poll() == 0


def test_watchers_of_one_host_and_of_all_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is told to ask once instead, and has a place when another has gone."""
    monkeypatch.setattr(health, "WATCHERS_EACH", 2)
    monkeypatch.setattr(health, "MOST_WATCHERS", 3)

    def scenario(address: str) -> None:
        with grpc.insecure_channel(address) as channel, Wire(address, source="127.0.0.2") as other:
            stub = HealthStub(channel)
            first, second = stub.Watch(QUESTION), stub.Watch(QUESTION)
            assert [next(one).status for one in (first, second)] == [SERVING, SERVING]
            with pytest.raises(grpc.RpcError) as raised:
                next(stub.Watch(QUESTION))
            assert refusal_of(raised.value).facts["value_most"] == "2"
            streams = [other.call(WATCH, b"") for _ in range(2)]
            assert other.pump(until=lambda: other.answers[streams[1]].ended)
            assert (other.answers[streams[0]].status, other.answers[streams[1]].status) == (None, 8)
            first.cancel()
            wait_for(lambda: watches(stub))
            assert stub.Check(QUESTION).status == SERVING

    async def whole() -> None:
        async with serving(ServerOptions(workers=1), jobs.prepare) as address:
            await asyncio.to_thread(scenario, address)

    asyncio.run(whole())


def watches(stub: HealthStub) -> bool:
    """Whether somebody who watches now is told something."""
    try:
        return bool(next(stub.Watch(QUESTION)).status)
    except grpc.RpcError:
        return False
