"""Headers that no client of gRPC sends: they open nothing, stop nobody, and are not written down."""

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from hpack import Encoder
from hyperframe.frame import HeadersFrame

from shinpan.v1.referee_pb2 import ListGamesRequest
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_service.serving.listening import Listener
from tests.attack.wire import Wire, framed

from .jobs import wait_for
from .test_access import ALL, COMMAND, TOKENS, showing, write_tokens

LIST = b"/shinpan.v1.RefereeService/ListGames"
TOKEN = TOKENS[ALL].encode()
BEARER = (b"authorization", b"Bearer " + TOKEN)
UNAUTHENTICATED = StatusCode.UNAUTHENTICATED.value[0]


class Odd(Wire):
    """A connection on which calls have any path and headers."""

    def headed(self, path: bytes, *more: tuple[bytes, bytes]) -> int:
        """Makes a call with an empty message. Gives the stream."""
        usual = ((b":method", b"POST"), (b":scheme", b"http"), (b":path", path), (b":authority", b"localhost"))
        rest = ((b"content-type", b"application/grpc"), (b"te", b"trailers"))
        data = Encoder().encode([(name, value, True) for name, value in (*usual, *rest, *more)])
        stream, self._next = self._next, self._next + 2
        self._write(bytes(HeadersFrame(stream, data=data, flags=["END_HEADERS"]).serialize()))
        self.send(stream, framed(b""), end=True)
        return stream

    def status(self, path: bytes, *more: tuple[bytes, bytes]) -> int | None:
        """How such a call ends."""
        answer = self.answers[self.headed(path, *more)]
        self.pump(until=lambda: answer.ended or answer.reset is not None or self.closed)
        return answer.status


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server that takes tokens: its address, and its log."""
    folder = tmp_path_factory.mktemp("odd")
    tokens, log = write_tokens(folder / "tokens.toml", ALL), folder / "log"
    command = [*COMMAND, "serve", "--port", "0", "--workers", "1", "--tokens", str(tokens)]
    with (
        log.open("w") as written,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True) as process,
    ):
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1], log
        process.terminate()


@pytest.mark.parametrize(
    "more",
    [
        [],
        [BEARER, BEARER],
        [(b"authorization", b"Bearer " + TOKEN + b"\xff")],
        [(b"authorization", b"Bearer " + TOKEN + b" ")],
        [(b"authorization", b" Bearer " + TOKEN)],
        [(b"authorization", b"Bearer\t" + TOKEN)],
        [(b"authorization", b"Bearer x, Bearer " + TOKEN)],
        [(b"authorization", "Bearer 名".encode())],
        [(b"proxy-authorization", b"Bearer " + TOKEN)],
        [(b"x-authorization", b"Bearer " + TOKEN)],
    ],
)
def test_odd_headers_open_nothing(more: list[tuple[bytes, bytes]], server: tuple[str, Path]) -> None:
    """And what they have of a token is not in the log, though gRPC would write it there."""
    address, log = server
    with Odd(address) as wire:
        assert wire.status(LIST, *more) == UNAUTHENTICATED
        assert wire.status(LIST, BEARER) == 0
    assert TOKENS[ALL] not in log.read_text("utf-8")


def test_odd_paths_open_nothing(server: tuple[str, Path]) -> None:
    """Those that look like health but are not, and those that nobody serves."""
    with Odd(server[0]) as wire:
        for path in (b"/" + LIST, LIST[1:], LIST + b"/", b"/GRPC.health.v1.Health/Check", b"/", b"*"):
            assert wire.status(path) == UNAUTHENTICATED, path
        for path in (b"/grpc.health.v1.Health/.." + LIST, b"/grpc.health.v1.Health/%2e%2e" + LIST):
            assert wire.status(path) == StatusCode.UNIMPLEMENTED.value[0], path
        assert wire.status(b"/grpc.health.v1.Health/Check") == 0


def test_a_path_that_is_no_text_stops_nobody(server: tuple[str, Path]) -> None:
    """Some versions of gRPC break over it; the server listens again, as often as that happens."""
    address, _ = server

    def answers() -> bool:
        with grpc.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            try:
                return bool(RefereeServiceStub(channel).ListGames(ListGamesRequest(), metadata=showing(ALL)).games)
            except grpc.RpcError:
                return False

    for _ in range(3):
        with Odd(address) as wire:
            wire.status(b"/\xff\xfe/x")
        wait_for(answers)


class Fragile:
    """A server of gRPC that breaks at once, or never."""

    def __init__(self, breaks: bool) -> None:
        self.breaks, self.started, self.stopped = breaks, False, False

    async def start(self) -> None:
        self.started = True

    async def wait_for_termination(self, timeout: float) -> bool:
        if self.breaks:
            raise UnicodeDecodeError("utf-8", b"/\xff", 1, 2, "invalid start byte")
        await asyncio.sleep(timeout)
        return True

    async def stop(self, _: float) -> None:
        self.stopped = True


def test_a_server_that_breaks_is_replaced_at_its_port() -> None:
    """And the one that takes its place, too; while the port is taken it is tried again."""
    servers, ports = [Fragile(True), Fragile(True), Fragile(False)], list[int]()

    def open_port(port: int) -> Any:
        ports.append(port)
        if len(ports) == 2:
            raise RuntimeError("the port is taken")
        return servers[len(ports) - 1 - (len(ports) > 2)], 7

    async def live() -> int:
        listener = Listener(open_port, 0)
        await listener.start()
        while not servers[-1].started:
            await asyncio.sleep(0.01)
        await listener.stop(1)
        return listener.port

    assert asyncio.run(live()) == 7
    assert ports == [0, 7, 7, 7]
    assert [server.stopped for server in servers] == [False, False, True]
