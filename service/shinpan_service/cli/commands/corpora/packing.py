"""`corpus pack` and `corpus unpack`: many records in one file, and back."""

from functools import partial
from hashlib import sha256
from os import fsencode
from pathlib import Path, PurePosixPath, PureWindowsPath

import click

from shinpan_engine.kernel.messages import Message, say, sentence
from shinpan_service.corpora.files import sources
from shinpan_service.corpora.files.many import END, LONGEST_NAME, Kept
from shinpan_service.corpora.files.sources import Source

from ...files import FILE, NotARecord, named, packing, told_of, write
from ...languages import asked_language, messages_option, told
from ...output import Failed, advancing, visible

MANY = 1000
"""From so many records on a progress bar is shown."""
_SHORT = 8
"""Bytes by which a name is remembered."""

sources_argument = click.argument("found", metavar="SRC…", nargs=-1, required=True, type=FILE)


@click.command()
@sources_argument
@click.argument("out", metavar="OUT", type=FILE)
@messages_option
def pack(found: tuple[Path, ...], out: Path) -> None:
    """Puts records into one file, as they are: files, all records in folders, in zip files and in files of many
    records; `-` is standard input. OUT ends in .records.

    Exit 2 if a record could not be had; the others are in the file.

    \b
    shinpan corpus pack games/ more.zip all.records
    shinpan verify all.records
    shinpan show all.records/round-1/table-3.shinpan
    """
    if out.suffix != END:
        raise Failed(told("cli.pack_many.end", file=named(out), end=END))
    if out.exists():
        raise Failed(told("cli.file.there", file=named(out)))
    names = [*map(str, found)]
    taken: set[bytes] = set()
    left_out = 0
    with advancing(partial(sources.count, names), "packing", MANY) as advance, packing(out) as file:
        for source in sources.sources(names):
            advance(1)
            if (why := source.broken or _why_not(source, taken)) is not None:
                left_out += 1
                _tell_left_out(source.name, why)
                continue
            file.add(Kept(fsencode(source.inner), source.form, source.data))
        if not file.count:
            raise Failed(told("cli.file.no_records", files=tuple(map(named, found))))
    click.echo(told("cli.pack_many.wrote", count=file.count, file=named(out)))
    raise SystemExit(2 if left_out else 0)


def _why_not(source: Source, taken: set[bytes]) -> Message | None:
    """Why a record cannot be put into a file of many, under its name."""
    name = fsencode(source.inner)
    if len(name) > LONGEST_NAME:
        return say("cli.pack_many.long", most=LONGEST_NAME)
    short = sha256(name).digest()[:_SHORT]
    if short in taken:
        return say("cli.pack_many.twice", name=source.inner.encode("utf-8", "backslashreplace").decode())
    taken.add(short)
    return None


def _tell_left_out(name: str, why: Message) -> None:
    said = told("cli.pack_many.left_out", file=named(Path(name)), why=sentence(why, asked_language()))
    click.echo(visible(said), err=True)


@click.command()
@click.argument("many", metavar="FILE", type=FILE)
@click.argument("out", metavar="FOLDER", type=FILE)
@messages_option
def unpack(many: Path, out: Path) -> None:
    """Writes each record of a file of many records, or of a zip file, into a file of its own; nothing that is there is
    replaced.

    Exit 2 if a record could not be written; the others are.

    \b
    shinpan corpus unpack all.records games/
    """
    count = left_out = 0
    names = [str(many)]
    with advancing(partial(sources.count, names), "unpacking", MANY) as advance:
        for source in sources.sources(names):
            advance(1)
            if (why := source.broken or _unsafe(source)) is None:
                try:
                    _put(source, out)
                    count += 1
                    continue
                except NotARecord as failure:
                    click.echo(failure.message, err=True)
            else:
                _tell_left_out(source.name, why)
            left_out += 1
    click.echo(told("cli.pack_many.unpacked", count=count, folder=named(out)))
    raise SystemExit(2 if left_out else 0)


def _unsafe(source: Source) -> Message | None:
    """Why a name is not used for a file: it would lie outside of the folder, or be no record."""
    name = source.inner
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    outside = posix.is_absolute() or windows.drive or windows.root or ".." in windows.parts
    if outside or "\0" in name or name.endswith("/") or posix.suffix != source.form.value:
        return say("cli.pack_many.unsafe")
    return None


def _put(source: Source, out: Path) -> None:
    path = out / source.inner
    with told_of(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise NotARecord(path, told("cli.pack_many.there"))
    write(source.data, path)
