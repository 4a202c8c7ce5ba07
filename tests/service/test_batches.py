"""Many records over one stream: each has its result, whatever becomes of the others."""

import queue
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from hypothesis import given
from hypothesis import strategies as st

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_service.client import Client
from shinpan_service.messages.verifying import BATCH
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving import batches
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running

from . import jobs
from .calls import caller, job_server, random_record, refusal
from .jobs import held, job, let_go, wait_for

REASON = "type.googleapis.com/google.rpc.ErrorInfo"


def request_of(*keyed: tuple[str, record_pb2.Record], **options: Any) -> bytes:
    """The bytes of a request."""
    records = [referee_pb2.KeyedRecord(key=key, record=record) for key, record in keyed]
    return referee_pb2.BatchVerifyReplaysRequest(records=records, **options).SerializeToString()


def jobs_of(*jobs: bytes) -> bytes:
    """A request whose keys are jobs."""
    return request_of(*((one.decode(), record_pb2.Record()) for one in jobs))


def results(channel: grpc.Channel, *requests: bytes) -> list[referee_pb2.KeyedResult]:
    """The results that come for some requests."""
    return [*told(caller(channel, BATCH)(iter(requests)))]


def told(parts: Iterable[bytes]) -> Iterator[referee_pb2.KeyedResult]:
    """The results in the messages of an answer."""
    for part in parts:
        yield from referee_pb2.BatchVerifyReplaysResponse.FromString(part).results


def reason(result: referee_pb2.KeyedResult) -> str:
    """Why a record was refused, in a word; nothing for a report."""
    return next((d.value.split(b"\x12")[0][2:].decode() for d in result.refusal.details if d.type_url == REASON), "")


class Open:
    """A stream that stays open, into which requests are put one after the other."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._requests: queue.Queue[bytes | None] = queue.Queue()
        self.call = caller(channel, BATCH)(iter(self._requests.get, None))

    def send(self, request: bytes) -> None:
        self._requests.put(request)

    def end(self) -> None:
        self._requests.put(None)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server that judges."""
    with running(ServerOptions(workers=2)) as address:
        yield address


def some_records() -> dict[str, record_pb2.Record]:
    """Records with every kind of end: whole games, broken off, an illegal action, and what is no record."""
    whole = {str(seed): random_record(seed) for seed in range(20)}
    broken_off = {f"{seed} at {seed}": random_record(seed, seed) for seed in range(5, 12)}
    twice = random_record(3)
    twice.entries.insert(9, twice.entries[8])
    return {**whole, **broken_off, "twice": twice, "nothing": record_pb2.Record()}


def test_each_record_has_the_report_of_a_call_of_its_own(address: str) -> None:
    """Under its key, byte for byte; what cannot be judged has the error of such a call, and ends nothing."""
    records = some_records()
    with Client(address) as client:
        found = {result.key: result for result in client.verify_many(records.items())}
        assert found.keys() == records.keys()
        refused = {key: reason(result) for key, result in found.items() if result.HasField("refusal")}
        assert refused == {"nothing": "INVALID_FIELD"}
        for key in records.keys() - refused.keys():
            assert found[key].report == client.verify(records[key])
        assert {result.report.verdict for result in found.values()} > {
            report_pb2.VERDICT_LEGAL,
            report_pb2.VERDICT_INCOMPLETE,
            report_pb2.VERDICT_ILLEGAL,
        }


def test_brief_leaves_out_what_the_verdict_rests_on_and_nothing_else(address: str) -> None:
    """Assumptions and notes go; verdict, finding, hashes and result stay."""
    records = some_records()
    del records["nothing"]
    with Client(address) as client:
        whole = {result.key: result.report for result in client.verify_many(records.items())}
        brief = {result.key: result.report for result in client.verify_many(records.items(), brief=True)}
    assert any(report.assumptions for report in whole.values())
    for report in whole.values():
        report.ClearField("assumptions")
        report.ClearField("notes")
    assert brief == whole


def test_a_field_of_a_newer_schema_is_the_matter_of_its_record(address: str) -> None:
    """Inside a record it refuses that record; beside the records it ends the stream, since it may be said of each."""
    newer = record_pb2.Record.FromString(random_record(1).SerializeToString() + b"\xf8\x3e\x01")
    with grpc.insecure_channel(address) as channel:
        first, second = results(channel, request_of(("newer", newer), ("known", random_record(2))))
        assert (reason(first), second.report.verdict) == ("UNKNOWN_FIELDS", report_pb2.VERDICT_LEGAL)
        answer = refusal(lambda: results(channel, request_of(("known", random_record(2))) + b"\xf8\x3e\x01"))
        assert (answer.code, answer.reason) == (StatusCode.FAILED_PRECONDITION, "UNKNOWN_FIELDS")


