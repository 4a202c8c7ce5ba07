"""Who asks for the health of a server, or its schemas: as many as leave room for calls, and nobody is held up by one of
them."""

import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from shinpan_service.serving import server as serving_server
from shinpan_service.serving.operating import besides
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import serving
from tests.attack.wire import CHECK, WATCH, Wire

from . import jobs
from .calls import refusal_of
from .jobs import wait_for
from .test_attacks import doing_jobs, kill, pid
from .test_service_server import NOT_SERVING, SERVING

QUESTION = health_pb2.HealthCheckRequest()
STOP_SECONDS = 40
SCHEMAS = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"


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
    """One more is refused, and has a place when another has gone; who asks once finds one meanwhile."""
    monkeypatch.setattr(besides, "MOST_EACH", 2)
    monkeypatch.setattr(besides, "MOST", 4)

    def scenario(address: str) -> None:
        with grpc.insecure_channel(address) as channel, Wire(address, source="127.0.0.2") as other:
            stub = HealthStub(channel)
            first, second = stub.Watch(QUESTION), stub.Watch(QUESTION)
            assert [next(one).status for one in (first, second)] == [SERVING, SERVING]
            with pytest.raises(grpc.RpcError) as raised:
                next(stub.Watch(QUESTION))
            assert refusal_of(raised.value).facts["value_most"] == "2"
            assert stub.Check(QUESTION).status == SERVING
            streams = [other.call(WATCH, b"") for _ in range(3)]
            assert other.pump(until=lambda: other.answers[streams[2]].ended)
            assert [other.answers[stream].status for stream in streams] == [None, None, 8]
            with pytest.raises(grpc.RpcError) as raised:
                stub.Check(QUESTION)
            assert refusal_of(raised.value).facts["value_most"] == "4"
            first.cancel()
            wait_for(lambda: watches(stub))
            assert stub.Check(QUESTION).status == SERVING

    async def whole() -> None:
        async with serving(ServerOptions(workers=1), jobs.prepare) as address:
            await asyncio.to_thread(scenario, address)

    asyncio.run(whole())


@pytest.mark.parametrize("method", [CHECK, WATCH, SCHEMAS])
def test_questions_that_never_come_take_no_place(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many calls are opened besides those of our service and then left so, others are answered; none is open
    for ever."""
    monkeypatch.setattr(serving_server, "MOST_RPCS", 30)
    monkeypatch.setattr(besides, "MOST_EACH", 5)
    monkeypatch.setattr(besides, "MESSAGE_SECONDS", 2)

    def scenario(address: str) -> None:
        with grpc.insecure_channel(address) as channel, Wire(address, source="127.0.0.2") as other:
            streams = []
            for _ in range(60):
                streams.append(other.open(method))
                other.pump(0.01)
            for _ in range(5):
                assert pid(channel)
            assert sum(other.answers[stream].status is None for stream in streams) == 5
            assert other.pump(until=lambda: all(other.answers[stream].status == 8 for stream in streams))

    async def whole() -> None:
        async with serving(ServerOptions(workers=1, reflection=True), jobs.prepare) as address:
            await asyncio.to_thread(scenario, address)

    asyncio.run(whole())


def test_a_question_without_a_message_is_refused() -> None:
    """Be it asked once or for as long as somebody watches; schemas are asked for as often as anybody likes."""
    with doing_jobs(reflection=True) as (server, _), Wire(server.address) as wire:
        streams = [wire.open(method) for method in (CHECK, WATCH, SCHEMAS)]
        for stream in streams:
            wire.send(stream, b"", end=True)
        assert wire.pump(until=lambda: all(wire.answers[stream].ended for stream in streams))
        assert [wire.answers[stream].status for stream in streams] == [3, 3, 0]


def watches(stub: HealthStub) -> bool:
    """Whether somebody who watches now is told something."""
    try:
        return bool(next(stub.Watch(QUESTION)).status)
    except grpc.RpcError:
        return False
