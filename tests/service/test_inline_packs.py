"""Packs that a request brings along."""

import pytest
from grpc import StatusCode

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.packs import MOST_PACK_BYTES, PackText
from shinpan_engine.kernel.packs.shelf import BYTES_A_STEP
from shinpan_engine.kernel.play.work import MOST_STEPS, Work
from shinpan_service.messages import inline_packs
from shinpan_service.messages.judging import answer
from shinpan_service.messages.records import record_to_message
from shinpan_service.messages.wire_errors import WireError
from tests.filled_in import filled_in, texts_from

WARS = GAMES["wars3x3"]
TEXTS = texts_from(WARS).data
RECORD = record_to_message(filled_in(WARS, "advanced", 3))
HEAD = b'[pack]\nid = "%s"\ngame = "wars3x3"\ntitle = "t"\n'
WORK_USED_UP = f"record: {WorkUsedUp(MOST_STEPS)}"
UPON = HEAD % b"upon" + b'base = "texts"\n'


def asked(*packs: bytes, record: record_pb2.Record = RECORD) -> report_pb2.Report:
    """The judgement on a record with these packs."""
    parts: list[bytes] = []
    request = referee_pb2.VerifyReplayRequest(record=record, packs=packs)
    answer("VerifyReplay", request.SerializeToString(), parts.append)
    return referee_pb2.VerifyReplayResponse.FromString(parts[0]).report


def refused(*packs: bytes, record: record_pb2.Record = RECORD) -> tuple[StatusCode, str]:
    with pytest.raises(WireError) as caught:
        asked(*packs, record=record)
    status = caught.value.status
    return next(code for code in StatusCode if code.value[0] == status.code), status.message


def test_a_record_is_judged_with_the_pack_it_brings() -> None:
    """As it would be if the pack were here; without the pack nothing is judged."""
    assert asked(TEXTS).verdict == report_pb2.VERDICT_LEGAL
    code, message = refused()
    assert (code, message) == (
        StatusCode.FAILED_PRECONDITION,
        "record.header.pack.id: no pack “texts” here; there are: print, house; add your own with --packs",
    )


def test_its_bases_may_come_along() -> None:
    """In any order, or be there already."""
    (pack,) = with_packs([PackText("1", TEXTS), PackText("2", UPON)])["wars3x3"].made.of("upon")
    record = record_pb2.Record.FromString(RECORD.SerializeToString())
    record.header.pack.id, record.header.pack.digest = pack.id, pack.digest
    assert asked(UPON, TEXTS, record=record).verdict == report_pb2.VERDICT_LEGAL
    record.header.pack.digest = bytes(32)
    with pytest.raises(WireError, match=r"which is not here; there are: [0-9a-f]{16} \(packs\[0\]\)"):
        asked(UPON, TEXTS, record=record)


@pytest.mark.parametrize(
    ("packs", "code", "message"),
    [
        ([TEXTS, b"["], StatusCode.INVALID_ARGUMENT, "packs[1]: at the end of the file: a name is missing"),
        ([b"\xff"], StatusCode.INVALID_ARGUMENT, "packs[0]: byte 1 is no text in UTF-8"),
        ([HEAD % b"a" + b"[[card]]\nnumber = 99"], StatusCode.INVALID_ARGUMENT, "packs[0]: card 99: number: found 99"),
        ([HEAD.replace(b"wars3x3", b"drive") % b"a"], StatusCode.INVALID_ARGUMENT, "packs[0]: pack: game: this is no"),
        ([UPON], StatusCode.INVALID_ARGUMENT, "packs[0]: pack: base: there is no pack texts; there are: print, house"),
        ([TEXTS] * 5, StatusCode.RESOURCE_EXHAUSTED, "packs: 5 packs; at most 4 are read"),
        ([b"#" * (MOST_PACK_BYTES + 1)], StatusCode.RESOURCE_EXHAUSTED, "packs[0]: 1048577 bytes; a pack file has"),
    ],
)  # fmt: skip
def test_a_pack_that_is_none_is_told(packs: list[bytes], code: StatusCode, message: str) -> None:
    """With its place in the request and what is wrong with it."""
    told = refused(*packs)
    assert told[0] == code
    assert told[1].startswith(message)


