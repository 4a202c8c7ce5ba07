"""`verify`, `show`, `legal` and `repair`: records judged and looked into."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.progress import track
from rich.text import Text

from shinpan.v1 import record_pb2, report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import PUBLIC, REFEREE
from shinpan_engine.kernel.report import Note
from shinpan_service import records
from shinpan_service import repair as repairing
from shinpan_service.codec import MESSAGES, reader

from .files import NotARecord, found, load
from .output import (
    as_dict,
    console,
    error_console,
    print_json,
    print_report,
    report_dict,
    state_tables,
    verdict_word,
)
from .referees import CannotJudge, Referee, referee

KEPT = ("legal", "incomplete")
MANY = 20
"""From so many records on a progress bar is shown."""

server_option = click.option("--server", metavar="HOST:PORT", help="Ask this server instead of judging here.")
json_option = click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
viewer_option = click.option(
    "--as", "viewer", default="referee", metavar="WHO", help="Whose eyes: referee (default), p1, p2, …, or public."
)
step_option = click.option("--step", type=click.IntRange(min=0), help="After so many actions; else after the last.")


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--quiet", is_flag=True, help="Without notes and assumptions.")
@json_option
@server_option
def verify(paths: tuple[Path, ...], quiet: bool, as_json: bool, server: str | None) -> None:
    """Judges records: files, or all records in folders.

    Exit 0 if every record is legal or incomplete, 1 if any has another verdict, 2 if any could not be judged.

    \b
    shinpan verify game.shinpan
    shinpan verify --json games/ | jq .verdict
    """
    files = list(found(paths))
    if not files:
        raise click.UsageError("there is no record in these folders")
    progress = error_console()
    shown = track(files, "judging", console=progress, disable=len(files) < MANY or not progress.is_terminal)
    raise SystemExit(max([_verify_one(path, quiet, as_json, server) for path in shown]))


def _verify_one(path: Path, quiet: bool, as_json: bool, server: str | None) -> int:
    """Judges and prints one record; gives its exit code."""
    try:
        report = _judged(path, server)
    except (NotARecord, CannotJudge) as error:
        message = error.message if isinstance(error, NotARecord) else f"{path}: {error}"
        if as_json:
            print_json({"file": str(path), "error": message})
        else:
            click.echo(f"not judged  {message}", err=True)
        return 2
    if as_json:
        print_json({"file": str(path), **report_dict(report)})
    else:
        print_report(console(), str(path), report, quiet=quiet)
    return 0 if verdict_word(report) in KEPT else 1


def _judged(path: Path, server: str | None) -> report_pb2.Report:
    record, notes = load(path)
    with referee(server) as judge:
        report = judge.verify(records.record_to_message(record))
    return _with_notes(report, notes, str(path))


def _with_notes(report: report_pb2.Report, notes: list[Note], file: str) -> report_pb2.Report:
    """Adds what was put right while reading, and the file's name."""
    for put_right in notes:
        where = report_pb2.Locator(line=put_right.where.line, entry=put_right.where.entry)
        report.notes.add(text=put_right.text, where=where)
    for finding in report.findings:
        finding.where.file = file
    for note in report.notes:
        note.where.file = file
    return report


def _asked(path: Path, server: str | None, ask: Callable[[Referee, record_pb2.Record], Any]) -> Any:
    """Reads a record and asks the referee about it."""
    record, _ = load(path)
    try:
        with referee(server) as judge:
            return ask(judge, records.record_to_message(record))
    except CannotJudge as error:
        raise NotARecord(f"{path}: {error}") from None


def _viewer(word: str) -> int:
    """A viewer by name."""
    if word in ("referee", "public"):
        return REFEREE if word == "referee" else PUBLIC
    if word[:1] == "p" and word[1:].isdecimal():
        return int(word[1:])
    raise click.BadParameter("referee, public, p1, p2, …", param_hint="--as")


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@step_option
@viewer_option
@json_option
@server_option
def show(file: Path, step: int | None, viewer: str, as_json: bool, server: str | None) -> None:
    """Shows the table after some actions of a record, as somebody may see it.

    \b
    shinpan show game.shinpan --step 28
    shinpan show game.shinpan --step 28 --as p1
    """
    eyes = _viewer(viewer)
    answer = _asked(file, server, lambda judge, record: judge.state(record, step, eyes))
    if as_json:
        print_json(as_dict(answer))
    out = console()
    if not answer.HasField("step"):
        if not as_json:
            click.echo("the replay does not come so far:", err=True)
            print_report(out, str(file), answer.report)
        raise SystemExit(1)
    if as_json:
        return
    record, _ = load(file)
    game, names = GAMES[record.header.game], GAMES[record.header.game].packs[record.header.pack.id].names  # type: ignore[union-attr]
    found_step = answer.step
    out.print(Text(f"step {found_step.step}  {found_step.action or 'before the first action'}", "bold"))
    for event in found_step.events:
        out.print(Text(f"  {event.name} " + " ".join(f"{f.name}={f.value}" for f in event.fields), "dim"))
    if found_step.state_hash:
        out.print(Text(f"  state {found_step.state_hash.hex()[:8]}  link {found_step.link.hex()[:8]}", "dim"))
    state = reader(game.state, MESSAGES[game.name].state.DESCRIPTOR)(getattr(found_step.state, game.name))
    for table in state_tables(state, names):
        out.print(table)


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@step_option
@viewer_option
@click.option("--page-size", default=100, show_default=True, type=click.IntRange(1, 1000), help="How many at once.")
@click.option("--page-token", default="", help="Go on where the page before ended.")
@json_option
@server_option
def legal(
    file: Path, step: int | None, viewer: str, page_size: int, page_token: str, as_json: bool, server: str | None
) -> None:
    """Lists what may be done after some actions of a record.

    \b
    shinpan legal game.shinpan --step 27
    shinpan legal game.shinpan --step 27 --as p2
    """
    eyes = _viewer(viewer)
    answer = _asked(file, server, lambda judge, record: judge.legal(record, step, eyes, page_size, page_token))
    if as_json:
        print_json(as_dict(answer))
        return
    out = console()
    for asked in answer.asked:
        out.print(Text(f"p{asked.seat} decides: {asked.ask}  {asked.rule.id} {asked.rule.text}", "bold"))
    for line in answer.lines:
        out.print(Text(line))
    if answer.next_page_token:
        out.print(Text(f"… more with --page-token {answer.next_page_token}", "dim"))
    if not answer.asked:
        print_report(out, str(file), answer.report, quiet=True)


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@json_option
def repair(file: Path, as_json: bool) -> None:
    """Looks for the one change after which the whole record comes out, claims included.

    Exit 0 if there is exactly one, 1 if there is none or more than one.

    \b
    shinpan repair misprinted.shinpan
    """
    progress = error_console()
    try:
        with progress.status("looking for repairs"):
            found_repairs = repairing.repairs(file.read_text("utf-8"), GAMES)
    except repairing.NothingToRepair as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        print_json(found_repairs.as_dict())
    else:
        for line in found_repairs.lines():
            console().print(Text(line))
    raise SystemExit(0 if len(found_repairs.edits) == 1 else 1)
