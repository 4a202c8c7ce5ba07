"""What names a pack: the canonical bytes of what it says, and their digest."""

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from ..forms.canon import encode
from .kinds import PackKind, called


def digest(rows: msgspec.Struct, kind: PackKind) -> bytes:
    """Names the content of a pack."""
    return sha256(content(rows, kind)).digest()


def content(rows: msgspec.Struct, kind: PackKind) -> bytes:
    """The canonical bytes of a pack: what it says, each map as an array of pairs in ascending order."""
    return encode(_arrays(said(rows, kind)))


def said(rows: msgspec.Struct, kind: PackKind) -> dict[str, Any]:
    """What names a pack, its rows in ascending order. Title and sources are not in it, so that better ones move no
    record, and nothing that is at its default, so that a field that is added moves none either."""
    in_order = {name: sorted(getattr(rows, name), key=called) for name in kind.rows}
    said: dict[str, Any] = _said(msgspec.structs.replace(rows, **in_order))
    del said["pack"]["title"]
    for row in [row for name in kind.rows for row in said.get(name, [])]:
        del row["source"]
    return said


def _said(value: Any) -> Any:
    """A row and what is in it as maps of the fields that are not at their defaults; an operation says which it is."""
    if isinstance(value, list | tuple):
        return [_said(item) for item in value]
    if not isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    config = value.__struct_config__
    said = {} if config.tag is None else {config.tag_field: config.tag}
    for field in _fields(type(value)):
        item = getattr(value, field.name)
        if field.required or item != _default(field):
            said[field.encode_name] = _said(item)
    return said


@cache
def _fields(shape: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a shape of rows. Looked up once: that takes longer than all that is done with them."""
    return msgspec.structs.fields(shape)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _arrays(value: object) -> object:
    """Maps as arrays of pairs, since canonical bytes know no maps."""
    if isinstance(value, dict):
        return [[key, _arrays(item)] for key, item in sorted(value.items())]
    if isinstance(value, list | tuple):
        return [_arrays(item) for item in value]
    return value
