"""What the service refuses: the code, the reason and the details of every kind of error, down to single bytes."""

import gzip
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shinpan.v1 import record_pb2
from shinpan.v1.referee_pb2 import (
    EYES_REFEREE,
    EYES_SEAT,
    GetGameRequest,
    GetReplayStateRequest,
    GetServerInfoRequest,
    ListGamesRequest,
    ListLegalActionsRequest,
    StreamReplayStepsRequest,
    VerifyReplayRequest,
    Viewer,
)
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import NotSupported
from shinpan_engine.kernel.judging.record import MOST_ENTRIES
from shinpan_records.limits import LONGEST_LIST
from shinpan_service.messages import judging
from shinpan_service.messages.wire_errors import WireError, of_refusal
from tests.random_games import WIDE

from .calls import STREAMING, UNARY, Refusal, caller, crowded_record, random_record, refusal

SEED = 3
MIB = 1 << 20
REFUSALS = (
    StatusCode.INVALID_ARGUMENT,
    StatusCode.UNIMPLEMENTED,
    StatusCode.FAILED_PRECONDITION,
    StatusCode.RESOURCE_EXHAUSTED,
)
"""The codes that a request can earn by what it says; no bytes may ever earn another."""


def refused(channel: grpc.Channel, method: str, request: bytes) -> Refusal:
    """What a request is refused with."""
    return refusal(lambda: exhausted(caller(channel, method)(request)))


def exhausted(answer: Any) -> Any:
    """A stream's parts, or the one answer there is."""
    return answer if isinstance(answer, bytes) else list(answer)


def refused_record(channel: grpc.Channel, change: Callable[[record_pb2.Record], object]) -> Refusal:
    """What a record is refused with after a change; it must be the same for all four methods that take one."""
    record = random_record(SEED, actions=30)
    change(record)
    requests = {
        "VerifyReplay": VerifyReplayRequest(record=record),
        "StreamReplaySteps": StreamReplayStepsRequest(record=record),
        "GetReplayState": GetReplayStateRequest(record=record),
        "ListLegalActions": ListLegalActionsRequest(record=record),
    }
    answers = [refused(channel, method, request.SerializeToString()) for method, request in requests.items()]
    assert answers[1:] == answers[:-1]
    return answers[0]


def invalid_field(answer: Refusal) -> str:
    """The field that an INVALID_ARGUMENT names."""
    assert answer.code is StatusCode.INVALID_ARGUMENT
    (violation,) = answer.details["BadRequest"].field_violations
    assert violation.description
    assert answer.facts["field"] == violation.field
    assert set(answer.details) - {"LocalizedMessage"} == {"BadRequest"}
    return str(violation.field)


def missing_subject(answer: Refusal) -> str:
    """What a FAILED_PRECONDITION says is not here."""
    assert answer.code is StatusCode.FAILED_PRECONDITION
    (violation,) = answer.details["PreconditionFailure"].violations
    assert violation.description
    assert violation.type == answer.reason
    assert answer.facts["field"] == violation.subject
    assert set(answer.details) - {"LocalizedMessage"} == {"PreconditionFailure"}
    return str(violation.subject)


def exceeded_subject(answer: Refusal) -> str:
    """Of what a RESOURCE_EXHAUSTED says there is too much."""
    assert answer.code is StatusCode.RESOURCE_EXHAUSTED
    (violation,) = answer.details["QuotaFailure"].violations
    assert violation.description
    assert set(answer.details) - {"LocalizedMessage"} == {"QuotaFailure"}
    return str(violation.subject)


@pytest.mark.parametrize("method", UNARY + STREAMING)
@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff",
        b"\x0a\x05abc",
        b"\x0a\xff\xff\xff\xff\x0f",
        b"\x0b" * 200,
        VerifyReplayRequest(record=random_record(SEED)).SerializeToString()[:-1],
    ],
    ids=["tag", "short", "long", "groups", "cut"],
)
def test_undecodable_bytes(channel: grpc.Channel, method: str, data: bytes) -> None:
    """Bytes that are no message are INVALID_ARGUMENT in every method, and never the transport's UNKNOWN."""
    answer = refused(channel, method, data)
    assert (invalid_field(answer), answer.reason) == ("request", "UNDECODABLE_REQUEST")


