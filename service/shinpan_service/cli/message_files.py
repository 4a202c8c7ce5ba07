"""Records as protobuf, in binary or in its JSON."""

import json

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import Message, say, sentence
from shinpan_service.messages import json_slips, records
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
    except Unreadable as error:
        raise Failed(f"{error.path}: {sentence(error.message, asked_language())}") from None


def _message_of_json(data: bytes) -> record_pb2.Record:
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


def _no_json(why: Message) -> Failed:
    return Failed(told("cli.file.no_json", said=why))


def written(record: Record, binary: bool) -> bytes:
    """The bytes of a file for a record."""
    message = records.record_to_message(record)
    if binary:
        return message.SerializeToString(deterministic=True)
    return (json_format.MessageToJson(message, preserving_proto_field_name=True) + "\n").encode("utf-8")
