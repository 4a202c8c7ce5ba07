"""What a state of a game is made of: each class, its fields, what these hold, and what they are called in every
language. From this the page makes its table of zones, and the test that no board forgets a card."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import Field, enum_word, fields
from shinpan_engine.kernel.forms.to_json import enum_name
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES
from shinpan_engine.words.record_words import lexicon

from ..words.fields import FieldWords, state_words
from .told import Texts

Shape = dict[str, list[dict[str, Any]]]
Sections = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""What is said of a state, by language, class and field."""


def shape_of(game: Game) -> Shape:
    """The classes of a game's state by name, the state itself first."""
    found: Shape = {}
    _add(game, game.state, {one: state_words(game.name, one) for one in LANGUAGES}, found)
    return found


def _add(game: Game, kind: type[msgspec.Struct], sections: Sections, found: Shape) -> None:
    if kind.__name__ in found:
        return
    found[kind.__name__] = []
    for field in fields(kind):
        found[kind.__name__].append(_field(game, kind.__name__, field, sections))
        if _is_struct(field):
            _add(game, field.kind, sections, found)


def _field(game: Game, owner: str, field: Field, sections: Sections) -> dict[str, Any]:
    """What the page has to know of a field; what is false or empty is left out."""
    told = {one: _words(words.get(owner, {}).get(field.name, "")) for one, words in sections.items()}
    words = told[ENGLISH]
    holds = {
        "name": field.name,
        "list": field.repeated,
        "of": field.kind.__name__ if _is_struct(field) else "",
        "table": field.table,
        "open": field.open,
        "required": field.required,
        "enum": _values(game, field, sections),
        "flag": field.kind is bool,
        "label": {one: said.say for one, said in told.items() if words.say},
        "when": words.when,
        "first": words.first,
        "none": {one: said.none for one, said in told.items() if words.none},
        "pile": words.pile,
    }
    return {name: value for name, value in holds.items() if value}


def _words(said: str | Mapping[str, Any]) -> FieldWords:
    return FieldWords(said) if isinstance(said, str) else FieldWords(**said)


def _values(game: Game, field: Field, sections: Sections) -> dict[str, Texts]:
    """What each value of an enum is called, by its name in JSON: where nothing else is said, as in a record."""
    kind = field.kind
    if not (isinstance(kind, type) and issubclass(kind, IntEnum)):
        return {}
    called: dict[str, Texts] = {}
    for value, word in [(value, enum_word(value)) for value in kind]:
        in_records = {one: lexicon(game.name, one).words.get(word, word.replace("_", " ")) for one in LANGUAGES}
        own = {one: words.get(kind.__name__, {}).get(word, "") for one, words in sections.items()}
        called[enum_name(value)] = {one: own[one] or in_records[one] for one in LANGUAGES}
    return called


def _is_struct(field: Field) -> bool:
    return isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct)
