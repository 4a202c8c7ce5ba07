"""What is wrong with a record as JSON, in our words: protobuf says it in those of Python."""

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.packs.words import shown

MOST_NAMED = 40
"""Values of an enum or fields that are listed as what may stand there."""
_OF_JSON = {
    "Expecting value": "cli.json.value",
    "Expecting property name enclosed in double quotes": "cli.json.name",
    "Expecting ':' delimiter": "cli.json.colon",
    "Expecting ',' delimiter": "cli.json.comma",
    "Extra data": "cli.json.more",
    "Unterminated string starting at": "cli.json.quote_open",
    "Invalid control character at": "cli.json.sign",
    "Illegal trailing comma before end of object": "cli.json.name",
    "Illegal trailing comma before end of array": "cli.json.value",
}
"""What `json` says, and what we say."""
_NUMBER = re.compile(r"-?[0-9]{1,20}")
_BITS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
}


def of_text(error: json.JSONDecodeError) -> Message:
    """What is wrong with a text that is no JSON. All that is left are signs after a backslash."""
    said = say(_OF_JSON.get(error.msg, "cli.json.backslash"))
    return say("cli.json.text_at", line=error.lineno, column=error.colno, said=said)


def of_content(text: str, kind: Descriptor) -> Message:
    """What is wrong with JSON that is no message of a kind: the first that is found."""
    twice: list[str] = []

    def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                twice.append(name)
            found[name] = value
        return found

    data = json.loads(text, object_pairs_hook=each_once)
    if twice:
        return say("cli.json.twice", name=twice[0])
    return next(_slips(data, kind, ""), say("cli.file.no_record"))


def _slips(value: Any, kind: Descriptor, path: str) -> Iterator[Message]:
    """All that is wrong with what should be a message."""
    if not isinstance(value, dict):
        yield _wrong(path, value, say("cli.json.object"))
        return
    fields = {name: field for field in kind.fields for name in (field.json_name, field.name)}
    chosen: dict[str, list[str]] = {}
    for name, inside in value.items():
        here = f"{path}.{name}" if path else name
        if (field := fields.get(name)) is None:
            known = tuple(field.name for field in kind.fields[:MOST_NAMED])
            yield say("cli.json.at", path=here, said=say("packfile.no_field", known=known))
            continue
        if (group := field.containing_oneof) is not None and inside is not None:
            chosen.setdefault(group.name, []).append(name)
        yield from _in_field(inside, field, here)
    for one, other in [names[:2] for names in chosen.values() if len(names) > 1]:
        yield say("cli.json.at", path=path, said=say("cli.json.one_of", one=one, other=other))


def _in_field(value: Any, field: FieldDescriptor, path: str) -> Iterator[Message]:
    """All that is wrong with a field; null is a field that is left out."""
    if value is None:
        return
    if not field.is_repeated:
        yield from _in_value(value, field, path)
    elif not isinstance(value, list):
        yield _wrong(path, value, say("packfile.may.list", item=_allowed(field)))
    else:
        for at, item in enumerate(value):
            yield from _in_value(item, field, f"{path}[{at}]")


def _in_value(value: Any, field: FieldDescriptor, path: str) -> Iterator[Message]:
    if field.message_type is not None:
        yield from _slips(value, field.message_type, path)
    elif not _fits(value, field):
        yield _wrong(path, value, _allowed(field))


def _fits(value: Any, field: FieldDescriptor) -> bool:
    """Whether a value of JSON may stand in a field that is no message."""
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            return isinstance(value, str) and (_is_base64(value) if _is_bytes(field) else _can_be_written(value))
        case FieldDescriptor.CPPTYPE_BOOL:
            return isinstance(value, bool)
        case FieldDescriptor.CPPTYPE_ENUM:
            return value in _words_of(field) if isinstance(value, str) else _number(value) is not None
    least, most = _BITS[field.cpp_type]
    number = _number(value)
    return number is not None and least <= number <= most


def _number(value: Any) -> int | None:
    """A whole number, which JSON of protobuf may have in quotes or as 3.0."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def _words_of(field: FieldDescriptor) -> tuple[str, ...]:
    """The values of an enum by their names."""
    return () if field.enum_type is None else tuple(one.name for one in field.enum_type.values)


def _is_bytes(field: FieldDescriptor) -> bool:
    return bool(field.type == FieldDescriptor.TYPE_BYTES)


def _is_base64(text: str) -> bool:
    try:
        urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return True


def _can_be_written(text: str) -> bool:
    """Whether a text has no half of a sign, as in "\\ud800"."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _allowed(field: FieldDescriptor) -> Message:
    """What may stand in a field."""
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_MESSAGE:
            return say("cli.json.object")
        case FieldDescriptor.CPPTYPE_STRING:
            return say("cli.json.bytes" if _is_bytes(field) else "packfile.may.text")
        case FieldDescriptor.CPPTYPE_BOOL:
            return say("packfile.may.words", words=("true", "false"))
        case FieldDescriptor.CPPTYPE_ENUM:
            return say("packfile.may.words", words=_words_of(field)[:MOST_NAMED])
    least, most = _BITS[field.cpp_type]
    return say("packfile.may.between", least=least, most=most)


def _wrong(path: str, value: Any, allowed: Message) -> Message:
    said = say("packfile.not_allowed", found=shown(value), allowed=allowed)
    return say("cli.json.at", path=path, said=said) if path else said
