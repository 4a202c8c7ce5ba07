"""Figures for Prometheus: what they count, and that whoever asks for them cannot hold the server up."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from shinpan_service.serving.operating import scrapes
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.security.guard import Security
from shinpan_service.serving.server import serving
from tests.cli.command import PRINTED, refused, run
from tests.cli.test_serving import closed_port

from . import jobs
from .calls import BATCH, SERVICE
from .jobs import job
from .test_batches import jobs_of

Figures = dict[tuple[str, ...], float]
Scenario = Callable[[grpc.aio.Channel, int], Awaitable[None]]


def with_figures(scenario: Scenario) -> None:
    """Runs a scenario beside a server with one worker that does jobs and shows figures."""

    async def whole() -> None:
        port = closed_port()
        options = ServerOptions(workers=1, metrics_port=port, queue_seconds=jobs.PATIENCE_SECONDS)
        async with serving(options, jobs.prepare) as address, grpc.aio.insecure_channel(address) as channel:
            await scenario(channel, port)

    asyncio.run(whole())


async def asked(port: int, request: bytes) -> bytes:
    """What is answered to bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        return await reader.read()
    finally:
        writer.close()


async def figures(port: int) -> Figures:
    """All figures, by their names and the values of their labels, in the order of the labels' names."""
    head, _, body = (await asked(port, b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert f"Content-Length: {len(body)}".encode() in head
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(body.decode())
        for sample in family.samples
    }


async def figures_after(port: int, calls: int) -> Figures:
    """The figures once so many calls are over: a client has its answer a moment before that."""
    while True:
        told = await figures(port)
        if sum(value for name, value in told.items() if name[0] == "shinpan_calls_total") == calls:
            return told
        await asyncio.sleep(0.01)


async def whole(channel: grpc.aio.Channel, method: str, request: bytes) -> bytes:
    """The answer of a call; nothing if it is refused."""
    try:
        answer: bytes = await channel.unary_unary(f"/{SERVICE}/{method}")(request)
        return answer
    except grpc.aio.AioRpcError:
        return b""


def test_calls_and_verdicts_are_counted() -> None:
    """With how they ended, what was judged, why they were refused, and what went in and out."""

    async def scenario(channel: grpc.aio.Channel, port: int) -> None:
        request = job("judge", "drive", "illegal", 7)
        for _ in range(3):
            assert await whole(channel, "VerifyReplay", request) == b"judged"
        assert not await whole(channel, "GetGame", job("refuse"))
        told = await figures_after(port, 4)
        assert told["shinpan_calls_total", "OK", "VerifyReplay"] == 3
        assert told["shinpan_calls_total", "INVALID_ARGUMENT", "GetGame"] == 1
        assert told["shinpan_verdicts_total", "drive", "VerifyReplay", "illegal"] == 3
        assert told["shinpan_refusals_total", "GetGame", "INVALID_FIELD"] == 1
        assert told["shinpan_bytes_total", "VerifyReplay", "in"] == 3 * len(request)
        assert told["shinpan_bytes_total", "VerifyReplay", "out"] == 18
        assert told["shinpan_calls_in_flight", "VerifyReplay"] == 0
        for name in ("call", "queue", "judging"):
            assert told[f"shinpan_{name}_seconds_count", "VerifyReplay"] == 3
        assert told["shinpan_call_seconds_sum", "VerifyReplay"] >= told["shinpan_judging_seconds_sum", "VerifyReplay"]
        assert (told["shinpan_workers",], told["shinpan_worker_restarts_total",], told["shinpan_snapshot",]) == (
            1,
            0,
            1,
        )

    with_figures(scenario)


def test_lost_workers_are_counted(tmp_path: Path) -> None:
    """And the records of a stream over which they were lost; what is open meanwhile is seen."""

    async def scenario(channel: grpc.aio.Channel, port: int) -> None:
        stream = channel.stream_stream(f"/{SERVICE}/{BATCH}")(iter([jobs_of(job("exit"), job("hold", str(tmp_path)))]))
        taking = asyncio.create_task(_taken(stream))
        while not (tmp_path / "pid").exists():
            await asyncio.sleep(0.01)
        told = await figures(port)
        assert told["shinpan_calls_in_flight", BATCH] == 1
        assert told["shinpan_worker_restarts_total",] == 1
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
        assert await taking > 0
        told = await figures_after(port, 1)
        assert told["shinpan_refusals_total", BATCH, "WORKER_LOST"] == 2
        assert told["shinpan_calls_total", "OK", BATCH] == 1

    with_figures(scenario)


async def _taken(stream: "grpc.aio.StreamStreamCall[bytes, bytes]") -> int:
    return sum([len(part) async for part in stream])


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"HEAD /metrics HTTP/1.1\r\n\r\n", b"200"),
        (b"GET /metrics?name=a HTTP/1.1\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\n\r\n", b"404"),
        (b"POST /metrics HTTP/1.1\r\nContent-Length: 9\r\n\r\n", b"405"),
        (b"\x00\xff\r\n\r\n", b"404"),
        (b"GET /metrics HTTP/1.1\r\nA: " + b"a" * 20_000 + b"\r\n\r\n", b""),
        (b"GET /metrics", b""),
    ],
)
def test_other_requests(request_: bytes, status: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no request for figures is refused, or has its connection closed."""
    monkeypatch.setattr(scrapes, "SECONDS", 0.5)

    async def scenario(_: grpc.aio.Channel, port: int) -> None:
        try:
            answer = await asked(port, request_)
        except ConnectionError:
            answer = b""
        assert answer.partition(b" ")[2][:3] == status

    with_figures(scenario)


def test_silent_connections_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: the figures can be had meanwhile, and each is closed when its time is over."""
    monkeypatch.setattr(scrapes, "SECONDS", 3)

    async def scenario(_: grpc.aio.Channel, port: int) -> None:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(scrapes.MOST_CONNECTIONS)]
        assert await figures(port)
        # It took the place of the earliest.
        assert await asyncio.wait_for(_ended(silent[0][0]), 1)
        assert not silent[1][0].at_eof()
        for reader, writer in silent:
            assert await _ended(reader)
            writer.close()

    with_figures(scenario)


