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

from ..plain_files import plain_bytes
from .exporting import exporting
from .grammar import Ambiguous, TranscriptError
from .importing import Loaded, importing
from .reading import Draft, reading

__all__ = [
    "Ambiguous", "Draft", "Loaded", "TranscriptError",
    "draft_of", "dump", "importing", "judged", "load", "reading", "text_of",
]  # fmt: skip


def load(source: Path | str, games: Mapping[str, Game]) -> Loaded:
    """The record that a transcript means, from a file or from its text."""
    return importing(draft_of(source), games)


def judged(source: Path | str, games: Mapping[str, Game]) -> Replay:
    """The judgement on what a transcript means."""
    return load(source, games).judged()


def draft_of(source: Path | str) -> Draft:
    """A transcript as it is written, from a file or from its text."""
    return reading(source if isinstance(source, str) else text_of(source))


def text_of(path: Path) -> str:
    """The text of a file."""
    try:
        return plain_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise TranscriptError(line, 1, "text in UTF-8", "there are bytes that are no text") from None


def dump(record: Record, games: Mapping[str, Game]) -> str:
    """The canonical transcript of a record."""
    return exporting(record, games)
