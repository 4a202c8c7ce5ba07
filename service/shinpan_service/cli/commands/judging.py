"""`verify`: records judged."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console

from shinpan.v1 import record_pb2, report_pb2
from shinpan_engine.kernel.messages import sentence
from shinpan_records.transcript import Loaded
from shinpan_service.client import CallFailed
from shinpan_service.corpora import asking, judging
from shinpan_service.corpora.files import sources
from shinpan_service.corpora.files.reading import NotRead, read
from shinpan_service.corpora.files.sources import Source
from shinpan_service.corpora.judging import Outcome
from shinpan_service.messages.records import record_to_message
from shinpan_service.serving.batches import GROUP_BYTES, GROUP_RECORDS

from ..files import FILE, named
from ..games_given import games, needed, texts_given
from ..languages import asked_language, messages_option, told
from ..naming import Naming
from ..output import Failed, advancing, console, print_json, say, visible
from ..own_packs import packs_option
from ..referees import Referee, referee, refusals_told, remote, server_option, why
from ..reports import print_report, report_dict, verdict_told, verdict_word

KEPT = ("legal", "incomplete")
MANY = 20
"""From so many records on a progress bar is shown."""
NOT_JUDGED = "not judged"
Take = Callable[[Source, Outcome], None]
"""Takes what became of each record, in order."""


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=FILE)
@click.option("--quiet", is_flag=True, help="Without notes and assumptions.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a record.")
@click.option(
    "--jobs",
    default=1,
    show_default=True,
    type=click.IntRange(1, 256),
    help="Processes that judge, or calls to a server.",
)
@packs_option
@messages_option
@server_option
def verify(paths: tuple[Path, ...], quiet: bool, as_json: bool, jobs: int, server: str | None) -> None:
    """Judges records: files, all records in folders, in zip files and in files of many records (.records); `-` is
    standard input.

    Exit 0 if every record is legal or incomplete, 1 if any has another verdict, 2 if any could not be judged.

    \b
    shinpan verify game.shinpan
    shinpan verify --json games/ | jq .verdict
    shinpan verify games/ --jobs 4
    shinpan verify game.pb --server 127.0.0.1:50051
    shinpan verify games/ --server 127.0.0.1:50051 --jobs 4

    With --json a record's line has: file, verdict, findings, assumptions, notes, actions_total, actions_replayed,
    result (or null), header_hash, state_hash, last_link; those of `Report` in report.proto, hashes in hex. The line of
    a record that could not be judged has: file, error, and for a transcript the line, column and what was expected, and
    what cannot be read further down (more).
    """
    names = [*map(str, paths)]
    out = console()
    printing = Printing(out, quiet, as_json)
    with advancing(partial(sources.count, names), "judging", MANY, out) as advance:

        def take(source: Source, outcome: Outcome) -> None:
            printing.take(source, outcome)
            advance(1)

        if jobs > 1 and server is not None:
            _judge_by_calls(sources.sources(names), server, jobs, take)
        elif jobs > 1:
            judge_on_jobs(sources.sources(names), jobs, take)
        else:
            _judge_here(sources.sources(names), server, take)
    printing.end(paths)
    raise SystemExit(printing.exit_code)


class Printing:
    """Prints what became of each record, and counts the verdicts."""

    def __init__(self, out: Console, quiet: bool, as_json: bool) -> None:
        self._out = out
        self._quiet = quiet
        self._as_json = as_json
        self._words: Counter[str] = Counter()

    def take(self, source: Source, outcome: Outcome) -> None:
        """Prints what became of a record."""
        name = named(Path(source.name))
        if not outcome.judged:
            self._words[NOT_JUDGED] += 1
            self._print_error(name, outcome)
            return
        report = _with_file(outcome.message(), name)
        self._words[verdict_word(report)] += 1
        if self._as_json:
            print_json(report_dict(name, report), self._out)
        else:
            print_report(self._out, name, report, Naming(outcome.head()), quiet=self._quiet)

    def _print_error(self, name: str, outcome: Outcome) -> None:
        said = visible(f"{name}: {outcome.said}")
        if not self._as_json:
            click.echo(f"{_word(NOT_JUDGED)}  {said}", err=True)
            for further in outcome.more:
                click.echo(visible(f"  {further}"), err=True)
            return
        found: dict[str, object] = {"file": name, "error": said}
        if outcome.line:
            place = {"line": outcome.line, "column": outcome.column}
            found |= {**place, "expected": outcome.expected, "more": [*outcome.more]}
        print_json(found, self._out)

    def end(self, paths: tuple[Path, ...]) -> None:
        """Prints how many records there were of each verdict."""
        if not self._words:
            raise Failed(told("cli.file.no_records", files=tuple(map(named, paths))))
        if self._words.total() > 1 and not self._as_json:
            counts = [told("cli.report.count", count=count, verdict=_word(word)) for word, count in self._words.items()]
            say(self._out, told("cli.report.records", count=self._words.total(), verdicts=tuple(counts)))

    @property
    def exit_code(self) -> int:
        """That of the worst record."""
        return max(2 if word == NOT_JUDGED else int(word not in KEPT) for word in self._words)


def _word(word: str) -> str:
    """A verdict, or that there is none, in the language that was asked for."""
    return told("cli.report.not_judged") if word == NOT_JUDGED else verdict_told(word)


def _with_file(report: report_pb2.Report, file: str) -> report_pb2.Report:
    """The report with the file's name."""
    for finding in report.findings:
        finding.where.file = file
    for note in report.notes:
        note.where.file = file
    return report


