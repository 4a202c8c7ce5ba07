"""What a pack file may say, in words: its tables, their fields, and what may stand in each.

The words are data, a file `packs.<language>.toml` for each language. What stands there is read off the classes of the
game's pack files, so that nothing can be told that the loader does not take.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from ..kernel.messages import Language
from ..kernel.packs import PackInfo, PackKind
from ..kernel.packs.words import bare, type_of
from .card_words import SOURCE, CardWords, Table

MOST_TAGS = 8
"""Where more operations than these may stand they are not listed."""


_SLOT = re.compile(r"\{(\w+)\}")


class Field(NamedTuple):
    """A field of a table."""

    name: str
    type: inspect.Type
    required: bool
    default: Any


class Shape(NamedTuple):
    """A table that may stand in a pack file: a row, an operation by its tag, or a part of these by its class."""

    sort: str
    name: str
    struct: type[msgspec.Struct]
    fields: tuple[Field, ...]


def shapes(kind: PackKind) -> list[Shape]:
    """Every table of a game's pack files: the rows, then what stands in them in the order in which it is met."""
    found: dict[type[msgspec.Struct], Shape] = {}
    for name, struct in kind.rows.items():
        found[struct] = Shape("row", name, struct, _fields(struct))
    waiting = list(found.values())
    while waiting:
        for struct in [inner for field in waiting.pop(0).fields for inner in structs_in(field.type)]:
            if struct not in found:
                tag = struct.__struct_config__.tag
                sort, name = ("part", part_name(struct)) if tag is None else ("op", str(tag))
                found[struct] = Shape(sort, name, struct, _fields(struct))
                waiting.append(found[struct])
    return list(found.values())


def head() -> Shape:
    """The table `[pack]` with which every file begins."""
    return Shape("pack", "pack", PackInfo, _fields(PackInfo))


def _fields(struct: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of a table, but for the sources."""
    described = type_of(struct)
    assert isinstance(described, inspect.StructType), "a Struct is described as one"
    return tuple(
        Field(field.encode_name, field.type, field.required, _default(field))
        for field in described.fields
        if field.encode_name != SOURCE
    )


def _default(field: inspect.Field) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def structs_in(kind: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    """The tables that may stand in a value, also in lists."""
    for one in bare(kind):
        if isinstance(one, inspect.StructType):
            yield one.cls
        elif isinstance(one, inspect.ListType):
            yield from structs_in(one.item_type)


def words_in(kind: inspect.Type) -> list[str]:
    """The words of which one may stand in a value, also in lists."""
    found: list[str] = []
    for one in bare(kind):
        if isinstance(one, inspect.LiteralType):
            found += [str(value) for value in one.values]
        elif isinstance(one, inspect.ListType):
            found += words_in(one.item_type)
    return found


def meaning(words: CardWords, table: Table, field: str, word: str) -> str:
    """What one of the words that may stand in a field says, with the other fields by their names; empty if no more than
    the word itself does."""
    meant = _SLOT.sub(r"*\1*", words.words(table, field).get(word, "")).strip(" :：。、,.")
    return "" if meant == word else meant


def allowed(kind: inspect.Type, language: Language) -> str:
    """What may stand in a value."""
    words = pack_words(language)
    said = [_allowed(one, language) for one in bare(kind) if not isinstance(one, inspect.StructType)]
    if structs := [one for one in bare(kind) if isinstance(one, inspect.StructType)]:
        said.append(_tables(structs, words))
    return words["or"].join(said)


def _tables(structs: list[inspect.StructType], words: dict[str, str]) -> str:
    """Operations are named by their tags, other tables by their class."""
    if structs[0].tag is None:
        return words["table"].format(name=part_name(structs[0].cls))
    if len(structs) > MOST_TAGS:
        return words["any_op"]
    return words["op"].format(names=words["comma"].join(f"`{one.tag}`" for one in structs))


def part_name(struct: type[msgspec.Struct]) -> str:
    """What a table inside a row is called."""
    return struct.__name__.removesuffix("Row")


def _allowed(kind: inspect.Type, language: Language) -> str:
    words = pack_words(language)
    match kind:
        case inspect.LiteralType(values):
            return words["comma"].join(f"`{value}`" for value in values)
        case inspect.BoolType():
            return "`true`" + words["comma"] + "`false`"
        case inspect.IntType():
            return words["int" if kind.le is None else "between"].format(least=kind.ge, most=kind.le)
        case inspect.StrType():
            return words["text"]
        case inspect.ListType():
            item = allowed(kind.item_type, language)
            return words[_length(kind)].format(least=kind.min_length, most=kind.max_length, item=item)
        case inspect.TupleType():
            return words["pair"].format(item=allowed(kind.item_types[0], language))
    raise TypeError(f"nothing is said of {kind}")


def _length(kind: inspect.ListType) -> str:
    """How the length of a list is told."""
    if kind.max_length is None:
        return "some" if kind.min_length else "list"
    if kind.min_length == kind.max_length:
        return "exactly"
    return "from_to" if kind.min_length else "up_to"


@cache
def pack_words(language: Language) -> dict[str, str]:
    """What is said of packs beside the words of their cards."""
    return tomllib.loads(files(__package__).joinpath(f"packs.{language}.toml").read_text("utf-8"))
