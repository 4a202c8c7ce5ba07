"""Messages of a game that is played which cannot be judged: each is refused by itself, and the game goes on."""

from collections.abc import Callable

import grpc
import pytest

from shinpan.v1 import record_pb2, referee_pb2
from shinpan.v1.referee_pb2 import PlayGameRequest
from shinpan_service.client import Client
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running

from .calls import SERVICE, random_record
from .test_playing import address, outcome

__all__ = ["address"]

Change = Callable[[PlayGameRequest], object]


def request(change: Change) -> PlayGameRequest:
    """A sound opening, as something has changed it."""
    message = PlayGameRequest(opening=referee_pb2.PlayOpening(record=random_record(3, 5)))
    change(message)
    return message


def seen(message: PlayGameRequest) -> None:
    header = message.opening.record.header
    header.chance.seen.SetInParent()


WRONG_OPENINGS: dict[str, tuple[Change, str, str]] = {
    "nothing": (lambda message: message.ClearField("what"), "INVALID_FIELD", "what"),
    "an entry": (lambda message: message.entry.SetInParent(), "INVALID_FIELD", "what"),
    "no header": (
        lambda message: message.opening.record.ClearField("header"),
        "INVALID_FIELD",
        "opening.record.header",
    ),
    "no game": (
        lambda message: setattr(message.opening.record.header, "game", "chess"),
        "INVALID_FIELD",
        "opening.record.header.game",
    ),
    "a seat too many": (
        lambda message: message.opening.viewer.MergeFrom(referee_pb2.Viewer(eyes=1, seat=9)),
        "INVALID_FIELD",
        "opening.viewer.seat",
    ),
    "a language": (lambda message: setattr(message.opening, "language", "tlh"), "INVALID_FIELD", "opening.language"),
    "what was seen": (seen, "NOT_COMPLETE", "opening.record.header.chance.seen"),
    "a seed that is there": (
        lambda message: setattr(message.opening, "draw_seed", True),
        "INVALID_FIELD",
        "opening.draw_seed",
    ),
    "an entry without anything": (
        lambda message: message.opening.record.entries.add(),
        "INVALID_FIELD",
        "opening.record.entries[5].what",
    ),
    "a pack": (lambda message: message.opening.packs.append(b"x"), "INVALID_FIELD", "opening.packs[0]"),
}


def both_ways(address: str, *messages: PlayGameRequest | bytes) -> list[referee_pb2.PlayGameResponse]:
    """All answers of one stream."""
    data = [one if isinstance(one, bytes) else one.SerializeToString() for one in messages]
    with grpc.insecure_channel(address) as channel:
        stream = channel.stream_stream(f"/{SERVICE}/PlayGame")(iter(data))
        return [referee_pb2.PlayGameResponse.FromString(part) for part in stream]


def refusal_of(answer: referee_pb2.PlayGameResponse) -> tuple[str, str]:
    """The reason and the field of a refusal."""
    assert answer.WhichOneof("what") == "refusal", answer
    failed = Client("localhost:1").refused(answer.refusal)
    return failed.reason, failed.message.partition(":")[0]


@pytest.mark.parametrize("what", WRONG_OPENINGS)
def test_an_opening_that_cannot_be_judged(address: str, what: str) -> None:
    """It is refused with the field that is wrong, and another opens the game in the same stream."""
    change, reason, field = WRONG_OPENINGS[what]
    refused, opened, fetched = both_ways(
        address, request(change), request(lambda _: None), PlayGameRequest(fetch=referee_pb2.PlayFetch())
    )
    assert refusal_of(refused) == (reason, field)
    assert opened.position.entries == 5
    assert fetched.record.record == random_record(3, 5)


def test_an_opening_without_entries_is_bounded_too() -> None:
    """What it brings besides counts as well; a smaller one opens the game in the same stream."""
    large = request(lambda message: message.opening.ClearField("record"))
    large.opening.record.header.CopyFrom(random_record(3).header)
    small = PlayGameRequest.FromString(large.SerializeToString())
    large.opening.record.notes.place = "x" * 2000
    with running(ServerOptions(workers=1, game_bytes=1500)) as address:
        refused, opened = both_ways(address, large, small)
    assert refusal_of(refused) == ("TOO_LARGE", "opening")
    assert opened.position.entries == 0


def entry_of(change: Callable[[record_pb2.Entry], object]) -> PlayGameRequest:
    """The next entry of the game, as something has changed it."""
    entry = record_pb2.Entry()
    entry.CopyFrom(random_record(3).entries[5])
    change(entry)
    return PlayGameRequest(entry=referee_pb2.PlayEntry(entry=entry))


WRONG_MESSAGES: dict[str, tuple[PlayGameRequest | bytes, str, str]] = {
    "no message": (b"\x0a\x05", "UNDECODABLE_REQUEST", "request"),
    "nothing": (PlayGameRequest(), "INVALID_FIELD", "what"),
    "a second opening": (request(lambda _: None), "INVALID_FIELD", "opening"),
    "an empty entry": (PlayGameRequest(entry=referee_pb2.PlayEntry()), "INVALID_FIELD", "entry.entry.what"),
    "a seat too many": (
        entry_of(lambda entry: setattr(entry.wars3x3, "seat", 3)),
        "INVALID_FIELD",
        "entry.entry.wars3x3.seat",
    ),
    "another game": (entry_of(lambda entry: entry.drive.SetInParent()), "INVALID_FIELD", "entry.entry.drive"),
    "a short hash": (entry_of(lambda entry: setattr(entry, "link", b"x")), "INVALID_FIELD", "entry.entry.link"),
    "a claim about nothing": (entry_of(lambda entry: entry.claims.add()), "INVALID_FIELD", "entry.entry.claims[0]"),
    "a newer field": (
        PlayGameRequest(entry=referee_pb2.PlayEntry()).SerializeToString() + b"\xf8\x3e\x01",
        "UNKNOWN_FIELDS",
        "request",
    ),
    "an outcome for a seed": (
        PlayGameRequest(entry=referee_pb2.PlayEntry(outcomes=[outcome("deck")])),
        "INVALID_FIELD",
        "entry.outcomes",
    ),
    "nothing taken back": (PlayGameRequest(take_back=referee_pb2.PlayTakeBack()), "INVALID_FIELD", "take_back.entries"),
    "more than there is": (
        PlayGameRequest(take_back=referee_pb2.PlayTakeBack(entries=6)),
        "INVALID_FIELD",
        "take_back.entries",
    ),
    "a page of another list": (
        PlayGameRequest(legal=referee_pb2.PlayLegal(page_token="AAAA")),
        "INVALID_FIELD",
        "page_token",
    ),
    "too much": (b"\x0a" + b"\x80\x80\x80\x02" + bytes(4 << 20), "TOO_LARGE", "request"),
}


@pytest.mark.parametrize("what", WRONG_MESSAGES)
def test_a_message_that_cannot_be_judged(address: str, what: str) -> None:
    """It is refused with the field that is wrong, and the game goes on as if it had never been sent."""
    message, reason, field = WRONG_MESSAGES[what]
    _, refused, entry = both_ways(address, request(lambda _: None), message, entry_of(lambda _: None))
    assert refusal_of(refused) == (reason, field)
    assert entry.position.entries == 6
    assert not entry.position.HasField("finding")
