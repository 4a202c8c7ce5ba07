"""`convert`: the same record in another form."""

from pathlib import Path

import click
import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.record import ChanceSource, Outcome, Record, RecordedChance, SeededChance
from shinpan_engine.kernel.referee import Replay

from .files import form_of, load, written


@click.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--recorded", is_flag=True, help="Write the outcomes of chance instead of the seed.")
def convert(source: Path, target: Path, recorded: bool) -> None:
    """Writes a record in the form that OUT's name says: .shinpan, .pb or .json.

    \b
    shinpan convert game.shinpan game.pb
    shinpan convert --recorded seeded.pb as-at-the-table.shinpan
    """
    record, notes = load(source)
    for note in notes:
        click.echo(f"note: line {note.where.line}: {note.text}", err=True)
    target_form = form_of(target)
    if recorded:
        record = with_outcomes(record)
    target.write_bytes(written(record, target_form))


def with_outcomes(record: Record) -> Record:
    """The same game with its outcomes instead of its seed. The way back needs the seed, so nothing else changes but
    the header, and with it every recorded link."""
    source = record.header.chance.source if record.header.chance else None
    if not isinstance(source, SeededChance):
        raise click.ClickException("the record has no seed: its chance is recorded already")
    try:
        replay = Replay(GAMES, record)
    except RequestError as error:
        raise click.ClickException(error.message) from None
    replay.run()
    outcomes = [Outcome(label, values) for label, values in sorted(replay.chance.outcomes.items())]
    header = msgspec.structs.replace(record.header, chance=ChanceSource(RecordedChance(outcomes)), commitment=None)
    entries = tuple(msgspec.structs.replace(entry, link=b"") for entry in record.entries)
    notes = msgspec.structs.replace(record.notes, last_link=b"", header_hash=b"")
    return Record(header, entries, notes)
