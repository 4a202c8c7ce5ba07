"""What clients keep open for long: nobody keeps others out by it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from shinpan_service.messages.verifying import BATCH
from shinpan_service.messages.wire_errors import WireError, batch_gave_way, batches_full, batches_full_each
from shinpan_service.serving import lines
from shinpan_service.serving.lines import Places
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import serving
from tests.attack.wire import Wire, framed

from . import jobs
from .jobs import held, job, let_go
from .test_batches import jobs_of

FULL = 8


class Open:
    """Something that has been quiet for so long."""

    def __init__(self, quiet_seconds: float) -> None:
        self.quiet_seconds = quiet_seconds
        self.why: WireError | None = None

    def end(self, why: WireError) -> None:
        self.why = why


def test_the_quietest_of_whoever_has_most_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a client that has fewer with one more, and only if it was quiet for so long; nobody has more than one may."""
    places = Places(lines.Full(batches_full_each, batches_full, batch_gave_way))
    many, few = [Open(seconds) for seconds in (5, 30, 20)], Open(100)

    def refused(client: str, quiet: float, most_each: int = 3) -> str:
        monkeypatch.setattr(lines, "QUIET_SECONDS", quiet)
        try:
            places.admit(client, 4, most_each)
        except WireError as error:
            return str(error.status.message)
        return ""

    full = batches_full(4).status.message
    with ExitStack() as there:
        assert refused("many", 10) == ""
        for one in many:
            there.enter_context(places.held(one, "many"))
        assert refused("many", 10) == batches_full_each(3).status.message
        there.enter_context(places.held(few, "few"))
        assert [refused("many", 10, 9), refused("few", 31), refused("few", 10)] == [full, full, ""]
        assert [one.why is not None for one in (*many, few)] == [False, True, False, False]
        # Where one gave way there is room, until somebody has taken it.
        there.enter_context(places.held(Open(0), "few"))
        assert [refused("few", 10, 9), refused("another", 30), refused("another", 10)] == [full, full, ""]
        assert (places.of("many"), places.of("few")) == (1, 2)
    assert (places.of("many"), places.of("few")) == (0, 0)


def in_this_process(scenario: Callable[[Wire, Wire], None]) -> None:
    """Two hosts at a server that takes three streams of many records, two of one client."""

    def whole(address: str) -> None:
        with Wire(address, source="127.0.0.2") as one, Wire(address, source="127.0.0.3") as other:
            scenario(one, other)

    async def served() -> None:
        options = ServerOptions(workers=1, batches=3, batches_each=2)
        async with serving(options, jobs.prepare) as address:
            await asyncio.to_thread(whole, address)

    asyncio.run(served())


def opened(wire: Wire) -> int:
    """A stream on which a record has been judged, or that was refused."""
    stream = wire.open(BATCH)
    wire.send(stream, framed(jobs_of(job("echo", "a"))))
    assert wire.pump(until=lambda: wire.answers[stream].data or wire.answers[stream].ended)
    return stream


def test_one_client_does_not_open_all_streams() -> None:
    """One too many of its own is refused, and another client has a place."""

    def scenario(one: Wire, other: Wire) -> None:
        assert [one.answers[opened(one)].status for _ in range(3)] == [None, None, FULL]
        assert other.answers[opened(other)].status is None

    in_this_process(scenario)


def test_a_quiet_stream_gives_way_to_another_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """When all places are taken, whoever has most loses the stream that was quiet longest; nobody loses one in which
    something was sent just now."""

    def scenario(one: Wire, other: Wire) -> None:
        first, second = opened(one), opened(one)
        with Wire(other.address, source="127.0.0.4") as third:
            opened(other)
            assert third.answers[opened(third)].status == FULL
            monkeypatch.setattr(lines, "QUIET_SECONDS", 0.2)
            time.sleep(0.3)
            one.send(first, framed(jobs_of(job("echo", "b"))))
            one.pump(0.1)
            assert third.answers[opened(third)].status is None
            assert one.pump(until=lambda: one.answers[second].ended)
            assert (one.answers[first].status, one.answers[second].status) == (None, FULL)

    in_this_process(scenario)


def test_a_stream_at_work_does_not_give_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """However long it has sent nothing: what was taken is judged first."""
    monkeypatch.setattr(lines, "QUIET_SECONDS", 0.2)

    def scenario(one: Wire, other: Wire) -> None:
        opened(other)
        working = [one.open(BATCH) for _ in range(2)]
        for number, stream in enumerate(working):
            one.send(stream, framed(jobs_of(job("hold", f"{tmp_path}/{number}"))))
        held(tmp_path / "0")
        time.sleep(0.5)
        with Wire(other.address, source="127.0.0.4") as third:
            stream = third.open(BATCH)
            assert third.pump(until=lambda: third.answers[stream].ended)
            assert third.answers[stream].status == FULL
        assert [one.answers[stream].status for stream in working] == [None, None]
        for number in range(2):
            held(tmp_path / str(number))
            let_go(tmp_path / str(number))

    in_this_process(scenario)
