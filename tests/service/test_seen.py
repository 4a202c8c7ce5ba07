"""Records of what was merely seen, as a client sends them."""

import pytest

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_service.messages.judging import answer
from shinpan_service.messages.records import record_from_message, record_to_message
from shinpan_service.messages.wire_errors import WireError

from ..hiding import hidden
from ..random_games import play, recorded

SEEN = hidden(GAMES["wars3x3"], recorded(play(GAMES["wars3x3"], 1, "beginner")), 0)
FAILED_PRECONDITION, INVALID_ARGUMENT = 9, 3


def asked(method: str, request: object) -> bytes:
    parts: list[bytes] = []
    answer(method, request.SerializeToString(), parts.append)  # type: ignore[attr-defined]
    return parts[0]


def verified(record: record_pb2.Record, with_completion: bool = False) -> referee_pb2.VerifyReplayResponse:
    request = referee_pb2.VerifyReplayRequest(record=record, with_completion=with_completion)
    return referee_pb2.VerifyReplayResponse.FromString(asked("VerifyReplay", request))


def test_a_completion_is_given_where_it_is_asked_for() -> None:
    """The complete record is judged legal and agrees; the report has a header hash and no links."""
    message = record_to_message(SEEN)
    response = verified(message, with_completion=True)
    assert response.report.verdict == report_pb2.VERDICT_LEGAL
    assert response.report.header_hash
    assert not response.report.last_link
    world = record_from_message(response.completion)
    assert verify(GAMES, world).last_link
    assert disagreement(GAMES, SEEN, world) is None
    assert not verified(message).HasField("completion")
    assert not verified(response.completion, with_completion=True).HasField("completion")


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        ("StreamReplaySteps", referee_pb2.StreamReplayStepsRequest),
        ("GetReplayState", referee_pb2.GetReplayStateRequest),
        ("ListLegalActions", referee_pb2.ListLegalActionsRequest),
    ],
)
def test_only_a_complete_record_has_steps(method: str, kind: type) -> None:
    """Steps, states and legal actions are FAILED_PRECONDITION, with what to do."""
    with pytest.raises(WireError) as caught:
        asked(method, kind(record=record_to_message(SEEN)))
    assert caught.value.status.code == FAILED_PRECONDITION
    assert "complete it first" in caught.value.status.message


def test_a_recorded_hash_is_refused() -> None:
    """A record of what was seen has no links of its own."""
    message = record_to_message(SEEN)
    message.entries[2].link = bytes(4)
    with pytest.raises(WireError) as caught:
        verified(message)
    assert caught.value.status.code == INVALID_ARGUMENT
    assert caught.value.status.message.startswith("record.entries[2].link")
