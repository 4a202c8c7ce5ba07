"""How actions, states and events are spelled in a transcript, read off the classes that mirror the schemas.

A verb is an action's name in the schema's `oneof`, its arguments are its fields; what is at its default is left out.
A field says with `Names("card")` that its number stands for an entry of that table of the pack.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import IntEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from ..messages import Seat
from ..play.decisions import Act
from ..play.numbers import Amount, Bounded
from .canon import always

T = TypeVar("T")

OPEN = ".."
"""Stands between the ends of a number that is known only within bounds."""


class Names(NamedTuple):
    """Marks a number that stands for an entry of a table of the pack. An open table is one of which nothing is ever
    hidden, like seats, squares or slots."""

    table: str
    open: bool = False


class Ordered(NamedTuple):
    """Marks a list of an action whose order says something; any other is a set, written in ascending order."""


class Spelling(Protocol):
    """How the numbers are written that stand for cards and the like."""

    def text(self, table: str, number: int) -> str:
        """The id, as records write it."""


class NameBook(Spelling, Protocol):
    """Their spelling with the printed names, and back."""

    def kept(self, make: Callable[..., T], *of: Hashable) -> T:
        """What somebody makes of these names and of something else: made once, and let go with them."""

    def printed(self, table: str, number: int) -> str:
        """The printed name, for comments; empty if there is none."""

    def numbers(self, table: str, text: str) -> list[int]:
        """Every number that an id or a printed name may stand for, ascending."""

    def known(self, table: str) -> list[str]:
        """Every printed name of a table, for hints."""


class Field(NamedTuple):
    """A field of a Struct, as the transcript sees it."""

    name: str
    attribute: str
    kind: Any
    repeated: bool
    table: str
    required: bool
    """Whether it has no default: a 0 is then a number that stands for nothing."""
    ordered: bool = False
    """Whether it is a list whose order says something."""
    open: bool = False
    """Whether it names something of which nothing is ever hidden."""


@cache
def fields(struct: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of a Struct in the order of their numbers."""
    hints = get_type_hints(struct, include_extras=True)
    return tuple(_field(f.encode_name, f.name, hints[f.name], f.required) for f in msgspec.structs.fields(struct))


def _field(name: str, attribute: str, hint: Any, required: bool) -> Field:
    repeated, names, ordered = False, Names(""), False
    while True:
        origin = get_origin(hint)
        if origin is Annotated:
            names = next((m for m in hint.__metadata__ if isinstance(m, Names)), names)
            ordered = ordered or any(isinstance(m, Ordered) for m in hint.__metadata__)
            hint = hint.__origin__
        elif origin is list or origin is tuple:
            repeated, hint = True, get_args(hint)[0]
        elif hint == Amount:
            return Field(name, attribute, int, repeated, names.table, required, ordered, names.open)
        elif origin in (Union, UnionType) and type(None) in get_args(hint) and len(get_args(hint)) == 2:
            hint = next(a for a in get_args(hint) if a is not type(None))
        else:
            return Field(name, attribute, hint, repeated, names.table, required, ordered, names.open)


def verb(kind: type) -> str:
    """The verb or event name of a class: `EndTurn` is `end_turn`."""
    return _snake(kind.__name__)


@cache
def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def seat_name(seat: int) -> str:
    return Seat(seat).name


def enum_word(value: IntEnum) -> str:
    """An enum value as a word, without the schema's prefix."""
    return value.name.lower()


def spell(field: Field, value: Any, names: Spelling) -> str:
    """One value, or a list of values with spaces between."""
    if field.repeated:
        return " ".join(_spell_one(field, item, names) for item in value) or "none"
    return _spell_one(field, value, names)


def _spell_one(field: Field, value: Any, names: Spelling) -> str:
    if value is None:
        return "none"
    if isinstance(value, msgspec.Struct):
        first = fields(type(value))[0]
        return spell(first, getattr(value, first.attribute), names)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Bounded):
        least, most = value.ends()
        return str(least) if least == most else f"{least}{OPEN}{most}"
    if field.table == "seat":
        return seat_name(value) if value else "none"
    if field.table:
        return names.text(field.table, value)
    # By what the field is: the rules may keep a value of an enum where the schema has a number.
    if isinstance(field.kind, type) and issubclass(field.kind, IntEnum):
        return enum_word(field.kind(value))
    return str(int(value)) if isinstance(value, int) else str(value)


