"""`corpus report`: what came of a corpus, in numbers."""

from collections import Counter
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import sentence
from shinpan_service.corpora.files.many import Broken
from shinpan_service.corpora.kept.counting import Counts, Example, Found, counted
from shinpan_service.corpora.kept.folder import Results
from shinpan_service.corpora.kept.rows import KILLED, NOT_JUDGED

from ...files import FILE
from ...languages import asked_language, messages_option, told
from ...output import Failed, console, print_json, print_table, say
from ...reports import verdict_told

WORDS = (*(verdict.word for verdict in Verdict), NOT_JUDGED, KILLED)
"""In the order of columns."""
MOST_SHOWN = 20
"""Things found that are shown without --all."""


@click.command()
@click.argument("folder", metavar="FOLDER", type=FILE)
@click.option("--all", "show_all", is_flag=True, help="All that was found, not only the most frequent.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@messages_option
def report(folder: Path, show_all: bool, as_json: bool) -> None:
    """Counts what came of a corpus: by game and verdict, and by what was found, with a record where it was first.

    \b
    shinpan corpus report results/
    shinpan corpus report results/ --lang ja

    The line of JSON has: records, games (game, mode, verdicts), found (verdict, game, clause, code, count, first),
    unread (what could not be had, by code).
    """
    try:
        counts = counted(Results(folder))
    except Broken as error:
        raise Failed(sentence(error.message, asked_language())) from None
    if as_json:
        print_json(_as_dict(counts))
    else:
        _print(console(), counts, show_all)


def _by_mode(counts: Counts) -> dict[tuple[str, str], Counter[str]]:
    """The verdicts of each mode; what could not be judged is of none."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for (game, mode, verdict), count in sorted(counts.games.items()):
        found.setdefault((game, mode), Counter())[verdict] += count
    return found


def _most_often(counts: Counts) -> list[tuple[Found, Example]]:
    """What was found, the most frequent first."""
    return sorted(counts.found.items(), key=lambda one: (-one[1].often, one[0]))


def _as_dict(counts: Counts) -> dict[str, object]:
    games = [
        {"game": game, "mode": mode, "verdicts": dict(verdicts)} for (game, mode), verdicts in _by_mode(counts).items()
    ]
    found = [{**one._asdict(), "count": example.often, "first": example.name} for one, example in _most_often(counts)]
    return {"records": counts.records, "games": games, "found": found, "unread": dict(sorted(counts.unread.items()))}


def _print(out: Console, counts: Counts, show_all: bool) -> None:
    say(out, told("cli.corpus.counted", count=counts.records))
    words = [word for word in WORDS if any(verdict == word for _, _, verdict in counts.games)]
    heads = [told("cli.corpus.head.mode"), *map(verdict_told, words)]
    table = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for (game, mode), verdicts in _by_mode(counts).items():
        table.add_row(
            f"{game} {mode}".strip() or "–", *(f"{verdicts[word]:,}" if verdicts[word] else "" for word in words)
        )
    print_table(out, table)
    often = _most_often(counts)
    for found, example in often if show_all else often[:MOST_SHOWN]:
        times = told("cli.report.count", count=example.often, verdict=verdict_told(found.verdict))
        say(out, told("cli.corpus.found", times=times, what=_what(found), first=example.name))
    if len(often) > MOST_SHOWN and not show_all:
        say(out, told("cli.corpus.more", count=len(often) - MOST_SHOWN))
    for code, count in sorted(counts.unread.items()):
        say(out, told("cli.corpus.unread", count=count, code=code))


def _what(found: Found) -> str:
    """What was found: the clause in words, or the key where there is none."""
    if not found.clause or found.game not in GAMES:
        return found.code
    rules = GAMES[found.game].rules
    if found.clause not in rules:
        return found.clause
    clause = rules.told(rules[found.clause], asked_language())
    return f"{clause.id} ({clause.section}): {clause.text}"
