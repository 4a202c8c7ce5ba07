"""Records as protobuf, in binary or in its JSON."""

import json

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import sentence
from shinpan_service.messages import records
from shinpan_service.messages.codec import Unreadable

from .languages import asked_language, told
from .output import Failed

MOST_BRACKETS = 300_000
"""Objects and lists of a record as JSON; each takes many times its own length."""


def read(data: bytes, binary: bool) -> Record:
    """The record in the bytes of a file. Raises `Failed` if there is none."""
    try:
        message = record_pb2.Record.FromString(data) if binary else _message_of_json(data)
        return records.record_from_message(message)
    except DecodeError:
        raise Failed(told("cli.file.no_record")) from None
    except json_format.ParseError as error:
        raise Failed(told("cli.file.no_json", said=str(error))) from None
    except Unreadable as error:
        raise Failed(f"{error.path}: {sentence(error.message, asked_language())}") from None


def _message_of_json(data: bytes) -> record_pb2.Record:
    """The message that a text says. It is read twice, for errors that people understand."""
    if sum(map(data.count, (b"{", b"["))) > MOST_BRACKETS:
        raise json_format.ParseError(told("cli.file.brackets", most=MOST_BRACKETS))
    try:
        is_object = isinstance(json.loads(data.decode("utf-8")), dict)
    except UnicodeDecodeError as error:
        raise json_format.ParseError(told("cli.file.no_utf8", byte=error.start)) from None
    except json.JSONDecodeError as error:
        raise json_format.ParseError(
            told("cli.file.json_at", line=error.lineno, column=error.colno, said=error.msg)
        ) from None
    except (RecursionError, ValueError) as error:
        raise json_format.ParseError(told("cli.file.too_large", said=str(error))) from None
    if not is_object:
        raise json_format.ParseError(told("cli.file.no_object"))
    return json_format.Parse(data, record_pb2.Record())


def written(record: Record, binary: bool) -> bytes:
    """The bytes of a file for a record."""
    message = records.record_to_message(record)
    if binary:
        return message.SerializeToString(deterministic=True)
    return (json_format.MessageToJson(message, preserving_proto_field_name=True) + "\n").encode("utf-8")
