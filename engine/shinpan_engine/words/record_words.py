"""The words of transcripts in other languages: verbs, arguments, events, fields, values and headings.

A record is kept in the canonical words, which are English. A file `records/<game>.<language>.toml` has the words of a
game, `records/common.<language>.toml` those that are alike in all. Within a game no two say the same, so that each
word has one canonical form, whatever it is the name of.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..kernel.messages import ENGLISH, LANGUAGES, Language

COMMON = "common"
HEADINGS, LABELS, RESULTS, MODES, WORDS = "headings", "labels", "results", "modes", "words"
WORDED, PLACES = "worded", "places"
"""What a file has: keys of the header, labels of random events, results, modes, what stands in lines; the fields whose
value is such a word, and the places where an event has one, counted from 1."""


class Lexicon(NamedTuple):
    """Words by others: canonical ones to those of a language, or back."""

    words: Mapping[str, str]
    """Of lines: verbs, arguments, events, fields, values."""
    keys: Mapping[str, str]
    """With which lines of the header begin, labels of random events too."""
    results: Mapping[str, str]
    modes: Mapping[str, str]
    worded: tuple[str, ...]
    """The fields of which the value is a word, by their canonical names."""
    places: Mapping[str, tuple[int, ...]]
    """By event the places of its values that are words."""


def lexicon(game: str, language: Language) -> Lexicon:
    """The words of a language by the canonical ones; there are none for the language that these are in. Of a game that
    has no words of its own, those that are alike in all."""
    return _lexicon(_known(game), language)


@cache
def _lexicon(game: str, language: Language) -> Lexicon:
    common, own = _read(COMMON, language), _read(game, language)
    return Lexicon(
        {**common.get(WORDS, {}), **own.get(WORDS, {})},
        {**own.get(LABELS, {}), **common.get(HEADINGS, {})},
        common.get(RESULTS, {}),
        own.get(MODES, {}),
        tuple(own.get(WORDED, ())),
        {event: tuple(places) for event, places in own.get(PLACES, {}).items()},
    )


def canonical(game: str) -> Lexicon:
    """The canonical words by those of every other language."""
    return _canonical(_known(game))


@cache
def _canonical(game: str) -> Lexicon:
    spoken = [lexicon(game, language) for language in LANGUAGES if language != ENGLISH]

    def back(*tables: Mapping[str, str]) -> dict[str, str]:
        return {word: name for table in tables for name, word in table.items()}

    return Lexicon(
        back(*(one.words for one in spoken)),
        back(*(one.keys for one in spoken)),
        back(*(one.results for one in spoken)),
        back(*(one.modes for one in spoken)),
        tuple(name for one in spoken for name in one.worded),
        {one.words[event]: places for one in spoken for event, places in one.places.items()},
    )


IRREGULAR = {
    "buy": "bought", "choose": "chose", "copy": "copied", "draw": "drew", "drop": "dropped", "give": "gave",
    "go": "went", "keep": "kept", "lay": "laid", "level": "leveled levelled", "pay": "paid", "put": "put",
    "re_enter": "re_entered", "redraw": "redrew", "set": "set", "cast": "cast", "spend": "spent", "swap": "swapped",
    "take": "took", "withdraw": "withdrew",
}  # fmt: skip
"""The past tense of verbs that do not just end in `ed`, of some in two spellings."""


@cache
def past_forms(game: str) -> Mapping[str, str]:
    """The words of a game by their past tense, in which people note what was done."""
    known = set(canonical(game).words.values())
    forms = {form: word for word in sorted(known) for form in past(word)}
    return {form: word for form, word in forms.items() if form != word}


def past(verb: str) -> list[str]:
    """The past tense of a verb, of which the first part is turned: `took_back`."""
    if verb in IRREGULAR:
        return IRREGULAR[verb].split()
    first, line, more = verb.partition("_")
    forms = IRREGULAR.get(first, f"{first}d" if first.endswith("e") else f"{first}ed")
    return [form + line + more for form in forms.split()]


def as_written(name: str, beside: str, game: str) -> str:
    """A canonical word in the language of another word that somebody wrote."""
    if beside.isascii():
        return name
    other = next(language for language in LANGUAGES if language != ENGLISH)
    return lexicon(game, other).words.get(name, name)


@cache
def in_every_language(name: str) -> tuple[str, ...]:
    """A canonical word that is alike in all games, and what it is in other languages."""
    return tuple(dict.fromkeys(lexicon(COMMON, language).words.get(name, name) for language in LANGUAGES))


def _known(game: str) -> str:
    """A game that has words of its own. The name is read from a transcript: it may be any text."""
    return game if game in _games() else COMMON


@cache
def _games() -> frozenset[str]:
    return frozenset(file.name.partition(".")[0] for file in files(__package__).joinpath("records").iterdir())


def _read(game: str, language: Language) -> dict[str, Any]:
    """A file of words; none for the language of the canonical ones."""
    try:
        return tomllib.loads(files(__package__).joinpath("records", f"{game}.{language}.toml").read_text("utf-8"))
    except FileNotFoundError:
        return {}