def arguments(struct: msgspec.Struct, names: Spelling, holes: bool = False) -> str:
    """The fields of an action, canonical: in schema order, defaults left out, groups in brackets; of a single message
    what its fields are, one after the other. Where there may be holes, a card that has to be named is written even if
    it was not seen."""
    return " ".join(_arguments(struct, names, holes))


def _arguments(struct: msgspec.Struct, names: Spelling, holes: bool) -> Iterable[str]:
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        hole = holes and value == 0 and field.required and field.table and not field.open
        if not value and not hole:
            continue
        if field.repeated and isinstance(value[0], msgspec.Struct):
            yield from (f"[{arguments(item, names)}]" for item in value)
        elif isinstance(value, msgspec.Struct):
            yield f"{field.name}={' '.join(_in_a_row(value, names))}"
        else:
            yield f"{field.name}={spell(field, value, names)}"


def _in_a_row(struct: msgspec.Struct, names: Spelling) -> list[str]:
    """What the fields of a message are; of those that came later none after the last that says something."""
    known = [(field, getattr(struct, field.attribute)) for field in fields(type(struct))]
    while len(known) > always(type(struct)) and not known[-1][1]:
        known.pop()
    return [spell(field, value, names) for field, value in known]


def line(seat: int, act: Act, names: Spelling, holes: bool = False) -> str:
    """An action as a transcript line, without claims and comment."""
    return f"{seat_name(seat)} {verb(type(act))} {arguments(act, names, holes)}".rstrip()


def printed_names(struct: msgspec.Struct, names: NameBook) -> list[str]:
    """The printed names of the cards an action names, in order, for its comment."""
    found: list[str] = []
    for field in _naming(type(struct)):
        value = getattr(struct, field.attribute)
        for item in value if field.repeated else [value]:
            if isinstance(item, msgspec.Struct):
                found += printed_names(item, names)
            elif item and (name := names.printed(field.table, item)):
                found.append(name)
    return found


@cache
def _naming(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of an action that name cards, or in which there may be some that do."""
    inside = (isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct) for field in fields(kind))
    return tuple(field for field, holds in zip(fields(kind), inside, strict=True) if field.table or holds)


def nonexistent(struct: msgspec.Struct, names: NameBook) -> tuple[str, int] | None:
    """The first thing an action names that does not exist, by table and number, or must name and does not, with 0; None
    if all is well."""
    for field, item in _items(struct):
        if isinstance(item, msgspec.Struct):
            if (nowhere := nonexistent(item, names)) is not None:
                return nowhere
        elif field.table and (item or field.repeated or field.required) and not exists(names, field.table, item):
            return field.table, item or 0
    return None


def _items(struct: msgspec.Struct) -> Iterator[tuple[Field, Any]]:
    """What an action says, field by field, a list item by item."""
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        for item in value if field.repeated else [value]:
            yield field, item


def exists(names: NameBook, table: str, number: int) -> bool:
    """Whether a number stands for something in a table of the pack."""
    return bool(names.numbers(table, names.text(table, number)))


def outcome_text(names: NameBook, table: str, number: int) -> str:
    """One of the numbers that an outcome of chance names, as people write it."""
    return names.text(table, number) if table and exists(names, table, number) else str(number)


def tables(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The fields of an action that name things, groups included: field name to table of the pack."""
    found: dict[str, str] = {}
    for field in fields(kind):
        if isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct):
            found |= tables(field.kind)
        elif field.table:
            found[field.name] = field.table
    return found


def named(arguments: str, tables: dict[str, str]) -> list[tuple[str, str]]:
    """The words of an argument text that stand for things of the pack, each with its table."""
    found, table = [], ""
    for word in arguments.replace("[", " ").replace("]", " ").split():
        name, equals, value = word.rpartition("=")
        if equals:
            table = tables.get(name, "")
        if table and value:
            found.append((table, value))
    return found
