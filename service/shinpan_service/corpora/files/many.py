"""Many records in one file (`.records`): a beginning of its own, then each record with its lengths before it.

    the file     MAGIC, record…                       MAGIC may come again before any record: such files can be joined
    a record     length of the data   4 bytes         at most MOST_RECORD_BYTES
                 its form             1 byte          1 transcript, 2 protobuf in binary, 3 protobuf as JSON
                 length of the name   2 bytes         at most LONGEST_NAME
                 the name, the data

Numbers have the highest byte first. The name is that of the file that the record was; it says nothing about the record.
docs/corpora.md says the same to others.
"""

import struct
from collections.abc import Iterator
from enum import Enum
from typing import BinaryIO, NamedTuple, Protocol

from shinpan_engine.kernel.messages import Message, say
from shinpan_records.limits import MOST_RECORD_BYTES

MAGIC = b"\x89SHINPAN\r\n\x1a\n"
"""No text begins so, and whoever changes the ends of lines breaks it. As a length it would be over the limit."""
END = ".records"
LONGEST_NAME = 4096
_HEAD = struct.Struct(">IBH")
_MORE = len(MAGIC) - _HEAD.size


class Form(Enum):
    """How a record is written down, by the end of its name."""

    TRANSCRIPT = ".shinpan"
    BINARY = ".pb"
    JSON = ".json"


FORMS = tuple(Form)
"""The number of a form is one more than its place here; new ones are added at the end."""


class Readable(Protocol):
    """What is read from one end to the other."""

    def read(self, size: int, /) -> bytes: ...


class Kept(NamedTuple):
    """A record in such a file."""

    name: bytes
    form: Form
    data: bytes


class Broken(Exception):
    """A file or a part of one is not what it should be, and why."""

    def __init__(self, message: Message, code: str = "") -> None:
        super().__init__(str(message))
        self.message = message
        self.code = code or message.key


class Packing:
    """Writes such a file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.count = 0
        file.write(MAGIC)

    def add(self, one: Kept) -> None:
        """Adds a record."""
        self._file.write(_written(one))
        self.count += 1


def _written(one: Kept) -> bytes:
    """A record as it is in the file."""
    assert len(one.data) <= MOST_RECORD_BYTES, "a record is refused before it is packed"
    assert len(one.name) <= LONGEST_NAME, "a name is refused before it is packed"
    return _HEAD.pack(len(one.data), 1 + FORMS.index(one.form), len(one.name)) + one.name + one.data


def kept_in(file: Readable) -> Iterator[Kept]:
    """The records in a file, from its beginning on. Raises `Broken` behind the last whole one if more follows."""
    whole = 0
    if file.read(len(MAGIC)) != MAGIC:
        raise Broken(say("cli.many.no_magic"))
    while head := file.read(_HEAD.size):
        if MAGIC.startswith(head):
            if head + file.read(_MORE) != MAGIC:
                raise _cut_off(whole)
            continue
        yield _one(file, head, whole)
        whole += 1


def count_in(file: BinaryIO) -> int:
    """How many whole records a file has that can be moved about in; its records are not read."""
    end = file.seek(0, 2)
    at, count = len(MAGIC), 0
    while at < end:
        file.seek(at)
        head = file.read(_HEAD.size)
        if MAGIC.startswith(head):
            at += len(MAGIC)
            continue
        if len(head) < _HEAD.size:
            break
        length, _, name = _HEAD.unpack(head)
        at += _HEAD.size + name + length
        count += at <= end
    return count


def _one(file: Readable, head: bytes, whole: int) -> Kept:
    if len(head) < _HEAD.size:
        raise _cut_off(whole)
    length, form, name_length = _HEAD.unpack(head)
    if length > MOST_RECORD_BYTES or name_length > LONGEST_NAME or not 1 <= form <= len(FORMS):
        raise Broken(say("cli.many.damaged", count=whole))
    body = file.read(name_length + length)
    if len(body) < name_length + length:
        raise _cut_off(whole)
    return Kept(body[:name_length], FORMS[form - 1], body[name_length:])


def _cut_off(whole: int) -> Broken:
    return Broken(say("cli.many.cut_off", count=whole))
