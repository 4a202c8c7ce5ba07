"""`page`: a recorded game, or the referee itself, as one HTML file."""

from collections.abc import Callable
from pathlib import Path

import click

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_records.page.file import NoRuntime, referee_file, replay_file
from shinpan_records.page.recording import Recording, viewer_word

from ..files import FILE, NotARecord, load_judged, named, write
from ..games_given import games
from ..languages import in_words, messages_option, told
from ..output import Failed
from ..own_packs import packs_option
from ..viewers import viewer_option


@click.command()
@click.argument("file", metavar="[GAME]", type=FILE, required=False)
@click.option("--output", "-o", metavar="FILE", type=FILE, required=True, help="The HTML file to write.")
@viewer_option
@click.option("--referee", "with_referee", is_flag=True, help="The referee itself, which opens and judges any record.")
@packs_option
@messages_option
def page(file: Path | None, output: Path, viewer: int, with_referee: bool) -> None:
    """Writes a recorded game as one HTML file, to be opened by a double click, mailed or put on a web site.

    With --as it is made for a seat or the public from what they may see: nothing else is in the file. With --referee it
    is the referee itself, without a game.

    \b
    shinpan page game.shinpan -o game.html
    shinpan page game.shinpan --as p1 -o game-p1.html
    shinpan page --referee -o referee.html
    """
    if with_referee == (file is not None):
        raise click.UsageError(told("cli.page.what"))
    if file is None:
        _write(_referee(viewer), output)
    else:
        write_page(file, output, viewer)


def write_page(file: Path, output: Path, viewer: int = REFEREE) -> None:
    """Writes the page of a recorded game, and says how to open it."""
    _write(_replay(file, viewer), output)


def _write(data: bytes, output: Path) -> None:
    write(data, output)
    click.echo(told("cli.page.wrote", file=named(output), bytes=len(data)))


def _referee(viewer: int) -> bytes:
    if viewer != REFEREE:
        raise click.UsageError(told("cli.page.seat"))
    try:
        return referee_file()
    except NoRuntime:
        raise Failed(told("cli.page.no_runtime")) from None


def _replay(file: Path, viewer: int) -> bytes:
    """The file of a recorded game, as somebody may see it."""
    loaded = load_judged(file)
    seats = loaded.record.header.seats
    if viewer not in (REFEREE, PUBLIC) and viewer > seats:
        raise Failed(told("cli.page.no_seat", file=named(file), seats=seats, viewer=viewer_word(viewer)))
    return replay_file(_data(file, lambda: Recording(loaded, games()), viewer))


def _data(file: Path, recording: Callable[[], Recording], viewer: int) -> dict[str, object]:
    try:
        made = recording()
        return made.whole() if viewer == REFEREE else made.of_seat(viewer)
    except RequestError as error:
        raise NotARecord(file, f"{error.field}: {in_words(error)}") from None
