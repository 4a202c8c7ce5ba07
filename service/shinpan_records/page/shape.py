"""What a state of a game is made of: each class, its fields, and what these hold. From this the page
makes its table of zones, and the test that no board forgets a card."""

from enum import IntEnum
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import Field, enum_word, fields
from shinpan_engine.kernel.forms.to_json import enum_name
from shinpan_engine.kernel.game import Game

from ..words.fields import STATES, FieldWords
from ..words.sentences import words_of

Shape = dict[str, list[dict[str, Any]]]


def shape_of(game: Game) -> Shape:
    """The classes of a game's state by name, the state itself first."""
    found: Shape = {}
    _add(game.state, words_of(STATES, game.name), found)
    return found


def _add(kind: type[msgspec.Struct], words: Any, found: Shape) -> None:
    if kind.__name__ in found:
        return
    found[kind.__name__] = []
    for field in fields(kind):
        found[kind.__name__].append(_field(kind.__name__, field, words))
        if _is_struct(field):
            _add(field.kind, words, found)


def _field(owner: str, field: Field, sections: Any) -> dict[str, Any]:
    """What the page has to know of a field; what is false or empty is left out."""
    said = sections.get(owner, {}).get(field.name, "")
    words = FieldWords(said) if isinstance(said, str) else FieldWords(**said)
    holds = {
        "name": field.name,
        "list": field.repeated,
        "of": field.kind.__name__ if _is_struct(field) else "",
        "table": field.table,
        "open": field.open,
        "required": field.required,
        "enum": _values(field, sections),
        "flag": field.kind is bool,
        "label": words.say,
        "when": words.when,
        "first": words.first,
        "none": words.none,
        "pile": words.pile,
    }
    return {name: value for name, value in holds.items() if value}


def _values(field: Field, sections: Any) -> dict[str, str]:
    """What each value of an enum is called, by its name in JSON."""
    if not (isinstance(field.kind, type) and issubclass(field.kind, IntEnum)):
        return {}
    said = sections.get(field.kind.__name__, {})
    words = {value: enum_word(value) for value in field.kind}
    return {enum_name(value): said.get(word, word.replace("_", " ")) for value, word in words.items()}


def _is_struct(field: Field) -> bool:
    return isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct)
