"""What is expected of records that say so themselves: by the golden beside a transcript, or by their own seal.

A golden has the whole report; a sealed record has the last link of its game and the result.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_records.plain_files import plain_bytes
from shinpan_service.serving.workers import Prepare
from shinpan_service.workbench.goldens import MOST_GOLDEN_BYTES, golden_path

from .crew import Crew
from .files.many import Form
from .files.sources import Source
from .jobs import groups, records_of
from .kept.differences import Change, Compared
from .kept.rows import Row, killed, row_in

_HEAD = re.compile(r"^(verdict|header|link) +(\S+)$", re.MULTILINE)
_CLAUSE = re.compile(r"^  clause +(\S+) ", re.MULTILINE)
_NAMES = {"verdict": "verdict", "header": "header_hash", "link": "last_link"}


class Expected(NamedTuple):
    """What is known of a judgement, and what of it is known."""

    row: Row
    known: tuple[str, ...]


def expected_of(source: Source) -> Expected | None:
    """What is expected of a record, if anything is."""
    golden = golden_path(Path(source.name))
    if source.form is Form.TRANSCRIPT and golden.is_file():
        return _of_golden(plain_bytes(golden, MOST_GOLDEN_BYTES).decode("utf-8", "replace"))
    return _of_seal(source.data) if source.form is Form.BINARY else None


def _of_golden(text: str) -> Expected | None:
    """What a golden says; of a transcript that cannot be judged it says only that."""
    report = text.partition("\n--\n")[0]
    found: dict[str, Any] = {_NAMES[name]: value for name, value in _HEAD.findall(report)}
    if "verdict" not in found:
        return None
    clause = _CLAUSE.search(report)
    found["clause"] = clause[1] if clause else ""
    return Expected(Row("", Form.TRANSCRIPT.value, **found), tuple(found))


def _of_seal(data: bytes) -> Expected | None:
    try:
        notes = record_pb2.Record.FromString(data).notes
    except DecodeError:
        return None
    if not notes.last_link:
        return None
    verdict = "legal" if notes.result else "incomplete"
    link = notes.last_link.hex()
    return Expected(Row("", Form.BINARY.value, verdict, last_link=link), ("verdict", "last_link", "clause"))


async def compared_with_expected(found: Iterator[Source], prepare: Prepare, jobs: int) -> Compared:
    """Judges records and compares what comes of them with what is expected. Those that say nothing count as new."""
    same = new = 0
    changes: list[Change] = []
    pieces = ((group, records_of(group)) for group in groups(found))
    async with Crew(prepare, jobs) as crew:
        async for group, said in crew.in_order(pieces):
            judged = [source for source in group if source.broken is None]
            new += len(group) - len(judged)
            for source, of_record in zip(judged, said, strict=True):
                change = _compared(source, of_record)
                new += change is None
                same += change is not None and not change.fields
                changes += [change] if change is not None and change.fields else []
    return Compared(same, changes, 0, new)


def _compared(source: Source, said: bytes | None) -> Change | None:
    """What changed of a record, be it nothing; None if nothing is expected of it."""
    if (expected := expected_of(source)) is None:
        return None
    row = msgspec.json.decode(killed(source.data, source.form), type=Row) if said is None else row_in(said)
    return Change(source.name, expected.row, row, expected.known)
