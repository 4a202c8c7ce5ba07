"""Calls over HTTP: judged as over gRPC, told in JSON, bounded and counted by the same desk."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format

from shinpan.v1 import referee_pb2
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_service.client import viewer_message
from shinpan_service.messages import judging
from shinpan_service.messages.verifying import BATCH
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving.door import json_form
from shinpan_service.serving.door.app import METHODS, SERVICE
from shinpan_service.serving.operating import logs
from shinpan_service.serving.pool import Pool
from tests.service import jobs
from tests.service.calls import UNARY, random_record
from tests.service.jobs import job

from .asking import KIND, Answer, Doors, doors, ended, head, path, sent, with_doors

RECORD = random_record(3, actions=9)


def requests() -> dict[str, Any]:
    """A request of each method that has one answer."""
    viewer = viewer_message(REFEREE)
    return {
        "VerifyReplay": referee_pb2.VerifyReplayRequest(record=RECORD, language="ja"),
        "GetReplayState": referee_pb2.GetReplayStateRequest(record=RECORD, viewer=viewer, step=4),
        "ListLegalActions": referee_pb2.ListLegalActionsRequest(record=RECORD, viewer=viewer, page_size=3),
        "ListGames": referee_pb2.ListGamesRequest(),
        "GetGame": referee_pb2.GetGameRequest(game="drive"),
        "GetServerInfo": referee_pb2.GetServerInfoRequest(),
    }


def batch(*keys: str) -> referee_pb2.BatchVerifyReplaysRequest:
    """A record under each key; under one key a record that is none."""
    records = [referee_pb2.KeyedRecord(key=key, record=None if key == "none" else RECORD) for key in keys]
    return referee_pb2.BatchVerifyReplaysRequest(records=records, brief=True)


def test_every_call_with_one_answer_is_there() -> None:
    """And the stream of many records, as one list."""
    assert sorted(METHODS) == sorted((*UNARY, BATCH))


def test_both_doors_say_the_same() -> None:
    """The answer in JSON is the answer in protobuf; many records have the results that each has alone."""

    async def scenario(doors: Doors) -> None:
        stub: Any = RefereeServiceStub(doors.grpc)
        for method, request in requests().items():
            told = await doors.asked(method, json_form.written(request))
            assert (told.status, told.headers["content-type"]) == (200, "application/json"), told.body
            kind = type(await getattr(stub, method)(request))
            assert json_format.Parse(told.body, kind()) == await getattr(stub, method)(request), method
        # Names as protobuf's own mapping has them are read, too.
        camels = json_format.MessageToJson(requests()["ListLegalActions"])
        assert "pageSize" in camels
        assert (await doors.asked("ListLegalActions", camels)).status == 200
        await listed(doors, stub)

    async def listed(doors: Doors, stub: Any) -> None:
        keys = ["none", *map(str, range(31))]
        told = await doors.asked("BatchVerifyReplays", json_form.written(batch(*keys)))
        found = json_format.Parse(told.body, referee_pb2.BatchVerifyReplaysResponse())
        assert [one.key for one in sorted(found.results, key=lambda one: keys.index(one.key))] == keys
        alone = await stub.VerifyReplay(referee_pb2.VerifyReplayRequest(record=RECORD))
        for one in found.results:
            assert one.report.last_link == (b"" if one.key == "none" else alone.report.last_link)
            assert one.refusal.code == (3 if one.key == "none" else 0)
        more = await doors.asked("BatchVerifyReplays", json_form.written(batch(*map(str, range(33)))))
        assert (more.status, more.reason) == (429, "TOO_LARGE")
        again = await doors.asked("BatchVerifyReplays", b"[]", accept_language="ja")
        assert (again.status, again.json["message"]) == (
            400,
            "request: リクエストは波括弧で囲んだ1つのオブジェクトです",
        )

    with_doors(scenario, prepare=None)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "transcript.json.syntax"),
        (b"[]", "service.json.no_object"),
        (b"{", "transcript.json.syntax"),
        (b"\xff", "transcript.json.no_utf8"),
        (b'{"language":"","language":""}', "transcript.json.twice"),
        (b'{"record":NaN}', "transcript.json.constant"),
        (b'{"nothing":1}', "transcript.json.at"),
        (b'{"record":{"entries":7}}', "transcript.json.at"),
        (b'{"language":"\\ud800"}', "transcript.json.at"),
        (b'{"\\ud800":1}', "transcript.json.half"),
        (b'{"\\ud83d\\ude00":1}', "transcript.json.at"),
        (b'{"record":{},"record":null}', "transcript.json.twice"),
        (b'{"pageSize":1,"page_size":1}', "transcript.json.at"),
        (b"[" * 1_000_000, "service.json.values"),
        (b"[" * 100_000, "transcript.json.too_deep"),
        (b'{"record":' + b"9" * 10_000 + b"}", "transcript.json.too_deep"),
        (b'{"record":{"header":{"game":"drive"},"entries":[' + b"{}," * 200_000, "service.json.values"),
        (b'{"a":' + b"{" + b",".join(b'"%d":1' % n for n in range(99_000)) + b"}}", "transcript.json.at"),
        (b" " * (judging.MOST_REQUEST_BYTES + 1), "service.too_large"),
    ],
    ids=lambda value: value[:24] if isinstance(value, bytes) else value,
)
def test_what_is_no_request_in_json(body: bytes, code: str) -> None:
    """It is refused with a sentence, in a time that its length bounds."""
    parts: list[bytes] = []
    with pytest.raises(WireError) as raised:
        json_form.answer("json:VerifyReplay", body, parts.append)
    assert [detail for detail in raised.value.status.details if code.encode() in detail.value]
    assert parts == []


def test_every_error_has_its_status(tmp_path: Path) -> None:
    """Code, sentence and details, when to try again, and the names of the call and of the snapshot."""
    cases = {
        ("GetGame", job("refuse")): (400, "invalid_argument", "INVALID_FIELD"),
        ("VerifyReplay", job("fail")): (500, "internal", "ENGINE_FAILED"),
        ("VerifyReplay", job("exit")): (503, "unavailable", "WORKER_LOST"),
        ("VerifyReplay", job("count", str(tmp_path))): (504, "deadline_exceeded", "TOO_SLOW"),
    }

    async def scenario(doors: Doors) -> None:
        for (method, body), (status, code, reason) in cases.items():
            told = await doors.asked(method, body, x_request_id="mine-1", accept_language="de, ja;q=0.9")
            assert (told.status, told.json["code"], told.reason) == (status, code, reason)
            assert told.headers["x-request-id"] == "mine-1"
            assert told.headers["x-shinpan-snapshot"] == "1"
            assert told.headers.get("retry-after") == ("1" if status == 503 else None)
            japanese = [one["debug"] for one in told.json["details"] if one["debug"].get("locale") == "ja"]
            assert told.json["message"] == japanese[0]["message"]
            assert len(told.body) < 8192

    with_doors(scenario, deadline_seconds=1)


def test_what_is_no_call() -> None:
    """Other paths, other ways to ask, other kinds of content: nothing reaches a worker."""

    async def scenario(doors: Doors) -> None:
        cases: list[tuple[str, str, dict[str, str], int]] = [
            ("POST", "/nothing", KIND, 404),
            ("POST", path("StreamReplaySteps"), KIND, 404),
            ("GET", path("GetGame"), {}, 405),
            ("POST", "/", KIND, 405),
            ("POST", path("GetGame"), {}, 415),
            ("POST", path("GetGame"), {"content-type": "text/plain"}, 415),
            ("POST", path("GetGame"), {"content-type": "application/json; charset=utf-8"}, 200),
        ]
        for verb, where, headers, status in cases:
            told = await asyncio.to_thread(sent, doors.port, verb, where, job("pid"), headers)
            assert told.status == status, (verb, where, headers)

    with_doors(scenario)


def test_a_call_has_its_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As over gRPC, with the form besides; also when its client goes in the middle, whose worker is free at once."""

    async def scenario(doors: Doors) -> None:
        assert (await doors.asked("GetGame", job("judge", "drive", "legal", 7), x_request_id="a")).body == b"judged"
        reader, writer = await doors.connected()
        request = job("hold", str(tmp_path))
        writer.write(head("GetGame", len(request), "x-request-id: b\r\n") + request)
        while not (tmp_path / "pid").exists():
            await asyncio.sleep(0.01)
        writer.close()
        assert (await doors.asked("GetGame", job("pid"), x_request_id="c")).status == 200
        while len(caplog.records) < 3:
            await asyncio.sleep(0.01)
        assert await ended(reader) == b""

    with caplog.at_level("INFO", logger=logs.__name__):
        with_doors(scenario, log="json")
    told = {record.__dict__["call"]["id"]: record.__dict__["call"] for record in caplog.records}
    assert {id: (call["status"], call["form"]) for id, call in told.items()} == {
        "a": ("OK", "json"),
        "b": ("CANCELLED", "json"),
        "c": ("OK", "json"),
    }
    assert (told["a"]["game"], told["a"]["verdict"], told["a"]["bytes_out"]) == ("drive", "legal", 6)


