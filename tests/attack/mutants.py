"""Requests as nobody would make them: every mutant follows from a seed and its number alone."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from shinpan.v1 import record_pb2
from shinpan.v1.referee_pb2 import (
    EYES_REFEREE,
    EYES_SEAT,
    BatchVerifyReplaysRequest,
    GetReplayStateRequest,
    ListLegalActionsRequest,
    PlayEntry,
    PlayFetch,
    PlayGameRequest,
    PlayLegal,
    PlayOpening,
    PlayTakeBack,
    StreamReplayStepsRequest,
    VerifyReplayRequest,
    Viewer,
)
from shinpan_engine.games.registry import GAMES
from shinpan_service.cli.files import load
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.messages.records import record_to_message
from shinpan_service.workbench.simulation import random_record, seed_of
from tests.random_games import MODES

from .strange_packs import judged_with, strange_pack

FIXTURES = Path(__file__).parents[2] / "fixtures"
KINDS = {
    "VerifyReplay": VerifyReplayRequest,
    "BatchVerifyReplays": BatchVerifyReplaysRequest,
    "StreamReplaySteps": StreamReplayStepsRequest,
    "GetReplayState": GetReplayStateRequest,
    "ListLegalActions": ListLegalActionsRequest,
    PLAY: PlayGameRequest,
}
"""The methods that take a record, and what they take."""
GAMES_EACH = 3
"""Simulated games of every mode."""
PACK_EACH = 8
"""One request of so many brings a pack."""
MOST_CHANGES = 3
MOST_SAID = 4
"""Messages of a game that is played, besides its opening."""
ODD_NUMBERS = (0, 1, 2, 3, 7, 23, 54, 99, 127, 128, 255, 65_536, 2**31 - 1, 2**32 - 1)
ODD_TEXTS = ("", "deck", "p1", "house", "print", "\0", "\x1b[2J", "審判", "x" * 300, "../..", "%s")


class Mutant(NamedTuple):
    """A request to make; of a game that is played a message, with those that are said before and after it."""

    method: str
    request: bytes
    how: str
    before: tuple[bytes, ...] = ()
    after: tuple[bytes, ...] = ()

    @property
    def messages(self) -> tuple[bytes, ...]:
        """All that is sent."""
        return (*self.before, self.request, *self.after)


@cache
def sources() -> Sequence[Path | tuple[int, int]]:
    """Where records come from: fixtures, and simulated games by mode and number."""
    complete = [path for path in sorted(FIXTURES.rglob("*.shinpan")) if "seen" not in path.parts]
    return [*complete, *((mode, n) for mode in range(len(MODES)) for n in range(GAMES_EACH))]


@cache
def record(number: int) -> record_pb2.Record:
    """One of the records that mutants come from."""
    source = sources()[number]
    if isinstance(source, Path):
        return record_to_message(load(source)[0])
    game, mode = MODES[source[0]]
    return record_to_message(random_record(game, mode, GAMES[game.name].packs["house"], seed_of("mutants", source[1])))


def mutant(seed: int, number: int) -> Mutant:
    """One mutant of a series."""
    dice = random.Random(f"{seed}/{number}")
    method = dice.choice(list(KINDS))
    said = _conversation(dice) if method == PLAY else [_request(method, dice)]
    at = dice.randrange(len(said))
    request = said.pop(at)
    others = [other.SerializeToString() for other in said]
    how = dice.choice([*WAYS, *["bent"] * len(WAYS)])
    if how == "bent":
        for _ in range(dice.randint(1, MOST_CHANGES)):
            bend(request, dice)
        data = request.SerializeToString()
    else:
        data = WAYS[how](request.SerializeToString(), dice)
    return Mutant(method, data, how, tuple(others[:at]), tuple(others[at:]))


def _conversation(dice: random.Random) -> list[PlayGameRequest]:
    """What is said of a game that is played: it is opened, some things are done, and the record is fetched."""
    whole = record(dice.randrange(len(sources())))
    opening = PlayOpening(record=whole, viewer=_viewer(dice), without_states=dice.random() < 0.5)
    del opening.record.entries[dice.randint(0, len(whole.entries)) :]
    if dice.random() < 0.1:
        opening.draw_seed = True
        opening.record.header.ClearField("chance")
    coming = [PlayGameRequest(entry=PlayEntry(entry=one)) for one in whole.entries[len(opening.record.entries) :]]
    coming = coming or [PlayGameRequest(entry=PlayEntry())]
    others = [
        PlayGameRequest(legal=PlayLegal(page_size=dice.choice((0, 1, 1000)))),
        PlayGameRequest(take_back=PlayTakeBack(entries=dice.choice((1, 2, 100)))),
    ]
    said = [dice.choice((coming[0], *others)) for _ in range(dice.randint(0, MOST_SAID))]
    return [PlayGameRequest(opening=opening), *said, PlayGameRequest(fetch=PlayFetch())]


def _request(method: str, dice: random.Random) -> Any:
    if method == "BatchVerifyReplays":
        batch = BatchVerifyReplaysRequest()
        for number in range(dice.choice((1, 2, 3, 20))):
            batch.records.add(key=str(number), record=record(dice.randrange(len(sources()))))
        return batch
    request = KINDS[method](record=record(dice.randrange(len(sources()))))
    if not dice.randrange(PACK_EACH):
        pack = strange_pack(request.record.header.game, dice)
        request.record.CopyFrom(judged_with(request.record, pack))
        request.packs.append(pack)
    if method != "VerifyReplay":
        request.viewer.CopyFrom(_viewer(dice))
    if method in ("GetReplayState", "ListLegalActions") and dice.random() < 0.5:
        request.step = dice.randint(0, len(request.record.entries))
    return request


def _viewer(dice: random.Random) -> Viewer:
    eyes = dice.choice((0, EYES_SEAT, EYES_REFEREE))
    return Viewer(eyes=eyes, seat=dice.randint(1, 2) if eyes == EYES_SEAT else 0)


def bend(message: Message, dice: random.Random) -> None:
    """Changes one field somewhere in a message."""
    while dice.random() < 0.8:
        inner = [one for field, value in message.ListFields() if field.message_type for one in _each(field, value)]
        if not inner:
            break
        message = dice.choice(inner)
    if not message.DESCRIPTOR.fields:
        return
    field = dice.choice(message.DESCRIPTOR.fields)
    if field.is_repeated:
        _bend_list(getattr(message, field.name), field, dice)
    elif dice.random() < 0.2:
        message.ClearField(field.name)
    elif field.message_type:
        getattr(message, field.name).SetInParent()
    else:
        setattr(message, field.name, _odd(field, dice))


def _each(field: FieldDescriptor, value: Any) -> list[Message]:
    return list(value) if field.is_repeated else [value]


def _bend_list(values: Any, field: FieldDescriptor, dice: random.Random) -> None:
    """Takes an element out, puts one in twice, turns the order round, or adds an odd one."""
    way = dice.randrange(4)
    if values and way == 0:
        del values[dice.randrange(len(values))]
    elif values and way == 1:
        values.append(dice.choice(values))
    elif values and way == 2:
        values.reverse()
    elif field.message_type:
        values.add()
    else:
        values.extend([_odd(field, dice)] * dice.choice((1, 2, 1000)))


def _odd(field: FieldDescriptor, dice: random.Random) -> Any:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_BOOL:
            return dice.random() < 0.5
        case FieldDescriptor.CPPTYPE_STRING:
            text = dice.choice(ODD_TEXTS)
            return text.encode() if field.type == FieldDescriptor.TYPE_BYTES else text
        case FieldDescriptor.CPPTYPE_UINT32 | FieldDescriptor.CPPTYPE_UINT64:
            return dice.choice(ODD_NUMBERS)
        case _:
            return dice.choice([number for number in ODD_NUMBERS if number < 2**31]) * dice.choice((1, -1))


def _flipped(data: bytes, dice: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(dice.randint(1, 8)):
        found[dice.randrange(len(found))] ^= 1 << dice.randrange(8)
    return bytes(found)


def _spliced(data: bytes, dice: random.Random) -> bytes:
    other = KINDS["VerifyReplay"](record=record(dice.randrange(len(sources())))).SerializeToString()
    return data[: dice.randrange(len(data))] + other[dice.randrange(len(other)) :]


def _nested(data: bytes, dice: random.Random) -> bytes:
    """Groups, or messages within messages, far deeper than any reader goes."""
    depth = dice.choice((50, 99, 100, 101, 1000, 20_000))
    if dice.random() < 0.5:
        return data + b"\x0b" * depth + b"\x0c" * depth
    found = b""
    for _ in range(min(depth, 1000)):
        found = b"\x0a" + _varint(len(found)) + found
    return found


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def _inserted(*parts: bytes) -> Callable[[bytes, random.Random], bytes]:
    """Puts something in at any place."""

    def put(data: bytes, dice: random.Random) -> bytes:
        at = dice.choice((0, len(data), dice.randrange(len(data) + 1)))
        return data[:at] + dice.choice(parts) * dice.choice((1, 1, 3)) + data[at:]

    return put


def _bad_text(data: bytes, dice: random.Random) -> bytes:
    """A name that is no UTF-8, as long as the one that stood there."""
    names = [name.encode() for name in (*GAMES, "house", "print", "sha256ctr-1") if name.encode() in data]
    if not names:
        return data
    name = dice.choice(names)
    return data.replace(name, name[:-1] + dice.choice((b"\xff", b"\x80", b"\xc0")), 1)


WAYS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "truncated": lambda data, dice: data[: dice.randrange(len(data))],
    "flipped": _flipped,
    "random": lambda _, dice: dice.randbytes(dice.choice((1, 10, 100, 5000))),
    "spliced": _spliced,
    "nested": _nested,
    "varints": _inserted(
        b"\x08" + b"\xff" * 9 + b"\x01", b"\x10" + b"\x80" * 20 + b"\x01", b"\x18\xff\xff\xff\xff\x0f"
    ),
    "unknown fields": _inserted(b"\xf8\x07\x01", b"\xfa\x07\x03abc", b"\xfd\x07\0\0\0\0", b"\xf9\x07" + bytes(8)),
    "bad text": _bad_text,
}
"""How the bytes of a request are spoiled; "bent" ones, half of all, have fields changed instead."""
