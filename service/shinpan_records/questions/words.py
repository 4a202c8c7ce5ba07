"""The words of the questions, in the reader's language: sentences of the recorder, and what the actions, decisions,
steps and outcomes of a game are called."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import Field, NameBook, fields, seat_name, spell, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language, Telling, shown
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.views import HIDDEN, HIDDEN_TEXT
from shinpan_engine.words.record_words import lexicon

from ..transcript.grammar import TranscriptError
from ..transcript.header.in_words import message_told
from ..transcript.resolving import form_of
from ..words.asks import ask_told
from ..words.record_lines import step_in
from ..words.sentences import read, words_of

_FIRST_PART = re.compile(r"[。(]")


def phrase(language: Language, key: str, **values: object) -> str:
    """A sentence of the recorder."""
    section, _, name = key.partition(".")
    template: str = read(f"questions.{language}.toml")[section][name]
    return template.format(**{name: shown(str(value)) for name, value in values.items()})


def unreadable(language: Language, error: TranscriptError) -> str:
    """What is wrong with words that cannot be read, without the line and column: an answer is one line."""
    telling = Telling(language)
    said, wanted = message_told(error.what, telling), message_told(error.wanted, telling)
    return phrase(language, "wrong.expected", message=said, expected=wanted)


def commands(language: Language) -> list[str]:
    """The words that are no answers but tell the recorder to do something."""
    return list(read(f"questions.{language}.toml")["commands"])


def command(language: Language, text: str) -> str:
    """The command that a text begins with, by its English name; else its first word."""
    first = text.split(maxsplit=1)[:1]
    known: dict[str, str] = read(f"questions.{language}.toml")["commands"]
    return known.get(first[0], first[0]) if first else ""


class Words:
    """What things of one game are called in a language, and its cards by the names that the pack prints."""

    def __init__(self, game: Game, names: NameBook, seats: Sequence[str], language: Language) -> None:
        self._game = game.name
        self._language: Language = language
        self._names = names
        self._seats = seats
        self._own: dict[str, Any] = words_of(f"record_words.{language}.toml", game.name)
        said = read(f"questions.{language}.toml")
        self._verbs: dict[str, str] = said.get("verbs", {})
        self._claims: dict[str, str] = said.get("claims", {})
        self._labels: dict[str, Any] = self._own.get("labels", {})

    def verb(self, kind: type) -> str:
        """What is done."""
        name = verb(kind)
        said = self._verbs.get(name) or self._own.get("actions", {}).get(name, name.replace("_", " "))
        return _FIRST_PART.split(said)[0]

    def form(self, kind: type) -> str:
        """How it is written: its word in the language, and its arguments."""
        said = lexicon(self._game, self._language).words
        name = verb(kind)
        return form_of(said.get(name, name), fields(kind), lambda one: said.get(one, one))

    def ask(self, ask: str) -> str:
        """What is decided."""
        return ask_told(self._game, ask, self._language)

    def step(self, printed: str) -> str:
        """A step, as records of the language have it and in words."""
        said = self._own.get("steps", {}).get(printed, "")
        return f"{step_in(printed, lexicon(self._game, self._language))} {said}".strip()

    def outcome(self, label: str) -> str:
        """What came up by chance, in words."""
        about = self._labels.get(label.partition("/")[0], {})
        return str(about.get("says", label))

    def claim(self, word: str) -> str:
        """The name by which a claim is written, of a word for it."""
        return self._claims.get(word, word)

    def seat(self, seat: int) -> str:
        """A player."""
        return self._seats[seat - 1] if 0 < seat <= len(self._seats) else seat_name(seat)

    def thing(self, table: str, number: int) -> str:
        """A card and the like, by its printed name and its number."""
        if number == HIDDEN:
            return HIDDEN_TEXT
        if table == "seat":
            return self.seat(number)
        written = self._names.text(table, number) if table else str(number)
        name = self._names.printed(table, number) if table else ""
        return f"{name} ({written})" if name and name != written else written

    def answer(self, act: Act) -> str:
        """An action in words."""
        return " ".join([self.verb(type(act)), *self._parts(act)])

    def _parts(self, struct: msgspec.Struct) -> Iterator[str]:
        for field in fields(type(struct)):
            value = getattr(struct, field.attribute)
            items = value if field.repeated else [value] if value else []
            for item in items:
                yield from self._parts(item) if isinstance(item, msgspec.Struct) else [self._item(field, item)]

    def _item(self, field: Field, item: Any) -> str:
        if field.table:
            return self.thing(field.table, item)
        said = lexicon(self._game, self._language).words
        written = spell(field._replace(repeated=False), item, self._names)
        return f"{said.get(field.name, field.name)}={said.get(written, written)}"
