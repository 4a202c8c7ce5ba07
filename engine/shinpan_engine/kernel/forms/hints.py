"""What to write instead of a word that means nothing."""

from collections.abc import Iterable

from ...words.record_words import as_written, canonical
from ..messages import Message, Value, Word, say

MOST_LISTED = 40
"""Of more words only the nearest are named."""
MOST_NEAR = 3
LONGEST_COMPARED = 32


def one_of(word: str, known: Iterable[str]) -> str:
    """The same in English."""
    return str(hint(word, known))


def hint(word: str, known: Iterable[str], game: str = "") -> Message:
    """What may stand where a word stands: the nearest words first, then the others if they are not too many. If the
    words are those of a game the nearest are told in the language of the word, which may be as short as two signs."""
    words = list(dict.fromkeys(as_written(one, word, game) for one in known) if game else dict.fromkeys(known))
    near = nearest(word, words, 2 if game and not word.isascii() else 3)
    rest = [_term(one, game) for one in words if one not in near] if len(words) <= MOST_LISTED else []
    if near:
        # A canonical word may have been put in the place of one in another language: then all are the reader's.
        turned = bool(game) and word in canonical(game).words.values()
        first = [_term(one, game) for one in near] if turned else near
        return say("kernel.hint.perhaps", words=(*first, *rest))
    return say("kernel.hint.words", words=tuple(rest)) if rest else say("kernel.hint.another")


def _term(word: str, game: str) -> Value:
    """A word of a game's records, in the reader's language where it is a canonical one."""
    return Word(game, word) if game and word.isascii() else word


def nearest(word: str, known: Iterable[str], signs: int = 3) -> list[str]:
    """The words that a slip of the pen makes of another, the nearest first: of so many signs one may be wrong."""
    if len(word) > LONGEST_COMPARED:
        return []
    apart = sorted((distance(word, one), at, one) for at, one in enumerate(known) if len(one) <= LONGEST_COMPARED)
    return [one for steps, _, one in apart if signs * steps <= max(len(word), len(one))][:MOST_NEAR]


def distance(one: str, another: str) -> int:
    """How many signs have to be put in, taken out or changed."""
    row = list(range(len(another) + 1))
    for taken, sign in enumerate(one, start=1):
        before, row[0] = row[0], taken
        for at, other in enumerate(another, start=1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (sign != other))
    return row[-1]