def test_text_that_is_no_utf8(channel: grpc.Channel) -> None:
    """A text field that is not UTF-8 makes the bytes undecodable."""
    good = VerifyReplayRequest(record=random_record(SEED, actions=3)).SerializeToString()
    answer = refused(channel, "VerifyReplay", good.replace(b"wars3x3", b"wars3x\xff", 1))
    assert (invalid_field(answer), answer.reason) == ("request", "UNDECODABLE_REQUEST")


def test_no_record(channel: grpc.Channel) -> None:
    """An empty request names the header that is missing."""
    for method in ("VerifyReplay", "StreamReplaySteps", "GetReplayState", "ListLegalActions"):
        assert invalid_field(refused(channel, method, b"")) == "record.header"


@pytest.mark.parametrize("length", [0, 1, 31, 33, 1000])
def test_wrong_seed_length(channel: grpc.Channel, length: int) -> None:
    """A seed has 32 bytes."""
    answer = refused_record(channel, lambda r: setattr(r.header.chance.seeded, "seed", bytes(length)))
    assert invalid_field(answer) == "record.header.chance.seeded.seed"
    assert str(length) in answer.message


@pytest.mark.parametrize("seat", [0, 3, 4_294_967_295])
def test_seat_out_of_range(channel: grpc.Channel, seat: int) -> None:
    """An action of a seat that does not play cannot be judged."""
    answer = refused_record(channel, lambda r: setattr(r.entries[7].wars3x3, "seat", seat))
    assert invalid_field(answer).startswith("record.entries[7]")


@pytest.mark.parametrize(
    ("field", "value"), [("game", "chess"), ("game", ""), ("mode", "master"), ("mode", ""), ("seats", 3), ("seats", 0)]
)
def test_unknown_game_or_mode(channel: grpc.Channel, field: str, value: str | int) -> None:
    """A game, a mode or a number of seats that there is not is named by its field in the header."""
    answer = refused_record(channel, lambda r: setattr(r.header, field, value))
    assert invalid_field(answer) == f"record.header.{field}"


def test_header_without_chance_pack_or_setup(channel: grpc.Channel) -> None:
    """What the header must say and does not is named."""
    for field, path in (("chance", "chance"), ("pack", "pack"), ("wars3x3", "setup")):
        answer = refused_record(channel, lambda r, field=field: r.header.ClearField(field))
        assert invalid_field(answer) == f"record.header.{path}"


def test_wrong_starting_player(channel: grpc.Channel) -> None:
    """The set-up of a game is checked by the game."""
    answer = refused_record(channel, lambda r: setattr(r.header.wars3x3, "first", 3))
    assert invalid_field(answer) == "record.header.wars3x3.first"


def test_enum_values_that_there_are_not(channel: grpc.Channel) -> None:
    """A value that an option does not have is refused by name."""
    answer = refused_record(channel, lambda r: setattr(r.header.wars3x3, "veil_bonus", 9))
    assert invalid_field(answer).endswith("veil_bonus")


def test_entries_without_meaning(channel: grpc.Channel) -> None:
    """An entry that says nothing, or an action without its verb, is refused with its place."""
    assert invalid_field(refused_record(channel, lambda r: r.entries[5].Clear())).startswith("record.entries[5]")
    answer = refused_record(channel, lambda r: r.entries[5].wars3x3.CopyFrom(type(r.entries[5].wars3x3)(seat=1)))
    assert invalid_field(answer).startswith("record.entries[5]")


def test_lists_that_are_longer_than_any_game_has(channel: grpc.Channel) -> None:
    """They are refused by name, in an action and inside the lists of an action, before any rule looks at them."""

    def laid(record: record_pb2.Record) -> None:
        record.entries[0].wars3x3.start_territory.cards.extend([1] * LONGEST_LIST)

    def aimed(record: record_pb2.Record) -> None:
        record.entries[0].wars3x3.remove.spells.add(target=1, **{"with": [1] * (LONGEST_LIST + 1)})

    assert invalid_field(refused_record(channel, laid)) == "record.entries[0].wars3x3.start_territory.cards"
    assert invalid_field(refused_record(channel, aimed)) == "record.entries[0].wars3x3.remove.spells.with"


@pytest.mark.parametrize("length", [1, 3, 33])
def test_recorded_hashes_of_a_wrong_length(channel: grpc.Channel, length: int) -> None:
    """A recorded hash has 4 to 32 bytes."""
    answer = refused_record(channel, lambda r: setattr(r.entries[2], "link", bytes(length)))
    assert invalid_field(answer) == "record.entries[2].link"


