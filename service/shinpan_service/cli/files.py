"""Records on disk: transcripts, protobuf in binary, protobuf as JSON."""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import click
from google.protobuf import json_format
from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.record import Record
from shinpan_engine.kernel.report import Note
from shinpan_service import records, transcript
from shinpan_service.codec import Unreadable


class Form(Enum):
    """How a record is written down, by the end of its name."""

    TRANSCRIPT = ".shinpan"
    BINARY = ".pb"
    JSON = ".json"


class NotARecord(click.ClickException):
    """A file that cannot be read as a record: where, and what was expected."""

    exit_code = 2


def form_of(path: Path) -> Form:
    """The form that a name says."""
    try:
        return Form(path.suffix)
    except ValueError:
        known = ", ".join(form.value for form in Form)
        raise NotARecord(f"{path}: a record's name ends in {known}") from None


def found(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The records named, and those in the folders named, in order of their names."""
    for path in paths:
        if path.is_dir():
            yield from sorted(p for form in Form for p in path.rglob(f"*{form.value}"))
        else:
            yield path


def load(path: Path) -> tuple[Record, list[Note]]:
    """A record, with notes on what was put right while reading it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotARecord(f"{path}: {error.strerror}") from None
    return parse(data, form_of(path), str(path))


def parse(data: bytes, form: Form, name: str) -> tuple[Record, list[Note]]:
    """The record that some bytes say."""
    try:
        if form is Form.TRANSCRIPT:
            loaded = transcript.load(data.decode("utf-8"), GAMES)
            return loaded.record, list(loaded.notes)
        message = record_pb2.Record()
        if form is Form.BINARY:
            message.ParseFromString(data)
        else:
            json_format.Parse(data, message)
        return records.record_from_message(message), []
    except UnicodeDecodeError as error:
        raise NotARecord(f"{name}: not UTF-8 at byte {error.start}") from None
    except transcript.TranscriptError as error:
        raise NotARecord(f"{name}:{error}") from None
    except (Unreadable, DecodeError, json_format.ParseError) as error:
        raise NotARecord(f"{name}: {error}") from None


def written(record: Record, form: Form) -> bytes:
    """A record in a form."""
    if form is Form.TRANSCRIPT:
        return transcript.dump(record, GAMES).encode("utf-8")
    message = records.record_to_message(record)
    if form is Form.BINARY:
        return message.SerializeToString(deterministic=True)
    return (json_format.MessageToJson(message, preserving_proto_field_name=True) + "\n").encode("utf-8")
