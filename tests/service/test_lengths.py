"""What is longer than anything here is refused before it is copied."""

import tracemalloc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from shinpan.v1 import record_pb2, referee_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.judging.record import MOST_ENTRIES
from shinpan_records import transcript
from shinpan_records.limits import LONGEST_LIST, MOST_ITEMS
from shinpan_service.messages import judging
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.records import MOST_LOOKED_THROUGH, UnknownFields, record_from_message, record_to_message
from shinpan_service.messages.wire_errors import WireError

FIXTURES = Path(__file__).parents[2] / "fixtures"
MIB = 1 << 20
MOST_PEAK = 4 * MIB
"""What may be taken to refuse a record of 1 MiB: itself once more, and little else."""
UNKNOWN = b"\xfa\x3f\x00"
"""A field that no schema here has."""


@cache
def small_record(game: str) -> bytes:
    """A record of a game without entries."""
    source = next(
        path for path in sorted((FIXTURES / game).glob("*.shinpan")) if "legal" in path.name or "card" in path.name
    )
    message = record_to_message(transcript.load(source, GAMES).record)
    message.ClearField("entries")
    return message.SerializeToString()


def lists_in(descriptor: Descriptor, game: str, way: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The ways to all repeated fields of a message that a record of the game can have."""
    for field in descriptor.fields:
        if field.name in GAMES and field.name != game:
            continue
        if field.is_repeated:
            yield (*way, field.name)
        if field.message_type is not None:
            yield from lists_in(field.message_type, game, (*way, field.name))


LISTS = [(game, way) for game in GAMES for way in lists_in(record_pb2.Record.DESCRIPTOR, game)]


def filled(message: Message, way: tuple[str, ...], size: int = MIB) -> None:
    """Fills the list that a way leads to with so many bytes of empty items; messages on the way are given a seat."""
    name, *rest = way
    field = message.DESCRIPTOR.fields_by_name[name]
    if rest:
        value = getattr(message, name)
        inner = value.add() if field.is_repeated else value
        if "seat" in inner.DESCRIPTOR.fields_by_name:
            inner.seat = 1
        filled(inner, tuple(rest), size)
    elif field.type in (FieldDescriptor.TYPE_MESSAGE, FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES):
        tag = varint(field.number << 3 | 2)
        message.MergeFromString((tag + b"\0") * (size // (len(tag) + 1)))
    else:
        message.MergeFromString(varint(field.number << 3 | 2) + varint(size) + bytes(size))


def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def peak(judge: Any) -> int:
    """The bytes that a call takes at its peak."""
    tracemalloc.start()
    try:
        judge()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("game", "way"), LISTS, ids=lambda part: part if isinstance(part, str) else ".".join(part))
def test_any_list_is_counted_before_it_is_copied(game: str, way: tuple[str, ...]) -> None:
    """1 MiB of empty items in any list of a record is refused, and takes no more than the bytes of the record do."""
    message = record_pb2.Record.FromString(small_record(game))
    filled(message, way)

    def refused() -> None:
        with pytest.raises((Unreadable, RequestError), match=r"items|entries|claims"):
            record_from_message(message)

    assert peak(refused) < MOST_PEAK


def test_many_lists_that_are_not_too_long_are_counted_together() -> None:
    """Each action has as many items as it may have; all together have not, and only so many are read. What says the
    same again is not read, and so not counted."""
    message = record_pb2.Record.FromString(small_record("wars3x3"))
    for number in range(MOST_ITEMS // LONGEST_LIST + 1):
        entry = message.entries.add(line=number)
        entry.wars3x3.seat = 1
        entry.wars3x3.remove.MergeFromString(b"\x0a\x00" * (LONGEST_LIST - 1))
        entry.wars3x3.remove.spells.add(target=number + 1)
    last = message.entries.pop()
    again = message.entries.add(line=1)
    again.wars3x3.CopyFrom(message.entries[-2].wars3x3)
    assert len(record_from_message(message).entries) == MOST_ITEMS // LONGEST_LIST + 1
    message.entries.append(last)
    with pytest.raises(RequestError, match=f"more than {MOST_ITEMS} items"):
        record_from_message(message)


@pytest.mark.parametrize("where", ["request", "record", "record.notes", f"record.entries[{MOST_ENTRIES - 1}]"])
def test_unknown_fields_are_found_without_being_listed(where: str) -> None:
    """However many there are, the message that has them is named; none becomes an object."""
    request = referee_pb2.VerifyReplayRequest(record=record_pb2.Record.FromString(small_record("wars3x3")))
    request.record.entries.extend([record_pb2.Entry(marker=record_pb2.Marker(number=1))] * MOST_ENTRIES)
    parts = {"request": request, "record": request.record, "record.notes": request.record.notes}
    parts.get(where, request.record.entries[-1]).MergeFromString(UNKNOWN * (MIB // len(UNKNOWN)))
    data = request.SerializeToString()

    def refused() -> None:
        with pytest.raises(WireError, match="newer") as error:
            judging.answer("VerifyReplay", data, lambda _: None)
        assert error.value.status.message.startswith(f"{where}: ")

    assert peak(refused) < MOST_PEAK + len(data)


def test_what_is_refused_for_unknown_fields_names_the_inner_message() -> None:
    """A message inside another is named by its way."""
    message = record_pb2.Record.FromString(small_record("wars3x3"))
    message.header.chance.MergeFromString(UNKNOWN)
    with pytest.raises(UnknownFields) as error:
        record_from_message(message)
    assert error.value.path == "record.header.chance"


def test_a_large_message_with_unknown_fields_is_not_read_twice() -> None:
    """It is named as a whole, without going through what is in it."""
    message = record_pb2.Record.FromString(small_record("wars3x3"))
    filled(message, ("notes", "players"), MOST_LOOKED_THROUGH)
    message.header.MergeFromString(UNKNOWN)
    with pytest.raises(UnknownFields) as error:
        record_from_message(message)
    assert error.value.path == "record"
