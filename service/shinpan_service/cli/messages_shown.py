"""Messages of the wire as JSON data."""

from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from .output import enum_word


def as_dict(message: Message) -> dict[str, Any]:
    """A message as JSON data: every field, at its default too; bytes in hex, a value of an enum as its word. Absent
    messages are null; of a `oneof` only the member that is there."""
    return {
        field.name: _plain(field, getattr(message, field.name), field.has_presence and not message.HasField(field.name))
        for field in message.DESCRIPTOR.fields
        if field.containing_oneof is None or message.HasField(field.name)
    }


def _plain(field: Any, value: Any, absent: bool) -> Any:
    if field.is_repeated:
        return [_plain_one(field, item) for item in value]
    return None if absent else _plain_one(field, value)


def _plain_one(field: Any, value: Any) -> Any:
    if field.message_type is not None:
        return as_dict(value)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return value.hex()
    if field.enum_type is not None:
        known = field.enum_type.values_by_number.get(value)
        return enum_word(field.enum_type.name, known.name) if known else value
    return value