def test_modes_that_are_only_mentioned() -> None:
    """A mode of the rulebook that is not supported is UNIMPLEMENTED, with the field that names it."""
    status = of_refusal(NotSupported("record.header.mode", "expert is not supported yet")).status
    assert (status.code, status.message) == (12, "record.header.mode: expert is not supported yet")


@pytest.mark.parametrize(
    ("path", "change", "ours", "theirs"),
    [
        ("format", lambda h: setattr(h, "format", 2), "1", "2"),
        ("edition", lambda h: setattr(h, "edition", "9.9"), "1.2", "9.9"),
        ("pack.id", lambda h: setattr(h.pack, "id", "mine"), "house", "mine"),
        ("pack.digest", lambda h: setattr(h.pack, "digest", b"\xab" * 32), None, "abababab"),
        ("chance.seeded.scheme", lambda h: setattr(h.chance.seeded, "scheme", "md5-1"), "sha256ctr-1", "md5-1"),
    ],
)
def test_what_this_server_does_not_have(
    channel: grpc.Channel, path: str, change: Callable[[record_pb2.Header], object], ours: str | None, theirs: str
) -> None:
    """Another format, edition, pack or scheme is FAILED_PRECONDITION, and both sides are named."""
    answer = refused_record(channel, lambda r: change(r.header))
    assert missing_subject(answer) == f"record.header.{path}"
    assert answer.reason == "NOT_ON_THIS_SERVER"
    assert theirs in answer.message
    assert (ours or GAMES["wars3x3"].packs["house"].digest.hex()[:16]) in answer.message


UNKNOWN = b"\xfa\x3f\x01x"
"""Field 1023, which no message here has, with one byte in it."""


@pytest.mark.parametrize(
    "part",
    [
        lambda r: r,
        lambda r: r.header,
        lambda r: r.header.wars3x3,
        lambda r: r.header.chance.seeded,
        lambda r: r.notes,
        lambda r: r.entries[0],
        lambda r: r.entries[0].wars3x3,
        lambda r: r.entries[4].wars3x3.draw,
        lambda r: r.entries[8].wars3x3.lay,
        lambda r: r.entries[8].claims.add(state=record_pb2.StateClaim(path="turn", value="1")),
    ],
)
def test_unknown_fields_in_a_record(
    channel: grpc.Channel, part: Callable[[record_pb2.Record], record_pb2.Record]
) -> None:
    """A field of a newer schema, wherever in a record, is FAILED_PRECONDITION: it might change the meaning."""
    answer = refused_record(channel, lambda r: part(r).MergeFromString(UNKNOWN))
    assert missing_subject(answer).startswith("record")
    assert answer.reason == "UNKNOWN_FIELDS"


def test_unknown_fields_beside_the_record(channel: grpc.Channel) -> None:
    """Nor is a field ignored that stands in the request or the viewer."""
    record = random_record(SEED, actions=3)
    viewer = Viewer(eyes=EYES_REFEREE)
    viewer.MergeFromString(UNKNOWN)
    for request, subject in (
        (VerifyReplayRequest(record=record).SerializeToString() + UNKNOWN, "request"),
        (GetReplayStateRequest(record=record, viewer=viewer).SerializeToString(), "viewer"),
    ):
        method = "VerifyReplay" if subject == "request" else "GetReplayState"
        assert missing_subject(refused(channel, method, request)) == subject
    assert missing_subject(refused(channel, "ListGames", UNKNOWN)) == "request"


@pytest.mark.parametrize(
    ("viewer", "field"),
    [
        (Viewer(eyes=EYES_SEAT), "viewer.seat"),
        (Viewer(eyes=EYES_SEAT, seat=3), "viewer.seat"),
        (Viewer(seat=1), "viewer.seat"),
        (Viewer(eyes=EYES_REFEREE, seat=1), "viewer.seat"),
        (Viewer(eyes=7), "viewer.eyes"),  # type: ignore[arg-type]
    ],
)
def test_viewers_that_there_are_not(channel: grpc.Channel, viewer: Viewer, field: str) -> None:
    """A viewer is the public, one of the seats, or the referee."""
    record = random_record(SEED, actions=3)
    requests = {
        "StreamReplaySteps": StreamReplayStepsRequest(record=record, viewer=viewer),
        "GetReplayState": GetReplayStateRequest(record=record, viewer=viewer),
        "ListLegalActions": ListLegalActionsRequest(record=record, viewer=viewer),
    }
    for method, request in requests.items():
        assert invalid_field(refused(channel, method, request.SerializeToString())) == field


