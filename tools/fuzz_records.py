"""Judges records that nobody would write, and fails where the referee gives anything but a verdict or a refusal.

    python tools/fuzz_records.py --count 300000        so many altered records
    python tools/fuzz_records.py --seed 7 --only 4711  one of them again, with its traceback

All records of `fixtures` and a simulated game of each mode are altered: fields set to strange numbers, lists made long,
entries moved between games, the pack exchanged for `print`, or single bytes of the message. At the end it says what
came of them and the most steps of work that one call took.
"""

import argparse
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_service.cli.files import load
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.records import record_from_message, record_to_message, report_to_message
from shinpan_service.workbench.simulation import random_record, seed_of

ROOT = Path(__file__).resolve().parents[1]
SIMULATED = 2
"""Games of each mode, with the complete pack."""
NUMBERS = (0, 1, 2, 3, 7, 22, 23, 24, 40, 41, 48, 49, 54, 55, 99, 128, 255, 256, 65_536, 2**31 - 1, 2**31, 2**32 - 1)
LENGTHS = (2, 9, 60, 1000)
WORDS = (
    "",
    "p1",
    "p9",
    "turn",
    "round",
    "hand[p1]",
    "sides[1].hand[1]",
    "deck",
    "card",
    "0",
    "-1",
    "9" * 300,
    "?",
    "a=b",
    "審判",
)

Dice = random.Random
Alter = Callable[[record_pb2.Record, Sequence[record_pb2.Record], Dice], None]


class Judged(NamedTuple):
    """What came of a record: a verdict or a refusal, and the steps of work it took."""

    word: str
    steps: int


def sources() -> list[record_pb2.Record]:
    """All records to alter."""
    records = [load(path)[0] for path in sorted(ROOT.glob("fixtures/*/*.shinpan"))]
    for game in GAMES.values():
        for mode in (mode.name for mode in game.modes if mode.supported):
            for number in range(SIMULATED):
                records.append(random_record(game, mode, game.packs["house"], seed_of(f"fuzz {mode}", number)))
    return [record_to_message(record) for record in records]


def strange(field: FieldDescriptor, dice: Dice) -> Any:
    """A value that a field can carry."""
    if field.type in (FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_ENUM):
        return dice.choice(NUMBERS[:-2] if field.type == FieldDescriptor.TYPE_ENUM else NUMBERS)
    if field.type == FieldDescriptor.TYPE_SINT32:
        return dice.choice((-1, 1)) * dice.choice(NUMBERS[:-2])
    if field.type == FieldDescriptor.TYPE_BOOL:
        return dice.random() < 0.5
    if field.type == FieldDescriptor.TYPE_STRING:
        return dice.choice(WORDS)
    return dice.randbytes(dice.choice((0, 4, 32)))


def alter_message(message: Message, dice: Dice) -> None:
    """One field of a message, or of one inside it, set, left out or made long."""
    field = dice.choice(message.DESCRIPTOR.fields or [None])
    if field is None:
        return
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        if field.is_repeated:
            items = getattr(message, field.name)
            if not items or dice.random() < 0.3:
                items.add()
            alter_message(dice.choice(items), dice)
        else:
            getattr(message, field.name).SetInParent()
            alter_message(getattr(message, field.name), dice)
    elif field.is_repeated:
        alter_list(getattr(message, field.name), field, dice)
    else:
        setattr(message, field.name, strange(field, dice))


def alter_list(items: Any, field: FieldDescriptor, dice: Dice) -> None:
    """A list of plain values in another order, with one of them altered, or a long one."""
    kept, way = list(items), dice.randrange(4)
    if way == 0 and kept:
        kept[dice.randrange(len(kept))] = strange(field, dice)
    elif way == 1:
        dice.shuffle(kept)
    elif way == 2:
        kept.append(strange(field, dice))
    elif field.type == FieldDescriptor.TYPE_UINT32:
        length = dice.choice(LENGTHS)
        kept = list(range(1, length + 1)) if dice.random() < 0.5 else [strange(field, dice)] * length
    del items[:]
    items.extend(kept)


def alter_action(record: record_pb2.Record, _others: Sequence[record_pb2.Record], dice: Dice) -> None:
    """A field of an action, or its seat."""
    entry = dice.choice(record.entries)
    name = entry.WhichOneof("what")
    if name is not None:
        action = getattr(entry, name)
        member = action.WhichOneof("what") if "what" in action.DESCRIPTOR.oneofs_by_name else None
        alter_message(getattr(action, member) if member and dice.random() < 0.8 else action, dice)