def _judge_here(found: Iterator[Source], server: str | None, take: Take) -> None:
    """Judges one record after the other, in this process or by a server."""
    with referee(server) as judge:
        asked = None if server is None else partial(_asked, judge, server)
        for source in found:
            take(
                source,
                _unread(source) or judging.outcome_of(source.data, source.form, games(), asked_language(), asked),
            )


def _unread(source: Source) -> Outcome | None:
    """What is said of a record that cannot be had."""
    if source.broken is None:
        return None
    return Outcome(said=sentence(source.broken, asked_language()), code=source.broken.key)


def _asked(judge: Referee, server: str, loaded: Loaded) -> report_pb2.Report:
    """What a server says of a record."""
    try:
        with refusals_told(server):
            return judge.verify(record_to_message(loaded.record))
    except Failed as failure:
        raise NotRead(failure.message, "") from None


class _Read(NamedTuple):
    """A record that was read, as a server is asked about it; or why it cannot be."""

    source: Source
    loaded: Loaded | Outcome
    message: record_pb2.Record | None = None
    packs: Sequence[bytes] = ()


Answer = report_pb2.Report | CallFailed | None


def _judge_by_calls(found: Iterator[Source], server: str, calls: int, take: Take) -> None:
    """Judges records by a server, with so many calls under way, each about several records."""
    with remote(server) as judge:

        def ask(group: Sequence[_Read]) -> Sequence[Answer]:
            answers = iter(judge.verify_many([one.message for one in group if one.message], group[0].packs))
            return [next(answers) if one.message else None for one in group]

        with closing(asking.in_order(_groups(map(_read, found)), ask, calls)) as judged:
            for group, answers in judged:
                for one, answer in zip(group, answers, strict=True):
                    take(one.source, judging.or_why(asked_language(), partial(_answered, one, answer, server)))


def _read(source: Source) -> _Read:
    if (unread := _unread(source)) is not None:
        return _Read(source, unread)
    language = asked_language()
    loaded = judging.or_why(language, partial(read, source.data, source.form, games(), language))
    if isinstance(loaded, Outcome):
        return _Read(source, loaded)
    message = record_to_message(loaded.record)
    return _Read(source, loaded, message, needed(message))


def _groups(found: Iterator[_Read]) -> Iterator[Sequence[_Read]]:
    """Records in groups that a server judges in one call: they need the same packs."""
    group: list[_Read] = []
    size = 0
    for one in found:
        full = len(group) == GROUP_RECORDS or size + len(one.source.data) > GROUP_BYTES
        if group and (full or one.packs != group[0].packs):
            yield group
            group, size = [], 0
        group.append(one)
        size += len(one.source.data)
    if group:
        yield group


def _answered(one: _Read, answer: Answer, server: str) -> Outcome:
    """What became of a record that a server was asked about. Raises `NotRead` if nothing came of it."""
    if isinstance(one.loaded, Outcome):
        return one.loaded
    if not isinstance(answer, report_pb2.Report):
        raise NotRead(visible(why(answer, server)) if answer else "", "")
    return judging.outcome(one.loaded, answer, asked_language())


def judge_on_jobs(found: Iterator[Source], jobs: int, take: Take) -> None:
    """Judges records in so many processes; what became of them is taken in their order."""
    # Loaded only for this: no process is started on systems that lack what it needs.
    jobs_module: Any = import_module("shinpan_service.corpora.jobs")
    language = asked_language()
    prepare = partial(judging.prepare, partial(judging.say_outcome, language), texts_given())

    def taken(source: Source, said: bytes | None) -> None:
        take(source, _unread(source) or jobs_module.outcome_in(said, language))

    try:
        asyncio.run(jobs_module.judge(found, prepare, jobs, taken))
    except jobs_module.Killed as error:
        raise Failed(told("cli.jobs.cannot", why=str(error))) from None
