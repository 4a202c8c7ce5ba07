"""Sentences about the events of a game: templates by game and event, filled with what the event's fields say."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, NamedTuple

from shinpan_engine.kernel.forms.text import OPEN, NameBook, seat_name, tables, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import ENGLISH, Language
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_engine.words.record_words import lexicon

Template = str | Mapping[str, Any]
"""A text with placeholders; or by the value of a field, one for each value."""
Say = Callable[[str, str], str]
"""What a field says, by its name and its value."""
NONE = "none"
BY, ELSE = "by", "else"
LONGEST_NAME = 40
"""Signs of a player's name that are told: it may stand in every sentence."""


class Wording(NamedTuple):
    """What the sentences of a game are made of."""

    sentences: Mapping[str, Template]
    """By event."""
    values: Mapping[str, Mapping[str, str]]
    """What a value is called, by field, where it is not called what it is."""
    seat: Template
    """What a seat has, for the head of a turn."""
    table: Template
    """What is common to all."""
    quiet: Sequence[str]
    """Events that a story leaves out, since its heads tell them."""
    together: Sequence[str]
    """Those told in one sentence if they follow each other and differ in their cards alone."""
    breaks: Sequence[str]
    """Those that begin a line, if they are not the same again."""
    words: Mapping[str, str]
    """Words of the language that every game needs."""

    @property
    def set_up(self) -> str:
        """What comes before the first turn."""
        return self.words["set_up"]


class NoWords(LookupError):
    """A game whose words are not all there: which file lacks which."""

    def __init__(self, file: str, path: Sequence[str]) -> None:
        place = f"{__package__.replace('.', '/')}/{file}"
        super().__init__(f"{place} has no [{'.'.join(path)}]; docs/adding-a-game.md shows the words that a game needs")


@cache
def read(file: str) -> Mapping[str, Any]:
    """One of the files of words."""
    return tomllib.loads((resources.files(__package__) / file).read_text("utf-8"))


def words_of(file: str, *path: str) -> Any:
    """What a file of words must have of every game: a table or a text, by the names that lead there."""
    found: Any = read(file)
    for count, name in enumerate(path, start=1):
        if name not in found:
            raise NoWords(file, path[:count])
        found = found[name]
    return found


@cache
def wording(game: str, language: Language = ENGLISH) -> Wording:
    """The wording of a game in a language."""
    file = f"events.{language}.toml"
    story = words_of(file, game, "story")
    quiet, together, breaks = (story.get(name, ()) for name in ("quiet", "together", "breaks"))
    seat, sentences, values = (words_of(file, game, *path) for path in (("story", "seat"), ("sentences",), ("values",)))
    return Wording(sentences, values, seat, story.get("table", ""), quiet, together, breaks, read(file)["words"])


def filled(template: Template, values: Mapping[str, str], say: Say) -> str:
    """The text that fits the values, with them in it."""
    while not isinstance(template, str):
        value = values[template[BY]]
        template = template[value] if value in template else template[ELSE]
    parts = []
    for before, field, form, _ in Formatter().parse(template):
        parts.append(before)
        if field is not None:
            said = formed(values[field], form or "") if form else say(field, values[field])
            parts.append(said if any(parts) else capital(said, values[field]))
    return "".join(parts)


def formed(value: str, form: str) -> str:
    """A number with its sign (`+`), counted from 1 instead of 0 (`nth`), or with what it counts."""
    if not form.isascii():
        return f"{value}{form}"
    if re.fullmatch(r"-?\d+", value) is None:
        return value if form in ("+", "nth") else f"{value} {form}s"
    number = int(value)
    if form == "+":
        return f"{number:+d}" if number else "0"
    if form == "nth":
        return str(number + 1)
    return f"{number} {form}" if number == 1 else f"{number} {form}s"


def capital(said: str, value: str) -> str:
    """A word of ours at the beginning of a sentence; names stay as they are written."""
    ours = value == NONE or not value or set(value.split()) == {HIDDEN_TEXT}
    return said[:1].upper() + said[1:] if ours else said


def placeholders(template: Template) -> Iterator[str]:
    """The fields that a template names, in all its texts."""
    if isinstance(template, str):
        yield from (field for _, field, _, _ in Formatter().parse(template) if field is not None)
        return
    yield template[BY]
    for key, inner in template.items():
        if key != BY:
            yield from placeholders(inner)


