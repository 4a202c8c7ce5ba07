"""Calls that end from within: by the clock, or because nobody waits for them any more."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from grpc import StatusCode

from shinpan.v1 import referee_pb2
from shinpan_engine.kernel.play.work import watch
from shinpan_service.messages import judging
from shinpan_service.messages.verifying import BATCH
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving.stops import GivesWay, Shared, Stopped, Stops
from tests.attack import requests

from .calls import caller, job_server, refusal
from .jobs import held, job
from .test_batches import reason


@contextmanager
def stopping(stops: Stops) -> Iterator[None]:
    """Calls are watched as long as the context lasts."""
    watch(stops.look)
    try:
        yield
    finally:
        watch(None)


def who(channel: grpc.Channel) -> int:
    """The worker that answers now."""
    return int(caller(channel, "VerifyReplay")(job("pid")))


def test_the_number_of_a_call_stops_that_call_alone() -> None:
    """Neither the one before nor the one behind it."""
    shared = Shared()
    stops = Stops(shared, 60)
    stops.begin()
    stops.look()
    shared.unwanted = 2
    stops.look()
    stops.begin()
    with pytest.raises(Stopped):
        stops.look()
    with pytest.raises(Stopped):
        stops.go_on()
    stops.begin()
    stops.look()


def test_a_call_that_others_wait_for_ends_between_its_parts_alone() -> None:
    """Not in the middle of one, and only the call that was meant."""
    stops = Stops(Shared(waited_for=1), 60)
    stops.begin()
    stops.look()
    with pytest.raises(GivesWay):
        stops.go_on()
    stops.begin()
    stops.go_on()


def test_a_call_has_its_time_and_each_part_of_it() -> None:
    """And the next call has its own."""
    stops = Stops(Shared(), 0.05)
    for begin in (stops.begin, stops.go_on):
        begin()
        stops.look()
        time.sleep(0.06)
        with pytest.raises(WireError) as raised:
            stops.look()
        assert raised.value.reason == "TOO_SLOW"


def test_a_record_that_is_late_ends_no_other() -> None:
    """Each of a group is refused by itself, or judged."""
    bomb = referee_pb2.VerifyReplayRequest.FromString(requests.verifying(requests.bomb())).record
    empty = type(bomb).FromString(bomb.SerializeToString())
    del empty.entries[:]
    keyed = [referee_pb2.KeyedRecord(key=key, record=one) for key, one in (("a", bomb), ("b", empty), ("c", bomb))]
    request = referee_pb2.BatchVerifyReplaysRequest(records=keyed).SerializeToString()
    stops, parts = Stops(Shared(), 0), list[bytes]()
    stops.begin()
    with stopping(stops):
        judging.answer(BATCH, request, parts.append)
    (one, two, three) = (referee_pb2.BatchVerifyReplaysResponse.FromString(part).results[0] for part in parts)
    assert (reason(one), reason(three)) == ("TOO_SLOW", "TOO_SLOW")
    assert two.HasField("report")


def test_a_small_request_with_work_for_a_day_stops_at_once() -> None:
    """What an attacker sends counts its steps: it ends a moment after nobody waits for it any more."""
    stops = Stops(Shared(unwanted=1), 60)
    stops.begin()
    with stopping(stops), pytest.raises(Stopped):
        judging.answer("VerifyReplay", requests.verifying(requests.bomb()), lambda _: None)


def test_a_call_that_counts_its_steps_ends_without_the_worker(tmp_path: Path) -> None:
    """Whether its caller has gone or its own deadline has passed: the same worker answers the next call."""
    with job_server(workers=1) as channel:
        worker = who(channel)
        for name, seconds in (("cancelled", None), ("late", 3)):
            (tmp_path / name).mkdir()
            call = caller(channel, "VerifyReplay").future(job("count", str(tmp_path / name)), timeout=seconds)
            assert held(tmp_path / name) == worker
            if seconds is None:
                call.cancel()
            else:
                assert call.exception().code() is StatusCode.DEADLINE_EXCEEDED
            assert who(channel) == worker


def test_the_deadline_of_the_server_ends_a_call_that_counts_without_the_worker(tmp_path: Path) -> None:
    """It is told TOO_SLOW as ever, and the worker goes on."""
    with job_server(workers=1, deadline_seconds=1) as channel:
        worker = who(channel)
        answer = refusal(lambda: caller(channel, "VerifyReplay")(job("count", str(tmp_path))))
        assert (answer.code, answer.reason) == (StatusCode.DEADLINE_EXCEEDED, "TOO_SLOW")
        assert who(channel) == worker
