"""What the fields of a state are called, and how their values are put into words."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms.text import Field, NameBook, enum_word, fields, seat_name, spell
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.play.answers import Pending

from .sentences import words_of

NOW, AHEAD = "now", "ahead"
STATES = "states.toml"
VALUE, SIGNED = "{}", "{+}"


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


class StateWords:
    """Puts the states of one game into words, in the turn or round of the state that is shown."""

    def __init__(self, game: Game, names: NameBook, now: int) -> None:
        self._game = game.name
        self._sections = words_of(STATES, game.name)
        self._names = names
        self._now = now
        self._steps = {number: name for name, number in game.steps.items()}
        self._step_kinds = tuple(dict.fromkeys(map(type, game.steps.values())))

    def of(self, kind: type[msgspec.Struct], field: Field) -> FieldWords:
        """What is said of a field."""
        said = words_of(STATES, self._game, kind.__name__, field.name)
        return FieldWords(said) if isinstance(said, str) else FieldWords(**said)

    def one(self, field: Field, value: Any, first: int = 0, depth: int = 0) -> str:
        """One value: a card by its number and printed name, a step as printed, anything else by its word."""
        if isinstance(value, Pending):
            return f"{seat_name(value.seat)} {value.ask.replace('_', ' ')}{' (answered)' if value.answer else ''}"
        if isinstance(value, msgspec.Struct):
            return self.struct(value, depth)
        if isinstance(field.kind, type) and issubclass(field.kind, IntEnum):
            return self._enum(field.kind(value))
        if first:
            return str(value + first)
        name = self._names.printed(field.table, value) if field.table else ""
        spelled = spell(field._replace(repeated=False), value, self._names)
        return f"{spelled} {name}".rstrip() if field.table else spelled.replace("_", " ")

    def struct(self, struct: msgspec.Struct, depth: int = 0) -> str:
        """A small struct: what it is about, then what is not at its default."""
        about, *more = [*self._parts(struct, depth)] or ["nothing"]
        first, *_ = fields(type(struct))
        words = self.of(type(struct), first)
        names_it = words.say == VALUE and bool(getattr(struct, first.attribute) or words.none or first.required)
        if not names_it or not more:
            return ", ".join([about, *more])
        return " ".join([about, *more]) if depth else f"{about} ({', '.join(more)})"

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
        said = ", ".join(self.one(field, item, words.first, depth + 1) for item in items)
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
        said: str = self._sections.get(type(value).__name__, {}).get(word, word.replace("_", " "))
        printed = self._steps.get(value, "") if isinstance(value, self._step_kinds) else ""
        return f"{printed} {said}" if printed and printed != said else said
