"""`show` and `legal`: what the table is like after some actions, and what may be done then."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from shinpan.v1 import referee_pb2, report_pb2
from shinpan_engine.kernel.judging.record import MOST_ENTRIES, Record
from shinpan_records.words.asks import ask_told
from shinpan_records.words.sentences import Sentences, labels
from shinpan_service.messages import records
from shinpan_service.messages.codec import MESSAGES, reader

from ..files import FILE, NotARecord, load, named
from ..languages import asked_language, messages_option, told
from ..messages_shown import as_dict
from ..naming import Naming
from ..output import Failed, console, print_json, say
from ..own_packs import packs_option
from ..referees import looked_at, referee, refusals_told, server_option
from ..reports import found_line, print_report
from ..tables import StateView
from ..viewers import viewer_option

SHORT = 8
"""Hex digits of a hash that people compare by eye."""


def _token(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if not value.isascii():
        raise click.BadParameter(told("cli.look.no_page"), context, parameter)
    return value


step_option = click.option(
    "--step",
    type=click.IntRange(0, MOST_ENTRIES),
    metavar="N",
    help="After N actions; else after the last right one.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One line of JSON: the answer as in referee.proto.")


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@step_option
@viewer_option
@json_option
@packs_option
@messages_option
@server_option
def show(file: Path, step: int | None, viewer: int, as_json: bool, server: str | None) -> None:
    """Shows the table after some actions of a record, as somebody may see it.

    Exit 1 if the replay does not come so far.

    \b
    shinpan show game.shinpan --step 28
    shinpan show game.shinpan --step 28 --as p1
    """
    loaded, _ = load(file)
    record, viewer = looked_at(file, loaded, viewer)
    answer = _asked(file, record, server, "state", step, viewer)
    if record is not loaded and answer.HasField("step"):
        # They are those of a guess.
        answer.step.ClearField("state_hash")
        answer.step.ClearField("link")
    if as_json:
        print_json(as_dict(answer))
    elif answer.HasField("step"):
        _print_step(console(), file, record, answer.step)
    else:
        print_not_reached(file, record, answer.report, step)
    raise SystemExit(0 if answer.HasField("step") else 1)


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@step_option
@viewer_option
@click.option("--page-size", default=100, show_default=True, type=click.IntRange(1, 1000), help="How many at once.")
@click.option("--page-token", default="", callback=_token, help="Go on where the page before ended.")
@json_option
@packs_option
@messages_option
@server_option
def legal(
    file: Path, step: int | None, viewer: int, page_size: int, page_token: str, as_json: bool, server: str | None
) -> None:
    """Lists what may be done after some actions of a record. The public sees only who decides.

    Without --step that is after the last right action, with what was found there. Exit 1 if the replay does not
    come as far as --step says, or the game cannot begin.

    \b
    shinpan legal game.shinpan --step 27
    shinpan legal game.shinpan --step 27 --as p2
    """
    record, _ = load(file)
    answer = _asked(file, record, server, "legal", step, viewer, page_size, page_token)
    report = answer.report
    if step is None and report.findings and report.findings[0].where.step:
        # Of a record that fails what was legal where it does: its report is the one on the whole record.
        answer = _asked(file, record, server, "legal", report.actions_replayed, viewer, page_size, page_token)
        answer.report.CopyFrom(report)
    reached = bool(answer.asked) or report.actions_replayed == (report.actions_total if step is None else step)
    if as_json:
        print_json(as_dict(answer))
    elif reached:
        _print_possible(console(), answer, Naming(record.header))
    else:
        print_not_reached(file, record, report, step)
    raise SystemExit(0 if reached else 1)


def _asked(file: Path, record: Record, server: str | None, what: str, *details: Any) -> Any:
    """What a referee answers about a record."""
    try:
        with referee(server) as judge, refusals_told(server):
            return getattr(judge, what)(records.record_to_message(record), *details)
    except Failed as failure:
        raise NotARecord(file, failure.message) from None


def print_not_reached(file: Path, record: Record, report: report_pb2.Report, step: int | None) -> None:
    """Says what the replay does not do, and how far it came."""
    begins = told("cli.look.not_begun", file=named(file))
    click.echo(begins if step is None else told("cli.look.not_reached", file=named(file), step=step), err=True)
    print_report(console(), named(file), report, Naming(record.header), quiet=True)


def _print_step(out: Console, file: Path, record: Record, step: report_pb2.ReplayStep) -> None:
    """A step with what came of it, and the table then."""
    naming = Naming(record.header)
    if naming.pack is None:
        raise NotARecord(file, told("cli.look.no_pack"))
    action = naming.line(step.action_canonical or step.action) if step.action else told("cli.look.before")
    say(out, action, "bold", after=told("cli.look.step", step=step.step))
    seats = labels(record.notes.players, record.header.seats)
    sentences = Sentences(naming.game, naming.pack.names, seats, asked_language())
    for event in step.events:
        say(out, sentences.event(event.name, {field.name: field.value for field in event.fields}), "dim", after="  ")
    if step.state_hash:
        state, link = step.state_hash.hex()[:SHORT], step.link.hex()[:SHORT]
        say(out, told("cli.look.hashes", state=state, link=link), "dim")
    out.print()
    game = naming.game
    read = reader(game.state, MESSAGES[game.name].state.DESCRIPTOR)
    StateView(out, game, naming.pack.names, record.notes.players).print(read(getattr(step.state, game.name)))


def _by_what(asked: Iterable[referee_pb2.Asked], game: str) -> dict[tuple[str, str, bool], str]:
    """Who is asked, by what in words, the rule, and whether it only comes between."""
    found: dict[tuple[str, str, bool], str] = {}
    for one in asked:
        what = ask_told(game, one.ask, asked_language()), f"{one.rule.id} {one.rule.text}", one.interrupts
        found[what] = f"{found[what]}, p{one.seat}" if what in found else f"p{one.seat}"
    return found


def _print_possible(out: Console, answer: referee_pb2.ListLegalActionsResponse, naming: Naming) -> None:
    """What was found, who decides what, and what may be done."""
    for finding in answer.report.findings:
        say(out, found_line(finding, naming))
    for (asked, rule, between), seats in _by_what(answer.asked, naming.game.name).items():
        after = told("cli.look.may_first", seats=seats) if between else told("cli.look.decides", seats=seats)
        say(out, f"{asked} ({rule})", "bold", after=after)
    for line in answer.lines_canonical or answer.lines:
        say(out, naming.line(line), after="  ")
    for note in answer.report.notes:
        say(out, note.text, "dim", after=f"{told('cli.report.note')}: ")
    if answer.next_page_token:
        say(out, told("cli.look.more", token=answer.next_page_token), "dim")
    if not answer.asked:
        say(out, told("cli.look.over"))
