"""What `to_json` writes, read back: headers and actions from protobuf's JSON form of their messages.

As protobuf's own reader does, it takes a field by its name in the schema or in camel case, an enum by name or number, a
number as digits in quotes, bytes in either alphabet of base64, and null for what is at its default. No field of these
is signed.
"""

import re
from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

from ..messages import Value, say
from .text import Field, fields
from .to_json import MEMBERS, enum_name

_S = TypeVar("_S", bound=msgspec.Struct)
Place = tuple[str | int, ...]
"""The way to a value: names of fields as they are written, and places in lists."""
Members = Mapping[type, Mapping[str, type[msgspec.Struct]]]
"""What may stand in the oneof of a class that does not name it itself, by the name of the field."""
LARGEST = 2**32 - 1
MOST_SHOWN = 40
"""Signs that are shown of a value or a name that is wrong."""
_DIGITS = re.compile(r"[0-9]{1,10}")
_AFTER_LINE = re.compile("_([a-z])")


class NotAllowed(ValueError):
    """A value that its place does not allow: the way to it, what is wrong and what is allowed."""

    def __init__(self, place: Place, said: str, /, **values: Value) -> None:
        super().__init__(place, said)
        self.place = place
        self.message = say(said, **values)

    @property
    def path(self) -> str:
        """The way as a path: `entries[3].claims`."""
        return way(self.place)

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


def way(place: Place) -> str:
    """A way as a path."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{_cut(part)}" for part in place]
    return "".join(parts).removeprefix(".")


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def shown(value: Any) -> str:
    """A value of JSON, as far as it is shown."""
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    return _cut(f'"{value}"' if isinstance(value, str) else msgspec.json.encode(value).decode())


class _Slot(NamedTuple):
    """Where a name leads: a field, and which member of a oneof it is."""

    field: Field
    member: type[msgspec.Struct] | None


class FromJson:
    """Reads classes from JSON data."""

    def __init__(self, members: Members) -> None:
        self._members = members
        self._known: dict[type, dict[str, _Slot]] = {}

    def read(self, kind: type[_S], data: Any, place: Place = ()) -> _S:
        """An instance of a class. Raises `NotAllowed` for what the schema does not allow."""
        if not isinstance(data, dict):
            raise NotAllowed(place, "kernel.json.object", found=shown(data))
        if kind not in self._known:
            self._known[kind] = self._slots(kind)
        known, values = self._known[kind], dict[str, Any]()
        for name, value in data.items():
            if name not in known:
                raise NotAllowed((*place, name), "kernel.json.field", known=(*_names(known),))
            field, member = known[name]
            if value is None:
                continue
            if field.attribute in values:
                raise NotAllowed((*place, name), "kernel.json.twice" if member is None else "kernel.json.one_of")
            values[field.attribute] = self._value(field, member, value, (*place, name))
        for field in fields(kind):
            if field.attribute not in values:
                values[field.attribute] = _default(field, place)
        return kind(**values)

    def _slots(self, kind: type[msgspec.Struct]) -> dict[str, _Slot]:
        """The fields of a class by their names, in both spellings."""
        found: dict[str, _Slot] = {}
        for field in fields(kind):
            inside = self._members.get(kind, {}) if field.kind is Any else _union(field.kind)
            slots = {name: _Slot(field, member) for name, member in inside.items()} or {field.name: _Slot(field, None)}
            for name, slot in slots.items():
                found[name] = found[_camel(name)] = slot
        return found

    def _value(self, field: Field, member: type[msgspec.Struct] | None, value: Any, place: Place) -> Any:
        if member is not None:
            return self.read(member, value, place)
        if not field.repeated:
            return self._one(field.kind, value, place)
        if not isinstance(value, list):
            raise NotAllowed(place, "kernel.json.list", found=shown(value))
        return [self._one(field.kind, item, (*place, at)) for at, item in enumerate(value)]

    def _one(self, kind: Any, value: Any, place: Place) -> Any:
        if issubclass(kind, msgspec.Struct):
            return self.read(kind, value, place)
        if issubclass(kind, IntEnum):
            return _enum(kind, value, place)
        return PLAIN[kind](value, place)


@cache
def _camel(name: str) -> str:
    return _AFTER_LINE.sub(lambda found: found[1].upper(), name)


def _names(known: Mapping[str, _Slot]) -> list[str]:
    """The names of fields in the schema's spelling, which comes first."""
    return [name for name in known if not any(other != name and _camel(other) == name for other in known)]


def _union(kind: Any) -> dict[str, type[msgspec.Struct]]:
    """The members of a oneof that a class names itself."""
    members = get_args(kind) if isinstance(kind, UnionType) else ()
    return {MEMBERS[member]: member for member in members if member in MEMBERS}


def _default(field: Field, place: Place) -> Any:
    """What a field has that is left out."""
    if field.repeated:
        return []
    if field.kind in PLAIN:
        return field.kind()
    if isinstance(field.kind, type) and issubclass(field.kind, IntEnum):
        return _enum(field.kind, 0, (*place, field.name))
    return None


def _enum(kind: type[IntEnum], value: Any, place: Place) -> IntEnum:
    """A value of an enum by its name or number; 0 is called unspecified, whatever word it has."""
    by_name = {_value_name(one): one for one in kind}
    by_number = {int(one): one for one in kind}
    if isinstance(value, str) and value in by_name:
        return by_name[value]
    if type(value) is int and value in by_number:
        return by_number[value]
    raise NotAllowed(place, "kernel.json.value", found=shown(value), known=(*by_name,))


def _value_name(value: IntEnum) -> str:
    name = enum_name(value)
    return name if value else f"{name.removesuffix(value.name)}UNSPECIFIED"


def _number(value: Any, place: Place) -> int:
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        value = int(value)
    if type(value) is int and 0 <= value <= LARGEST:
        return value
    raise NotAllowed(place, "kernel.json.number", found=shown(value), least=0, most=LARGEST)


def _flag(value: Any, place: Place) -> bool:
    if isinstance(value, bool):
        return value
    raise NotAllowed(place, "kernel.json.flag", found=shown(value))


def _text(value: Any, place: Place) -> str:
    if isinstance(value, str) and is_text(value):
        return value
    raise NotAllowed(place, "kernel.json.text", found=shown(value))


def is_text(value: str) -> bool:
    """Whether it has no half of a sign that takes two, which no encoding has."""
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


def _bytes(value: Any, place: Place) -> bytes:
    found = str(value).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        if isinstance(value, str):
            return msgspec.convert(found + "=" * (-len(found) % 4), bytes)
    except msgspec.ValidationError:
        pass
    raise NotAllowed(place, "kernel.json.bytes", found=shown(value))


PLAIN = {int: _number, bool: _flag, str: _text, bytes: _bytes}
"""How the plain types are read."""