def joined(words: Sequence[str], of: Mapping[str, str]) -> str:
    """Words as a list in a sentence."""
    return of["last"].join(filter(None, (of["joint"].join(words[:-1]), words[-1]))) if words else of["nothing"]


def labels(players: Sequence[str], seats: int) -> list[str]:
    """What the seats are called: by their players' names as far as these tell them apart from all others."""
    named = [_short(players[seat]) if seat < len(players) else "" for seat in range(seats)]
    return [_label(name, seat_name(seat), named) for seat, name in enumerate(named, start=1)]


def _short(name: str) -> str:
    name = name.strip()
    return name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "…"


def _label(name: str, seat: str, all_named: Sequence[str]) -> str:
    if not name:
        return seat
    alone = all_named.count(name) == 1 and re.fullmatch(r"p\d+", name) is None
    return name if alone else f"{name} ({seat})"


class Sentences:
    """Tells the events of one game: cards by the names that its pack prints, seats by their players."""

    def __init__(self, game: Game, names: NameBook | None, seats: Sequence[str], language: Language = ENGLISH) -> None:
        self.wording = wording(game.name, language)
        self._names = names
        self._seats = {seat_name(seat): label for seat, label in enumerate(seats, start=1)}
        self._tables = {verb(kind): tables(kind) for kind in game.events}
        self._things: Mapping[str, str] = read(f"events.{language}.toml")["things"]
        self._words = lexicon(game.name, language).words
        """What values are called in records of that language."""

    def event(self, name: str, fields: Mapping[str, str]) -> str:
        """An event in a sentence, its fields as the transcript spells them."""
        template = self.wording.sentences.get(name)
        if template is None:
            # A server may know events that are not known here.
            return " ".join([name, *(f"{field}={value}" for field, value in fields.items())])
        return self.told(template, fields, self._tables[name])

    def one(self, name: str, first: Mapping[str, str], second: Mapping[str, str]) -> dict[str, str] | None:
        """Two events that follow each other as one, if they are told together and differ in a list of things alone."""
        if name not in self.wording.together:
            return None
        different = [field for field, value in first.items() if second.get(field) != value]
        # Of hidden things nothing differs, and there are as many all the same.
        field = next(iter(different or self._hidden(name, first)), "")
        if len(different) > 1 or self._tables[name].get(field, "seat") == "seat":
            return None
        return {**first, field: f"{first[field]} {second[field]}"}

    def _hidden(self, name: str, fields: Mapping[str, str]) -> list[str]:
        return [field for field in self._tables[name] if HIDDEN_TEXT in fields.get(field, "").split()]

    def told(self, template: Template, values: Mapping[str, str], tables: Mapping[str, str]) -> str:
        """A template with these values, which stand for entries of these tables."""
        return filled(template, values, lambda field, value: self._said(field, value, tables.get(field, "")))

    def seat(self, number: int) -> str:
        """Who sits there."""
        return self._seats.get(seat_name(number), seat_name(number)) if number else self.wording.words["nobody"]

    def _said(self, field: str, value: str, table: str) -> str:
        words = [word for word in value.split() if word != NONE]
        if table == "seat":
            seats = [self._seats.get(word, word) for word in words]
            return joined(seats, self.wording.words) if seats else self.wording.words["nobody"]
        if table:
            return joined(self._called(table, words), self.wording.words)
        known = self.wording.values.get(field, {}).get(value, self._words.get(value))
        return known if known is not None else value.replace(OPEN, self.wording.words["to"]).replace("_", " ")

    def _called(self, table: str, words: Sequence[str]) -> list[str]:
        """Things by their names, and how many there are of which no name is seen."""
        seen = [self._printed(table, word) for word in words if word != HIDDEN_TEXT]
        hidden, thing = words.count(HIDDEN_TEXT), self._things.get(table, table)
        if hidden and not thing.isascii():
            seen.append(f"{thing}{hidden}枚")
        elif hidden:
            a = "an" if thing[0] in "aeiou" else "a"
            seen.append(f"{a} {thing}" if hidden == 1 else formed(str(hidden), thing))
        return seen

    def _printed(self, table: str, word: str) -> str:
        if self._names is None:
            return word
        numbers = self._names.numbers(table, word)[:1]
        return (self._names.printed(table, numbers[0]) if numbers else "") or word
