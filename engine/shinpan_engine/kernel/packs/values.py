"""Which fields facts can say, and the one spelling of each value: numbers, words, lists of them."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import inspect

from ..forms.text import fields
from ..messages import Message, say
from .kinds import PackKind
from .words import Type, allowed, bare, carried, structs_of, type_of

NONE = "none"
"""A list with nothing in it."""
YES_NO = {True: "yes", False: "no"}
LONGEST_NUMBER = 9


def fact_fields(kind: PackKind, table: str) -> dict[str, Type]:
    """The fields of a table's entries that facts may say, each with what may stand there."""
    shape = kind.rows[kind.tables[table]]
    return {path: one for path, one in _leaves(type_of(shape), "") if path not in ("number", "source")}


def named_by(kind: PackKind, table: str) -> dict[str, str]:
    """The fields of a table's entries whose numbers stand for entries, each with the table of these."""
    return {field.name: field.table for field in fields(kind.rows[kind.tables[table]]) if field.table}


def _leaves(kind: Type, path: str) -> Iterator[tuple[str, Type]]:
    """The fields of a table, and of the plain tables in it, that hold numbers, words, or lists of them."""
    for struct in structs_of(kind)[:1]:
        for field in struct.fields:
            here = f"{path}{field.encode_name}"
            if any(_plain(one) for one in bare(field.type)):
                yield here, field.type
            if all(map(_completed, structs_of(field.type))):
                yield from _leaves(field.type, f"{here}.")


def _completed(struct: inspect.StructType) -> bool:
    """Whether facts can say all that a table needs."""
    needed = [field.type for field in struct.fields if field.required]
    return struct.tag_field is None and all(has_words(kind) for kind in needed)


def _plain(kind: Type) -> bool:
    """Whether a fact can spell some value of this kind; of a list of tables, that it is empty."""
    if isinstance(kind, inspect.ListType):
        return True
    return isinstance(kind, inspect.IntType | inspect.BoolType | inspect.StrType | inspect.LiteralType)


def has_words(kind: Type) -> bool:
    """Whether facts can say more of a field than that there is nothing."""
    items = [
        part for one in bare(kind) for part in (bare(one.item_type) if isinstance(one, inspect.ListType) else [one])
    ]
    return any(_plain(one) for one in items)


def value_of(kind: Type, text: str) -> Any:
    """The value that a text spells, in the one way in which it is spelled; None if it spells none."""
    for one in bare(kind):
        value = _value(one, text)
        if value is not None and spelled(value) == text:
            return value
    return None


def _value(kind: Type, text: str) -> Any:
    match kind:
        case inspect.IntType():
            short = text.isascii() and text.removeprefix("-").isdigit() and len(text) <= LONGEST_NUMBER
            fits = short and (kind.ge is None or int(text) >= kind.ge) and (kind.le is None or int(text) <= kind.le)
            return int(text) if fits else None
        case inspect.BoolType():
            return {word: value for value, word in YES_NO.items()}.get(text)
        case inspect.LiteralType(values):
            return text if text in values else None
        case inspect.StrType():
            return text if carried(text) else None
        case inspect.ListType():
            return _list(kind, text)
    return None


def _list(kind: inspect.ListType, text: str) -> list[Any] | None:
    """A list of numbers or words, which ascend and of which none comes twice."""
    items = [] if text == NONE else [value_of(kind.item_type, word) for word in text.split(" ")]
    if None in items or not (kind.min_length or 0) <= len(items) <= (kind.max_length or len(items)):
        return None
    return items if items == sorted(set(items)) else None


def spelled(value: Any) -> str:
    """A value as a fact says it."""
    if isinstance(value, bool):
        return YES_NO[value]
    if isinstance(value, list):
        return " ".join(map(spelled, value)) or NONE
    return str(value)


def canonical(kind: Type, words: Sequence[str]) -> str:
    """What some words say as a fact spells it; as they stand if they say nothing."""
    ways = [words, sorted(dict.fromkeys(words)), [word.lstrip("0") or "0" for word in words]]
    numbers = [int(word) for word in words if word.isascii() and word.isdigit()]
    if len(numbers) == len(words):
        ways.append([str(number) for number in sorted(set(numbers))])
    for way in ways:
        if value_of(kind, " ".join(way)) is not None:
            return " ".join(way)
    return " ".join(words)


def may_say(kind: Type) -> Message:
    """What a fact may say of a field."""
    said = allowed(kind, as_fact=True)
    lists = any(isinstance(one, inspect.ListType) for one in bare(kind))
    return say("packfile.may.fact_list", said=said, none=NONE) if lists else said
