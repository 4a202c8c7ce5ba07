"""The lines of a header that say what was put right after the game was written down:
`corrected turn=3 who=田中 reason="a card was missing" before="p1 remove …" after="p1 remove …"`.
"""

from collections.abc import Iterator, Sequence

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Correction, Notes
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.messages import Word as Term
from shinpan_engine.kernel.play.work import Work

from ...limits import LONGEST_LIST
from ...words.record_lines import CORRECTED as KEY
from ..grammar import TranscriptError, as_number, word
from ..lines import Argument, parts, refuse_more
from ..reading import HeaderLine

__all__ = ["KEY", "corrected_lines", "corrections_in", "line_of"]

NEEDED = ("who", "reason")
TEXTS = (*NEEDED, "before", "after")


def corrections_in(lines: Sequence[HeaderLine], heads: str, work: Work) -> tuple[Correction, ...]:
    """What some lines say was corrected. Raises `TranscriptError`."""
    found: list[Correction] = []
    for line in lines:
        refuse_more(found, LONGEST_LIST, line.number, say("transcript.corrections"))
        found.append(_correction(line, heads, work))
    return tuple(found)


def _correction(line: HeaderLine, heads: str, work: Work) -> Correction:
    tokens, expected = line.tokens(work), _expected(line.game, heads)
    given: dict[str, str] = {}
    for part in parts(tokens):
        if not isinstance(part, Argument):
            raise TranscriptError(line.number, part.column, expected, "transcript.no_correction")
        name = part.name.text
        if name not in (heads, *TEXTS) or name in given or not part.values:
            raise TranscriptError(line.number, part.name.column, expected, "transcript.no_correction")
        given[name] = " ".join(value.text for value in part.values)
    tokens.end(expected)
    turn = as_number(given.pop(heads, "0"))
    if turn is None or not all(given.get(name) for name in NEEDED):
        raise TranscriptError(line.number, line.key.column, expected, "transcript.no_correction")
    return Correction(turn=turn, **given)


def _expected(game: str, heads: str) -> Message:
    """What a line has to say, and what it may."""
    return say("transcript.want.corrected", names=tuple(Term(game, name) for name in (heads, *TEXTS)))


def corrected_lines(notes: Notes, game: Game) -> Iterator[tuple[str, str]]:
    """The lines that say what was corrected."""
    for one in notes.corrections:
        yield KEY, _said(one, game.heads)


def line_of(one: Correction, heads: str) -> str:
    """The line that says one correction."""
    return f"{KEY} {_said(one, heads)}"


def _said(one: Correction, heads: str) -> str:
    turn = [f"{heads}={one.turn}"] if one.turn else []
    said = ((name, getattr(one, name)) for name in TEXTS)
    return " ".join((*turn, *(f"{name}={word(text)}" for name, text in said if text)))
