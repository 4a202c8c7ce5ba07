"""`repair`: the edits after which a record is right, and one of them carried out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from shinpan_engine.kernel.messages import sentence
from shinpan_records import repair as repairing
from shinpan_records import transcript
from shinpan_service.corpora.files.many import Form

from ..files import FILE, NotARecord, form_of, load, named, write
from ..games_given import games
from ..languages import asked_language, messages_option, told
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
@click.option("--apply", "chosen", type=click.IntRange(min=1), help="Carry out the repair of this number, from 1.")
@click.option("-o", "--out", "target", metavar="OUT", type=FILE, help="Where the corrected record is written.")
@click.option("--by", "who", default="", help="Who corrects the record; it is written there.")
@click.option("--reason", default="", help="Why; it is written there.")
@packs_option
@messages_option
def repair(  # an option each
    file: Path, as_json: bool, chosen: int | None, target: Path | None, who: str, reason: str
) -> None:
    """Looks for the one edit after which the whole record is right: of an action, of what is noted, a line too many or
    a missing one. If there is none it looks for pairs of edits, and if no pair does, it shows those that come furthest,
    each with what is wrong then. Of the header
    only the result is changed, and a card that is dealt twice.

    A long record takes minutes. Ctrl-C stops the search and shows what was found so far.

    With --apply the record is written as it is after one of the repairs, in the order in which they are told, with a
    line that says who corrected it, and why.

    Exit 0 if the record is right as it is or exactly one edit repairs it, 1 if none does, several do, or not all were
    tried, 2 if the record cannot be read or judged, 130 if Ctrl-C stopped the search.

    \b
    shinpan repair misprinted.shinpan
    shinpan repair --json game.pb | jq .repairs
    shinpan repair misprinted.shinpan --apply 1 --by 田中 --reason "misread on paper" -o corrected.shinpan
    """
    by = _by(chosen, target, who, reason)
    try:
        with _refused(file):
            text, work = _begun(file)
    except repairing.NothingToRepair as nothing:
        message = sentence(nothing.message, asked_language())
        _show(file, as_json, [f"{named(file)}: {message}"], AS_IT_IS)
        return
    interrupted = _searched(work, file)
    found = work.found()
    _show(file, as_json, found.lines(asked_language()), found.as_dict(asked_language()))
    if chosen is not None and target is not None:
        count = len(found.repairs) or len(found.partial)
        if chosen > count:
            raise Failed(told("cli.repair.no_such", number=chosen, count=count))
        write(work.corrected(text, chosen - 1, by).encode(), target)
        click.echo(told("cli.file.wrote", file=named(target)), err=as_json)
        return
    raise SystemExit(INTERRUPTED if interrupted else 0 if found.unique else 1)


def _by(chosen: int | None, target: Path | None, who: str, reason: str) -> tuple[str, str]:
    """Who corrects a record, and why. What belongs together is given together."""
    given = (chosen is not None, target is not None, bool(who.strip()), bool(reason.strip()))
    if any(given) and not all(given):
        raise click.UsageError(told("cli.repair.together"))
    if target is not None and form_of(target) is not Form.TRANSCRIPT:
        raise click.UsageError(told("cli.repair.transcript"))
    return who.strip(), reason.strip()


def _begun(file: Path) -> tuple[str, repairing.Repair]:
    """The text of a record as a transcript, and its repair, which is told by its lines: those of the file, or of a
    record in another form."""
    record, _ = load(file)
    if form_of(file) is Form.TRANSCRIPT:
        text, _ = transcript.text_of(file)
        return text, repairing.Repair(transcript.draft_of(file), games())
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
