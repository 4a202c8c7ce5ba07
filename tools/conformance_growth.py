"""Messages that grew, for the conformance vectors: the schema is `fixtures/conformance/growth.proto`."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Annotated, Any

import msgpack
import msgspec

from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.forms.to_json import to_json


class Leaf(msgspec.Struct, array_like=True, frozen=True):
    """A message inside others."""

    number: int = 0
    yes: bool = False


class Low(msgspec.Struct, array_like=True, frozen=True, tag=1006):
    """A member of a oneof that was added."""


class High(msgspec.Struct, array_like=True, frozen=True, tag=1007):
    """Another one."""

    number: int = 0


class New(msgspec.Struct, array_like=True, frozen=True):
    """A message that was added, and then grew."""

    number: int = 0


class Colour(IntEnum):
    """An enum."""

    UNSPECIFIED = 0
    RED = 1


class Sheet(msgspec.Struct, array_like=True, frozen=True):
    """A message that got a field of every kind."""

    first: Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)] = 0
    leaf: Leaf | None = None
    yes: bool = False
    number: int = 0
    text: str = ""
    data: bytes = b""
    later: Leaf | None = None
    leaves: list[Leaf] = []
    choice: High | Low | None = None
    maybe: int | None = None
    colour: Colour = Colour.UNSPECIFIED
    empty: New | None = None


@contextmanager
def grown() -> Iterator[None]:
    """The classes count as grown as long as this lasts; the engine's own have not."""
    canon.grown(Leaf, 1)
    canon.grown(New, 1)
    canon.grown(Sheet, 10)
    try:
        yield
    finally:
        for kind in (Leaf, New, Sheet):
            canon.grown(kind, 0)


def messages() -> Iterator[tuple[str, msgspec.Struct]]:
    """What is said of each message, and the message."""
    yield "nothing that was added", Sheet(5, Leaf(7))
    yield "nothing at all", Sheet()
    yield "the first that was added", Sheet(5, yes=True)
    yield "one further on, and defaults before it", Sheet(5, number=-1)
    yield "a text", Sheet(text="審判")
    yield "bytes", Sheet(data=b"\0")
    yield "a message that says nothing but is there", Sheet(later=Leaf())
    yield "a message that grew itself", Sheet(leaf=Leaf(0, True), later=Leaf(1, True))
    yield "a list of messages, some with what was added", Sheet(leaves=[Leaf(), Leaf(300, True), Leaf(2)])
    yield "the lower member of a oneof that was added", Sheet(choice=Low())
    yield "the higher one, in the same place", Sheet(choice=High(9))
    yield "an optional number", Sheet(maybe=7)
    yield "an optional number that is there and is 0", Sheet(maybe=0)
    yield "a value of an enum", Sheet(colour=Colour.RED)
    yield "a message that is there, without any field that is written", Sheet(empty=New())
    yield "the same with what was added to it", Sheet(empty=New(8))
    yield "an inner message alone", Leaf(3)
    yield "an inner message alone, with what was added", Leaf(0, True)


def as_json(message: msgspec.Struct) -> dict[str, Any]:
    """A message as protobuf JSON. No message of the engine has an optional number, so this one is added here."""
    maybe = getattr(message, "maybe", None)
    return {**to_json(message), **({} if maybe is None else {"maybe": maybe})}


def refused() -> Iterator[tuple[str, bytes]]:
    """Bytes that are another spelling of a sheet, or of none that is known."""
    for about, array in arrays():
        yield about, msgpack.packb(array, use_bin_type=True)
    yield "a number in a longer form", bytes.fromhex("92 cc05 c0")
    yield "an array in a longer form", bytes.fromhex("dc0002 05 c0")
    yield "a text in a longer form", bytes.fromhex("95 05 c0 c2 00 d90161")
    yield "text that is no UTF-8", bytes.fromhex("95 05 c0 c2 00 a1ff")
    yield "bytes for a text", bytes.fromhex("95 05 c0 c2 00 c40161")
    yield "a truth for a number", bytes.fromhex("92 c3 c0")
    yield "bytes left over", bytes.fromhex("92 05 c0 c0")
    yield "bytes that are missing", bytes.fromhex("92 05")
    yield "a member that is not known", bytes.fromhex("99 00 c0 c2 00 a0 c400 c0 90 91cd03f0")


def arrays() -> Iterator[tuple[str, list[Any]]]:
    """Arrays that are no form of a sheet."""
    yield "too few fields", [5]
    yield "a default at the end", [5, None, True, 0]
    yield "nothing but defaults", [5, None, False]
    yield "an absent message at the end", [5, None, False, 1, "", b"", None]
    yield "a default inside an inner message", [5, [7, False]]
    yield "more fields than are known", [5, None, False, 1, "", b"", None, [], [1006], 0, 0, [], 0]
    yield "more fields than are known in an inner message", [5, [7, True, 0]]
    yield "an optional number that is absent, at the end", [5, None, False, 1, "", b"", None, [], None, None]
    yield "a value that the enum has not", [5, None, False, 1, "", b"", None, [], None, None, 2]
    yield "a number below the field's least", [-1, None]
    yield "a number of more than 32 bits", [1 << 32, None]
    yield "nil for a number", [None, None]
    yield "a float for a number", [5.0, None]
    yield "a map for a message", [5, {"number": 7}]
