"""`compare`: two records of one game side by side."""

from collections import deque
from pathlib import Path

import click

from shinpan_records.comparing import Comparing

from ..files import FILE, another_file, form_of, load_judged, named, write, written
from ..games_given import games
from ..languages import asked_language, messages_option, told
from ..output import console, print_json, say
from ..own_packs import packs_option
from ..referees import refusals_told


@click.command()
@click.argument("first", metavar="A", type=FILE)
@click.argument("second", metavar="B", type=FILE)
@click.option("-o", "--out", "target", metavar="OUT", type=FILE, help="Where the game that both fit is written.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One line of JSON: files, verdicts, alike, header, apart, unread, claims, fits_both, why.",
)
@packs_option
@messages_option
def compare(first: Path, second: Path, target: Path | None, as_json: bool) -> None:
    """Judges two records of one game, shows where they differ and which of them is legal there, and looks for a game
    that both fit. What only one of them says completes the other.

    Exit 0 if there is a game that both fit, 1 if there is none or none was found, 2 if one of them cannot be read or
    judged.

    \b
    shinpan compare tanaka.shinpan sato.shinpan
    shinpan compare tanaka.shinpan sato.shinpan -o both.shinpan
    """
    if target is not None:
        form_of(target)
    ours, theirs = load_judged(first), load_judged(second)
    if target is not None:
        another_file(first, target)
        another_file(second, target)
    with refusals_told(None):
        comparing = Comparing(ours, theirs, games())
        deque(comparing.slices(), maxlen=0)
    found, out = comparing.found(), console()
    if as_json:
        print_json({"files": [named(first), named(second)], **found.as_dict(asked_language())})
    else:
        for line in found.lines(asked_language()):
            say(out, line)
    if found.fits_both is None:
        raise SystemExit(1)
    if target is not None:
        write(written(found.fits_both, target), target)
        click.echo(told("cli.compare.saved", file=named(target)), err=as_json)