@pytest.mark.parametrize(
    ("request_bytes", "why"),
    [
        (b"\x0a\x05", "UNDECODABLE_REQUEST"),
        (b"\x0b", "UNDECODABLE_REQUEST"),
        (b"\xff" * 11, "UNDECODABLE_REQUEST"),
        (b"\x0a\x02\xff\xff", "UNDECODABLE_REQUEST"),
        (b"\x0a\x00" * 33, "TOO_LARGE"),
        (b"\x0a\x00" * 2_000_000, "TOO_LARGE"),
        (b"\x12\x00" * 33, "TOO_LARGE"),
        (b"\x0a" + b"\x80\x80\x80\x02" + bytes(4 << 20), "TOO_LARGE"),
        (b"\x1a\x02de", "INVALID_FIELD"),
    ],
)
def test_what_is_no_request_ends_the_stream_and_nothing_else(address: str, request_bytes: bytes, why: str) -> None:
    """In a moment, with its reason; what was judged before has its result, and the next stream is served."""
    with grpc.insecure_channel(address) as channel:
        stream = Open(channel)
        stream.send(request_of(("good", random_record(1))))
        (first,) = told([next(stream.call)])
        assert first.key == "good"
        stream.send(request_bytes)
        assert refusal(lambda: list(stream.call)).reason == why
        assert [result.key for result in results(channel, request_of(("next", random_record(1))))] == ["next"]


def test_a_stream_without_records_ends_well(address: str) -> None:
    """Nothing asked, nothing answered."""
    with grpc.insecure_channel(address) as channel:
        assert results(channel) == []
        assert results(channel, b"", request_of(), b"\x20\x01") == []


@given(st.lists(st.tuples(st.text(max_size=5), st.integers(0, 3000)), max_size=32), st.booleans())
def test_groups_are_the_request_cut_in_pieces(sizes: list[tuple[str, int]], brief: bool) -> None:
    """Every record is in one group, in order, with what is said beside; groups are small unless a record is not."""
    keyed = [(key, record_pb2.Record(header=record_pb2.Header(mode="m" * size))) for key, size in sizes]
    request = request_of(*keyed, brief=brief, packs=[b"a pack"])
    found = [*batches.groups(request)]
    parts = [b"".join((*group.records, group.besides)) for group in found]
    read = [referee_pb2.BatchVerifyReplaysRequest.FromString(part) for part in parts]
    assert [(one.key, one.record) for part in read for one in part.records] == keyed
    assert all((part.brief, [*part.packs]) == (brief, [b"a pack"]) for part in read)
    for group in found:
        assert len(group.records) <= batches.GROUP_RECORDS
        assert len(group.records) <= 1 or group.size <= batches.GROUP_BYTES


@given(st.integers(1, 256))
def test_one_stream_keeps_all_workers_busy(workers: int) -> None:
    """There is a group for each and one more, as long as a stream may have so many records."""
    most = batches.most_together(workers)
    assert 1 <= most <= batches.GROUP_RECORDS
    assert most * 2 * workers <= batches.MOST_RECORDS or most == 1


@given(st.binary(max_size=200))
def test_any_bytes_are_cut_or_refused(request: bytes) -> None:
    """Never anything else; what is cut has all its bytes in some group."""
    try:
        found = [*batches.groups(request)]
    except WireError:
        return
    assert sum(group.size for group in found) + len(found[0].besides) == len(request)


def test_a_record_that_kills_its_worker_costs_no_other(capfd: pytest.CaptureFixture[str]) -> None:
    """It alone is refused, and after the second worker it costs no more; the others of its group are judged."""
    with job_server(workers=1) as channel:
        reasons = []
        for _ in range(3):
            found = results(channel, jobs_of(job("pid"), job("exit"), job("echo", 1), job("echo", 2)))
            judged = sorted(result.key for result in found if not reason(result))
            assert judged == ['["echo", 1]', '["echo", 2]', '["pid"]']
            reasons += [reason(result) for result in found if reason(result)]
        assert reasons == ["WORKER_LOST", "WORKER_LOST", "QUARANTINED"]
    assert capfd.readouterr().err.count("it is refused for") == 1


@pytest.mark.parametrize(
    ("bad", "why"),
    [(("fail",), "ENGINE_FAILED"), (("burn", "{folder}"), "TOO_SLOW"), (("fill", 4000), "MEMORY_USED_UP")],
)
def test_a_record_that_fails_has_that_for_its_result(tmp_path: Path, bad: tuple[Any, ...], why: str) -> None:
    """A fault of the engine, a record that takes too long or too much: those around it are judged."""
    words = [str(tmp_path) if word == "{folder}" else word for word in bad]
    with job_server(workers=1, deadline_seconds=3, worker_memory=512) as channel:
        asked = [job("pid"), job(*words), job("echo")]
        found = {result.key.encode(): reason(result) for result in results(channel, jobs_of(*asked))}
        assert [found[key] for key in asked] == ["", why, ""]


