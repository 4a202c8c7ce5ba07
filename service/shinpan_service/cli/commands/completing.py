"""`complete`: the world in which a record of what was seen comes out."""

from pathlib import Path

import click

from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import sentence
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_engine.kernel.seen.search import judge

from ..files import FILE, NotARecord, form_of, load, named, write, written
from ..games_given import games
from ..languages import asked_language, messages_option, told
from ..output import Failed
from ..own_packs import packs_option
from ..referees import refusals_told
from ..reports import verdict_told


@click.command()
@click.argument("seen", metavar="IN", type=FILE)
@click.argument("world", metavar="OUT", type=FILE)
@click.option("--check", is_flag=True, help="Write nothing: say whether OUT agrees with all that IN tells.")
@packs_option
@messages_option
def complete(seen: Path, world: Path, check: bool) -> None:
    """Writes a complete record that agrees with one of what was merely seen, and in which every rule is kept.

    Which one is found is no promise. It is judged like any other record, step by step.

    \b
    shinpan complete noted.shinpan complete.shinpan
    shinpan complete --check noted.shinpan complete.shinpan
    """
    form_of(world)
    record, _ = load(seen)
    if not is_seen(record.header):
        raise NotARecord(seen, told("cli.complete.nothing"))
    if check:
        _check(record, load(world)[0], world)
        return
    with refusals_told(None):
        judged = judge(games(), record)
    if judged.world is None:
        why = sentence(judged.report.findings[0].message, asked_language(), judged.names)
        raise Failed(
            told("cli.complete.is", file=named(seen), verdict=verdict_told(judged.report.verdict.word), why=why)
        )
    write(written(judged.world, world), world)
    verdict = verdict_told(judged.report.verdict.word)
    click.echo(told("cli.complete.done", file=named(world), verdict=verdict, seen=named(seen)))


def _check(record: Record, complete: Record, world: Path) -> None:
    with refusals_told(None):
        wrong = disagreement(games(), record, complete)
    if wrong:
        raise Failed(told("cli.complete.disagrees", file=named(world), why=wrong))
    click.echo(told("cli.complete.agrees", file=named(world)))
