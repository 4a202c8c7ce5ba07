"""Which engine class mirrors which message, found by walking both from the roots of what is hashed."""

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor, OneofDescriptor

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Action, Header
from shinpan_service.messages.codec import messages
from tools.by_schema import slots


class Mirror(NamedTuple):
    """A class and its message; `members` are the classes of a oneof that the class itself does not name."""

    struct: type[msgspec.Struct]
    message: Descriptor
    members: tuple[type, ...] = ()


class Pair(NamedTuple):
    """A field of a class, and the field or oneof of the message that it mirrors."""

    struct: type[msgspec.Struct]
    name: str
    hint: Any
    slot: FieldDescriptor | OneofDescriptor
    members: tuple[type, ...]


def roots() -> list[Mirror]:
    """What is hashed: headers, actions and states."""
    setups = tuple(game.setup for game in GAMES.values())
    found = [Mirror(Header, record_pb2.Header.DESCRIPTOR, setups)]
    for game in GAMES.values():
        schema = messages(game)
        found.append(Mirror(Action, schema.action.DESCRIPTOR, game.acts))
        found.append(Mirror(game.state, schema.state.DESCRIPTOR))
    return found


def pairs(mirror: Mirror) -> Iterator[Pair]:
    """The fields of a class beside those of its message; fails where there are more of one than of the other."""
    hints = get_type_hints(mirror.struct, include_extras=True)
    fields = msgspec.structs.fields(mirror.struct)
    for field, slot in zip(fields, slots(mirror.message), strict=True):
        hint = hints[field.name]
        members = (mirror.members or options(hint)) if isinstance(slot, OneofDescriptor) else ()
        yield Pair(mirror.struct, field.encode_name, hint, slot, members)


def options(hint: Any) -> tuple[type, ...]:
    """The classes that a field may hold, None aside."""
    return tuple(arg for arg in get_args(hint) if arg is not type(None))


def may_be_none(hint: Any) -> bool:
    return type(None) in get_args(hint)


def plain(hint: Any) -> Any:
    """The class behind annotations, lists and optional types."""
    while get_origin(hint) is not None:
        if get_origin(hint) is Annotated:
            hint = hint.__origin__
        elif get_origin(hint) is list:
            (hint,) = get_args(hint)
        else:
            assert get_origin(hint) in (Union, UnionType), hint
            (hint,) = options(hint)
    return hint
