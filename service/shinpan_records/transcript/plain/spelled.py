"""Actions that are spelled as an export spells them, by full ids: what `forms.text.line` writes is taken apart again.

With names in place of ids they are read likewise, as every action that these can mean. The grammar reads what is
written otherwise.
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
from ..resolving import FLAGS, NOTHING_SAID, Resolver, is_group, members_of, silent_value

GROUPS, BETWEEN_GROUPS = "[", "] ["
"""What groups are called among the arguments, and what stands between them."""
MORE_THAN_A_WORD = re.compile(r"[\[\],\s]")
"""What ends a word."""

Read = Callable[[str], Any]
"""What words mean. Raises KeyError for words that only the grammar can read."""
Meanings = Callable[[str, Resolver], list[Any]]
"""Every value that they can mean."""


class Part(msgspec.Struct, frozen=True):
    """A field of an action: what it is called, what it is where nothing is said of it, and how it is read, by ids alone
    and by names too."""

    name: str
    repeated: bool
    silent: Any
    read: Read
    meanings: Meanings


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
    """Reads actions with the ids and names of one pack. Some fields have words for values (`worded`): those of another
    language are left to the grammar."""

    def __init__(self, names: NameBook, worded: Collection[str]) -> None:
        self._names = names
        self._worded = worded
        self._ids: dict[str, Ids] = {}
        self._parts: dict[type, tuple[Part, ...]] = {}

    def act(self, kind: type[msgspec.Struct], said: str) -> Act:
        """The action of a kind that is spelled so, or its part in brackets. Raises KeyError where none is."""
        given, values = _given(said), list[Any]()
        for part in self._parts_of(kind):
            text = given.pop(part.name, None)
            values.append(part.read(text) if text is not None else _unsaid(part))
        if given:
            raise KeyError(said)
        return kind(*values)

    def acts(self, kind: type[msgspec.Struct], said: str, resolver: Resolver) -> Iterator[Act]:
        """Every action of a kind that words can mean, or its part in brackets, ascending. Raises KeyError where only
        the grammar can read them."""
        given, choices = _given(said), list[list[Any]]()
        for part in self._parts_of(kind):
            text = given.pop(part.name, None)
            if text is None:
                choices.append([_unsaid(part)])
            elif part.name in self._worded and not text.isascii():
                raise KeyError(text)
            else:
                choices.append(part.meanings(text, resolver))
        if given:
            raise KeyError(said)
        return (kind(*chosen) for chosen in resolver.each(choices))

    def _parts_of(self, kind: type[msgspec.Struct]) -> tuple[Part, ...]:
        """The fields of a kind of action."""
        if (parts := self._parts.get(kind)) is None:
            parts = self._parts[kind] = tuple(map(self._part, fields(kind)))
        return parts

    def _part(self, field: Field) -> Part:
        """How a field is read."""
        if is_group(field):
            groups, meanings = partial(self._groups, field.kind), partial(self._group_meanings, field.kind)
            return Part(GROUPS, True, None, groups, meanings)
        one: Read = self._of(field.table).__getitem__ if field.table else _words(field.kind)
        each = partial(_meanings, field.table, one)
        if field.repeated:
            return Part(field.name, True, None, partial(_list, one), partial(_lists, each))
        return Part(field.name, False, silent_value(field), one, each)

    def _of(self, table: str) -> Ids:
        return self._ids.setdefault(table, Ids(self._names, table))

    def _groups(self, kind: type[msgspec.Struct], said: str) -> list[Act]:
        return [self.act(kind, inside) for inside in said.split(BETWEEN_GROUPS)]

    def _group_meanings(self, kind: type[msgspec.Struct], said: str, resolver: Resolver) -> list[list[Act]]:
        inside = [[*self.acts(kind, one, resolver)] for one in said.split(BETWEEN_GROUPS)]
        return [*map(list, resolver.each(inside))]


def _unsaid(part: Part) -> Any:
    """What a field is of which nothing is said. Raises KeyError where something must be."""
    if part.repeated:
        return []
    if part.silent is NOTHING_SAID:
        raise KeyError(part.name)
    return part.silent


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


def _meanings(table: str, read: Read, text: str, resolver: Resolver) -> list[Any]:
    """Every value that a word can mean."""
    if not table:
        return [read(text)]
    if MORE_THAN_A_WORD.search(text):
        raise KeyError(text)
    return resolver.numbers(table, text)


def _lists(meanings: Meanings, text: str, resolver: Resolver) -> list[list[Any]]:
    """Every list of values that words can mean."""
    return [*map(list, resolver.each([meanings(word, resolver) for word in text.split()]))]
