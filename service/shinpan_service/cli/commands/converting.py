"""`convert`: the same record in another form; `complete`: a record of what was seen as a complete one."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec

from shinpan_engine.kernel.judging.header import broken_commitment, is_seen
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Entry,
    Marker,
    Outcome,
    Record,
    RecordedChance,
    SeededChance,
)
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.messages import Telling
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_records import transcript
from shinpan_service.corpora.files.many import Form

from ..files import FILE, NotARecord, another_file, form_of, load, named, write, written
from ..games_given import games
from ..languages import asked_language, messages_option, told
from ..output import Failed, visible
from ..own_packs import packs_option
from ..referees import completed, refusals_told
from ..reports import verdict_told


@click.command()
@click.argument("source", metavar="IN", type=FILE)
@click.argument("target", metavar="OUT", type=FILE)
@click.option("--recorded", is_flag=True, help="Write the outcomes of chance instead of the seed.")
@packs_option
@messages_option
def convert(source: Path, target: Path, recorded: bool) -> None:
    """Writes a record in the form that OUT's name says: .shinpan, .pb or .json. Nothing is lost on the way.

    What was put right while reading is reported on standard error. With --lang ja a transcript is written in Japanese
    words, which mean the same.

    \b
    shinpan convert game.shinpan game.pb
    shinpan convert --recorded seeded.pb as-at-the-table.shinpan
    shinpan convert --lang ja game.pb kiroku.shinpan
    """
    form_of(target)
    record, notes = load(source)
    another_file(source, target)
    for note in notes:
        said = transcript.message_told(note.text, Telling(asked_language()))
        at = told("cli.convert.note_at", line=note.where.line, said=said)
        click.echo(visible(at if note.where.line else told("cli.convert.note", said=said)), err=True)
    if recorded:
        try:
            with refusals_told(None):
                record = with_outcomes(record)
        except Failed as failure:
            raise NotARecord(source, failure.message) from None
        click.echo(told("cli.convert.no_seed", source=named(source), target=named(target)), err=True)
    data = written(record, target)
    if form_of(target) is Form.TRANSCRIPT:
        _see_that_nothing_is_lost(source, record, data)
    write(data, target)
    click.echo(told("cli.file.wrote", file=named(target)), err=True)


def _see_that_nothing_is_lost(source: Path, record: Record, data: bytes) -> None:
    """A message can say what no transcript can, such as an action of nobody: then none is written."""
    try:
        again = transcript.load(data.decode("utf-8"), games()).record
    except transcript.TranscriptError as error:
        why = transcript.message_told(error.whole, Telling(asked_language()))
        raise NotARecord(source, told("cli.convert.cannot", why=why)) from None
    beside = (again.header, again.notes) == (record.header, record.notes)
    lost = _said(record) - _said(again) or _said(record, hashed=True) - _said(again, hashed=True)
    if lost or not beside or len(_without_heads(again)) != len(_without_heads(record)):
        raise NotARecord(source, told("cli.convert.not_all"))


def _said(record: Record, hashed: bool = False) -> Counter[str]:
    """What the entries say, in whatever order; or, as a transcript adds state hashes, only those that have one."""
    bare = {"line": 0} if hashed else {"line": 0, "state_hash": b""}
    return Counter(repr(msgspec.structs.replace(e, **bare)) for e in record.entries if e.state_hash or not hashed)


def _without_heads(record: Record) -> list[Entry]:
    """The entries without the heads of turns, which a transcript adds."""
    return [entry for entry in record.entries if not isinstance(entry.what, Marker)]


def with_outcomes(record: Record) -> Record:
    """The same game with its outcomes instead of its seed and what was promised about that. The recorded hashes in
    which the header goes are made again where they were right; a wrong one stays as it is."""
    source = record.header.chance.source if record.header.chance else None
    if not isinstance(source, SeededChance):
        raise Failed(told("cli.convert.recorded"))
    seeded, before = _replayed(record)
    if broken := broken_commitment(record.header):
        raise Failed(told("cli.convert.broken", why=broken))
    outcomes = [Outcome(label, values) for label, values in sorted(seeded.chance.outcomes.items())]
    header = msgspec.structs.replace(record.header, chance=ChanceSource(RecordedChance(outcomes)), commitment=None)
    _, after = _replayed(Record(header, record.entries))
    return _with_hashes(Record(header, record.entries, record.notes), dict(zip(before, after, strict=True)))


def _replayed(record: Record) -> tuple[Replay, list[bytes]]:
    """The actions of a record played as far as they are legal, and every hash that the header goes into."""
    actions = tuple(Entry(entry.what) for entry in record.entries if isinstance(entry.what, Action))
    replay = Replay(games(), Record(record.header, actions))
    hashes = [replay.header_hash]
    replay.run(watch=lambda step: hashes.append(step.link))
    return replay, hashes


def _with_hashes(record: Record, others: Mapping[bytes, bytes]) -> Record:
    """The record with hashes instead of others, of which it may have only the first bytes."""
    notes, entries = record.notes, record.entries
    lengths = dict.fromkeys(map(len, (notes.header_hash, notes.last_link, *(entry.link for entry in entries))))
    parts = {old[:length]: new[:length] for length in lengths for old, new in others.items()}
    changed = msgspec.structs.replace(
        notes,
        header_hash=parts.get(notes.header_hash, notes.header_hash),
        last_link=parts.get(notes.last_link, notes.last_link),
    )
    linked = tuple(msgspec.structs.replace(entry, link=parts.get(entry.link, entry.link)) for entry in entries)
    return Record(record.header, linked, changed)


@click.command()
@click.argument("seen", metavar="IN", type=FILE)
@click.argument("world", metavar="OUT", type=FILE)
@click.option("--check", is_flag=True, help="Write nothing: say whether OUT agrees with all that IN says.")
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
        _check_world(record, load(world)[0], world)
        return
    another_file(seen, world)
    whole, judged = completed(seen, record)
    write(written(whole, world), world)
    verdict = verdict_told(judged.report.verdict.word)
    click.echo(told("cli.complete.done", file=named(world), verdict=verdict, seen=named(seen)))


def _check_world(record: Record, complete: Record, world: Path) -> None:
    with refusals_told(None):
        wrong = disagreement(games(), record, complete)
    if wrong:
        raise Failed(told("cli.complete.disagrees", file=named(world), why=wrong))
    click.echo(told("cli.complete.agrees", file=named(world)))
