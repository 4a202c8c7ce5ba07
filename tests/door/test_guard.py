"""Connections that nobody should make: slow, endless, silent, too many. None of them keeps others out."""

import asyncio
import socket
import ssl
import time
from pathlib import Path

import pytest

from shinpan_service.messages.server_info import MOST_REQUEST_BYTES
from shinpan_service.serving.door import listening
from tests.attack.servers import rss
from tests.cli.test_serving import closed_port
from tests.service.certificates import Authority
from tests.service.jobs import job

from .asking import PATIENCE_SECONDS, Answer, Doors, asked, ended, head, with_doors

SHORT = {"handshake_seconds": 0.5}
ENOUGH_SECONDS = 10
"""Far more than such a limit, far less than nothing happening at all."""
UNFINISHED = (b"", b"P", head("GetGame", 5)[:-2], b"\x16\x03\x01")
NO_REQUESTS = (
    b"GARBAGE\r\n\r\n",
    b"\x00\xff\xfe\r\n\r\n",
    b"POST / HTTP/1.1\r\ncontent-length: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: gzip\r\n\r\n",
    b"POST /\xff HTTP/1.1\r\nhost: a\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)
LARGE = 200 << 20
PART = b" " * (1 << 16)


async def still_answered(doors: Doors) -> bool:
    """Whether somebody else is served."""
    answer: Answer = await doors.asked("GetGame", job("pid"))
    return answer.status == 200


def test_who_does_not_finish_a_head_is_hung_up() -> None:
    """After the time that a connection may be silent, whatever has come of it."""

    async def scenario(doors: Doors) -> None:
        async def said(first: bytes) -> tuple[bytes, bytes, bool]:
            reader, writer = await doors.connected()
            since = time.monotonic()
            writer.write(first)
            answer = await ended(reader)
            writer.close()
            return first, answer.partition(b" ")[2][:3], time.monotonic() - since < ENOUGH_SECONDS

        for first, status, soon in await asyncio.gather(*map(said, UNFINISHED)):
            assert status in (b"", b"400"), first
            assert soon, first
        assert await still_answered(doors)

    with_doors(scenario, **SHORT)


def test_a_head_that_comes_byte_by_byte_wins_no_time() -> None:
    """Each byte is there in time, the head is not."""

    async def scenario(doors: Doors) -> None:
        reader, writer = await doors.connected()
        since, hung_up = time.monotonic(), asyncio.create_task(ended(reader))
        for at in range(1000):
            if hung_up.done():
                break
            writer.write(head("GetGame", 5)[at : at + 1] or b"x")
            await asyncio.sleep(0.05)
        assert hung_up.done()
        assert time.monotonic() - since < ENOUGH_SECONDS
        writer.close()

    with_doors(scenario, **SHORT)


def test_a_second_head_has_no_more_time_than_the_first() -> None:
    """On a connection that was served once; and one on which no second comes is closed, too."""

    async def scenario(doors: Doors) -> None:
        for second in (b"", b"POST /"):
            reader, writer = await doors.connected()
            asked = job("pid")
            writer.write(head("GetGame", len(asked)) + asked)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            since = time.monotonic()
            writer.write(second)
            await ended(reader)
            assert time.monotonic() - since < ENOUGH_SECONDS
            writer.close()

    with_doors(scenario, **SHORT)


def test_a_head_has_a_length() -> None:
    """One that is longer is refused or hung up, and others go on."""

    async def scenario(doors: Doors) -> None:
        reader, writer = await doors.connected()
        writer.write(b"POST / HTTP/1.1\r\n")
        hung_up = asyncio.create_task(ended(reader))
        for _ in range(1000):
            if hung_up.done():
                break
            writer.write(b"x-more: " + b"y" * 1000 + b"\r\n")
            await asyncio.sleep(0)
        answer = await hung_up
        assert answer.partition(b" ")[2][:3] in (b"", b"400")
        writer.close()
        assert await still_answered(doors)

    with_doors(scenario)


def test_a_slow_body_is_refused() -> None:
    """After the time that a request may take to arrive; meanwhile others are served."""

    async def scenario(doors: Doors) -> None:
        reader, writer = await doors.connected()
        writer.write(head("GetGame", 1000) + b"x")
        assert await still_answered(doors)
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"retry-after: 1\r\n" in answer
        assert b"REQUEST_STALLED" in await ended(reader)
        writer.close()

    with_doors(scenario, request_seconds=0.5, **SHORT)


def test_slow_bodies_keep_no_place() -> None:
    """More of them than requests may arrive at the same time: others wait a second for one, no more."""

    async def scenario(doors: Doors) -> None:
        slow = [await doors.connected() for _ in range(12)]
        for _, writer in slow:
            writer.write(head("GetGame", 1000) + b"x")
        since = time.monotonic()
        assert await still_answered(doors)
        assert time.monotonic() - since < 3 * ENOUGH_SECONDS
        for _, writer in slow:
            writer.close()

    with_doors(scenario, request_seconds=PATIENCE_SECONDS, arriving=4)


def test_a_body_of_200_mb_is_not_read() -> None:
    """It is refused, what comes after that is thrown away, and soon the connection is cut: not even memory is used."""

    async def scenario(doors: Doors) -> None:
        before = rss_here()
        for chunked in (False, True):
            assert await taken(doors, chunked) < LARGE / 4
        assert rss_here() - before < 100
        assert await still_answered(doors)

    async def taken(doors: Doors, chunked: bool) -> int:
        reader, writer = await doors.connected()
        told = head("GetGame", LARGE)
        if chunked:
            told = told.replace(b"content-length: %d" % LARGE, b"transfer-encoding: chunked")
        writer.write(told)
        came, went = asyncio.create_task(ended(reader)), 0
        while went < LARGE and not writer.is_closing():
            writer.write(b"%x\r\n%s\r\n" % (len(PART), PART) if chunked else PART)
            went += len(PART)
            try:
                await writer.drain()
            except ConnectionError:
                break
        writer.close()
        await came
        return went

    with_doors(scenario)


def rss_here() -> int:
    """Memory of this process, in MiB."""
    return rss(int(Path("/proc/self").resolve().name))


def test_a_body_that_is_a_little_too_long_is_told_so() -> None:
    """Whoever sends all of it before listening hears why nothing was judged."""

    async def scenario(doors: Doors) -> None:
        for chunked in (False, True):
            await refused(doors, chunked)

    async def refused(doors: Doors, chunked: bool) -> None:
        size = MOST_REQUEST_BYTES + 1
        reader, writer = await doors.connected()
        told, body = head("GetGame", size), bytes(size)
        if chunked:
            told = told.replace(b"content-length: %d" % size, b"transfer-encoding: chunked")
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (size, body)
        writer.write(told + body)
        await writer.drain()
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"retry-after" not in answer
        assert b"TOO_LARGE" in await reader.readuntil(b"]}")
        writer.close()

    with_doors(scenario)


def test_silent_connections_give_way() -> None:
    """There are as many as may be, and again as many come: somebody with a request is served all the same."""

    async def scenario(doors: Doors) -> None:
        silent = [await doors.connected() for _ in range(20)]
        since = time.monotonic()
        assert await still_answered(doors)
        assert time.monotonic() - since < ENOUGH_SECONDS
        gone = [await asyncio.wait_for(ended(reader), ENOUGH_SECONDS) for reader, _ in silent[:10]]
        assert gone == [b""] * 10
        for _, writer in silent:
            writer.close()

    with_doors(scenario, connections=8, handshake_seconds=PATIENCE_SECONDS)


def test_handshakes_that_go_no_further_give_way(tmp_path: Path) -> None:
    """More of them than connections may be open: somebody who speaks TLS is served all the same."""
    ours = Authority(tmp_path)
    server = ours.issue("server")
    context = ssl.create_default_context(cafile=ours.file)

    async def scenario(doors: Doors) -> None:
        silent = [await doors.connected() for _ in range(20)]
        answer = await asyncio.to_thread(asked, doors.port, "GetGame", job("pid"), context)
        assert answer.status == 200
        for reader, writer in silent[:10]:
            assert await asyncio.wait_for(ended(reader), ENOUGH_SECONDS) == b""
            writer.close()

    options = {"connections": 8, "handshake_seconds": PATIENCE_SECONDS}
    with_doors(scenario, tls_cert=server.chain, tls_key=server.key, **options)


def test_connections_at_work_do_not_give_way(tmp_path: Path) -> None:
    """Whoever comes when all are at work is hung up at once; those at work are answered."""

    async def scenario(doors: Doors) -> None:
        busy = [await doors.connected() for _ in range(2)]
        for number, (_, writer) in enumerate(busy):
            asked = job("hold", str(tmp_path / str(number)))
            writer.write(head("GetGame", len(asked)) + asked)
        while not (tmp_path / "0" / "pid").exists():
            await asyncio.sleep(0.01)
        reader, writer = await doors.connected()
        assert await asyncio.wait_for(ended(reader), ENOUGH_SECONDS) == b""
        writer.close()
        for number, (reader, writer) in enumerate(busy):
            (tmp_path / str(number)).mkdir(exist_ok=True)
            (tmp_path / str(number) / "go").touch()
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            writer.close()

    with_doors(scenario, connections=2)


def test_an_answer_that_is_not_fetched_is_given_up() -> None:
    """Its connection is closed after the time for that, and nothing is kept for it."""

    async def scenario(doors: Doors) -> None:
        reader, writer = await doors.connected()
        asked = job("parts", 1, 5_000_000)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport of a socket has it
        writer.write(head("GetGame", len(asked)) + asked)
        assert await still_answered(doors)
        await asyncio.sleep(3)
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        answer = await asyncio.wait_for(ended(reader), ENOUGH_SECONDS)
        assert len(answer) < 20_000_000
        writer.close()

    with_doors(scenario, answer_seconds=0.5)


def test_what_is_no_request(caplog: pytest.LogCaptureFixture) -> None:
    """It is refused or hung up, and nothing of it is in the log."""

    async def scenario(doors: Doors) -> None:
        for said in NO_REQUESTS:
            reader, writer = await doors.connected()
            writer.write(said)
            answer = await asyncio.wait_for(ended(reader), PATIENCE_SECONDS)
            assert answer.partition(b" ")[2][:3] in (b"", b"400", b"404", b"405"), said
            writer.close()
        assert await still_answered(doors)

    with_doors(scenario, **SHORT)
    assert caplog.text == ""


def test_no_file_is_left_for_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again, for ever, and those that are open are served meanwhile."""
    monkeypatch.setattr(listening, "LOOK_SECONDS", 0.1)

    async def scenario(doors: Doors) -> None:
        loop = asyncio.get_running_loop()
        whole, failing = loop.sock_accept, True

        async def accept(port: object) -> object:
            if failing:
                raise OSError(24, "Too many open files")
            return await whole(port)  # type: ignore[arg-type]

        reader, writer = await doors.connected()
        asked = job("pid")
        writer.write(head("GetGame", len(asked)) + asked)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        monkeypatch.setattr(loop, "sock_accept", accept)
        first, second = [asyncio.create_task(doors.asked("GetGame", asked)) for _ in range(2)]
        await asyncio.sleep(0.5)
        writer.write(head("GetGame", len(asked)) + asked)
        assert b"HTTP/1.1 200 " in await reader.readuntil(b"\r\n\r\n")
        failing = False
        assert {(await first).status, (await second).status} == {200}
        writer.close()

    with_doors(scenario, handshake_seconds=PATIENCE_SECONDS)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "::", "0.0.0.0"])
def test_a_host_is_listened_to_at_all_its_addresses(host: str) -> None:
    """And a taken port is no port."""
    port = closed_port()
    if ":" in host and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    ports = listening.opened(host, port)
    reached = "127.0.0.1" if host in ("127.0.0.1", "localhost", "0.0.0.0", "::") else host
    with socket.create_connection((reached, port), timeout=PATIENCE_SECONDS):
        pass
    with pytest.raises(OSError, match="in use"):
        listening.opened(host, port)
    for one in ports:
        one.close()