def another_verb(record: record_pb2.Record, _others: Sequence[record_pb2.Record], dice: Dice) -> None:
    """Another kind of action in its place, as little of it as can be, or altered."""
    entry = dice.choice(record.entries)
    name = entry.WhichOneof("what")
    if name is not None and "what" in getattr(entry, name).DESCRIPTOR.oneofs_by_name:
        action = getattr(entry, name)
        field = dice.choice(action.DESCRIPTOR.oneofs_by_name["what"].fields)
        getattr(action, field.name).SetInParent()
        for _ in range(dice.randrange(4)):
            alter_message(getattr(action, field.name), dice)


def move_entries(record: record_pb2.Record, others: Sequence[record_pb2.Record], dice: Dice) -> None:
    """Entries dropped, doubled, or taken from another record, be it of another game."""
    place = dice.randrange(len(record.entries))
    other = dice.choice(others).entries
    inserted = [record.entries[place], *other[: dice.randrange(3)]][dice.randrange(2) :]
    kept = [*record.entries[:place], *inserted, *record.entries[place + dice.randrange(3) :]]
    del record.entries[:]
    record.entries.extend(kept)


def cut(record: record_pb2.Record, _others: Sequence[record_pb2.Record], dice: Dice) -> None:
    """The end left out."""
    del record.entries[1 + dice.randrange(len(record.entries)) :]


def exchange_pack(record: record_pb2.Record, _others: Sequence[record_pb2.Record], dice: Dice) -> None:
    """Another pack, of which less is known or more."""
    game = GAMES.get(record.header.game)
    if game is not None:
        pack = game.packs[dice.choice(("print", "house"))]
        record.header.pack.id, record.header.pack.digest = pack.id, pack.digest


def alter_anything(record: record_pb2.Record, _others: Sequence[record_pb2.Record], dice: Dice) -> None:
    """Any field of header, notes or entries."""
    alter_message(dice.choice((record, record.header, record.notes, dice.choice(record.entries))), dice)


WAYS: Sequence[Alter] = (
    alter_action, alter_action, alter_action, another_verb, another_verb, move_entries, cut, exchange_pack,
    alter_anything,
)  # fmt: skip


def altered(records: Sequence[record_pb2.Record], dice: Dice) -> bytes:
    """The bytes of an altered record. Nine of ten keep the form of one."""
    record = record_pb2.Record()
    record.CopyFrom(dice.choice(records))
    if dice.random() < 0.5:
        exchange_pack(record, records, dice)
    for _ in range(1 + dice.randrange(3)):
        if record.entries:
            dice.choice(WAYS)(record, records, dice)
    data = bytearray(record.SerializeToString())
    if dice.random() < 0.1:
        for _ in range(1 + dice.randrange(3)):
            data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data)


def judged(data: bytes) -> Judged:
    """What the referee says of a message."""
    try:
        record = record_from_message(record_pb2.Record.FromString(data))
        replay = Replay(GAMES, record)
        replay.run()
        report = replay.report()
        report_to_message(report, replay.game)
    except DecodeError:
        return Judged("undecodable", 0)
    except (RequestError, Unreadable) as refusal:
        return Judged(f"refused: {type(refusal).__name__}", 0)
    return Judged(report.verdict.word, replay.match.table.work.spent if replay.match else 0)


def main() -> int:
    """Judges as many as are asked for; 1 if any came to something else than a verdict or a refusal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one that failed")
    asked = parser.parse_args()
    records, came, most, slowest, failed = sources(), Counter[str](), 0, (0.0, 0), 0
    for number in range(asked.count) if asked.only is None else [asked.only]:
        data = altered(records, Dice(f"{asked.seed} {number}"))
        begun = process_time()
        try:
            word, steps = judged(data)
        except Exception:
            failed += 1
            word, steps = "FAILED", 0
            traceback.print_exc()
            print(f"again: python tools/fuzz_records.py --seed {asked.seed} --only {number}", file=sys.stderr)
        came[word] += 1
        most, slowest = max(most, steps), max(slowest, (process_time() - begun, number))
    for word, times in came.most_common():
        print(f"{times:9,}  {word}")
    print(f"most steps of work in a call: {most:,}; longest: {slowest[0]:.3f} s (--only {slowest[1]})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
