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
from ..output import Failed
from ..own_packs import packs_option
from ..referees import refusals_told


@click.command()
@click.argument("seen", metavar="IN", type=FILE)
@click.argument("world", metavar="OUT", type=FILE)
@click.option("--check", is_flag=True, help="Write nothing: say whether OUT agrees with all that IN tells.")
@packs_option
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
        raise NotARecord(seen, "it is no record of what was merely seen: there is nothing to complete")
    if check:
        _check(record, load(world)[0], world)
        return
    with refusals_told(None):
        judged = judge(games(), record)
    if judged.world is None:
        why = sentence(judged.report.findings[0].message, names=judged.names)
        raise Failed(f"{named(seen)} is {judged.report.verdict.word}: {why}")
    write(written(judged.world, world), world)
    click.echo(f"{named(world)} is {judged.report.verdict.word} and agrees with {named(seen)}")


def _check(record: Record, complete: Record, world: Path) -> None:
    with refusals_told(None):
        wrong = disagreement(games(), record, complete)
    if wrong:
        raise Failed(f"{named(world)} does not agree: {wrong}")
    click.echo(f"{named(world)} agrees")