async def _ended(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


def test_where_tokens_are_asked_for_figures_take_one(tmp_path: Path) -> None:
    """With the scope `metrics`; any other is refused, and so is none."""
    file = tmp_path / "tokens.toml"
    held = [run("token", "new", name, "--scope", name, "--to", file).lines[0] for name in ("metrics", "verify")]
    security = Security(ServerOptions(tokens=file))
    page = scrapes.Scrapes(lambda: b"figures", security.refuses_figures)
    asked = {None: b"401", held[0]: b"200", held[1]: b"403", "shinpan_none": b"401"}
    for token, status in asked.items():
        header = b"" if token is None else f"authoriZation:  Bearer {token}\r\n".encode()
        answer = page._answer(b"GET /metrics HTTP/1.1\r\n" + header + b"\r\n")
        assert answer.split(b" ")[1] == status
        assert (b"figures" in answer.partition(b"\r\n\r\n")[2][:7]) == (status == b"200")


def test_figures_are_shown_here_only() -> None:
    """Unless somebody says otherwise; and not at all unless asked for."""
    assert ServerOptions().metrics_host == "127.0.0.1"
    assert ServerOptions().metrics_port is None


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the server says what to install; whatever does not show figures runs as ever."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    assert "pip install 'shinpan[metrics]'" in refused("serve", "--metrics-port", 9464)
    assert "pip install 'shinpan[metrics]'" in refused("serve", "--check", "--metrics-port", 9464)
    assert run("serve", "--check").code == 0
    assert run("verify", PRINTED).code == 0


def test_a_taken_port_is_told() -> None:
    """Before anything is started."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        said = refused("serve", "--port", 0, "--metrics-port", port)
    assert said == f"nobody can listen on 127.0.0.1:{port}: Address already in use"