def test_a_range_that_ends_before_it_begins(channel: grpc.Channel) -> None:
    """The last step wanted is not before the first."""
    request = StreamReplayStepsRequest(record=random_record(SEED, actions=30), from_step=5, to_step=4)
    assert invalid_field(refused(channel, "StreamReplaySteps", request.SerializeToString())) == "to_step"


def test_an_unknown_game_in_the_catalog(channel: grpc.Channel) -> None:
    """A game that there is not is refused, and those that there are, are named."""
    answer = refused(channel, "GetGame", GetGameRequest(game="chess").SerializeToString())
    assert invalid_field(answer) == "game"
    assert "wars3x3" in answer.message


def test_page_tokens_fit_their_list_only(channel: grpc.Channel, stub: RefereeServiceStub) -> None:
    """A token that was made up, damaged, or given for another step, viewer or list leads nowhere."""
    record = random_record(SEED, actions=0)
    seat = Viewer(eyes=EYES_SEAT, seat=1)
    good = stub.ListLegalActions(ListLegalActionsRequest(record=record, viewer=seat, page_size=5)).next_page_token
    assert good
    other = ListLegalActionsRequest(record=record, viewer=Viewer(eyes=EYES_REFEREE), page_token=good)
    later = ListLegalActionsRequest(record=random_record(SEED, actions=1), viewer=seat, page_token=good)
    requests = [other, later]
    for token in ("x", "AAAA", "AAAAAA==", "審判", good[:-1], good + "A", good.swapcase(), good * 2):
        requests.append(ListLegalActionsRequest(record=record, viewer=seat, page_token=token))
    for request in requests:
        assert invalid_field(refused(channel, "ListLegalActions", request.SerializeToString())) == "page_token"
    games = ListGamesRequest(page_token=good)
    assert invalid_field(refused(channel, "ListGames", games.SerializeToString())) == "page_token"
    again = stub.ListLegalActions(ListLegalActionsRequest(record=record, viewer=seat, page_size=5))
    assert again.next_page_token == good


def test_too_many_actions(channel: grpc.Channel, stub: RefereeServiceStub) -> None:
    """A record at the limit is judged, one entry more is RESOURCE_EXHAUSTED."""
    record = random_record(SEED, actions=0)
    record.entries.extend(record_pb2.Entry(marker=record_pb2.Marker(number=0)) for _ in range(MOST_ENTRIES))
    assert stub.VerifyReplay(VerifyReplayRequest(record=record)).report.actions_total == 0
    answer = refused_record(channel, lambda r: r.entries.extend(record.entries))
    assert (exceeded_subject(answer), answer.reason) == ("record.entries", "TOO_LARGE")


def test_too_many_bytes(channel: grpc.Channel, stub: RefereeServiceStub) -> None:
    """A request of 4 MiB is judged, one byte more is RESOURCE_EXHAUSTED, and so is any number of bytes more."""
    record = random_record(SEED)
    record.notes.place = "x" * (4 * MIB)
    request = VerifyReplayRequest(record=record)
    record.notes.place = "x" * (8 * MIB - len(request.SerializeToString()))
    request = VerifyReplayRequest(record=record)
    assert len(request.SerializeToString()) == 4 * MIB
    assert stub.VerifyReplay(request).report.actions_replayed == len(record.entries)
    answer = refused(channel, "VerifyReplay", request.SerializeToString() + b"\0")
    assert (exceeded_subject(answer), answer.reason) == ("request", "TOO_LARGE")
    with pytest.raises(grpc.RpcError) as raised:
        caller(channel, "VerifyReplay")(bytes(64 * MIB))
    assert raised.value.code() is StatusCode.RESOURCE_EXHAUSTED


def test_compression_hides_no_size(address: str) -> None:
    """A compressed request counts by what it becomes."""
    options = [("grpc.default_compression_algorithm", grpc.Compression.Gzip.value)]
    data = bytes(64 * MIB)
    assert len(gzip.compress(data)) < MIB
    with grpc.insecure_channel(address, options=options, compression=grpc.Compression.Gzip) as channel:
        with pytest.raises(grpc.RpcError) as raised:
            caller(channel, "VerifyReplay")(data)
        assert raised.value.code() is StatusCode.RESOURCE_EXHAUSTED


