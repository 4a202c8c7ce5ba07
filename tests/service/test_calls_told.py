"""What a server tells of its calls: one line each in its log, the caller's name for a call, and nothing of a record."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan.v1 import referee_pb2
from shinpan_service.messages import judging
from shinpan_service.messages.judging import Answer
from shinpan_service.messages.playing import answering
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.serving.operating import logs
from shinpan_service.serving.operating.calls import REQUEST_ID, SNAPSHOT, id_of
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import serving

from . import jobs
from .calls import BATCH, SERVICE, random_record
from .jobs import job

Scenario = Callable[[grpc.aio.Channel], Awaitable[Any]]


def said(scenario: Scenario, caplog: pytest.LogCaptureFixture, prepare: Callable[[], Answer] = jobs.prepare) -> Any:
    """The lines that a server with one worker writes of the calls of a scenario, and what the scenario gives."""

    async def run() -> Any:
        options = ServerOptions(workers=1, log="json")
        async with serving(options, prepare) as address, grpc.aio.insecure_channel(address) as channel:
            return await scenario(channel)

    with caplog.at_level(logging.INFO, logger=logs.__name__):
        given = asyncio.run(run())
    lines = [json.loads(logs.Lines().format(record)) for record in caplog.records]
    return [line for line in lines if "method" in line], given


def whole(channel: grpc.aio.Channel, method: str, request: bytes, *metadata: tuple[str, str]) -> Any:
    """A call with metadata."""
    return channel.unary_unary(f"/{SERVICE}/{method}")(request, metadata=metadata)


def test_a_line_for_each_call(caplog: pytest.LogCaptureFixture) -> None:
    """With the caller's name for it, what was judged, sizes and times, in JSON; the caller hears name and snapshot."""

    async def call(channel: grpc.aio.Channel) -> Any:
        calling = whole(channel, "VerifyReplay", job("judge", "wars3x3", "legal", 7), (REQUEST_ID, "game-17"))
        assert await calling == b"judged"
        return dict(await calling.trailing_metadata())

    (line,), trailing = said(call, caplog)
    assert trailing == {REQUEST_ID: "game-17", SNAPSHOT: "1"}
    assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    times = [line.pop(name) for name in ("queue_ms", "judging_ms", "total_ms")]
    assert 0 <= times[0] + times[1] <= times[2]
    assert line == {
        "level": "INFO",
        "id": "game-17",
        "method": "VerifyReplay",
        "status": "OK",
        "game": "wars3x3",
        "verdict": "legal",
        "steps": 7,
        "bytes_in": len(job("judge", "wars3x3", "legal", 7)),
        "bytes_out": 6,
        "snapshot": 1,
    }


def test_a_refusal_has_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    """In the line, and the caller hears the name of the call with the error."""

    async def call(channel: grpc.aio.Channel) -> Any:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await whole(channel, "GetGame", job("refuse"), (REQUEST_ID, "a"))
        return dict(raised.value.trailing_metadata())

    (line,), trailing = said(call, caplog)
    assert (line["status"], line["reason"]) == ("INVALID_ARGUMENT", "INVALID_FIELD")
    assert "game" not in line
    assert (trailing[REQUEST_ID], trailing[SNAPSHOT]) == ("a", "1")
    assert "grpc-status-details-bin" in trailing


def test_a_client_that_has_gone_is_told(caplog: pytest.LogCaptureFixture, tmp_path: Any) -> None:
    """As CANCELLED."""

    async def call(channel: grpc.aio.Channel) -> None:
        calling = whole(channel, "GetGame", job("hold", str(tmp_path)))
        while not (tmp_path / "pid").exists():
            await asyncio.sleep(0.01)
        calling.cancel()
        jobs.let_go(tmp_path)
        assert await whole(channel, "GetGame", job("pid"))

    (first, _), _ = said(call, caplog)
    assert first["status"] == "CANCELLED"


