"""`repair`: the one change after which a record comes out."""

from pathlib import Path
from typing import Any

import click

from shinpan_records import repair as searching
from shinpan_records import transcript

from ..files import FILE, Form, NotARecord, form_of, load, named
from ..games_given import games
from ..languages import asked_language, messages_option
from ..output import Failed, console, print_json, say, trying
from ..own_packs import packs_option
from ..referees import refusals_told

AS_IT_IS: dict[str, Any] = {"finding": None, "tried": 0, "legal": 0, "complete": True, "edits": []}


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON: file, finding, tried, legal, complete, edits.")
@packs_option
@messages_option
def repair(file: Path, as_json: bool) -> None:
    """Looks for the one change after which the whole record comes out, claims included. Every change of one line is
    tried on all that follows: for a long record that takes minutes.

    Exit 0 if the record comes out as it is or there is exactly one such change, 1 if there is none or more than one.

    \b
    shinpan repair misprinted.shinpan
    shinpan repair --json game.pb | jq .edits
    """
    try:
        found = _searched(file)
    except searching.NothingToRepair as error:
        lines, told, repaired = [f"{named(file)}: {error}"], AS_IT_IS, True
    else:
        lines, told, repaired = (
            found.lines(asked_language()),
            found.as_dict(asked_language()),
            len(found.edits) == 1 and not found.stopped,
        )
    if as_json:
        print_json({"file": named(file), **told})
    else:
        out = console()
        for line in lines:
            say(out, line)
    raise SystemExit(0 if repaired else 1)


def _searched(file: Path) -> searching.Repairs:
    """The changes found, told by the lines of a transcript: the file, or that of a record in another form."""
    record, _ = load(file)
    try:
        with trying("looking for repairs") as tried, refusals_told(None):
            if form_of(file) is Form.TRANSCRIPT:
                return searching.repairs(transcript.text_of(file)[0], games(), tried)
            return searching.repairs_of(record, games(), tried)
    except Failed as failure:
        raise NotARecord(file, failure.message) from None
