"""Canonical bytes, scheme `canon-1`: MessagePack of arrays by field number, each value in its shortest form.

Every hashed class is a `msgspec.Struct` with `array_like=True` whose fields stand in the order of the schema's field
numbers; a `oneof` is a union of tagged Structs whose tag is the member's field number. Encoding such a Struct writes
the canonical bytes directly, as long as no class has `grown`.
"""

from functools import cache
from hashlib import sha256
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec

SCHEME = "canon-1"

_STATE, _LINK = sha256(b"shinpan-state-1"), sha256(b"shinpan-link-1")
_begin_state, _begin_link = _STATE.copy, _LINK.copy
_update, _digest = type(_STATE).update, type(_STATE).digest
"""Looked up once: every action hashes twice."""

_T = TypeVar("_T")

_ENCODER = msgspec.msgpack.Encoder()
_encode, _encode_into = _ENCODER.encode, _ENCODER.encode_into


_GROWN: dict[type[msgspec.Struct], int] = {}
"""Classes to which fields were added after the wire was fixed, and how many."""
_WHOLE = (int, str, bytes, NoneType)
"""What has nothing inside."""


def grown(kind: type[msgspec.Struct], fields: int) -> None:
    """The last so many fields of a class came after the wire was fixed: what was written before keeps its bytes, since
    none of them is written after the last that is not at its default."""
    _GROWN[kind] = fields
    if not fields:
        del _GROWN[kind]
    shape_of.cache_clear()


class Shape(NamedTuple):
    """What has to be known of a class that cannot be written directly."""

    fields: tuple[str, ...]
    least: int
    """How many of them are always written."""
    inner: tuple[str, ...]
    """The fields in which there may be something that has grown."""
    absent: frozenset[str]
    """The fields that are at their default only if they are absent: messages, and plain fields declared `optional`."""
    tag: Any


@cache
def shape_of(kind: type) -> Shape | None:
    """The shape of a class, or nothing if encoding it writes the canonical bytes directly."""
    if not issubclass(kind, msgspec.Struct):
        return None
    hints = get_type_hints(kind)
    fields = tuple(field.name for field in msgspec.structs.fields(kind))
    inner = tuple(name for name in fields if _may_grow(hints[name]))
    least = always(kind)
    if not inner and least == len(fields):
        return None
    absent = frozenset(name for name in fields if NoneType in get_args(hints[name]))
    return Shape(fields, least, inner, absent, kind.__struct_config__.tag)


def always(kind: type[msgspec.Struct]) -> int:
    """How many fields of a class are always written."""
    return len(kind.__struct_fields__) - _GROWN.get(kind, 0)


def _may_grow(hint: Any) -> bool:
    """Whether a value of a type may be, or hold, what has grown; of an open type nobody knows."""
    if args := get_args(hint):
        return any(map(_may_grow, args))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint is not msgspec.Struct:
        return shape_of(hint) is not None
    return not (isinstance(hint, type) and issubclass(hint, _WHOLE))


def written(value: Any) -> Any:
    """What the encoder is given for a value: itself, or lists in place of what has grown."""
    if isinstance(value, list | tuple):
        return [written(item) for item in value]
    if (shape := shape_of(value.__class__)) is None:
        return value
    changed: dict[str, Any] = {}
    for name in shape.inner:
        item = getattr(value, name)
        if (form := written(item)) is not item:
            changed[name] = form
    if shape.least == len(shape.fields) and not changed:
        return value
    values = [changed[name] if name in changed else getattr(value, name) for name in shape.fields]
    while len(values) > shape.least and _says_nothing(values[-1], shape.fields[len(values) - 1] in shape.absent):
        values.pop()
    return values if shape.tag is None else [shape.tag, *values]


def _says_nothing(value: Any, absent: bool) -> bool:
    """Whether a value is at its default; of some fields only one that is absent is."""
    return value is None if absent else not value


def encode(value: Any) -> bytes:
    """The canonical bytes of a Struct."""
    return _encode(written(value) if _GROWN else value)


class NotCanonical(ValueError):
    """Bytes that are not the one canonical form of anything."""


def decode(data: bytes, kind: type[_T]) -> _T:
    """What the bytes say, if they are what encodes back to them."""
    try:
        value = msgspec.msgpack.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotCanonical(str(error)) from None
    if encode(value) != data:
        raise NotCanonical("not the shortest form of every value")
    return value


def header_hash(canonical: bytes) -> bytes:
    """Names the set-up of a game."""
    return sha256(b"shinpan-header-1" + canonical).digest()


class Links:
    """The hashes of one game as it goes on: one names the state, the link everything up to it. The first link follows
    the header's hash."""

    __slots__ = ("_canonical", "link", "state_hash")

    def __init__(self, header_hash: bytes = b"") -> None:
        self.state_hash = b""
        self.link = header_hash
        self._canonical = bytearray()

    @property
    def canonical(self) -> bytes:
        """The canonical bytes of the state that is named."""
        return bytes(self._canonical)

    def add(self, action: msgspec.Struct | None, state: msgspec.Struct) -> None:
        """Goes on to a state by an action; to the first state by none."""
        # One buffer for all states, and copies of hashes that have begun with their tag: both spare a third.
        if _GROWN:
            action, state = written(action), written(state)
        played = b"" if action is None else _encode(action)
        _encode_into(state, self._canonical)
        begun = _begin_state()
        _update(begun, self._canonical)
        self.state_hash = named = _digest(begun)
        begun = _begin_link()
        _update(begun, self.link + played + named)
        self.link = _digest(begun)
