"""Cards in words: what a row of a pack says, in short sentences, to be compared with the printed card.

The words are data, a file `cards/<game>.<language>.toml` for each game and language, and no game is known here. A
file has a table for each structure of a pack: `row.<kind>` for a row, `op.<tag>` for an operation, `part.<class>` for
whatever else stands inside. `words.<field>` has the words of fields that are worded alike everywhere, and `label` the
name of each field. In the table of a structure `_text` is the sentence, in which `{field}` stands for the words of a
field; or `_join` puts the words of all fields behind one another, as far as there are any. The words of a field are a
text for every value, in which `{}` is the value, or a table:

- a value as it is written: the words for it, and `"*"` for every other value
- `_join`: what stands between the items of a list; `_list`: around the list
- `_item`: for each item, where that is not worded as the value alone would be
- `_inner`: what stands between the items of a list in a list
- `_pair`: around a pair of numbers, which are `{1}` and `{2}`
- `_empty`: for a list or a structure that says nothing; `_all`: for a list with every word there is
- `_signed`: whether a number above 0 has a plus before it
- `_like`: the `words` of another field, to which these are added

Some fields are asked for only where another field of the row says so: `asked.toml` names these, for game, kind of row
and field (`"*"` for every field).
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from ..kernel.messages import Language, say, sentence
from ..kernel.packs import PackKind, Sources, not_printed

ANY, JOIN, LIST, PAIR, EMPTY, ALL, LIKE, TEXT = "*", "_join", "_list", "_pair", "_empty", "_all", "_like", "_text"
SIGNED, INNER, ITEM = "_signed", "_inner", "_item"
SOURCE = "source"
"""The field in which a row says where its facts are from."""
_SLOT = re.compile(r"\{(\w*)\}")
Table = Mapping[str, Any]


class Line(NamedTuple):
    """What a row says in one of its fields."""

    field: str
    label: str
    text: str


class CardWords:
    """The words of a game's cards in a language."""

    def __init__(self, game: str, language: Language, tables: Table) -> None:
        self._game = game
        self._language = language
        self._tables = tables

    def label(self, field: str) -> str:
        """What a field is called."""
        said: str = self._tables["label"][field]
        return said

    def names(self, field: str) -> bool:
        """Whether a field has such a name: those of operations stand in the sentence of these."""
        return field in self._tables["label"]

    def lines(self, kind: str, row: msgspec.Struct) -> Iterator[Line]:
        """What a row says, field by field in its order, but for where it is from. What is not told has no line."""
        table = self.row_table(kind)
        for field in row.__struct_fields__:
            if field != SOURCE and (text := self._field(table, row, field).strip()):
                yield Line(field, self.label(field), text)

    def sources(self, source: Sources) -> str:
        """Where the facts of a row are from, each reason once."""
        told = say("kernel.assumed.parts", parts=not_printed(self._game, source, source))
        return sentence(told, self._language)

    def words(self, table: Table, field: str) -> Table:
        """What the words of a field are made with: its own in a structure, or those that are alike everywhere."""
        everywhere = self._tables["words"]
        words = table.get(field, everywhere.get(field, "{}"))
        if isinstance(words, str):
            return {ANY: words}
        return {**everywhere[words[LIKE]], **words} if LIKE in words else words

    def row_table(self, kind: str) -> Table:
        """The table of a kind of row."""
        found: Table = self._tables["row"][kind]
        return found

    def table(self, shape: type[msgspec.Struct]) -> Table:
        """The table of a structure that stands inside a row."""
        tag = shape.__struct_config__.tag
        found: Table = self._tables["part"][shape.__name__] if tag is None else self._tables["op"][tag]
        return found

    def _struct(self, value: msgspec.Struct) -> str:
        """A structure inside a row, by its sentence or by all its fields."""
        table = self.table(type(value))
        if TEXT in table:
            return _SLOT.sub(lambda slot: self._field(table, value, slot[1]), table[TEXT])
        said = [self._field(table, value, field) for field in value.__struct_fields__]
        joined: str = table[JOIN].join(text for text in said if text)
        return joined

    def _field(self, table: Table, struct: msgspec.Struct, field: str) -> str:
        """A field of a structure in words."""
        words, value = self.words(table, field), getattr(struct, field)
        if value is None:
            return ""
        if isinstance(value, list):
            items = {ANY: words[ITEM]} if ITEM in words else words
            text = words.get(JOIN, "").join(self._one(items, item, table, struct) for item in value)
            return self._fill(_around(words, value), text, table, struct)
        return self._one(words, value, table, struct)

    def _one(self, words: Table, value: Any, table: Table, struct: msgspec.Struct) -> str:
        """A single value in words."""
        if isinstance(value, list):
            return str(words[INNER]).join(self._one(words, item, table, struct) for item in value)
        if isinstance(value, tuple):
            return _SLOT.sub(lambda slot: str(value[int(slot[1]) - 1]), words[PAIR])
        if isinstance(value, msgspec.Struct):
            said = self._struct(value)
            return self._fill(words.get(ANY, "{}") if said else words.get(EMPTY, ""), said, table, struct)
        written = _written(value, bool(words.get(SIGNED)))
        return self._fill(words[written] if written in words else words.get(ANY, "{}"), written, table, struct)

    def _fill(self, text: str, value: str, table: Table, struct: msgspec.Struct) -> str:
        """A text with the value and with other fields of the structure where it names them."""
        return _SLOT.sub(lambda slot: self._field(table, struct, slot[1]) if slot[1] else value, text)


