"""Between protobuf messages and the engine's classes, read off both: one codec for all games.

An engine class mirrors a message field by field, in the order of the field numbers; a `oneof` is a union of tagged
classes. `messages(game)` is the only place that knows which messages belong to a game.
"""

from collections.abc import Callable, Iterable, Sized
from enum import IntEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from shinpan.anoare.v1 import anoare_action_pb2, anoare_setup_pb2, anoare_state_pb2
from shinpan.drive.v1 import drive_action_pb2, drive_setup_pb2, drive_state_pb2
from shinpan.hackclad.v1 import hackclad_action_pb2, hackclad_setup_pb2, hackclad_state_pb2
from shinpan.swordrion.v1 import swordrion_action_pb2, swordrion_setup_pb2, swordrion_state_pb2
from shinpan.wars3x3.v1 import wars3x3_action_pb2, wars3x3_setup_pb2, wars3x3_state_pb2
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Said, Value, say
from shinpan_records.limits import LONGEST_LIST


class GameMessages(NamedTuple):
    """The messages of one game."""

    setup: type[Message]
    action: type[Message]
    state: type[Message]


MESSAGES = {
    "wars3x3": GameMessages(wars3x3_setup_pb2.Setup, wars3x3_action_pb2.Action, wars3x3_state_pb2.State),
    "anoare": GameMessages(anoare_setup_pb2.Setup, anoare_action_pb2.Action, anoare_state_pb2.State),
    "hackclad": GameMessages(hackclad_setup_pb2.Setup, hackclad_action_pb2.Action, hackclad_state_pb2.State),
    "drive": GameMessages(drive_setup_pb2.Setup, drive_action_pb2.Action, drive_state_pb2.State),
    "swordrion": GameMessages(swordrion_setup_pb2.Setup, swordrion_action_pb2.Action, swordrion_state_pb2.State),
}


def messages(game: Game) -> GameMessages:
    return MESSAGES[game.name]


Reader = Callable[[Any], Any]
Writer = Callable[[Any, Any], None]


def to_message(value: msgspec.Struct, kind: type[Message]) -> Any:
    """A message with the content of an engine class."""
    message = kind()
    _fill(value, message)
    return message


def _fill(value: msgspec.Struct, message: Message) -> None:
    for name, attribute in _names(type(value)):
        _put(message, name, getattr(value, attribute))


def _put(message: Message, name: str, item: Any) -> None:
    if item is None:
        return
    if name not in message.DESCRIPTOR.fields_by_name:
        member = _members(message.DESCRIPTOR, name)[item.__struct_config__.tag]
        target = getattr(message, member)
        target.SetInParent()
        _fill(item, target)
    elif isinstance(item, msgspec.Struct):
        target = getattr(message, name)
        target.SetInParent()
        _fill(item, target)
    elif isinstance(item, list | tuple):
        target = getattr(message, name)
        if item and isinstance(item[0], msgspec.Struct):
            for one in item:
                _fill(one, target.add())
        else:
            target.extend(item)
    else:
        setattr(message, name, item)


@cache
def _members(descriptor: Descriptor, oneof: str) -> dict[int, str]:
    return {field.number: field.name for field in descriptor.oneofs_by_name[oneof].fields}


@cache
def _names(struct: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    return tuple((field.encode_name, field.name) for field in msgspec.structs.fields(struct))


class Unreadable(ValueError):
    """A message that says something its schema does not allow: the field and why, the key of a message or a
    message."""

    def __init__(self, path: str, said: Said, /, **values: Value) -> None:
        super().__init__(path, said)
        self.path = path
        self.message = say(said, **values) if isinstance(said, str) else said

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@cache
def reader(struct: type[msgspec.Struct], descriptor: Descriptor, unions: tuple[type, ...] = ()) -> Reader:
    """Makes the function that reads a message into an engine class. `unions` are the members of its `oneof`, where
    the class itself does not name them."""
    hints = get_type_hints(struct, include_extras=True)
    fields = [
        _field_reader(field.encode_name, hints[field.name], descriptor, unions)
        for field in msgspec.structs.fields(struct)
    ]
    if not fields:
        only = struct()
        return lambda _: only
    if len(fields) == 1:
        (first,) = fields
        return lambda message: struct(first(message))
    if len(fields) == 2:
        one, two = fields
        return lambda message: struct(one(message), two(message))
    return lambda message: struct(*[read(message) for read in fields])


def _field_reader(name: str, hint: Any, descriptor: Descriptor, unions: tuple[type, ...]) -> Reader:
    field = descriptor.fields_by_name.get(name)
    if field is None:
        return _oneof_reader(name, unions or _union(hint), descriptor)
    kind = _plain(hint)
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        inner = reader(kind, field.message_type)
        if field.is_repeated:
            return lambda message: [_read_member(name, inner, item) for item in _items(message, name)]
        return lambda message: _read_member(name, inner, getattr(message, name)) if message.HasField(name) else None
    if field.is_repeated:
        return lambda message: _items(message, name)
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return _enum_reader(name, kind)
    return lambda message: getattr(message, name)


def _items(message: Any, name: str) -> list[Any]:
    """A repeated field. A slice makes a list several times as fast as going through the items."""
    items = getattr(message, name)
    refuse_long(name, items)
    found: list[Any] = items[:]
    return found


def refuse_long(path: str, items: Sized) -> None:
    """Refuses a list that is longer than any game has, before it is copied."""
    if len(items) > LONGEST_LIST:
        raise Unreadable(path, "service.list", count=len(items), most=LONGEST_LIST)


def _read_member(name: str, read: Reader, message: Any) -> Any:
    """A message inside another; an error tells the way to its field."""
    try:
        return read(message)
    except Unreadable as error:
        raise Unreadable(f"{name}.{error.path}", error.message) from None


def _enum_reader(name: str, kind: type[IntEnum]) -> Reader:
    known = {int(member): member for member in kind}

    def read(message: Any) -> Any:
        value = getattr(message, name)
        if value not in known:
            raise Unreadable(name, "service.no_value", value=value)
        return known[value]

    return read


def _oneof_reader(name: str, members: Iterable[type], descriptor: Descriptor) -> Reader:
    by_number = {member.__struct_config__.tag: member for member in members}  # type: ignore[attr-defined]
    readers = {
        field.name: reader(by_number[field.number], field.message_type)
        for field in descriptor.oneofs_by_name[name].fields
        if field.number in by_number
    }

    def read(message: Any) -> Any:
        member = message.WhichOneof(name)
        return None if member is None else _read_member(member, readers[member], getattr(message, member))

    return read


def _union(hint: Any) -> tuple[type, ...]:
    return tuple(arg for arg in get_args(hint) if arg is not type(None))


def _plain(hint: Any) -> Any:
    """The class behind annotations, lists and optional types."""
    while True:
        origin = get_origin(hint)
        if origin is Annotated:
            hint = hint.__origin__
        elif origin in (list, tuple):
            hint = get_args(hint)[0]
        elif origin in (Union, UnionType):
            hint = next(arg for arg in get_args(hint) if arg is not type(None))
        else:
            return hint
