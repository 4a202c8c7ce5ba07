"""Records on disk: transcripts, protobuf in binary, protobuf as JSON."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.report import Note
from shinpan_engine.kernel.messages import sentence
from shinpan_records.plain_files import replacing
from shinpan_records.transcript import Loaded
from shinpan_service.corpora.files import writing
from shinpan_service.corpora.files.many import Form, Packing
from shinpan_service.corpora.files.reading import NotRead, read
from shinpan_service.corpora.files.sources import one
from shinpan_service.corpora.files.walking import places

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


class NotARecord(Failed):
    """A file that is no record; of a transcript the place of the mistake, and what was expected there."""

    def __init__(
        self,
        path: Path,
        why: str,
        line: int = 0,
        column: int = 0,
        expected: str = "",
        more: Sequence[str] = (),
    ) -> None:
        super().__init__(f"{named(path)}: {why}")
        self.more = [*more]
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


def found(paths: Sequence[Path], form: Form) -> Iterator[Path]:
    """The files named, and those of a form in the folders named, in order of their names."""
    return map(Path, places(map(str, paths), [form.value]))


def load(path: Path) -> tuple[Record, list[Note]]:
    """A record, with notes on what was put right while reading it."""
    loaded = load_judged(path)
    return loaded.record, list(loaded.notes)


def load_judged(path: Path) -> Loaded:
    """The same with what the referee in this process finds, who went along while a transcript was read."""
    source = one(str(path))
    if source.broken is not None:
        raise NotARecord(path, sentence(source.broken, asked_language()))
    try:
        return read(source.data, source.form, games(), asked_language())
    except NotRead as error:
        raise NotARecord(path, error.said, error.line, error.column, error.expected, error.more) from None


def written(record: Record, path: Path) -> bytes:
    """A record in the form that a file's name says. A transcript needs the pack that names its cards."""
    try:
        return writing.written(record, form_of(path), games(), written_language())
    except RequestError as error:
        raise NotARecord(path, f"{error.field}: {in_words(error)}") from None


def another_file(source: Path, target: Path) -> None:
    """Refuses to write over what was read: nobody could look there again."""
    with told_of(target):
        same = target.exists() and target.samefile(source)
    if same:
        raise NotARecord(target, told("cli.file.same"))


def write(data: bytes, path: Path) -> None:
    """Writes a file."""
    with told_of(path):
        path.write_bytes(data)


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """A file that is there once it is whole. What is no plain file, as `/dev/stdout`, is written to as it is."""
    as_it_is = path.is_symlink() or (path.exists() and not path.is_file())
    with told_of(path), open(path, "wb") if as_it_is else replacing(path) as file:
        yield file


@contextmanager
def packing(path: Path) -> Iterator[Packing]:
    """A file of many records that is there once it is whole."""
    with told_of(path), replacing(path) as file:
        yield Packing(file)
