"""Records as protobuf, in binary or in its JSON."""

import json

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import Message, say
from shinpan_service.messages import json_slips
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.records import record_from_message, record_to_message

from .many import Broken

MOST_BRACKETS = 300_000
"""Objects and lists of a record as JSON; each takes many times its own length."""
_HEADER = record_pb2.Record.HEADER_FIELD_NUMBER << 3 | 2
"""The tag of a record's header."""
_FIXED = {1: 8, 5: 4}
"""The bytes of what has always as many."""


def read(data: bytes, binary: bool) -> Record:
    """The record in the bytes of a file. Raises `Broken` if there is none, and `RequestError`."""
    try:
        return record_from_message(_binary(data) if binary else _json(data))
    except Unreadable as error:
        raise Broken(say("cli.file.field", field=error.path, why=error.message), error.message.key) from None


def written(record: Record, binary: bool) -> bytes:
    """The bytes of a file for a record."""
    message = record_to_message(record)
    if binary:
        return message.SerializeToString(deterministic=True)
    return (json_format.MessageToJson(message, preserving_proto_field_name=True) + "\n").encode("utf-8")


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


def _json(data: bytes) -> record_pb2.Record:
    """The message that a text says. Where protobuf refuses it, it is read again for what is wrong."""
    if sum(map(data.count, (b"{", b"["))) > MOST_BRACKETS:
        raise _no_json(say("cli.file.brackets", most=MOST_BRACKETS))
    text = _text(data)
    try:
        return json_format.Parse(text, record_pb2.Record())
    except json_format.ParseError:
        raise _no_json(json_slips.of_content(text, record_pb2.Record.DESCRIPTOR)) from None


def _text(data: bytes) -> str:
    """The text of a file that is an object of JSON."""
    try:
        text = data.decode("utf-8")
        is_object = isinstance(json.loads(text), dict)
    except UnicodeDecodeError as error:
        raise _no_json(say("cli.file.no_utf8", byte=error.start)) from None
    except json.JSONDecodeError as error:
        raise _no_json(json_slips.of_text(error)) from None
    except RecursionError:
        raise _no_json(say("cli.file.too_large", said=say("packfile.nested"))) from None
    except ValueError:
        raise _no_json(say("cli.file.too_large", said=say("packfile.digits"))) from None
    if not is_object:
        raise _no_json(say("cli.file.no_object"))
    return text


def _no_json(why: Message) -> Broken:
    return Broken(say("cli.file.no_json", said=why))