def test_one_host_is_one_client_at_both_doors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its calls share their turns, over whatever they come; each connection is its own."""
    seen: list[Any] = []

    async def scenario(doors: Doors) -> None:
        whole = Pool.answer

        async def answer(pool: Pool, asked: Any) -> None:
            seen.append(asked.caller)
            await whole(pool, asked)

        monkeypatch.setattr(Pool, "answer", answer)
        await doors.grpc.unary_unary(f"/{SERVICE.full_name}/GetGame")(job("pid"))
        await doors.asked("GetGame", job("pid"))

    with_doors(scenario)
    first, second = seen
    assert first.client == second.client == "ipv4:127.0.0.1"
    assert first.connection != second.connection


def test_a_server_that_stops_loses_no_call(tmp_path: Path) -> None:
    """What was taken is answered, what comes later is told that the server stops, then nobody listens."""

    async def later(both: Doors) -> Answer:
        while (told := await both.asked("GetGame", job("pid"))).status == 200:
            await asyncio.sleep(0.05)
        jobs.let_go(tmp_path)
        return told

    async def whole() -> None:
        async with doors(workers=2) as both:
            at_work = asyncio.create_task(both.asked("GetGame", job("hold", str(tmp_path))))
            while not (tmp_path / "pid").exists():
                await asyncio.sleep(0.01)
            late = asyncio.create_task(later(both))
        assert (await at_work).status == 200
        told = await late
        assert (told.status, told.reason, told.headers["retry-after"]) == (503, "STOPPING", "1")
        with pytest.raises(ConnectionError):
            await both.asked("GetGame", job("pid"))

    asyncio.run(whole())


def test_without_the_flag_nothing_of_http_is_there() -> None:
    """A server without it needs none of its packages, and loads none."""
    code = "import sys, shinpan_service.serving.server, shinpan_service.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "grpc" in loaded
    assert not {name.split(".")[0] for name in loaded} & {"starlette", "uvicorn", "h11", "anyio"}


def test_two_requests_in_one_breath() -> None:
    """Each has its answer, in their order."""

    async def scenario(doors: Doors) -> None:
        reader, writer = await doors.connected()
        for number in range(2):
            request = job("echo", number)
            writer.write(head("GetGame", len(request)) + request)
        for number in range(2):
            await reader.readuntil(b"\r\n\r\n")
            assert json.loads(await reader.readuntil(b"]")) == ["json:GetGame", number]
        writer.close()

    with_doors(scenario)
