"""What somebody put right after a game was written down, in words."""

from collections.abc import Iterator

from shinpan_engine.kernel.judging.record import Correction, Record
from shinpan_engine.kernel.judging.report import Locator, Note
from shinpan_engine.kernel.messages import Line, Message, say


def corrections_noted(record: Record) -> Iterator[Note]:
    """Each correction of a record, as a note of its report. Nobody but the referee is told: it may name hidden
    cards."""
    for one in record.notes.corrections:
        yield Note(Locator(turn=one.turn), correction_told(one, record.header.game))


def correction_told(one: Correction, game: str) -> Message:
    """Who corrected what, and why."""
    kinds = {(True, True): "changed", (False, True): "added", (True, False): "removed", (False, False): "noted"}
    said = {name: Line(game, text) for name in ("before", "after") if (text := getattr(one, name))}
    kind = kinds[bool(one.before), bool(one.after)]
    return say(f"transcript.corrected.{kind}", who=one.who, reason=one.reason, **said)
