"""`corpus report`: what came of a corpus, in numbers, as a page, as a table."""

from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from shinpan_engine.kernel.messages import sentence
from shinpan_service.corpora.files.many import Broken
from shinpan_service.corpora.kept import sheet
from shinpan_service.corpora.kept.counting import Counts, by_mode, counted, median, most_often
from shinpan_service.corpora.kept.folder import Results
from shinpan_service.corpora.kept.rows import Assumed
from shinpan_service.corpora.page.parts import VERDICTS, Of
from shinpan_service.corpora.page.report import page
from shinpan_service.corpora.page.words import code_told, found_told

from ...files import FILE, named, whole
from ...languages import asked_language, messages_option, told
from ...output import Failed, console, print_json, print_table, say
from ...reports import verdict_told

MOST_SHOWN = 20
"""Things found that are shown without --all."""


@click.command()
@click.argument("folder", metavar="FOLDER", type=FILE)
@click.option("--all", "show_all", is_flag=True, help="All that was found, not only the most frequent.")
@click.option("--html", "page_file", metavar="FILE", type=FILE, help="Write a page with plots instead.")
@click.option(
    "--csv", "sheet_file", metavar="FILE", type=FILE, help="Write a table with a row for each record instead."
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@messages_option
def report(folder: Path, show_all: bool, page_file: Path | None, sheet_file: Path | None, as_json: bool) -> None:
    """Counts what came of a corpus: by game and verdict, and by what was found, with a record where it was first. As a
    page it also shows folders, how games end, how long they are, and what verdicts rest on.

    \b
    shinpan corpus report results/
    shinpan corpus report results/ --html report.html --lang ja
    shinpan corpus report results/ --csv records.csv

    The line of JSON has: records, games (game, mode, verdicts), found (verdict, game, clause, code, count, first),
    unread (what could not be had, by code), endings (game, mode, result, reason, count), lengths (game, mode, games,
    least, median, most), assumptions (name, kind, id, text, count), sources (verdicts by folder).
    """
    try:
        results = Results(folder)
        if sheet_file is not None:
            _write_sheet(results, sheet_file)
        if page_file is not None:
            _write_page(results, page_file)
        if as_json or page_file is sheet_file is None:
            _tell(results, show_all, as_json)
    except Broken as error:
        raise Failed(sentence(error.message, asked_language())) from None


def _write_sheet(results: Results, file: Path) -> None:
    with whole(file) as out:
        out.writelines(sheet.lines(results))
    click.echo(told("cli.file.wrote", file=named(file)), err=True)


def _write_page(results: Results, file: Path) -> None:
    of = Of(str(results.path), results.head.fingerprint, results.assumptions())
    data = page(counted(results), of, asked_language())
    with whole(file) as out:
        out.write(data)
    click.echo(told("cli.corpus.page.wrote", file=named(file), bytes=len(data)), err=True)


def _tell(results: Results, show_all: bool, as_json: bool) -> None:
    counts = counted(results)
    if as_json:
        print_json(_as_dict(counts, results))
    else:
        _print(console(), counts, show_all)


def _as_dict(counts: Counts, results: Results) -> dict[str, object]:
    games = [
        {"game": game, "mode": mode, "verdicts": dict(verdicts)} for (game, mode), verdicts in by_mode(counts).items()
    ]
    found = [{**one._asdict(), "count": example.often, "first": example.name} for one, example in most_often(counts)]
    return {
        "records": counts.records,
        "games": games,
        "found": found,
        "unread": dict(sorted(counts.unread.items())),
        "endings": [{**ending._asdict(), "count": count} for ending, count in sorted(counts.endings.items())],
        "lengths": _lengths(counts),
        "assumptions": _assumptions(counts, results),
        "sources": {source: dict(verdicts) for source, verdicts in sorted(counts.sources.items())},
    }


def _lengths(counts: Counts) -> list[dict[str, object]]:
    return [
        {
            "game": game,
            "mode": mode,
            "games": lengths.total(),
            "least": min(lengths),
            "median": median(lengths),
            "most": max(lengths),
        }
        for (game, mode), lengths in sorted(counts.lengths.items())
    ]


def _assumptions(counts: Counts, results: Results) -> list[dict[str, object]]:
    """Those that most records rest on first."""
    assumed = results.assumptions()
    often = sorted(counts.assumptions.items(), key=lambda one: (-one[1], one[0]))
    found = [(count, assumed.get(name, Assumed(name, "", "", ""))) for name, count in often]
    return [
        {"name": one.name, "kind": one.kind, "id": one.id, "text": one.text, "count": count} for count, one in found
    ]


def _print(out: Console, counts: Counts, show_all: bool) -> None:
    say(out, told("cli.corpus.counted", count=counts.records))
    words = [word for word in VERDICTS if any(verdict == word for _, _, verdict in counts.games)]
    heads = [told("cli.corpus.head.mode"), *map(verdict_told, words)]
    table = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for (game, mode), verdicts in by_mode(counts).items():
        table.add_row(
            f"{game} {mode}".strip() or "–", *(f"{verdicts[word]:,}" if verdicts[word] else "" for word in words)
        )
    print_table(out, table)
    often = most_often(counts)
    for found, example in often if show_all else often[:MOST_SHOWN]:
        times = told("cli.report.count", count=example.often, verdict=verdict_told(found.verdict))
        say(out, told("cli.corpus.found", times=times, what=found_told(found, asked_language()), first=example.name))
    if len(often) > MOST_SHOWN and not show_all:
        say(out, told("cli.corpus.more", count=len(often) - MOST_SHOWN))
    for code, count in sorted(counts.unread.items()):
        say(out, told("cli.corpus.unread", count=count, code=code_told(code, asked_language())))
