"""`golden`: expected reports beside the records they belong to."""

from collections.abc import Iterator
from pathlib import Path

import click

from shinpan_service.corpora.files.many import Form
from shinpan_service.workbench import goldens

from ..files import FILE, NotARecord, form_of, found, named, told_of
from ..games_given import games
from ..languages import messages_option, told
from ..output import Failed, progress, visible
from ..own_packs import packs_option

MANY = 20
"""From so many records on a progress bar is shown."""


@click.group()
@messages_option
def golden() -> None:
    """Compares records with their goldens, or writes them again.

    \b
    shinpan golden check fixtures/
    shinpan golden record fixtures/wars3x3/printed-replay.shinpan
    """


paths_argument = click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=FILE)


@golden.command()
@paths_argument
@packs_option
@messages_option
def check(paths: tuple[Path, ...]) -> None:
    """Compares each transcript with its golden, line by line; in folders each must have one, and each golden a
    transcript.

    Exit 1 if anything differs or is missing.

    \b
    shinpan golden check fixtures/
    """
    files = _transcripts(paths)
    differences = [told("cli.golden.stray", file=named(stray)) for stray in _strays(paths)]
    with progress(files, "comparing", MANY) as shown:
        differences += [found for path in shown if (found := _difference(path)) is not None]
    for line in "\n".join(differences).split("\n") if differences else ():
        click.echo(visible(line))
    if differences:
        raise SystemExit(1)
    click.echo(told("cli.golden.same", count=len(files)))


@golden.command()
@paths_argument
@packs_option
@messages_option
def record(paths: tuple[Path, ...]) -> None:
    """Writes the goldens of transcripts. Refused in CI; the reason of a change belongs into the commit.

    \b
    shinpan golden record fixtures/wars3x3/printed-replay.shinpan
    """
    for path in _transcripts(paths):
        try:
            with told_of(path):
                written = goldens.record(path, games())
        except goldens.RefusedInCi:
            raise Failed(told("cli.golden.ci")) from None
        click.echo(told("cli.file.wrote", file=named(written)))


def _transcripts(paths: tuple[Path, ...]) -> list[Path]:
    """The transcripts named, and those in the folders named; a golden stands beside no other form."""
    files = list(found(paths, Form.TRANSCRIPT))
    for path in files:
        if form_of(path) is not Form.TRANSCRIPT:
            raise NotARecord(path, told("cli.golden.transcript", end=Form.TRANSCRIPT.value))
        if not path.exists():
            raise NotARecord(path, told("cli.golden.no_file"))
    if not files:
        raise Failed(told("cli.golden.none", files=tuple(map(named, paths))))
    return files


def _strays(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The goldens in the folders whose record is gone."""
    for path in paths:
        for one in sorted(path.rglob(f"*{goldens.SUFFIX}")) if path.is_dir() else ():
            if not one.with_suffix(Form.TRANSCRIPT.value).exists():
                yield one


def _difference(path: Path) -> str | None:
    """What is wrong with a record's golden."""
    with told_of(path):
        try:
            return goldens.check(path, games())
        except UnicodeDecodeError:
            return told("cli.golden.not_text", file=named(goldens.golden_path(path)))
