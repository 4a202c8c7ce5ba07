"""The transcript (`.shinpan`): the form of a record that people write, compare and mail.

TranscriptError   unreadable: the line and column, and what was expected there
└── Ambiguous     readable, but it can mean several things; with the candidates

What breaks a rule is neither: that is for the referee to say.
"""

from collections.abc import Mapping
from pathlib import Path

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Locator, Note
from shinpan_engine.kernel.messages import ENGLISH, Language, say

from ..plain_files import plain_bytes
from .along import Loaded
from .exporting import exporting
from .grammar import Ambiguous, TranscriptError
from .header.in_words import claims_told, difference_told, heading_told, line_told, message_told
from .importing import importing
from .reading import Draft, reading
from .unseen.worlds import seen_in

__all__ = [
    "Ambiguous", "Draft", "Loaded", "TranscriptError",
    "claims_told", "difference_told", "draft_of", "dump", "heading_told", "importing", "judged", "line_told", "load",
    "message_told", "reading", "text_of",
]  # fmt: skip


def load(source: Path | str | bytes, games: Mapping[str, Game]) -> Loaded:
    """The record that a transcript means, from a file, from the bytes of one or from its text."""
    draft = draft_of(source)
    if draft.may_be_seen() and (seen := seen_in(draft, games)) is not None:
        return seen
    return importing(draft, games)


def judged(source: Path | str, games: Mapping[str, Game]) -> Replay:
    """The judgement on what a transcript means."""
    return load(source, games).judged()


def draft_of(source: Path | str | bytes) -> Draft:
    """A transcript as it is written, from a file, from the bytes of one or from its text."""
    if isinstance(source, str):
        return reading(source)
    text, put_right = text_in(source) if isinstance(source, bytes) else text_of(source)
    draft = reading(text)
    return draft._replace(notes=(*put_right, *draft.notes))


def text_of(path: Path) -> tuple[str, tuple[Note, ...]]:
    """The text of a file."""
    return text_in(plain_bytes(path))


def text_in(data: bytes) -> tuple[str, tuple[Note, ...]]:
    """The text that bytes are, in UTF-8 or as Japanese systems used to write it."""
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
    try:
        if data.startswith(b"shinpan"):
            return data.decode("cp932"), (Note(Locator(), say("transcript.note.shift_jis")),)
    except UnicodeDecodeError:
        pass
    raise TranscriptError(line, 1, "transcript.want.utf8", "transcript.no_text")


def dump(record: Record, games: Mapping[str, Game], language: Language = ENGLISH) -> str:
    """The canonical transcript of a record, or the same in the words of another language."""
    return exporting(record, games, language=language)
