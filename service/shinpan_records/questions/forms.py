"""Answers to a form: where nobody knows who has which cards, the words of what is done and the cards are enough."""

from collections.abc import Sequence

from shinpan_engine.kernel.forms.text import seat_name, verb

from ..transcript.grammar import TranscriptError
from .answers import Answer
from .lines import Lines
from .silence import Silence

Form = tuple[int, type]
"""Who does what, with cards that are not known yet."""
MOST_FORMS = 100
"""Answers among which forms are looked for: where cards are not known there are few."""


class Whose(Exception):
    """Cards alone, and several players may do this with them."""


def meant(text: str, lines: Lines, answers: Sequence[Answer], silence: Silence) -> str:
    """The line that a text means: it begins with words of a form and goes on with its cards, or has only the cards of
    what is asked for, or else may be done at any time. Empty, if that is none or several; raises `Whose` if only the
    player is missing."""
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
            if one.kind and one.fits(begun) and lines.shortened.can_be(one.kind, cards)
        ]
        if not (count or seat):
            found = _first_asked(found, silence)
        if len(found) == 1:
            ((seat, kind),) = found
            return f"{seat_name(seat)} {verb(kind)} {' '.join(cards)}"
    return ""


def _first_asked(found: list[Form], silence: Silence) -> list[Form]:
    """What is asked for, if any of it is; else what may be done at any time, which has to be of one player."""
    asked = [(seat, kind) for seat, kind in found if silence.is_asked(seat, kind)]
    if not asked and len(found) > 1 and len({kind for _, kind in found}) == 1:
        raise Whose
    return [(seat, kind) for seat, kind in asked if seat == silence.asker(kind)] if asked else found
