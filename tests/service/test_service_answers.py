"""Answers on their way are bounded: who does not take one loses the connection, and the memory is free again."""

import asyncio
import os
import socket
import tempfile
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from shinpan_service.messages import wire_errors
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving import answers as serving_answers
from shinpan_service.serving import connections, memory
from shinpan_service.serving.answers import Answers, Outlet
from shinpan_service.serving.memory import Memory
from shinpan_service.serving.options import ServerOptions

from .test_service_arrivals import reason, run, settle


class Call:
    """A call whose client takes parts only when the test says so."""

    def __init__(self, peer: str = "a") -> None:
        self._peer = peer
        self._callbacks: list[Callable[[Any], None]] = []
        self.taking = asyncio.Event()
        self.taken: list[bytes] = []

    def peer(self) -> str:
        return self._peer

    def add_done_callback(self, callback: Callable[[Any], None]) -> None:
        self._callbacks.append(callback)

    async def write(self, part: bytes) -> None:
        await self.taking.wait()
        self.taken.append(part)

    def over(self) -> None:
        """The client has taken all, or has gone."""
        for callback in self._callbacks:
            callback(self)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The peers whose connections are closed."""
    peers: list[str] = []
    monkeypatch.setattr(connections, "cut", lambda peer: peers.append(peer) is None)
    return peers


def with_answers(scenario: Callable[[Answers], Awaitable[None]], **options: Any) -> None:
    """Runs a scenario with answers of its own, of which nothing must be left."""

    async def whole() -> None:
        answers = Answers(ServerOptions(**options), Memory())
        await scenario(answers)
        assert (answers._bytes, len(answers._sending)) == (0, 0)

    run(whole)


def send(answers: Answers, call: Call, size: int) -> None:
    """Hands an answer of so many bytes to a call."""
    answers.send(call, size)  # type: ignore[arg-type]


def outlet(answers: Answers, call: Call) -> Outlet:
    """What sends a call its parts."""
    return Outlet(answers, call)  # type: ignore[arg-type]


def test_who_waits_for_all_answers_waits_until_they_are_taken() -> None:
    """A server that stops goes when the last answer has been taken."""

    async def scenario(answers: Answers) -> None:
        calls = [Call(), Call()]
        for call in calls:
            send(answers, call, 10)
        draining = asyncio.create_task(answers.drain())
        calls[0].over()
        await settle()
        assert not draining.done()
        calls[1].over()
        await draining

    with_answers(scenario)


def test_an_answer_for_which_there_is_no_room_is_refused(cut: list[str]) -> None:
    """As long as the others have not been waiting long enough to give way."""

    async def scenario(answers: Answers) -> None:
        first, second = Call("first"), Call("second")
        send(answers, first, 20)
        with pytest.raises(WireError, match="no room"):
            send(answers, second, 6)
        assert cut == []
        first.over()
        send(answers, second, 6)
        second.over()

    with_answers(scenario, spool_bytes=25)


def test_the_answer_that_has_waited_longest_gives_way(cut: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection is closed, and nothing counts any more of what was sent there."""

    async def scenario(answers: Answers) -> None:
        calls = [Call("first"), Call("second"), Call("first"), Call("third")]
        for call in calls[:3]:
            send(answers, call, 8)
        send(answers, calls[3], 16)
        assert cut == ["first"]
        assert answers._bytes == 24
        for call in calls:
            call.over()

    monkeypatch.setattr(serving_answers, "SAFE_SECONDS", 0)
    with_answers(scenario, spool_bytes=25)


def test_who_does_not_take_an_answer_loses_the_connection(cut: list[str]) -> None:
    """Once for all calls of that connection, when its time is over; also who does not take a refusal."""

    async def scenario(answers: Answers) -> None:
        for _ in range(2):
            send(answers, Call("slow"), 8)
        answers.refuse(Call("deaf"))  # type: ignore[arg-type]
        await asyncio.sleep(0.02)
        late = Call("late")
        send(answers, late, 8)
        answers.look()
        assert cut == ["slow", "deaf"]
        late.over()

    with_answers(scenario, answer_seconds=0.02)


