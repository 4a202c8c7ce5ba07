"""Anything that a hashed class can hold, for property tests."""

from typing import Any

import msgspec
from google.protobuf.descriptor import FieldDescriptor, OneofDescriptor
from hypothesis import strategies as st

from .mirrors import Mirror, Pair, may_be_none, pairs, plain

NUMBERS = {
    FieldDescriptor.TYPE_UINT32: st.integers(0, 2**32 - 1),
    FieldDescriptor.TYPE_SINT32: st.integers(-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_BOOL: st.booleans(),
    FieldDescriptor.TYPE_STRING: st.text(max_size=40),
    FieldDescriptor.TYPE_BYTES: st.binary(max_size=300),
}


def structs(mirror: Mirror) -> st.SearchStrategy[msgspec.Struct]:
    """Anything that a hashed class can hold, whether a game can come to it or not."""
    values = {pair.name: _values(pair) for pair in pairs(mirror)}
    attributes = {field.encode_name: field.name for field in msgspec.structs.fields(mirror.struct)}
    return st.builds(mirror.struct, **{attributes[name]: strategy for name, strategy in values.items()})


def _values(pair: Pair) -> st.SearchStrategy[Any]:
    if isinstance(pair.slot, OneofDescriptor):
        by_number = {field.number: field.message_type for field in pair.slot.fields}
        members = [structs(Mirror(kind, by_number[kind.__struct_config__.tag])) for kind in pair.members]
        return st.one_of(st.none(), *members) if may_be_none(pair.hint) else st.one_of(*members)
    if pair.slot.type == FieldDescriptor.TYPE_MESSAGE:
        one: st.SearchStrategy[Any] = structs(Mirror(plain(pair.hint), pair.slot.message_type))
    elif pair.slot.type == FieldDescriptor.TYPE_ENUM:
        one = st.sampled_from(plain(pair.hint))
    else:
        one = NUMBERS[pair.slot.type]
    if pair.slot.is_repeated:
        return st.lists(one, max_size=3)
    return st.one_of(st.none(), one) if may_be_none(pair.hint) else one
