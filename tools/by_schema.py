"""Canonical bytes read off the published schema alone: what a client in another language would write.

`oneof`, absent messages and field order follow the message's descriptor; the engine's classes are not looked at.
"""

from collections.abc import Iterator
from typing import Any

import msgpack
from google.protobuf.descriptor import Descriptor, FieldDescriptor, OneofDescriptor
from google.protobuf.message import Message

LATER = 1000
"""From this number on fields are numbered that were added after the wire was fixed."""


def canonical(message: Message) -> bytes:
    """C(message)."""
    return msgpack.packb(array(message), use_bin_type=True)


def array(message: Message) -> list[Any]:
    """The fields of a message, by ascending field number; a oneof is one slot. Those that came later end with the last
    that says something."""
    found = [*slots(message.DESCRIPTOR)]
    while found and _number(found[-1]) >= LATER and not _says_something(message, found[-1]):
        found.pop()
    return [_member(message, slot) if isinstance(slot, OneofDescriptor) else _value(message, slot) for slot in found]


def _number(slot: FieldDescriptor | OneofDescriptor) -> int:
    """The number by which a slot stands where it does."""
    return min(field.number for field in slot.fields) if isinstance(slot, OneofDescriptor) else slot.number


def _says_something(message: Message, slot: FieldDescriptor | OneofDescriptor) -> bool:
    """Whether a slot is not at its default."""
    if isinstance(slot, OneofDescriptor):
        return message.WhichOneof(slot.name) is not None
    return message.HasField(slot.name) if slot.has_presence else bool(getattr(message, slot.name))


def slots(descriptor: Descriptor) -> Iterator[FieldDescriptor | OneofDescriptor]:
    """The slots of a message's array: a oneof stands where its lowest field number does."""
    begun: list[OneofDescriptor] = []
    for field in sorted(descriptor.fields, key=lambda field: field.number):
        oneof = real_oneof(field)
        if oneof is None:
            yield field
        elif oneof not in begun:
            begun.append(oneof)
            yield oneof


def real_oneof(field: FieldDescriptor) -> OneofDescriptor | None:
    """The oneof a field stands in; that of an `optional` field is the compiler's own and does not count."""
    oneof = field.containing_oneof
    return None if oneof is None or oneof.name == f"_{field.name}" else oneof


def _member(message: Message, oneof: OneofDescriptor) -> list[Any] | None:
    name = message.WhichOneof(oneof.name)
    if name is None:
        return None
    number = message.DESCRIPTOR.fields_by_name[name].number
    return [number, *array(getattr(message, name))]


def _value(message: Message, field: FieldDescriptor) -> Any:
    value = getattr(message, field.name)
    of_messages = field.type == FieldDescriptor.TYPE_MESSAGE
    if field.is_repeated:
        return [array(item) for item in value] if of_messages else list(value)
    if field.has_presence and not message.HasField(field.name):
        return None
    return array(value) if of_messages else value