def test_the_work_budget(channel: grpc.Channel) -> None:
    """Listing goes through 100,000 actions and no further; the same call ends the same way each time."""
    far = urlsafe_b64encode((1 << 30).to_bytes(4, "big")).decode()
    record = crowded_record(judging.MOST_LISTED)
    request = ListLegalActionsRequest(record=record, viewer=Viewer(eyes=EYES_REFEREE), page_token=far)
    answers = [refused(channel, "ListLegalActions", request.SerializeToString()) for _ in range(2)]
    assert answers[0] == answers[1]
    assert (exceeded_subject(answers[0]), answers[0].reason) == ("page_token", "WORK_USED_UP")


def test_the_last_action_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list as long as the budget is listed whole, one action longer is not."""
    record = random_record(SEED, actions=9)
    request = ListLegalActionsRequest(record=record, viewer=Viewer(eyes=EYES_REFEREE)).SerializeToString()
    whole: list[bytes] = []
    judging.answer("ListLegalActions", request, whole.append)
    length = len(judging.referee_pb2.ListLegalActionsResponse.FromString(whole[0]).actions)
    monkeypatch.setattr(judging, "MOST_LISTED", length)
    same: list[bytes] = []
    judging.answer("ListLegalActions", request, same.append)
    assert same == whole
    monkeypatch.setattr(judging, "MOST_LISTED", length - 1)
    with pytest.raises(WireError):
        judging.answer("ListLegalActions", request, same.append)


@pytest.mark.parametrize("text", ["x" * 3 * MIB, "縦横" * 500_000, "\x00\n\t %" * 100_000])
def test_long_texts_are_cut(channel: grpc.Channel, text: str) -> None:
    """Errors stay small, whatever they have to quote: a longer one would be lost on the way."""
    for field in ("mode", "edition"):
        answer = refused_record(channel, lambda r, field=field: setattr(r.header, field, text))
        assert text[:4].strip().replace("\x00", "�").replace("\n", "�") in answer.message
        assert len(answer.message.encode()) < 1024


def test_methods_that_there_are_not(channel: grpc.Channel) -> None:
    """A method of nobody is UNIMPLEMENTED."""
    with pytest.raises(grpc.RpcError) as raised:
        channel.unary_unary("/shinpan.v1.RefereeService/Undo")(b"")
    assert raised.value.code() is StatusCode.UNIMPLEMENTED


METHODS = UNARY + STREAMING
VALID = {
    "VerifyReplay": VerifyReplayRequest(record=random_record(SEED, actions=40)),
    "StreamReplaySteps": StreamReplayStepsRequest(record=random_record(SEED, actions=40), from_step=1),
    "GetReplayState": GetReplayStateRequest(record=random_record(SEED, actions=40), step=20),
    "ListLegalActions": ListLegalActionsRequest(record=random_record(SEED, actions=20), viewer=Viewer(eyes=2)),
    "ListGames": ListGamesRequest(page_size=1),
    "GetGame": GetGameRequest(game="wars3x3"),
    "GetServerInfo": GetServerInfoRequest(),
}


def survives(stub: RefereeServiceStub, channel: grpc.Channel, method: str, data: bytes) -> None:
    """A request is answered or refused with one of the codes that there are, and the server goes on serving."""
    code = StatusCode.OK
    try:
        exhausted(caller(channel, method)(data))
    except grpc.RpcError as error:
        code = error.code()
    assert code in (StatusCode.OK, *REFUSALS), f"{method}({data!r})"
    assert stub.ListGames(ListGamesRequest()).games


@settings(parent=WIDE, max_examples=200)
@given(method=st.sampled_from(METHODS), data=st.binary(max_size=200))
@example(method="VerifyReplay", data=b"")
def test_random_bytes(stub: RefereeServiceStub, channel: grpc.Channel, method: str, data: bytes) -> None:
    """No bytes bring the service down or earn a code that is not listed."""
    survives(stub, channel, method, data)


@settings(parent=WIDE, max_examples=300)
@given(
    method=st.sampled_from(METHODS),
    cuts=st.lists(st.tuples(st.integers(0, 1500), st.integers(0, 3), st.binary(max_size=3)), min_size=1, max_size=3),
)
def test_damaged_requests(
    stub: RefereeServiceStub, channel: grpc.Channel, method: str, cuts: list[tuple[int, int, bytes]]
) -> None:
    """A good request with some bytes changed, dropped or put in is answered or refused, never more than that."""
    data = VALID[method].SerializeToString()
    for place, dropped, put in cuts:
        at = place % (len(data) + 1)
        data = data[:at] + put + data[at + dropped :]
    survives(stub, channel, method, data)
