"""Requests that arrive are bounded, and the slow give way."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving import arrivals as serving_arrivals
from shinpan_service.serving.arrivals import ARRIVING_EACH, SHARE, Arrivals
from shinpan_service.serving.lines import caller_of
from shinpan_service.serving.memory import Memory
from shinpan_service.serving.options import ServerOptions


class Call:
    """A call whose client sends only when the test says so."""

    def __init__(self, peer: str = "a") -> None:
        self._peer = peer
        self.reading = False
        self.arrived = asyncio.Event()

    def peer(self) -> str:
        return self._peer

    async def read(self) -> Any:
        self.reading = True
        try:
            await self.arrived.wait()
        finally:
            self.reading = False
        return b"request"


async def settle() -> None:
    """Lets everything happen that can happen now."""
    for _ in range(20):
        await asyncio.sleep(0)


async def reason(task: "asyncio.Task[Any]") -> str:
    """What a call is refused with."""
    with pytest.raises(WireError) as raised:
        await task
    return str(raised.value)


def arriving(arrivals: Arrivals, *calls: Call) -> list["asyncio.Task[bytes]"]:
    """Requests that begin to arrive."""
    return [
        asyncio.create_task(arrivals.receive(call, caller_of(call.peer())))  # type: ignore[arg-type]
        for call in calls
    ]


def nothing_left(arrivals: Arrivals) -> bool:
    """Whether no line and no client is remembered."""
    return not (arrivals._connections or arrivals._clients or arrivals._coming or arrivals._waiting)


def of(host: int, connections: int, each: int = 1) -> list[Call]:
    """Calls of one host that send nothing, so many on each connection."""
    return [Call(f"ipv4:192.0.2.{host}:{1000 + number}") for number in range(connections) for _ in range(each)]


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Runs a scenario to its end."""

    async def whole() -> None:
        await scenario()

    asyncio.run(whole())


def test_a_request_is_read_only_while_it_has_a_place() -> None:
    """As many are read as there are places; each that has arrived lets the next one in."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(arriving=2), Memory())
        calls = [Call(str(number)) for number in range(4)]
        tasks = arriving(arrivals, *calls)
        await settle()
        assert [call.reading for call in calls] == [True, True, False, False]
        calls[1].arrived.set()
        await settle()
        assert [call.reading for call in calls] == [True, False, True, False]
        for call in calls:
            call.arrived.set()
        assert await asyncio.gather(*tasks) == [b"request"] * 4

    run(scenario)


def test_one_connection_does_not_take_all_places() -> None:
    """The requests of one connection wait for each other, and another's is read at once."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(), Memory())
        slow = [Call("slow") for _ in range(3 * ARRIVING_EACH)]
        quick = Call("quick")
        tasks = arriving(arrivals, *slow, quick)
        await settle()
        assert sum(call.reading for call in slow) == ARRIVING_EACH
        assert quick.reading
        for call in (*slow, quick):
            call.arrived.set()
        await asyncio.gather(*tasks)
        assert nothing_left(arrivals)

    run(scenario)


def test_one_client_does_not_take_all_places() -> None:
    """However many connections it has: another's request is read at once."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(), Memory())
        slow, (quick,) = of(1, connections=40, each=ARRIVING_EACH), of(2, connections=1)
        tasks = arriving(arrivals, *slow, quick)
        await settle()
        assert sum(call.reading for call in slow) == ServerOptions().arriving * SHARE[0] // SHARE[1]
        assert quick.reading
        for call in (*slow, quick):
            call.arrived.set()
        await asyncio.gather(*tasks)
        assert nothing_left(arrivals)

    run(scenario)


def test_slow_requests_give_way_to_those_of_their_own_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where other places are free that the client may not have: behind a proxy all are one client."""
    monkeypatch.setattr(serving_arrivals, "SAFE_SECONDS", 0.05)

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(arriving=4, request_seconds=60), Memory())
        slow, (quick,) = of(1, connections=8), of(1, connections=1)
        quick.arrived.set()
        tasks = arriving(arrivals, *slow, quick)
        assert await asyncio.wait_for(tasks[-1], 5) == b"request"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert nothing_left(arrivals)

    run(scenario)