def test_a_pack_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many requests bring it; those least in use are given up."""
    monkeypatch.setattr(inline_packs, "_kept", type(inline_packs._kept)())
    asked(TEXTS)
    (kept,) = inline_packs._kept.values()
    asked(TEXTS)
    assert next(iter(inline_packs._kept.values())) is kept
    for number in range(inline_packs.MOST_KEPT):
        inline_packs.with_inline(GAMES, "wars3x3", [HEAD % b"a%d" % number], Work())
    assert len(inline_packs._kept) == inline_packs.MOST_KEPT
    assert kept not in inline_packs._kept.values()


def test_no_more_is_kept_than_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by the files."""
    monkeypatch.setattr(inline_packs, "_kept", type(inline_packs._kept)())
    for number in range(inline_packs.MOST_KEPT):
        inline_packs.with_inline(GAMES, "wars3x3", [(HEAD % b"a%d" % number).ljust(MOST_PACK_BYTES, b"#")], Work())
    assert sum(kept.size for kept in inline_packs._kept.values()) == inline_packs.MOST_BYTES_KEPT


def steps_of(*packs: bytes) -> int:
    """What reading the packs of a request takes of its work."""
    work = Work()
    inline_packs.with_inline(GAMES, "wars3x3", packs, work)
    return work.spent


def test_reading_packs_is_work() -> None:
    """A step for so many bytes, of a base once more for every pack upon it, and as much for those who come later."""
    long = TEXTS.ljust(MOST_PACK_BYTES // 2, b"#")
    alone, upon = steps_of(long), steps_of(long, UPON)
    assert alone == len(long) // BYTES_A_STEP
    assert upon == 2 * alone + len(UPON) // BYTES_A_STEP
    assert steps_of(long, UPON) == upon


def test_packs_may_take_no_more_work_than_a_call_has() -> None:
    """However many of the largest come along, in whatever order."""
    large = [(HEAD % b"a%d" % number).ljust(MOST_PACK_BYTES * 3 // 4, b"#") for number in range(4)]
    upon = [UPON.replace(b'"texts"', b'"a0"').replace(b'"upon"', b'"b%d"' % number) for number in range(2)]
    assert refused(*large) == (StatusCode.RESOURCE_EXHAUSTED, WORK_USED_UP)
    assert refused(*upon, large[0]) == (StatusCode.RESOURCE_EXHAUSTED, WORK_USED_UP)


def test_what_reading_leaves_is_all_that_judging_has() -> None:
    """Both are work of one call."""
    long = (HEAD % b"a").ljust(MOST_PACK_BYTES, b"#")
    left = MOST_STEPS - steps_of(TEXTS, long)
    record = RECORD.__class__.FromString(RECORD.SerializeToString())
    record.entries[-1].claims.add().state.path = "turn"
    spare = (HEAD % b"b").ljust(BYTES_A_STEP * (left - 1000), b"#")
    spent = (HEAD % b"b").ljust(BYTES_A_STEP * left, b"#")
    assert asked(TEXTS, long, spare, record=record).verdict == report_pb2.VERDICT_CONTRADICTED
    assert asked(TEXTS, long, spent).verdict == report_pb2.VERDICT_LEGAL
    assert refused(TEXTS, long, spent, record=record) == (StatusCode.RESOURCE_EXHAUSTED, WORK_USED_UP)


def test_a_request_without_packs_changes_nothing() -> None:
    """The packs of a request are gone with it."""
    asked(TEXTS)
    assert list(GAMES["wars3x3"].packs) == ["print", "house"]


def test_facts_of_any_length_are_told_shortly() -> None:
    """Too many, or names of a megabyte."""
    record = record_pb2.Record.FromString(RECORD.SerializeToString())
    record.header.facts[0].table = "x" * 1_000_000
    with pytest.raises(WireError, match=r"record\.header\.facts\[0\]\.table|facts ascend"):
        asked(TEXTS, record=record)
    for number in range(2000):
        record.header.facts.add(table="card", number=number, field="cost", value="1")
    with pytest.raises(WireError, match="facts") as caught:
        asked(TEXTS, record=record)
    assert len(caught.value.status.message) < 1000
