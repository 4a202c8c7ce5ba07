"""Actions that are spelled as an export spells them, by full ids: what `forms.text.line` writes is taken apart again.

Plain arguments that say more than one thing are cut apart likewise. The grammar reads what is written otherwise.
"""

import re
from collections.abc import Callable, Collection, Iterator
from enum import IntEnum
from functools import partial
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import Field, NameBook, fields
from shinpan_engine.kernel.play.decisions import Act

from ..grammar import as_number
from ..lines import Argument, Group, Word
from ..resolving import FLAGS, NOTHING_SAID, is_group, members_of, shape_of, silent_value

GROUPS, BETWEEN_GROUPS = "[", "] ["
"""What groups are called among the arguments, and what stands between them."""
MARKS = re.compile(r"[\[\],]")
"""What ends a word."""

Read = Callable[[str], Any]
"""What words mean. Raises KeyError for words that only the grammar can read."""


class Part(msgspec.Struct, frozen=True):
    """A field of an action: what it is called, what it is where nothing is said of it, and how it is read."""

    name: str
    repeated: bool
    silent: Any
    read: Read


class Ids(dict[str, int]):
    """The numbers of a table by their full ids, each looked up once."""

    def __init__(self, names: NameBook, table: str) -> None:
        super().__init__()
        self._names = names
        self._table = table

    def __missing__(self, text: str) -> int:
        found = self._names.numbers(self._table, text)
        if len(found) != 1 or self._names.text(self._table, found[0]) != text:
            raise KeyError(text)
        self[text] = found[0]
        return found[0]


class Spelled:
    """Reads actions with the ids of one pack."""

    def __init__(self, names: NameBook) -> None:
        self._names = names
        self._ids: dict[str, Ids] = {}
        self._parts: dict[type, tuple[Part, ...]] = {}

    def act(self, kind: type[msgspec.Struct], said: str) -> Act:
        """The action of a kind that is spelled so, or its part in brackets. Raises KeyError where none is."""
        if (parts := self._parts.get(kind)) is None:
            parts = self._parts[kind] = tuple(map(self._part, fields(kind)))
        given, values = _given(said), list[Any]()
        for part in parts:
            text = given.pop(part.name, None)
            if text is not None:
                values.append(part.read(text))
            elif part.repeated:
                values.append([])
            elif part.silent is NOTHING_SAID:
                raise KeyError(said)
            else:
                values.append(part.silent)
        if given:
            raise KeyError(said)
        return kind(*values)

    def _part(self, field: Field) -> Part:
        """How a field is read."""
        if is_group(field):
            return Part(GROUPS, True, None, partial(self._groups, field.kind))
        one: Read = self._of(field.table).__getitem__ if field.table else _words(field.kind)
        read = partial(_list, one) if field.repeated else one
        return Part(field.name, field.repeated, None if field.repeated else silent_value(field), read)

    def _of(self, table: str) -> Ids:
        return self._ids.setdefault(table, Ids(self._names, table))

    def _groups(self, kind: type[msgspec.Struct], said: str) -> list[Act]:
        return [self.act(kind, inside) for inside in said.split(BETWEEN_GROUPS)]


def _words(kind: type) -> Read:
    """How a number or a word of the schema is read."""
    if kind is int:
        return _number
    if issubclass(kind, IntEnum):
        return members_of(kind).__getitem__
    return (FLAGS if kind is bool else {}).__getitem__


def _number(text: str) -> int:
    number = as_number(text)
    if number is None:
        raise KeyError(text)
    return number


def _list(read: Read, text: str) -> list[Any]:
    return [read(word) for word in text.split()]


def _given(said: str) -> dict[str, str]:
    """What is said of each field by its name, and of the groups."""
    given: dict[str, str] = {}
    if said.startswith(GROUPS):
        inside, _, said = said.rpartition("]")
        given[GROUPS] = inside.removeprefix(GROUPS)
        said = said.lstrip()
    if not said:
        return given
    name, *more = said.split("=")
    for behind in more[:-1]:
        given[name], _, name = behind.rpartition(" ")
    if not more or name in given:
        raise KeyError(said)
    given[name] = more[-1]
    return given


def plain_parts(kind: type[msgspec.Struct], said: str, worded: Collection[str]) -> tuple[Argument | Group, ...]:
    """The arguments of an action, as the grammar reads them, without their columns. Some fields have words for values,
    which may be those of another language. Raises KeyError for arguments that only the grammar can read."""
    shape, given = shape_of(kind), _given(said)
    groups = given.pop(GROUPS, "")
    inside = [_given(group) for group in groups.split(BETWEEN_GROUPS)] if groups else []
    found = [Group(tuple(_arguments(group, shape.inside, worded)), 0) for group in inside]
    return (*found, *_arguments(given, shape.plain, worded))


def _arguments(given: dict[str, str], known: Collection[str], worded: Collection[str]) -> Iterator[Argument]:
    for name, text in given.items():
        foreign = name in worded and not text.isascii()
        if name not in known or foreign or MARKS.search(text):
            raise KeyError(name)
        yield Argument(Word(name, 0), tuple([Word(value, 0) for value in text.split()]))
