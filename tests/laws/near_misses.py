"""Actions that are almost legal: one field changed."""

from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import Act

STRANGE_NUMBERS = (0, 1, 7, 22, 23, 48, 49, 99, 70_000)


def near_misses(act: Act) -> Iterator[Act]:
    """The action with one field changed: a number moved, dropped, doubled or swapped, a flag turned."""
    for field in text.fields(type(act)):
        value = getattr(act, field.attribute)
        if not value and field.repeated and issubclass(field.kind, msgspec.Struct):
            continue  # a number is no group
        for changed in _changed(value):
            yield msgspec.structs.replace(act, **{field.attribute: changed})


def well_typed_misses(act: Act) -> list[Act]:
    """Those that could come out of a record: a change may have put a number where a place belongs."""
    return [miss for miss in near_misses(act) if _well_typed(miss)]


def some_misses(act: Act, dice: Stream, count: int) -> list[Act]:
    """So many of them at random, as far as there are."""
    misses = well_typed_misses(act)
    return [misses[at] for at in dice.shuffle(range(len(misses)))[:count]]


def _well_typed(act: Act) -> bool:
    try:
        msgspec.convert(msgspec.to_builtins(act), type(act))
    except msgspec.ValidationError:
        return False
    return True


def _changed(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, IntEnum):
        yield from (other for other in type(value) if other != value)
    elif isinstance(value, int):
        yield from (number for number in (value + 1, value - 1, *STRANGE_NUMBERS) if number not in (value, -1))
    elif isinstance(value, list):
        yield from _changed_lists(value)
    elif isinstance(value, msgspec.Struct):
        yield from near_misses(value)


def _changed_lists(items: list[Any]) -> Iterator[list[Any]]:
    yield from ([*items, number] for number in STRANGE_NUMBERS if not items or isinstance(items[0], int))
    if len(items) > 1:
        yield items[::-1]
    for at, item in enumerate(items):
        before, after = items[:at], items[at + 1 :]
        yield before + after
        yield [*before, item, item, *after]
        for other in _changed(item):
            yield [*before, other, *after]


@cache
def simplest(kind: type[msgspec.Struct]) -> Act:
    """An action of a kind with as little in it as its class allows."""
    hints = get_type_hints(kind)
    return kind(**{field.name: _simplest(hints[field.name]) for field in msgspec.structs.fields(kind)})


def _simplest(hint: Any) -> Any:
    if get_origin(hint) is list:
        (item,) = get_args(hint)
        return [_simplest(item)] if isinstance(item, type) and issubclass(item, msgspec.Struct) else []
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return simplest(hint)
    return hint(1)
