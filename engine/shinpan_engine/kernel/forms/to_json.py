"""Headers, set-ups, actions and states as JSON data: protobuf's JSON form of their messages, fields by their own names.

What is at its default is left out, an enum is the full name of its value, bytes are base64. No field of these is wider
than 32 bits, so that every number is a number.
"""

from enum import IntEnum
from typing import Any

import msgspec

from ..judging.record import Header, RecordedChance, SeededChance, SeenChance
from .text import Field, fields, verb

MEMBERS = {SeededChance: "seeded", RecordedChance: "recorded", SeenChance: "seen"}
"""The members of a oneof that are not named after their class; a set-up is named after its game."""


def to_json(struct: msgspec.Struct) -> dict[str, Any]:
    """What a message says, ready to be written as JSON."""
    data: dict[str, Any] = {}
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        if isinstance(value, list):
            if value:
                data[field.name] = [_one(field, item) for item in value]
        elif value or isinstance(value, msgspec.Struct):
            data[_name(struct, field, value)] = _one(field, value)
    return data


def _name(struct: msgspec.Struct, field: Field, value: Any) -> str:
    """The name of a field, or of the member of a oneof, which is tagged."""
    if not isinstance(value, msgspec.Struct) or value.__struct_config__.tag is None:
        return field.name
    if isinstance(struct, Header):
        return struct.game
    return MEMBERS.get(type(value)) or verb(type(value))


def _one(field: Field, value: Any) -> Any:
    """One value; of an enum it is known by the field, since the rules may keep one where the schema has a number."""
    if isinstance(value, msgspec.Struct):
        return to_json(value)
    if isinstance(field.kind, type) and issubclass(field.kind, IntEnum):
        return enum_name(field.kind(value))
    return msgspec.to_builtins(value)


def enum_name(value: IntEnum) -> str:
    """The full name of a value, as the schema has it."""
    return f"{verb(type(value))}_{value.name}".upper()
