"""`repair`: the edits after which a record is right."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from shinpan_engine.kernel.messages import sentence
from shinpan_records import repair as repairing
from shinpan_records import transcript
from shinpan_service.corpora.files.many import Form

from ..files import FILE, NotARecord, form_of, load, named
from ..games_given import games
from ..languages import asked_language, messages_option
from ..output import Failed, console, print_json, say, trying
from ..own_packs import packs_option
from ..referees import refusals_told

AS_IT_IS: dict[str, Any] = {
    "finding": None, "tried": 0, "legal": 0, "complete": True, "unique": False, "repairs": [], "partial": [],
    "limits": [], "replays": 0, "steps": 0,
}  # fmt: skip
INTERRUPTED = 130
"""The exit code of what Ctrl-C stopped."""


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One line of JSON: file, finding, tried, legal, complete, unique, repairs, partial, limits, replays, steps.",
)
@packs_option
@messages_option
def repair(file: Path, as_json: bool) -> None:
    """Looks for the one edit after which the whole record is right: of an action, of what is noted, a line too many or
    a missing one. If there is none it looks for pairs of edits, and if no pair does, it shows those that come furthest,
    each with what is wrong then. Of the header
    only the result is changed, and a card that is dealt twice.

    A long record takes minutes. Ctrl-C stops the search and shows what was found so far.

    Exit 0 if the record is right as it is or exactly one edit repairs it, 1 if none does, several do, or not all were
    tried, 2 if the record cannot be read or judged, 130 if Ctrl-C stopped the search.

    \b
    shinpan repair misprinted.shinpan
    shinpan repair --json game.pb | jq .repairs
    """
    try:
        with _refused(file):
            work = _begun(file)
    except repairing.NothingToRepair as nothing:
        message = sentence(nothing.message, asked_language())
        _show(file, as_json, [f"{named(file)}: {message}"], AS_IT_IS)
        return
    interrupted = _searched(work, file)
    found = work.found()
    _show(file, as_json, found.lines(asked_language()), found.as_dict(asked_language()))
    raise SystemExit(INTERRUPTED if interrupted else 0 if found.unique else 1)


def _begun(file: Path) -> repairing.Repair:
    """The repair of a file, told by the lines of a transcript: the file, or that of a record in another form."""
    record, _ = load(file)
    if form_of(file) is Form.TRANSCRIPT:
        return repairing.Repair(transcript.draft_of(file), games())
    return repairing.repair_of(record, games())


def _searched(work: repairing.Repair, file: Path) -> bool:
    """Searches to the end, or until Ctrl-C; says whether it was that."""
    try:
        with _refused(file), trying("") as tried:
            for part in work.slices():
                tried(part.done, part.total, sentence(part.about, asked_language()))
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def _refused(file: Path) -> Iterator[None]:
    """Says of which file it is that nothing could be judged."""
    try:
        with refusals_told(None):
            yield
    except Failed as failure:
        raise failure if isinstance(failure, NotARecord) else NotARecord(file, failure.message) from None


def _show(file: Path, as_json: bool, lines: list[str], told: dict[str, Any]) -> None:
    if as_json:
        print_json({"file": named(file), **told})
        return
    out = console()
    for line in lines:
        say(out, line)
