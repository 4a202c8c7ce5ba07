"""What is wrong with a request as JSON, in our words: protobuf says it in those of Python."""

import re
from base64 import urlsafe_b64decode
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from shinpan_engine.kernel.forms.from_json import NotAllowed, Place, is_text, shown

MOST_NAMED = 40
"""Values of an enum or fields that are listed as what may stand there."""
_NUMBER = re.compile(r"-?[0-9]{1,20}")
_BITS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
}


def check(value: Any, kind: Any, place: Place = ()) -> None:
    """Raises `NotAllowed` for the first that is wrong with what should be a message, whose descriptor is given."""
    if not isinstance(value, dict):
        raise NotAllowed(place, "kernel.json.object", found=shown(value))
    fields = {name: field for field in kind.fields for name in (field.json_name, field.name)}
    given = set[str]()
    for name, inside in value.items():
        here = (*place, name)
        if (field := fields.get(name)) is None:
            raise NotAllowed(here, "kernel.json.field", known=tuple(field.name for field in kind.fields[:MOST_NAMED]))
        if inside is None:
            continue
        if (group := field.containing_oneof) is not None and group.name in given:
            raise NotAllowed(here, "kernel.json.one_of")
        if field.name in given:
            raise NotAllowed(here, "kernel.json.twice")
        given.update((field.name,) if group is None else (field.name, group.name))
        _check_field(inside, field, here)


def _check_field(value: Any, field: FieldDescriptor, place: Place) -> None:
    if not field.is_repeated:
        _check_value(value, field, place)
    elif not isinstance(value, list):
        raise NotAllowed(place, "kernel.json.list", found=shown(value))
    else:
        for at, item in enumerate(value):
            _check_value(item, field, (*place, at))


def _check_value(value: Any, field: FieldDescriptor, place: Place) -> None:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_MESSAGE:
            check(value, field.message_type, place)
        case FieldDescriptor.CPPTYPE_STRING:
            _check_text(value, field, place)
        case FieldDescriptor.CPPTYPE_BOOL:
            if not isinstance(value, bool):
                raise NotAllowed(place, "kernel.json.flag", found=shown(value))
        case FieldDescriptor.CPPTYPE_ENUM:
            kind: Any = field.enum_type
            names = tuple(one.name for one in kind.values)
            if value not in names and _number(value) is None:
                raise NotAllowed(place, "kernel.json.value", found=shown(value), known=names[:MOST_NAMED])
        case _:
            least, most = _BITS[field.cpp_type]
            number = _number(value)
            if number is None or not least <= number <= most:
                raise NotAllowed(place, "kernel.json.number", found=shown(value), least=least, most=most)


def _check_text(value: Any, field: FieldDescriptor, place: Place) -> None:
    """Bytes are texts too."""
    if field.type == FieldDescriptor.TYPE_BYTES:
        if not isinstance(value, str) or not _is_base64(value):
            raise NotAllowed(place, "kernel.json.bytes", found=shown(value))
    elif not isinstance(value, str) or not is_text(value):
        raise NotAllowed(place, "kernel.json.text", found=shown(value))


def _number(value: Any) -> int | None:
    """A whole number, which JSON of protobuf may have in quotes."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value)
    return value if type(value) is int else None


def _is_base64(text: str) -> bool:
    try:
        urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return True
