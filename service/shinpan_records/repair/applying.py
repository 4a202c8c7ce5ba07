"""A repair carried out in the text of a record: the lines that it changes and no others, and a line for each that says
who corrected it, and why."""

from collections.abc import Iterator, Sequence

from shinpan_engine.kernel.judging.record import Correction

from ..transcript.claiming import spelled_claim
from ..transcript.grammar import COMMENT, comment, quoted
from ..transcript.header.corrected_lines import line_of
from ..transcript.lines import Line, Play, StepHead, TurnHead
from ..transcript.reading import Draft, Lines, Row
from ..words.record_lines import CLAIMS, WRITTEN_HEADS
from .edits import Edit, written


def corrected(text: str, before: Draft, after: Draft, edits: Sequence[Edit], heads: str, by: tuple[str, str]) -> str:
    """The text of a draft after some edits, with what `by` says: who made them, and why."""
    rows = _changed(text, before, after)
    who, reason = by
    said = [line_of(Correction(who, reason, _turn(before, edit.line), *edit.recorded), heads) for edit in edits]
    begins = before.game_begins - 1
    return "\n".join([*rows[:begins], *said, *rows[begins:]])


def _changed(text: str, before: Draft, after: Draft) -> list[str]:
    """The rows of the text after the edits. What they do not touch stays as it is written, comments too; rows of the
    header keep their number."""
    rows = text.split("\n")
    gone = {line.number for line in before.lines} - {line.number for line in after.lines if isinstance(line, Row)}
    put: dict[int, list[str]] = {}
    following = len(rows) + 1
    for line in reversed(after.lines):
        if isinstance(line, Row):
            following = line.number
        else:
            put.setdefault(line.number if line.number in gone else following, []).insert(0, _row(line))
    heads = dict(_changed_heads(rows, before, after))
    found: list[str] = []
    for number, row in enumerate(rows, 1):
        found += put.get(number, [])
        found += [] if number in gone else [heads.get(number, row)]
    while found and not found[-1].strip() and put.get(len(rows) + 1):
        found.pop()
    return [*found, *put[len(rows) + 1], ""] if len(rows) + 1 in put else found


def _changed_heads(rows: Sequence[str], before: Draft, after: Draft) -> Iterator[tuple[int, str]]:
    """The rows of the header that say something else, by their number."""
    for old, new in zip(before.header, after.header, strict=True):
        if old != new:
            yield new.number, rows[new.number - 1][: new.column - 1] + new.rest


def _row(line: Line) -> str:
    """A line as it is written."""
    what = line.what
    if isinstance(what, Play):
        row = f"{what.seat.text} {what.verb.text} {quoted(what.unread)}" if what.unread else written(what)
    elif isinstance(what, TurnHead):
        row = f"{what.word.text} {what.number}"
    else:
        assert isinstance(what, StepHead), "nothing else is put into a record"
        row = f"step {what.step.text}"
    claims = ", ".join(map(spelled_claim, line.claims))
    row += f" {CLAIMS} {claims}" if claims else ""
    row += "".join(f" {sign}{value.hex()}" for sign, value in (("#", line.state_hash), ("##", line.link)) if value)
    return f"{row} {COMMENT} {comment(line.comment)}" if line.comment else row


def _turn(draft: Draft, line: int) -> int:
    """The turn in which a line of a transcript stands, by the head before it; 0 before the first."""
    lines, turn = Lines(draft.lines, draft.game), 0
    for at in range(len(lines)):
        if lines.number(at) > line:
            break
        if lines.begins(at, *WRITTEN_HEADS) and isinstance(head := lines[at].what, TurnHead):
            turn = head.number
    return turn