def _written(value: object, signed: bool) -> str:
    """A value as the file of words has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"+{value}" if signed and isinstance(value, int) and value > 0 else str(value)


def _around(words: Table, value: Sequence[object]) -> str:
    """The words around a list."""
    there = [word for word in words if word != ANY and not word.startswith("_")]
    if there and ALL in words and all(word in value for word in there):
        return str(words[ALL])
    return str(words.get(LIST, "{}") if value else words.get(EMPTY, ""))


def untold(kind: PackKind, name: str, row: msgspec.Struct) -> list[str]:
    """The fields that a row leaves open though it is asked for them."""
    if getattr(row, kind.whole.get(name, ""), False):
        return []
    asked = _asked().get(kind.game, {}).get(name, {})
    return [field for field in row.__struct_fields__ if _is_open(kind, name, row, field, asked)]


def closed_by(kind: PackKind, name: str, field: str) -> str:
    """The field that says of another one that nothing is missing in it; empty if there is none."""
    return kind.unsettled.get(f"{name}.{field}", "")


def says(kind: PackKind, name: str, row: msgspec.Struct, field: str) -> bool:
    """Whether a row says something of a field, be it that there is none."""
    value = getattr(row, field)
    if value or value is None:
        return value is not None
    if _default(type(row), field) is None:
        return True
    closes = closed_by(kind, name, field)
    return isinstance(value, list) and (not closes or bool(getattr(row, closes)))


@cache
def _default(shape: type[msgspec.Struct], field: str) -> Any:
    """What a field is that is left out; a list is an empty one."""
    return next(one.default for one in msgspec.structs.fields(shape) if one.encode_name == field)


def _is_open(kind: PackKind, name: str, row: msgspec.Struct, field: str, asked: Table) -> bool:
    """Whether a row says nothing of a field, or not all of it, though what it is asked for says that it should."""
    if closes := closed_by(kind, name, field):
        return not getattr(row, closes)
    if getattr(row, field) is not None:
        return False
    for other, value in {**asked.get(ANY, {}), **asked.get(field, {})}.items():
        said = getattr(row, other)
        if said is not None and not (value in said if isinstance(said, list) else said == value):
            return False
    return True


@cache
def _asked() -> Table:
    """On what it depends whether rows are asked for a field."""
    return tomllib.loads(files(__package__).joinpath("cards", "asked.toml").read_text("utf-8"))


@cache
def card_words(game: str, language: Language) -> CardWords:
    """The words of a game in a language."""
    return CardWords(game, language, read_tables(game, language))


def read_tables(game: str, language: Language) -> Table:
    """The file of words of a game in a language."""
    file = files(__package__).joinpath("cards", f"{game}.{language}.toml")
    return tomllib.loads(file.read_text("utf-8"))


def slots(text: str) -> list[str]:
    """The placeholders of a text, each once."""
    return list(dict.fromkeys(_SLOT.findall(text)))