def test_each_record_has_its_own_time(tmp_path: Path) -> None:
    """Together they may take longer than one may."""
    with job_server(workers=1, deadline_seconds=3) as channel:
        folders = [tmp_path / str(number) for number in range(4)]
        stream = Open(channel)
        stream.send(jobs_of(*(job("hold", str(folder)) for folder in folders)))
        stream.end()
        for folder in folders:
            held(folder)
            time.sleep(0.8)
            let_go(folder)
        assert [reason(result) for result in told(stream.call)] == [""] * 4


def test_a_result_does_not_wait_for_a_slow_record(tmp_path: Path) -> None:
    """What was judged is sent while the next record is still being judged."""
    with job_server(workers=1) as channel:
        stream = Open(channel)
        stream.send(jobs_of(job("echo"), job("count", str(tmp_path))))
        (first,) = told([next(stream.call)])
        assert first.key.encode() == job("echo")
        stream.call.cancel()


def test_calls_that_come_alone_go_before_groups(tmp_path: Path) -> None:
    """A stream with much to do holds a single call up for one group at the most."""
    with job_server(workers=1) as channel:
        stream = Open(channel)
        for folder in (tmp_path / "one", tmp_path / "two"):
            stream.send(jobs_of(job("hold", str(folder))))
        held(tmp_path / "one")
        alone = caller(channel, "VerifyReplay").future(job("pid"))
        # Not before both wait for the worker.
        time.sleep(1)
        let_go(tmp_path / "one")
        assert alone.result(timeout=10)
        held(tmp_path / "two")
        let_go(tmp_path / "two")
        stream.end()
        assert len([*told(stream.call)]) == 2


def test_who_takes_no_results_is_read_no_further() -> None:
    """At most so many records of a stream are taken before their results are."""
    sent = 0

    def requests() -> Iterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield jobs_of(job("echo", "x" * 30_000))

    with job_server(workers=1) as channel:
        call = caller(channel, BATCH)(requests())
        next(call)
        # Until nothing more is taken; what the transport holds itself is bounded by its window.
        wait_for(lambda: quiet(lambda: sent))
        held_back = sent
        assert held_back < 40 * batches.MOST_RECORDS
        for _ in range(held_back // 2):
            next(call)
        wait_for(lambda: sent > held_back)
        call.cancel()


def quiet(count: Any) -> bool:
    """Whether a number stays as it is for a while."""
    before = count()
    time.sleep(0.5)
    return bool(count() == before)


def test_who_goes_leaves_no_place_taken(tmp_path: Path) -> None:
    """A stream that is broken off gives its place and its worker back."""
    with job_server(workers=1, batches=1) as channel:
        for number in range(3):
            stream = Open(channel)
            stream.send(jobs_of(job("hold", str(tmp_path / str(number))), job("echo")))
            held(tmp_path / str(number))
            assert refusal(lambda: results(channel, jobs_of(job("echo")))).reason == "QUEUE_FULL"
            stream.call.cancel()
            wait_for(lambda: len(served(channel)) == 1)


def served(channel: grpc.Channel) -> list[referee_pb2.KeyedResult]:
    """The result of a stream, if there is a place for it."""
    with suppress(grpc.RpcError):
        return results(channel, jobs_of(job("echo")))
    return []


def test_a_stream_that_sends_nothing_is_ended() -> None:
    """It may be opened again when there is something to send."""
    with job_server(workers=1, batch_seconds=0.3) as channel:
        stream = Open(channel)
        answer = refusal(lambda: next(stream.call))
        assert (answer.reason, "RetryInfo" in answer.details) == ("REQUEST_STALLED", True)


def test_a_server_that_stops_judges_what_it_has_taken(tmp_path: Path) -> None:
    """Every record that was taken has its result; then the stream says that the server stops."""
    with ExitStack() as server:
        address = server.enter_context(running(ServerOptions(workers=1), jobs.prepare))
        with grpc.insecure_channel(address) as channel:
            stream = Open(channel)
            stream.send(jobs_of(job("hold", str(tmp_path)), job("echo")))
            held(tmp_path)
            stopping = Thread(target=server.close)
            stopping.start()
            wait_for(lambda: refusal(lambda: caller(channel, "ListGames")(job("echo"), timeout=5)).reason == "STOPPING")
            let_go(tmp_path)
            found = [next(stream.call) for _ in range(1)]
            answer = refusal(lambda: found.extend(stream.call))
            stopping.join()
    assert (answer.reason, len([*told(found)])) == ("STOPPING", 2)
