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
    before, after = Line(game, one.before), Line(game, one.after)
    if one.before and one.after:
        return say("transcript.corrected.changed", who=one.who, reason=one.reason, before=before, after=after)
    if one.after:
        return say("transcript.corrected.added", who=one.who, reason=one.reason, after=after)
    if one.before:
        return say("transcript.corrected.removed", who=one.who, reason=one.reason, before=before)
    return say("transcript.corrected.noted", who=one.who, reason=one.reason)
