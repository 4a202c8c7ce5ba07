"""Canonical bytes, scheme `canon-1`: MessagePack of arrays by field number, each value in its shortest form.

Every hashed class is a `msgspec.Struct` with `array_like=True` whose fields stand in the order of the schema's field
numbers; a `oneof` is a union of tagged Structs whose tag is the member's field number. Encoding such a Struct writes
the canonical bytes directly.
"""

from hashlib import sha256
from typing import TypeVar

import msgspec

SCHEME = "canon-1"

_STATE, _LINK = sha256(b"shinpan-state-1"), sha256(b"shinpan-link-1")
_begin_state, _begin_link = _STATE.copy, _LINK.copy
_update, _digest = type(_STATE).update, type(_STATE).digest
"""Looked up once: every action hashes twice."""

_T = TypeVar("_T")

_ENCODER = msgspec.msgpack.Encoder()
_encode_into = _ENCODER.encode_into
encode = _ENCODER.encode
"""The canonical bytes of a Struct."""


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

    def add(self, action: bytes, state: msgspec.Struct) -> None:
        """Goes on to a state by an action, given by its canonical bytes; to the first state by none."""
        # One buffer for all states, and copies of hashes that have begun with their tag: both spare a third.
        _encode_into(state, self._canonical)
        begun = _begin_state()
        _update(begun, self._canonical)
        self.state_hash = named = _digest(begun)
        begun = _begin_link()
        _update(begun, self.link + action + named)
        self.link = _digest(begun)
