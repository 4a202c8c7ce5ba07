"""Records as protobuf in binary."""

from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import say
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.records import record_from_message, record_to_message

from .many import Broken

_HEADER = record_pb2.Record.HEADER_FIELD_NUMBER << 3 | 2
"""The tag of a record's header."""
_FIXED = {1: 8, 5: 4}
"""The bytes of what has always as many."""


def read(data: bytes) -> Record:
    """The record in the bytes of a file. Raises `Broken` if there is none, and `RequestError`."""
    try:
        return record_from_message(_binary(data))
    except Unreadable as error:
        raise Broken(say("cli.file.field", field=error.path, why=error.message), error.message.key) from None


def written(record: Record) -> bytes:
    """The bytes of a file for a record."""
    return record_to_message(record).SerializeToString(deterministic=True)


def _binary(data: bytes) -> record_pb2.Record:
    try:
        message = record_pb2.Record.FromString(data)
    except DecodeError:
        raise Broken(say("cli.file.no_record")) from None
    # Two headers become one, which is shorter: only then somebody has to count them.
    if message.ByteSize() != len(data) and (count := _headers(data)) > 1:
        raise Broken(say("cli.file.joined", count=count))
    return message


def _headers(data: bytes) -> int:
    """How many headers stand in a message that can be decoded. Protobuf makes one record of them all."""
    count = at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        count += tag == _HEADER
        kind = tag & 7
        if kind == 0:
            _, at = _varint(data, at)
        elif kind == 2:
            length, at = _varint(data, at)
            at += length
        elif kind in _FIXED:
            at += _FIXED[kind]
        else:
            # A group, which no record has: unknown fields are refused later.
            return count
    return count


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends."""
    number = shift = 0
    while at < len(data):
        byte = data[at]
        at, number, shift = at + 1, number | (byte & 0x7F) << shift, shift + 7
        if byte < 0x80:
            break
    return number, at
