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


def unfitting(act: Act, secrets: Mapping[type, Sequence[Secret]]) -> Message | None:
    """What is wrong with the holes of an action, if anything."""
    hidden = secrets.get(type(act), ())
    known = [secret.field for secret in hidden]
    if any(path not in known for path in holes(act)):
        return LAID_OPEN
    for field, value in (_secret(act, secret) for secret in hidden):
        if field.repeated and not field.ordered and HIDDEN in value and any(value[value.index(HIDDEN) :]):
            return NOT_LAST
    return None


def _secret(act: msgspec.Struct, secret: Secret) -> tuple[Field, Any]:
    field = next(field for field in fields(type(act)) if field.name == secret.field)
    return field, getattr(act, field.attribute)


def table_of(kind: type[msgspec.Struct], secrets: Sequence[Secret]) -> str:
    """The table of the pack that the hidden cards of an action are in."""
    return tables(kind)[secrets[0].field]


def chosen(act: Act, secret: Secret) -> list[int]:
    """The cards that an action hides in a field, holes among them."""
    field, value = _secret(act, secret)
    return list(value) if field.repeated else [value]


def filled(act: Act, secrets: Sequence[Secret], numbers: Sequence[int]) -> Act:
    """The action with these numbers in its holes, field by field."""
    left = iter(numbers)
    for secret in secrets:
        field, value = _secret(act, secret)
        if field.repeated:
            whole = [number if number != HIDDEN else next(left) for number in value]
            value = whole if field.ordered else sorted(whole)
        elif value == HIDDEN:
            value = next(left)
        act = msgspec.structs.replace(act, **{field.attribute: value})
    return act


def put_in(act: Act, whole: Act, secrets: Sequence[Secret]) -> list[int]:
    """What an action that is meant by one with holes has in these, field by field."""
    found: list[int] = []
    for secret in secrets:
        field, _ = _secret(act, secret)
        ours, theirs = chosen(act, secret), chosen(whole, secret)
        if field.ordered or not field.repeated:
            found += [there for number, there in zip(ours, theirs, strict=True) if number == HIDDEN]
        else:
            found += [there for there in theirs if there not in ours]
    return found


def agrees(act: Act, other: Act, secrets: Sequence[Secret]) -> bool:
    """Whether an action without holes can be meant by one that has some."""
    if type(act) is not type(other):
        return False
    covered = other
    for secret in secrets:
        field, ours = _secret(act, secret)
        if not _covers(field, chosen(act, secret), chosen(other, secret)):
            return False
        covered = msgspec.structs.replace(covered, **{field.attribute: ours})
    return bool(covered == act)


def _covers(field: Field, ours: Sequence[int], theirs: Sequence[int]) -> bool:
    if len(ours) != len(theirs):
        return False
    if field.repeated and not field.ordered:
        return all(number in theirs for number in ours if number != HIDDEN)
    return all(number in (HIDDEN, there) for number, there in zip(ours, theirs, strict=True))


def has_holes(entry: Entry) -> bool:
    """Whether an entry leaves something of its action open."""
    what = entry.what
    return leaves_open(what) or (isinstance(what, Action) and next(holes(what.what), None) is not None)