def test_clients_take_turns_for_places() -> None:
    """Whoever comes last with one request does not wait until those of others before it have all been read."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(arriving=8), Memory())
        others, (last,) = [call for host in range(1, 4) for call in of(host, connections=20)], of(9, connections=1)
        tasks = arriving(arrivals, *others, last)
        await settle()
        read = [call for call in others if call.reading]
        assert len(read) == 8
        assert not last.reading
        for call in read[:4]:
            call.arrived.set()
        await settle()
        assert last.reading
        for call in (*others, last):
            call.arrived.set()
        await asyncio.gather(*tasks)
        assert nothing_left(arrivals)

    run(scenario)


def test_a_place_is_passed_on_by_who_goes() -> None:
    """Whoever was given one in the moment of going; in the end none is lost."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(arriving=1), Memory())
        await arrivals._place(caller_of("first:1"))
        going, last = (asyncio.create_task(arrivals._place(caller_of(peer))) for peer in ("going:1", "last:1"))
        await settle()
        arrivals._leave()
        going.cancel()
        await settle()
        assert going.cancelled()
        assert last.done()
        arrivals._leave()
        assert arrivals._free == 1
        assert nothing_left(arrivals)

    run(scenario)


def test_whoever_has_most_that_does_not_arrive_gives_way() -> None:
    """The earliest of them, for a client that has fewer with one more; nobody gives way to who has most."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(request_seconds=60), Memory())
        many, few = of(1, connections=4), of(2, connections=2)
        tasks = arriving(arrivals, *many, *few)
        await settle()
        assert not arrivals.give_way("ipv4:192.0.2.1")
        assert arrivals.give_way("ipv4:192.0.2.2")
        assert "held up others" in await reason(tasks[0])
        assert not arrivals.give_way("ipv4:192.0.2.2")
        assert arrivals.give_way("ipv4:192.0.2.3")
        assert "held up others" in await reason(tasks[1])
        for call in (*many, *few):
            call.arrived.set()
        assert await asyncio.gather(*tasks[2:]) == [b"request"] * 4
        assert not arrivals.give_way("ipv4:192.0.2.3")
        assert nothing_left(arrivals)

    run(scenario)


def test_a_request_that_does_not_arrive_ends() -> None:
    """It is told so, and its place is free."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(request_seconds=0.05, arriving=1), Memory())
        (task,) = arriving(arrivals, Call())
        assert "did not arrive" in await reason(task)
        again = Call()
        again.arrived.set()
        assert await arriving(arrivals, again)[0] == b"request"

    run(scenario)


def test_slow_requests_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all places are taken, each that waits sends one away, those first that have been arriving longest, but
    none before its time."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(arriving=2, request_seconds=60), Memory())
        calls = [Call(str(number)) for number in range(3)]
        first, second, third = arriving(arrivals, *calls)
        await settle()
        assert not calls[2].reading
        assert "held up others" in await reason(first)
        await settle()
        assert [call.reading for call in calls] == [False, True, True]
        assert not second.done()
        for call in calls:
            call.arrived.set()
        await asyncio.gather(second, third)

    monkeypatch.setattr(serving_arrivals, "SAFE_SECONDS", 0.05)
    run(scenario)


def test_slow_requests_give_way_to_those_behind_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many slow ones wait in front, each has its place for a moment only, and whoever comes last gets one."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(arriving=2, request_seconds=60), Memory())
        slow = arriving(arrivals, *[Call(str(number)) for number in range(8)])
        quick = Call("quick")
        quick.arrived.set()
        (last,) = arriving(arrivals, quick)
        assert await asyncio.wait_for(last, 5) == b"request"
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    monkeypatch.setattr(serving_arrivals, "SAFE_SECONDS", 0.05)
    run(scenario)


def test_waiting_for_a_place_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever gets none is told so."""

    async def scenario() -> None:
        arrivals = Arrivals(ServerOptions(arriving=1, request_seconds=0.1), Memory())
        first, second = arriving(arrivals, Call("a"), Call("b"))
        assert "did not arrive" in await reason(second)
        assert "did not arrive" in await reason(first)

    monkeypatch.setattr(serving_arrivals, "SAFE_SECONDS", 60)
    run(scenario)