def test_a_stream_of_records_has_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """With how many came and which verdicts they had."""

    async def call(channel: grpc.aio.Channel) -> int:
        records = [random_record(1), random_record(2, actions=3), random_record(3), referee_pb2.KeyedRecord().record]
        keyed = [referee_pb2.KeyedRecord(key=str(at), record=one) for at, one in enumerate(records)]
        request = referee_pb2.BatchVerifyReplaysRequest(records=keyed).SerializeToString()
        calling = channel.stream_stream(f"/{SERVICE}/{BATCH}")(iter([request]))
        return sum([len(referee_pb2.BatchVerifyReplaysResponse.FromString(part).results) async for part in calling])

    (line,), results = said(call, caplog, judging.prepare)
    assert results == line["records"] == 4
    assert line["verdicts"] == {"wars3x3 incomplete": 1, "wars3x3 legal": 2}
    assert "verdict" not in line


def test_a_game_that_is_played_has_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """With the verdict that its record had at last, and why messages could not be judged."""
    record = random_record(1)
    begun = referee_pb2.PlayOpening(record=random_record(1, actions=len(record.entries) - 1))
    messages = [
        referee_pb2.PlayGameRequest(opening=begun),
        referee_pb2.PlayGameRequest(fetch=referee_pb2.PlayFetch()),
        referee_pb2.PlayGameRequest(),
        referee_pb2.PlayGameRequest(entry=referee_pb2.PlayEntry(entry=record.entries[-1])),
        referee_pb2.PlayGameRequest(fetch=referee_pb2.PlayFetch()),
    ]

    async def call(channel: grpc.aio.Channel) -> int:
        calling = channel.stream_stream(f"/{SERVICE}/{PLAY}")(iter([one.SerializeToString() for one in messages]))
        return sum([len(part) async for part in calling])

    (line,), size = said(call, caplog, answering.prepare)
    assert (line["method"], line["status"], line["game"], line["verdict"]) == (PLAY, "OK", "wars3x3", "legal")
    assert line["refused"] == {"INVALID_FIELD": 1}
    assert line["bytes_in"] == sum(one.ByteSize() for one in messages)
    assert line["bytes_out"] == size
    assert "records" not in line


def test_a_line_tells_nothing_of_a_record(caplog: pytest.LogCaptureFixture) -> None:
    """Neither names nor places nor cards, whatever is called."""
    record = random_record(5)
    record.notes.players[:] = ["Hanako-Sato", "Taro"]
    record.notes.place = "Sapporo-Hall"

    async def call(channel: grpc.aio.Channel) -> None:
        for kind in (referee_pb2.VerifyReplayRequest, referee_pb2.GetReplayStateRequest):
            name = kind.DESCRIPTOR.name.removesuffix("Request")
            try:
                await whole(channel, name, kind(record=record).SerializeToString())
            except grpc.aio.AioRpcError as error:
                raise AssertionError(error.details()) from None

    lines, _ = said(call, caplog, judging.prepare)
    assert [line["game"] for line in lines] == ["wars3x3", "wars3x3"]
    assert not [word for word in ("Hanako", "Sapporo", "deploy") if word in json.dumps(lines)]


@given(st.text() | st.binary())
def test_a_name_of_a_call_is_short_and_plain(name: str | bytes) -> None:
    """Whatever a caller sends: it fits a log and metadata, and is theirs or ours."""
    found = id_of([("user-agent", "x"), (REQUEST_ID, name)])
    assert 1 <= len(found) <= 128
    assert found.isascii()
    assert not set(found) & set(" \n\r\t\"'\\{}<>,;\x1b")


def test_names_of_calls() -> None:
    """A good one is kept, a bad one or none replaced by one that is never the same."""
    assert id_of([(REQUEST_ID, "trace/1:span-2")]) == "trace/1:span-2"
    assert len({id_of(None), id_of([]), id_of([(REQUEST_ID, "a b")]), id_of([(REQUEST_ID, "a" * 129)])}) == 4


def test_faults_are_lines_of_json_too() -> None:
    """With a traceback, however many lines it has, in one."""
    try:
        raise ZeroDivisionError("花\n乙女")
    except ZeroDivisionError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("a", logging.ERROR, __file__, 1, "went %s", ("wrong",), info)
    line = logs.Lines().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["message"]) == ("ERROR", "went wrong")
    assert found["trace"].endswith("花\n乙女")
