"""Holes: numbers that a record leaves open. In a set they stand last, in a list that has an order in their place."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..forms.text import Field, fields, tables
from ..judging.record import Action, Entry, Unresolved
from ..messages import Message, say
from ..play.decisions import Act
from ..play.views import HIDDEN, HIDDEN_TEXT
from .told import Secret

LAID_OPEN = say("kernel.seen.laid_open")
NOT_LAST = say("kernel.seen.not_last")


def leaves_open(what: Any) -> bool:
    """Whether an entry says that something was chosen and not what."""
    return isinstance(what, Unresolved) and what.verb == HIDDEN_TEXT and not what.arguments


def holes(act: Act) -> Iterator[str]:
    """The paths of the fields in which an action names nothing where it has to name something, once for each."""
    for path, field, number in _numbers(act):
        if number == HIDDEN and (field.repeated or field.required):
            yield path


def _numbers(struct: msgspec.Struct, before: str = "") -> Iterator[tuple[str, Field, int]]:
    """What an action names of the pack, with the path of each field."""
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        for item in value if field.repeated else (value,):
            if isinstance(item, msgspec.Struct):
                yield from _numbers(item, f"{before}{field.name}.")
            elif field.table and not field.open:
                yield f"{before}{field.name}", field, item


def named(act: Act) -> Iterator[tuple[str, str, int]]:
    """Every card that an action names: path, table, number."""
    for path, field, number in _numbers(act):
        if number != HIDDEN:
            yield path, field.table, number


def unfitting(act: Act, secrets: Mapping[type, Secret]) -> Message | None:
    """What is wrong with the holes of an action, if anything."""
    secret = secrets.get(type(act))
    if any(secret is None or path != secret.field for path in holes(act)):
        return LAID_OPEN
    if secret is None:
        return None
    field, value = _secret(act, secret)
    if field.repeated and not field.ordered and HIDDEN in value and any(value[value.index(HIDDEN) :]):
        return NOT_LAST
    return None


def _secret(act: msgspec.Struct, secret: Secret) -> tuple[Field, Any]:
    field = next(field for field in fields(type(act)) if field.name == secret.field)
    return field, getattr(act, field.attribute)


def table_of(kind: type[msgspec.Struct], secret: Secret) -> str:
    """The table of the pack that the hidden cards of an action are in."""
    return tables(kind)[secret.field]


def chosen(act: Act, secret: Secret) -> list[int]:
    """The cards that an action hides, holes among them."""
    field, value = _secret(act, secret)
    return list(value) if field.repeated else [value]


def filled(act: Act, secret: Secret, numbers: Sequence[int]) -> Act:
    """The action with these numbers in its holes."""
    field, value = _secret(act, secret)
    if not field.repeated:
        return msgspec.structs.replace(act, **{field.attribute: numbers[0]})
    left = iter(numbers)
    whole = [number if number != HIDDEN else next(left) for number in value]
    return msgspec.structs.replace(act, **{field.attribute: whole if field.ordered else sorted(whole)})


def agrees(act: Act, other: Act, secret: Secret) -> bool:
    """Whether an action without holes can be meant by one that has some."""
    if type(act) is not type(other):
        return False
    ours, theirs = chosen(act, secret), chosen(other, secret)
    field, _ = _secret(act, secret)
    if len(ours) != len(theirs):
        return False
    if field.repeated and not field.ordered:
        return all(number in theirs for number in ours if number != HIDDEN)
    return all(number in (HIDDEN, there) for number, there in zip(ours, theirs, strict=True))


def has_holes(entry: Entry) -> bool:
    """Whether an entry leaves something of its action open."""
    what = entry.what
    return leaves_open(what) or (isinstance(what, Action) and next(holes(what.what), None) is not None)
