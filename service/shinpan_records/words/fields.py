"""What the fields of a state are called, and how their values are put into words."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms.text import Field, NameBook, enum_word, fields, seat_name, spell
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import ENGLISH, Language
from shinpan_engine.kernel.play.answers import Pending
from shinpan_engine.words.record_words import lexicon

from .asks import ask_told
from .sentences import NoWords, read, words_of

NOW, AHEAD = "now", "ahead"
VALUE, SIGNED = "{}", "{+}"
STATES = "states.toml"
"""The words in English, and how each field is shown."""
COMMON = "common"
"""The section of what is said of every game."""


class FieldWords(NamedTuple):
    """What is said of a field; states.toml tells what each of it means."""

    say: str
    when: str = ""
    first: int = 0
    none: str = ""
    pile: bool = False

    @property
    def hidden(self) -> bool:
        """Whether it is for the rules only."""
        return not self.say and not self.none


def state_words(game: str, language: Language) -> Mapping[str, Mapping[str, Any]]:
    """What is said of a game's states, and of every game's, by class and field. Only in English it stands how it is
    shown."""
    english = _sections(STATES, game)
    if language == ENGLISH:
        return english
    said = _sections(f"states.{language}.toml", game)
    return {
        name: {field: _shown_as(english.get(name, {}).get(field), one) for field, one in words.items()}
        for name, words in said.items()
    }


def _sections(file: str, game: str) -> Mapping[str, Mapping[str, Any]]:
    return {**read(file)[COMMON], **words_of(file, game)}


def _shown_as(english: Any, said: Any) -> Any:
    """Words in another language, shown as the English ones are."""
    words = said if isinstance(said, dict) else {"say": said}
    return {**english, **words} if isinstance(english, dict) else said


class StateWords:
    """Puts the states of one game into words, in the turn or round of the state that is shown."""

    def __init__(self, game: Game, names: NameBook, now: int, language: Language = ENGLISH) -> None:
        self._game = game.name
        self._language = language
        self._sections = state_words(game.name, language)
        self._common = self._sections["table"]
        self._lexicon = lexicon(game.name, language)
        self._names = names
        self._now = now
        self._steps = {number: name for name, number in game.steps.items()}
        self._step_kinds = tuple(dict.fromkeys(map(type, game.steps.values())))

    def of(self, kind: type[msgspec.Struct], field: Field) -> FieldWords:
        """What is said of a field."""
        if field.name not in state_words(self._game, ENGLISH).get(kind.__name__, ()):
            raise NoWords(STATES, (self._game, kind.__name__, field.name))
        said = self._sections.get(kind.__name__, {}).get(field.name, "")
        return FieldWords(said) if isinstance(said, str) else FieldWords(**said)

    def one(self, field: Field, value: Any, first: int = 0, depth: int = 0) -> str:
        """One value: a card by its number and printed name, a step as printed, anything else by its word."""
        if isinstance(value, Pending):
            answered = self._common["answered"] if value.answer else ""
            return f"{seat_name(value.seat)}: {ask_told(self._game, value.ask, self._language)}{answered}"
        if isinstance(value, msgspec.Struct):
            return self.struct(value, depth)
        if isinstance(field.kind, type) and issubclass(field.kind, IntEnum):
            return self._enum(field.kind(value))
        if first:
            return str(value + first)
        name = self._names.printed(field.table, value) if field.table else ""
        spelled = spell(field._replace(repeated=False), value, self._names)
        return f"{spelled} {name}".rstrip() if name else self._word(spelled)

    def struct(self, struct: msgspec.Struct, depth: int = 0) -> str:
        """A small struct: what it is about, then what is not at its default."""
        about, *more = [*self._parts(struct, depth)] or [self._common["nothing"]]
        joint: str = self._common["joint"]
        first, *_ = fields(type(struct))
        words = self.of(type(struct), first)
        names_it = words.say == VALUE and bool(getattr(struct, first.attribute) or words.none or first.required)
        if not names_it or not more:
            return joint.join([about, *more])
        return " ".join([about, *more]) if depth else self._common["more"].format(about, joint.join(more))

    def _parts(self, struct: msgspec.Struct, depth: int) -> Iterator[str]:
        for field in fields(type(struct)):
            words, value = self.of(type(struct), field), getattr(struct, field.attribute)
            if words.hidden or not self._in_force(words, value):
                continue
            # A card that has to be there is told though it be hidden; what is counted from 0 is told of the first too.
            hidden = field.required and bool(field.table) and not field.repeated
            if value or hidden or (words.first and not field.repeated):
                yield from filter(None, [self._part(field, words, value, depth)])
            elif words.none:
                yield words.none

    def _part(self, field: Field, words: FieldWords, value: Any, depth: int) -> str:
        if isinstance(value, bool):
            return words.say
        items = value if field.repeated else [value]
        said = self._common["joint"].join(self.one(field, item, words.first, depth + 1) for item in items)
        if SIGNED in words.say:
            return words.say.replace(SIGNED, f"{value:+d}")
        return words.say.replace(VALUE, said)

    def _in_force(self, words: FieldWords, value: Any) -> bool:
        """Whether what lasts for some turns still does."""
        if not value or not words.when:
            return True
        return bool(value == self._now or (words.when == AHEAD and value > self._now))

    def _enum(self, value: IntEnum) -> str:
        word = enum_word(value)
        said: str = self._sections.get(type(value).__name__, {}).get(word) or self._word(word)
        printed = self._steps.get(value, "") if isinstance(value, self._step_kinds) else ""
        if printed and not printed[0].isdigit() and self._language != ENGLISH:
            # The name is no number, and the words for it are there already.
            return said
        return f"{printed} {said}" if printed and printed != said else said

    def _word(self, word: str) -> str:
        """A value as a record has it, in words."""
        return self._lexicon.words.get(word, word.replace("_", " "))

    def pile(self, count: int, top: str) -> str:
        """A pile of cards, and the top one if it is seen."""
        cards = self._common["card" if count == 1 else "cards"].format(count)
        return str(self._common["top"].format(cards, top) if top else cards)
