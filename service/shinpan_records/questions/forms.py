"""Answers to a form: where nobody knows who has which cards, the words of what is done and the cards are enough."""

from collections.abc import Sequence

from shinpan_engine.kernel.forms.text import seat_name, verb

from ..transcript.grammar import TranscriptError
from .answers import Answer
from .lines import Lines
from .silence import Silence

MOST_FORMS = 100
"""Answers among which forms are looked for: where cards are not known there are few."""


def meant(text: str, lines: Lines, answers: Sequence[Answer], silence: Silence) -> str:
    """The line that a text means: it begins with words of a form and goes on with its cards, or has only the cards of
    what is asked for. Empty, if that is none or several."""
    try:
        seat, said = lines.signed(text)
    except TranscriptError:
        return ""
    if lines.names_action(said):
        return ""
    words, forms = said.split(), [one for one in answers if one.kind and seat in (0, one.seat)]
    for count in range(len(words)):
        begun, cards = [one.casefold() for one in words[:count]], words[count:]
        found = [
            (one.seat, one.kind)
            for one in forms
            if one.kind and (count or seat or one.seat == silence.asker(one.kind))
            if one.fits(begun) and lines.shortened.can_be(one.kind, cards)
        ]
        if len(found) == 1:
            ((seat, kind),) = found
            return f"{seat_name(seat)} {verb(kind)} {' '.join(cards)}"
    return ""
