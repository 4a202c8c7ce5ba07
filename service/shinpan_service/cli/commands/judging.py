"""`verify`: records judged."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.judging.report import Note
from shinpan_engine.kernel.messages import Telling
from shinpan_service.messages.records import note_to_message

from ..files import FILE, NotARecord, found, load_judged, named
from ..languages import asked_language, messages_option, told
from ..naming import Naming
from ..output import Failed, console, print_json, progress, say, unexpected, visible
from ..own_packs import packs_option
from ..referees import Referee, referee, refusals_told, server_option, verified
from ..reports import print_report, report_dict, verdict_told, verdict_word

KEPT = ("legal", "incomplete")
MANY = 20
"""From so many records on a progress bar is shown."""
NOT_JUDGED = "not judged"


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=FILE)
@click.option("--quiet", is_flag=True, help="Without notes and assumptions.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a record.")
@packs_option
@messages_option
@server_option
def verify(paths: tuple[Path, ...], quiet: bool, as_json: bool, server: str | None) -> None:
    """Judges records: files, or all records in folders.

    Exit 0 if every record is legal or incomplete, 1 if any has another verdict, 2 if any could not be judged.

    \b
    shinpan verify game.shinpan
    shinpan verify --json games/ | jq .verdict
    shinpan verify game.pb --server 127.0.0.1:50051

    With --json a record's line has: file, verdict, findings, assumptions, notes, actions_total, actions_replayed,
    result (or null), header_hash, state_hash, last_link; those of `Report` in report.proto, hashes in hex. The line of
    a record that could not be judged has: file, error, and for a transcript the line, column and what was expected, and
    what cannot be read further down (more).
    """
    files = list(found(paths))
    if not files:
        raise Failed(told("cli.file.no_records", files=tuple(map(named, paths))))
    out = console()
    words = []
    with referee(server) as judge, progress(files, "judging", MANY, out) as shown:
        for path in shown:
            try:
                report, naming = _judged(path, judge, server)
            except NotARecord as error:
                _print_error(out, path, error, as_json)
                words.append(NOT_JUDGED)
            else:
                _print(out, path, report, naming, quiet, as_json)
                words.append(verdict_word(report))
    if len(words) > 1 and not as_json:
        counts = [told("cli.report.count", count=count, verdict=_word(word)) for word, count in Counter(words).items()]
        say(out, told("cli.report.records", count=len(words), verdicts=tuple(counts)))
    raise SystemExit(max(map(_exit_code, words)))


def _word(word: str) -> str:
    """A verdict, or that there is none, in the language that was asked for."""
    return told("cli.report.not_judged") if word == NOT_JUDGED else verdict_told(word)


def _exit_code(word: str) -> int:
    if word == NOT_JUDGED:
        return 2
    return 0 if word in KEPT else 1


def _judged(path: Path, judge: Referee, server: str | None) -> tuple[report_pb2.Report, Naming]:
    """The report on a file, and the names of what it tells. A fault over one file stops no other."""
    try:
        loaded = load_judged(path)
        with refusals_told(server):
            report = verified(judge, loaded)
    except NotARecord:
        raise
    except Failed as failure:
        raise NotARecord(path, failure.message) from None
    except Exception as error:
        raise NotARecord(path, unexpected(error)) from None
    return _with_notes(report, loaded.notes, named(path)), Naming(loaded.record.header)


def _print(out: Console, path: Path, report: report_pb2.Report, naming: Naming, quiet: bool, as_json: bool) -> None:
    if as_json:
        print_json(report_dict(named(path), report), out)
    else:
        print_report(out, named(path), report, naming, quiet=quiet)


def _print_error(out: Console, path: Path, error: NotARecord, as_json: bool) -> None:
    if not as_json:
        click.echo(f"{_word(NOT_JUDGED)}  {error.message}", err=True)
        for further in error.more:
            click.echo(visible(f"  {further}"), err=True)
        return
    found: dict[str, object] = {"file": named(path), "error": error.message}
    if error.line:
        found |= {"line": error.line, "column": error.column, "expected": error.expected, "more": error.more}
    print_json(found, out)


def _with_notes(report: report_pb2.Report, notes: Sequence[Note], file: str) -> report_pb2.Report:
    """The report with what was put right while reading, and the file's name."""
    report.notes.extend([note_to_message(put_right, Telling(asked_language())) for put_right in notes])
    for finding in report.findings:
        finding.where.file = file
    for note in report.notes:
        note.where.file = file
    return report
