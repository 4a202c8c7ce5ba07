"""What commands do with a record of what was merely seen: they look for a whole one that agrees with it."""

from pathlib import Path

import click

from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import sentence
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.seen.search import Judged, judge

from .files import named
from .games_given import games
from .languages import asked_language, told
from .output import Failed
from .referees import refusals_told
from .reports import verdict_told


def completed(path: Path, record: Record) -> tuple[Record, Judged]:
    """A whole record that agrees with one of what was seen, and how that one was judged. Raises `Failed` if there is
    none."""
    with refusals_told(None):
        judged = judge(games(), record)
    if judged.world is None:
        why = sentence(judged.report.findings[0].message, asked_language(), judged.names)
        verdict = verdict_told(judged.report.verdict.word)
        raise Failed(told("cli.complete.is", file=named(path), verdict=verdict, why=why))
    return judged.world, judged


def looked_at(path: Path, record: Record, viewer: int) -> tuple[Record, int]:
    """What is looked at, and with whose eyes: a record of what was seen in a world in which it comes out, and of that
    only what all could see, since the rest is guessed."""
    if not is_seen(record.header):
        return record, viewer
    world, _ = completed(path, record)
    click.echo(told("cli.look.seen", file=named(path)), err=True)
    return world, PUBLIC
