"""Records on disk: transcripts, protobuf in binary, protobuf as JSON."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.report import Note
from shinpan_engine.kernel.messages import Message, Telling, Word, say
from shinpan_records import json_record, transcript
from shinpan_records.plain_files import plain_bytes
from shinpan_records.transcript import Loaded

from .games_given import games
from .languages import asked_language, in_words, system_said, told, written_language
from .output import Failed


class _File(click.Path):
    """A path, if it says anything: no name is not the folder one happens to be in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail(told("cli.file.no_name"), param, ctx)
        return super().convert(value, param, ctx)


FILE = _File(path_type=Path)
"""A file or folder that is looked for when it is used: what is wrong with one stops no other."""


class Form(Enum):
    """How a record is written down, by the end of its name."""

    TRANSCRIPT = ".shinpan"
    BINARY = ".pb"
    JSON = ".json"


class NotARecord(Failed):
    """A file that is no record; of a transcript the place of the mistake, and what was expected there."""

    def __init__(
        self,
        path: Path,
        why: str,
        line: int = 0,
        column: int = 0,
        expected: str = "",
        more: Sequence[transcript.TranscriptError] = (),
    ) -> None:
        super().__init__(f"{named(path)}: {why}")
        self.more = [_told(error.whole) for error in more]
        """What cannot be read further down."""
        self.line = line
        self.column = column
        self.expected = expected


def named(path: Path) -> str:
    """The name of a file as it can be shown."""
    return click.format_filename(path)


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Says in a sentence why a file cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise NotARecord(path, system_said(error)) from None


def form_of(path: Path) -> Form:
    """The form that a name says."""
    try:
        return Form(path.suffix)
    except ValueError:
        known = tuple([form.value for form in Form])
        raise NotARecord(path, told("cli.file.ends", known=known)) from None


def found(paths: Sequence[Path], forms: Sequence[Form] = tuple(Form)) -> Iterator[Path]:
    """The files named, and the records in the folders named, in order of their names."""
    ends = [form.value for form in forms]
    for path in paths:
        if path.is_dir():
            yield from sorted(_inside(path, ends))
        else:
            yield path


def _inside(folder: Path, ends: Sequence[str]) -> Iterator[Path]:
    """The records in a folder, and the folders in it that cannot be opened: reading these fails."""
    closed: list[str] = []
    for where, _, names in os.walk(folder, onerror=lambda error: closed.append(str(error.filename))):
        yield from (Path(where, name) for name in names if Path(name).suffix in ends)
    yield from map(Path, closed)


def load(path: Path) -> tuple[Record, list[Note]]:
    """A record, with notes on what was put right while reading it."""
    loaded = load_judged(path)
    return loaded.record, list(loaded.notes)


def load_judged(path: Path) -> Loaded:
    """The same with what the referee in this process finds, who went along while a transcript was read."""
    try:
        with told_of(path):
            if path.is_dir():
                os.scandir(path).close()
            form = form_of(path)
            if form is Form.TRANSCRIPT:
                return transcript.load(path, games())
            if form is Form.JSON:
                return Loaded.of(json_record.load(path, games()), games())
            return Loaded.of(_messages().read(plain_bytes(path)), games())
    except transcript.TranscriptError as error:
        why, expected = _told(error.whole), _told(error.wanted)
        raise NotARecord(path, why, error.line, error.column, expected, error.more) from None
    except json_record.NotJson as error:
        raise NotARecord(path, _told(error.message)) from None
    except RequestError as error:
        where = _place(error.field) if path.suffix == Form.TRANSCRIPT.value else error.field
        raise NotARecord(path, f"{where}: {in_words(error)}") from None
    except NotARecord:
        raise
    except Failed as failure:
        raise NotARecord(path, failure.message) from None


def _place(field: str) -> str:
    """Where the header of a transcript says what a field of the request is about; elsewhere the field."""
    record, header, *parts = [*field.split("."), ""]
    if (record, header) != ("record", "header"):
        return field
    name = Word(parts[0], parts[1]) if parts[0] in games() else Word("", parts[0], heads=True)
    return _told(say("cli.file.line_of_header", name=name))


def _told(message: Message) -> str:
    """What is wrong with a transcript, in the language that was asked for."""
    return transcript.message_told(message, Telling(asked_language()))


def _messages() -> Any:
    """What reads and writes protobuf; loaded only for such files, so that others do without it."""
    return import_module(f"{__package__}.message_files")


def written(record: Record, path: Path) -> bytes:
    """A record in the form that a file's name says. A transcript needs the pack that names its cards."""
    form = form_of(path)
    if form is Form.TRANSCRIPT:
        try:
            return transcript.dump(record, games(), written_language()).encode("utf-8")
        except RequestError as error:
            raise NotARecord(path, f"{error.field}: {in_words(error)}") from None
    data: bytes = json_record.written(record) if form is Form.JSON else _messages().written(record)
    return data


def write(data: bytes, path: Path) -> None:
    """Writes a file."""
    with told_of(path):
        path.write_bytes(data)
