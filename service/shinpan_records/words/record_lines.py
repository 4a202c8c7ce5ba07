"""Lines of a transcript in other words: verbs, arguments, events, paths and headings in those of another language.

What is a word of ours shows by where it stands: the verb behind a player, what stands before `=`, an event or path
behind `=>`. Names of cards and players, texts in quotes and comments stay as they are.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, Self, TypeVar

from shinpan_engine.words.record_words import Lexicon, in_every_language

HEADS = ("turn", "round")
STEP = "step"
WRITTEN_HEADS = tuple(word for head in HEADS for word in in_every_language(head))
"""The words that may head what follows, in every language."""
WRITTEN_STEP = in_every_language(STEP)
WORD, CLAIMS, EQUALS, COMMA = "word", "=>", "=", ","
GAME, SETUP, CHANCE, CORRECTED = "game", "setup", "chance", "corrected"
RESULTS = ("result", "decisions")
CLAIMING = (*WRITTEN_HEADS, *WRITTEN_STEP)
"""The words that begin lines without an action."""
_STEP_LINE = re.compile(rf"^[^\S\n]*(?:{'|'.join(WRITTEN_STEP)})\s", re.MULTILINE)
_JOINED = re.compile(
    rf"^([ \t]*(?:{'|'.join(CLAIMING)}))"
    r"(?=[0-9][0-9.]*[ \t]*(?:$|;|=>|[^\s=\[]+(?:\[|[ \t]*=(?!>))))",
    re.MULTILINE,
)
_NUMBERED = {word: re.compile(f"{word}[0-9]") for word in CLAIMING}
"""What has to be somewhere for that, by the word, which is found faster."""
NONE = "none"
"""What a list of nothing is called, whatever the field."""


class Sign(Protocol):
    """A word or mark of a line."""

    @property
    def kind(self) -> str: ...

    @property
    def text(self) -> str: ...

    def _replace(self, *, text: str) -> Self: ...


S = TypeVar("S", bound=Sign)


def line_in(signs: Sequence[S], lexicon: Lexicon) -> list[S]:
    """The signs of a line of the game in other words."""
    turning = _Turning(signs, lexicon)
    first = signs[0].text if signs else ""
    if first in WRITTEN_HEADS:
        turning.turn(0)
        turning.claims(2)
    else:
        turning.turn(0 if first in WRITTEN_STEP else 1)
        turning.turn(1)
        turning.claims(turning.arguments(2))
    return turning.signs


def claims_in(signs: Sequence[S], lexicon: Lexicon) -> list[S]:
    """The signs of claims in other words."""
    turning = _Turning(signs, lexicon)
    turning.claims(0)
    return turning.signs


def heading_in(key: str, signs: Sequence[S], lexicon: Lexicon) -> list[S]:
    """What follows a key of the header in other words; the key is the canonical one."""
    turning = _Turning(signs, lexicon)
    if key in (SETUP, CORRECTED):
        turning.arguments(0)
    elif key == GAME:
        turning.turn(1, lexicon.modes)
    elif key in RESULTS and len(signs) == 1:
        turning.turn(0, lexicon.results)
    elif key == CHANCE:
        turning.turn(0, lexicon.keys)
    return turning.signs


def key_in(key: str, lexicon: Lexicon) -> str:
    """The key of a line of the header in another word."""
    return _turned(key, lexicon.keys)


def heads_apart(text: str) -> str:
    """A transcript with a space between a word that heads a line and its number, as in ターン3. A line with an action
    begins with a player, whatever that is called."""
    joined = any(word in text and form.search(text) for word, form in _NUMBERED.items())
    return _JOINED.sub(r"\1 ", text) if joined else text


def steps_in(text: str) -> bool:
    """Whether a transcript has lines of steps."""
    return any(word in text for word in WRITTEN_STEP) and _STEP_LINE.search(text) is not None


def step_in(step: str, lexicon: Lexicon) -> str:
    """A printed step by its name in records."""
    return _turned(step, lexicon.words)


def _turned(text: str, words: Mapping[str, str]) -> str:
    """A word in another one. A path and the name of a step are turned part by part; a label goes on behind a slash."""
    name, slash, more = text.partition("/")
    said = words.get(name) or ".".join(words.get(part, part) for part in name.split("."))
    return said + slash + more


class _Turning(Generic[S]):
    """Puts the signs of one line into other words, place by place."""

    def __init__(self, signs: Sequence[S], lexicon: Lexicon) -> None:
        self.signs = list(signs)
        self._words = lexicon.words
        self._worded = lexicon.worded
        self._places = lexicon.places
        self._is_worded = False
        """Whether the field that was named last has words for values."""

    def turn(self, at: int, words: Mapping[str, str] | None = None) -> None:
        """Puts a word into another one, if there is one at that place."""
        if at < len(self.signs) and self.signs[at].kind == WORD:
            said = _turned(self.signs[at].text, self._words if words is None else words)
            self.signs[at] = self.signs[at]._replace(text=said)

    def arguments(self, first: int) -> int:
        """Turns names and values up to the claims; gives the place of these."""
        for at in range(first, len(self.signs)):
            if self.signs[at].text == CLAIMS:
                return at + 1
            if self._named(at):
                self._name(at)
            elif self._is_worded:
                self.turn(at)
        return len(self.signs)

    def claims(self, first: int) -> None:
        """Turns events and paths, the fields named in them, and values that are words, by name or by place."""
        begins, inside, place = True, False, 0
        worded: tuple[int, ...] = ()
        for at in range(first, len(self.signs)):
            text = self.signs[at].text
            if begins:
                worded, place = self._places.get(text, ()), 0
            elif not inside:
                place += 1
            inside = text == "[" or (inside and text != "]")
            if begins or self._named(at) or text.startswith("."):
                self._name(at)
            elif self._is_worded or place in worded or NONE in (text, self._words.get(text)):
                self.turn(at)
            begins = text in (COMMA, CLAIMS)
            self._is_worded = self._is_worded and not begins

    def _name(self, at: int) -> None:
        """Turns the name of a field; what is behind a point is the field of a path."""
        before = self.signs[at].text
        self.turn(at)
        names = {text.rpartition(".")[2] for text in (before, self.signs[at].text)}
        self._is_worded = not names.isdisjoint(self._worded)

    def _named(self, at: int) -> bool:
        """Whether `=` follows."""
        return at + 1 < len(self.signs) and self.signs[at + 1].text == EQUALS
