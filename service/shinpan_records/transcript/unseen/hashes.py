"""Recorded hashes, of which a transcript of what was seen has none."""

from collections.abc import Iterator
from contextlib import suppress

from shinpan_engine.kernel.messages import say

from ..grammar import Tokens, TranscriptError
from ..lines import Line
from ..reading import Draft, Row

IN_HEADER = ("header", "state", "link")
"""The keys of hashes in a header."""


def refuse_hashes(draft: Draft) -> None:
    """Raises `TranscriptError` if there are any, and says of each what to remove."""
    errors = [*_in_header(draft), *_in_lines(draft)]
    if errors:
        first, *more = errors
        raise first.with_more(more)


def _in_header(draft: Draft) -> Iterator[TranscriptError]:
    for line in draft.header:
        if line.key.text in IN_HEADER:
            expected = say("transcript.want.no_line", name=line.key.text)
            yield TranscriptError(line.number, line.key.column, expected, "transcript.hash_of_seen")


def _in_lines(draft: Draft) -> Iterator[TranscriptError]:
    for line in draft.lines:
        for column, text in _hashes(line):
            expected = say("transcript.want.without", text=text)
            yield TranscriptError(line.number, column, expected, "transcript.hash_of_seen")


def _hashes(line: Line | Row) -> Iterator[tuple[int, str]]:
    """The hashes of a line with their columns. Of a line that cannot be read the reader says so."""
    if isinstance(line, Line):
        yield from ((1, f"{sign}{found.hex()}") for sign, found in (("#", line.state_hash), ("##", line.link)) if found)
    elif "#" in line.text:
        with suppress(TranscriptError):
            yield from ((one.column, one.text) for one in Tokens(line.text, line.number) if one.kind == "hash")
