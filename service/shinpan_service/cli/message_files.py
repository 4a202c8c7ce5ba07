"""Records as protobuf, in binary or in its JSON."""

import json

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.kernel.judging.record import Record
from shinpan_service.messages import records
from shinpan_service.messages.codec import Unreadable

from .output import Failed

MOST_BRACKETS = 300_000
"""Objects and lists of a record as JSON; each takes many times its own length."""


def read(data: bytes, binary: bool) -> Record:
    """The record in the bytes of a file. Raises `Failed` if there is none."""
    try:
        message = record_pb2.Record.FromString(data) if binary else _message_of_json(data)
        return records.record_from_message(message)
    except DecodeError:
        raise Failed("these bytes are no record") from None
    except json_format.ParseError as error:
        raise Failed(f"this is no record in the JSON of protobuf: {error}") from None
    except Unreadable as error:
        raise Failed(str(error)) from None


def _message_of_json(data: bytes) -> record_pb2.Record:
    """The message that a text says. It is read twice, for errors that people understand."""
    if sum(map(data.count, (b"{", b"["))) > MOST_BRACKETS:
        raise json_format.ParseError(f"it has more than {MOST_BRACKETS} brackets, which no record has")
    try:
        is_object = isinstance(json.loads(data.decode("utf-8")), dict)
    except UnicodeDecodeError as error:
        raise json_format.ParseError(f"byte {error.start} is no UTF-8") from None
    except json.JSONDecodeError as error:
        raise json_format.ParseError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise json_format.ParseError(f"it is too large: {error}") from None
    if not is_object:
        raise json_format.ParseError("a record is an object, in braces")
    return json_format.Parse(data, record_pb2.Record())


def written(record: Record, binary: bool) -> bytes:
    """The bytes of a file for a record."""
    message = records.record_to_message(record)
    if binary:
        return message.SerializeToString(deterministic=True)
    return (json_format.MessageToJson(message, preserving_proto_field_name=True) + "\n").encode("utf-8")
