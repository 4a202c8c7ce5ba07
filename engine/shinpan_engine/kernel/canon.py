"""Canonical bytes, scheme `canon-1`: MessagePack of arrays by field number, each value in its shortest form.

Every hashed class is a `msgspec.Struct` with `array_like=True` whose fields stand in the order of the schema's field
numbers; a `oneof` is a union of tagged Structs whose tag is the member's field number. Encoding such a Struct writes
the canonical bytes directly.
"""

from hashlib import sha256
from typing import TypeVar

import msgspec

SCHEME = "canon-1"

_T = TypeVar("_T")

encode = msgspec.msgpack.Encoder().encode
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


_HEADER, _STATE, _LINK = sha256(b"shinpan-header-1"), sha256(b"shinpan-state-1"), sha256(b"shinpan-link-1")
"""The three kinds of hash, each begun with its name; copying one is quicker than beginning anew."""


def header_hash(canonical: bytes) -> bytes:
    """Names the set-up of a game."""
    digest = _HEADER.copy()
    digest.update(canonical)
    return digest.digest()


def state_hash(canonical: bytes) -> bytes:
    """Names a state."""
    digest = _STATE.copy()
    digest.update(canonical)
    return digest.digest()


def link(before: bytes, action: bytes, state: bytes) -> bytes:
    """Names a game up to an action: the header's hash and no action for link 0."""
    digest = _LINK.copy()
    digest.update(before + action + state)
    return digest.digest()
