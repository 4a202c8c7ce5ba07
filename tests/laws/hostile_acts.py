"""Actions that nobody would write: any kind, any number that a record can hold, lists of any length."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import msgspec

from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import Act, pick

STRANGE = (0, 1, 2, 9, 22, 23, 24, 40, 41, 48, 49, 54, 55, 80, 81, 128, 129, 2**16, 2**31 - 1, 2**32 - 1, 2**63 - 1)
USUAL = 60
LONG = 1000
"""A list of an action has no more items than this."""


def hostile_act(kind: type[msgspec.Struct], dice: Stream) -> Act:
    """An action of a kind with anything in its fields."""
    return kind(**{field.attribute: _value(field, dice) for field in text.fields(kind)})


def _value(field: text.Field, dice: Stream) -> Any:
    if not field.repeated:
        return _one(field.kind, dice)
    if dice.below(4) == 0:
        return _long(field.kind, dice)
    items = [_one(field.kind, dice) for _ in range(dice.below(5))]
    return sorted(items) if field.kind is int and dice.below(2) else items


def _long(kind: type, dice: Stream) -> list[Any]:
    """The longest list: all the first numbers, or one thing again and again."""
    if dice.below(2):
        return [_one(kind, dice)] * LONG
    if kind is int:
        return list(range(1, LONG + 1))
    first, item = text.fields(kind)[0].attribute, _one(kind, dice)
    return [msgspec.structs.replace(item, **{first: number}) for number in range(1, LONG + 1)]


def _one(kind: type, dice: Stream) -> Any:
    if issubclass(kind, msgspec.Struct):
        return hostile_act(kind, dice)
    if issubclass(kind, IntEnum):
        return pick(dice, list(kind))
    if kind is bool:
        return bool(dice.below(2))
    return pick(dice, STRANGE) if dice.below(2) else dice.below(USUAL)


def crowded(act: Act, numbers: list[int]) -> Iterator[Act]:
    """A legal action with every list of it made to name all of some numbers, or one of its groups repeated."""
    for field in text.fields(type(act)):
        value = getattr(act, field.attribute)
        if field.repeated and field.kind is int:
            yield msgspec.structs.replace(act, **{field.attribute: numbers})
            yield msgspec.structs.replace(act, **{field.attribute: (value * LONG)[:LONG]})
        elif field.repeated and value:
            yield msgspec.structs.replace(act, **{field.attribute: (value * LONG)[:LONG]})
            for inner in crowded(value[0], numbers):
                yield msgspec.structs.replace(act, **{field.attribute: [inner, *value[1:]]})