@pytest.fixture(autouse=True)
def quick_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits five seconds here."""
    monkeypatch.setattr(serving_answers, "REFUSAL_SECONDS", 0.01)


def test_parts_are_sent_while_they_come() -> None:
    """In their order; the room of each is free when it has been taken."""

    async def scenario(answers: Answers) -> None:
        call = Call()
        parts = outlet(answers, call)
        judging = asyncio.create_task(_putting(parts, [b"1", b"22", b"333"]))
        judging.add_done_callback(parts.close)
        sending = asyncio.create_task(parts.send())
        await settle()
        assert answers._bytes == 6
        call.taking.set()
        await sending
        assert call.taken == [b"1", b"22", b"333"]
        assert answers._bytes == 0
        call.over()

    with_answers(scenario)


async def _putting(parts: Outlet, what: list[bytes], error: Exception | None = None) -> None:
    for part in what:
        parts.put(part)
        await asyncio.sleep(0)
    if error is not None:
        raise error


def test_an_answer_ends_as_its_judging_ends() -> None:
    """What came before an error is sent, then the error is told."""

    async def scenario(answers: Answers) -> None:
        call = Call()
        call.taking.set()
        parts = outlet(answers, call)
        judging = asyncio.create_task(_putting(parts, [b"1"], wire_errors.worker_lost()))
        judging.add_done_callback(parts.close)
        assert "was lost" in await reason(asyncio.create_task(parts.send()))
        assert call.taken == [b"1"]
        call.over()

    with_answers(scenario)


def test_a_stream_for_which_there_is_no_room_is_given_up(cut: list[str]) -> None:
    """It is told so after what there was room for."""

    async def scenario(answers: Answers) -> None:
        call = Call()
        call.taking.set()
        parts = outlet(answers, call)
        for part in (b"1" * 10, b"2" * 10, b"3" * 10):
            parts.put(part)
        assert "no room" in await reason(asyncio.create_task(parts.send()))
        assert len(call.taken) == 2
        assert cut == []
        call.over()

    with_answers(scenario, spool_bytes=25)


@pytest.mark.parametrize(("stalled", "seconds"), [(0.02, 60), (60, 0.02)], ids=["takes nothing", "takes too long"])
def test_who_does_not_take_a_stream_is_told_first(
    stalled: float, seconds: float, cut: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It loses the rest, and the connection only if it does not even take the refusal."""

    async def scenario(answers: Answers) -> None:
        call = Call()
        parts = outlet(answers, call)
        parts.put(b"1")
        assert "not fetched in time" in await reason(asyncio.create_task(parts.send()))
        assert cut == []
        call.over()

    monkeypatch.setattr(serving_answers, "STALLED_SECONDS", stalled)
    with_answers(scenario, answer_seconds=seconds)


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:127.0.0.1:5000", ("127.0.0.1", 5000)),
        ("ipv6:%5B::1%5D:5000", ("::1", 5000)),
        ("ipv6:[fe80::1%25eth0]:80", ("fe80::1%eth0", 80)),
        ("unix:/somewhere", None),
        ("ipv4:127.0.0.1:", None),
        ("", None),
    ],
)
def test_peers_are_read_as_grpc_names_them(peer: str, address: tuple[str, int] | None) -> None:
    """Host and port, if it has these."""
    assert connections.address_of(peer) == address


@pytest.mark.parametrize(
    ("listening", "calling", "kind"),
    [("127.0.0.1", "127.0.0.1", "ipv4:{}"), ("::1", "::1", "ipv6:%5B{}%5D"), ("::", "127.0.0.1", "ipv4:{}")],
)
def test_the_connection_of_one_client_is_closed(listening: str, calling: str, kind: str) -> None:
    """And no other, whatever kind of address it has."""
    newer = ":" in listening
    if newer and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has addresses of the older kind only")
    family = socket.AF_INET6 if newer else socket.AF_INET
    with socket.create_server((listening, 0), family=family, dualstack_ipv6=newer) as server:
        clients = [socket.create_connection((calling, server.getsockname()[1]), timeout=5) for _ in range(2)]
        accepted = [server.accept()[0] for _ in clients]
        peers = [f"{kind.format(calling)}:{client.getsockname()[1]}" for client in clients]
        assert connections.cut(peers[0])
        assert clients[0].recv(1) == b""
        accepted[1].sendall(b"x")
        assert clients[1].recv(1) == b"x"
        for one in (*clients, *accepted):
            one.close()
        assert not connections.cut(peers[0])


def test_closing_a_connection_leaves_no_file_open() -> None:
    """Else a server would run out of files by its slow clients: what is looked at is a copy of each file."""
    with socket.create_server(("127.0.0.1", 0)) as server, tempfile.TemporaryFile():
        before = len(os.listdir("/dev/fd"))
        for _ in range(5):
            client = socket.create_connection(server.getsockname(), timeout=5)
            accepted, _ = server.accept()
            assert connections.cut(f"ipv4:127.0.0.1:{client.getsockname()[1]}")
            assert not connections.cut("ipv4:127.0.0.1:1")
            client.close()
            accepted.close()
        assert len(os.listdir("/dev/fd")) == before


def test_memory_is_given_back_after_large_amounts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for so many bytes, not each time."""
    trimmed: list[int] = []
    monkeypatch.setattr(memory, "trim", lambda: trimmed.append(1))
    monkeypatch.setattr(memory, "GIVE_BACK_BYTES", 20)
    counted = Memory()
    for number in range(1, 8):
        counted.freed(10)
        counted.give_back()
        assert len(trimmed) == number // 2
