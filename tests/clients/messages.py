"""Messages made at random from their schema alone."""

from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import strategies as st

from tools.conformance import LOW, WIDE

EDGES = (0, 1, 15, 16, 17, 31, 32, 33, 255, 256)
"""Lengths at which the shortest form of a length changes, and their neighbours."""

SCALARS: dict[int, st.SearchStrategy[Any]] = {
    FieldDescriptor.TYPE_UINT32: st.sampled_from(WIDE) | st.integers(0, 2**32 - 1),
    FieldDescriptor.TYPE_SINT32: st.sampled_from(LOW) | st.integers(-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_BOOL: st.booleans(),
    FieldDescriptor.TYPE_STRING: st.text(max_size=40) | st.sampled_from(EDGES).map("s".__mul__),
    FieldDescriptor.TYPE_BYTES: st.binary(max_size=40) | st.sampled_from(EDGES).map(b"\x80".__mul__),
}


@cache
def any_message(descriptor: Descriptor, inside: tuple[str, ...] = ()) -> st.SearchStrategy[Message]:
    """Any message of a type, with fields left out and oneofs unset; only its enums are always set. What is inside a
    message of its own type is empty."""
    around = (*inside, descriptor.full_name)
    if descriptor.full_name in inside:
        return st.just(GetMessageClass(descriptor)())
    plain = [field for field in descriptor.fields if field.containing_oneof is None]
    enums = {field.name: _values(field, around) for field in plain if field.enum_type}
    others = {field.name: _values(field, around) for field in plain if not field.enum_type}
    choices = [[_member(field, around) for field in oneof.fields] for oneof in descriptor.oneofs]
    parts = [st.fixed_dictionaries(enums, optional=others), *(st.just({}) | st.one_of(members) for members in choices)]
    kind = GetMessageClass(descriptor)
    return st.tuples(*parts).map(lambda drawn: kind(**{name: value for part in drawn for name, value in part.items()}))


def _member(field: FieldDescriptor, around: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return _values(field, around).map(lambda value: {field.name: value})


def _values(field: FieldDescriptor, around: tuple[str, ...]) -> st.SearchStrategy[Any]:
    if field.message_type is not None:
        one = any_message(field.message_type, around)
    elif field.enum_type is not None:
        one = st.sampled_from([value.number for value in field.enum_type.values if value.number])
    else:
        one = SCALARS[field.type]
    return st.lists(one, max_size=17) if field.is_repeated else one
