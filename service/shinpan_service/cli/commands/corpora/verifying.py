"""`corpus verify`: many records judged, and what came of each kept."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.messages import Message, sentence
from shinpan_service.corpora import clusters, judging
from shinpan_service.corpora.crew import Killed
from shinpan_service.corpora.files import sources
from shinpan_service.corpora.files.many import Broken
from shinpan_service.corpora.kept import rows
from shinpan_service.corpora.kept.counting import worst
from shinpan_service.corpora.kept.fingerprint import fingerprint
from shinpan_service.corpora.kept.folder import Folder
from shinpan_service.corpora.kept.results import FORMS, can_write
from shinpan_service.corpora.running import Ended, Progress, Run
from shinpan_service.corpora.ways import Here

from ...files import FILE, named
from ...games_given import texts_given
from ...languages import asked_language, messages_option, system_said, told
from ...output import Failed, error_console, print_json, visible
from ...own_packs import packs_option
from ...reports import verdict_told
from .packing import sources_argument
from .systems import see_whether_it_runs_here


@click.command()
@sources_argument
@click.option("--out", required=True, type=FILE, help="The folder of results; it is made if need be.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes that judge.")
@click.option(
    "--dask", metavar="ADDRESS", help="Judge on a Dask cluster, or with `local` on one of this machine; shinpan[dask]."
)
@click.option(
    "--form",
    default=FORMS[0],
    show_default=True,
    type=click.Choice(FORMS),
    help="How results are written: lines of JSON, or Parquet, which needs shinpan[corpus].",
)
@click.option("--again", is_flag=True, help="Judge all of it again, whatever is there.")
@click.option(
    "--progress", default="bar", show_default=True, type=click.Choice(["bar", "json", "none"]), help="How far it is."
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON at the end.")
@packs_option
@messages_option
def verify(
    found: tuple[Path, ...],
    out: Path,
    jobs: int,
    dask: str | None,
    form: str,
    again: bool,
    progress: str,
    as_json: bool,
) -> None:
    """Judges many records and keeps a row for each: files, all records in folders, in zip files and in files of many
    records (.records); `-` is standard input. What was judged before is not judged again, so that a run that was
    interrupted goes on where it was.

    Exit 0 if every record is legal or incomplete, 1 if any has another verdict, 2 if any could not be judged.

    \b
    shinpan corpus verify games/ --out results/ --jobs 4
    shinpan corpus verify all.records --out results/ --progress json
    shinpan corpus verify all.records --out results/ --dask tcp://10.0.0.5:8786
    shinpan corpus report results/

    The line of JSON at the end has: records, judged (now), unread, seconds, rate, shards, known (judged before),
    verdicts. With --progress json a line on standard error each second has: records, judged, unread, seconds, rate,
    total, left_seconds (or null). What happens to a cluster is there as a line with note, a key, and said.
    """
    see_whether_it_runs_here()
    if not can_write(form):
        raise Failed(told("cli.corpus.no_parquet"))
    _see_whether_it_can(jobs, dask)
    names = [*map(str, found)]
    try:
        with Folder(out, fingerprint(texts_given()), form, again) as folder, _shown(progress, names) as tell:
            note = partial(_print_note, progress == "json")
            ended = asyncio.run(_judged(Run(folder, tell), names, jobs, dask, note))
    except (Broken, EngineError) as error:
        raise Failed(sentence(error.message, asked_language())) from None
    except Killed as error:
        raise Failed(told("cli.jobs.cannot", why=str(error))) from None
    except OSError as error:
        raise Failed(told("cli.corpus.stopped", folder=named(out), why=system_said(error))) from None
    _end(ended, out, as_json)


def _see_whether_it_can(jobs: int, dask: str | None) -> None:
    """Refuses a cluster beside processes, and one without what it needs."""
    if dask is None:
        return
    if jobs > 1:
        raise click.UsageError(told("cli.corpus.dask.jobs"))
    if not clusters.is_installed():
        raise Failed(told("cli.corpus.dask.missing"))


async def _judged(run: Run, names: list[str], jobs: int, dask: str | None, tell: Callable[[Message], None]) -> Ended:
    """Judges by processes, or on a cluster."""
    if dask is not None:
        async with clusters.cluster(dask, texts_given(), tell) as cluster:
            return await run.judge(sources.sources(names), cluster)
    async with Here(partial(judging.prepare, rows.say_row, texts_given()), jobs) as here:
        return await run.judge(sources.sources(names), here)


def _print_note(as_json: bool, note: Message) -> None:
    """What happens to a cluster, on standard error."""
    said = sentence(note, asked_language())
    if as_json:
        print_json({"note": note.key, "said": said}, on_error=True)
    else:
        click.echo(visible(said), err=True)


@contextmanager
def _shown(how: str, names: list[str]) -> Iterator[Callable[[Progress], None]]:
    """Shows how far a run has come: a bar where somebody sees it, lines for programs, or nothing."""
    total = sources.count(names) if how == "json" or (how == "bar" and sys.stderr.isatty()) else 0
    if how == "json":
        yield partial(_print_progress, total)
        return
    columns = (
        BarColumn(),
        TextColumn("{task.completed}/{task.total}  {task.fields[rate]:.0f}/s"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=error_console(), transient=True, disable=not total) as bar:
        task = bar.add_task("", total=total, rate=0.0)
        yield lambda progress: bar.update(task, completed=progress.records, rate=progress.rate)


def _print_progress(total: int, progress: Progress) -> None:
    left = progress.left(total)
    seconds = {"total": total, "left_seconds": None if left is None else round(left, 1)}
    print_json({**_numbers(progress), **seconds}, on_error=True)


def _numbers(progress: Progress) -> dict[str, object]:
    rounded = {"seconds": round(progress.seconds, 3), "rate": round(progress.rate, 1)}
    return {**progress._asdict(), **rounded}


def _end(ended: Ended, out: Path, as_json: bool) -> None:
    """Says what a run came to."""
    if as_json:
        counts = {"shards": ended.shards, "known": ended.known, "verdicts": dict(sorted(ended.verdicts.items()))}
        print_json({**_numbers(ended.progress), **counts})
    else:
        judged, unread, records = ended.progress.judged, ended.progress.unread, ended.progress.records
        known, folder = records - judged - unread, named(out)
        click.echo(told("cli.corpus.ended", records=records, judged=judged, known=known, unread=unread, folder=folder))
        often = ended.verdicts.most_common()
        words = [told("cli.report.count", count=count, verdict=verdict_told(word)) for word, count in often]
        click.echo(told("cli.report.records", count=ended.verdicts.total(), verdicts=tuple(words)))
    raise SystemExit(2 if ended.progress.unread else worst(ended.verdicts))
