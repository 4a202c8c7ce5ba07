"""What is kept of a record that was judged: a row, which knows what was in the record and not where it lay.

An assumption is a name of 16 hex digits, those of the digest of its kind, id and values; a table beside the rows says
what each is.
"""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.judging.record import Header
from shinpan_engine.kernel.messages import ENGLISH

from ..files.many import Form
from ..judging import Games, Outcome, outcome_of

SCHEMA = 1
"""Grows by one when rows say something else."""
NOT_JUDGED = "not_judged"
KILLED = "killed"
NAME_BYTES = 8
MOST_KNOWN = 10_000
"""Assumptions whose names a process remembers."""


class Row(msgspec.Struct, frozen=True):
    """A record and its judgement. What there is none of is empty or 0."""

    record: str
    """SHA-256 of its bytes."""
    form: str
    verdict: str
    """That of the report; `not_judged` for what could not be, `killed` for what ended every process that tried."""
    game: str = ""
    mode: str = ""
    edition: str = ""
    pack: str = ""
    pack_digest: str = ""
    clause: str = ""
    """Of what was found: the clause that decides."""
    code: str = ""
    """The key of what was found, or of why it was not judged."""
    step: int = 0
    entry: int = 0
    line: int = 0
    actions: int = 0
    replayed: int = 0
    result: str = ""
    """The seats that won (`p1 p3`), `draw` or `lost`."""
    reason: str = ""
    score: Sequence[int] = ()
    header_hash: str = ""
    last_link: str = ""
    assumptions: Sequence[str] = ()


class Assumed(msgspec.Struct, frozen=True, order=True):
    """An assumption."""

    name: str
    kind: str
    id: str
    text: str
    """In English."""


class Said(msgspec.Struct, array_like=True, frozen=True):
    """What a child says of a record: its row as a line of JSON, and the assumptions in it of which this child has not
    spoken before."""

    line: bytes
    assumed: Sequence[Assumed]


def row_in(said: bytes) -> Row:
    """The row in what a child said."""
    return msgspec.json.decode(msgspec.msgpack.decode(said, type=Said).line, type=Row)


def killed(data: bytes, form: Form) -> bytes:
    """The row of a record that has ended every child."""
    return msgspec.json.encode(Row(sha256(data).hexdigest(), form.value, KILLED))


_known: dict[bytes, str] = {}
"""The names of assumptions of which this process has spoken, by the bytes of their messages."""


def say_row(data: bytes, form: Form, games: Games) -> bytes:
    """What a child says of a record for a corpus."""
    outcome, assumed = outcome_of(data, form, games, ENGLISH), list[Assumed]()
    if len(_known) > MOST_KNOWN:
        _known.clear()
    row = _row(sha256(data).hexdigest(), form, outcome, assumed)
    return msgspec.msgpack.encode(Said(msgspec.json.encode(row), assumed))


def _row(record: str, form: Form, outcome: Outcome, assumed: list[Assumed]) -> Row:
    if not outcome.judged:
        return Row(record, form.value, NOT_JUDGED, code=outcome.code, line=outcome.line)
    report, head = outcome.message(), outcome.head()
    finding = report.findings[0] if report.findings else report_pb2.Finding()
    return Row(
        record,
        form.value,
        report_pb2.Verdict.Name(report.verdict).removeprefix("VERDICT_").lower(),
        **_of_header(head),
        clause=finding.rules[0].id if finding.rules else "",
        code=finding.code,
        step=finding.where.step,
        entry=finding.where.entry,
        line=finding.where.line,
        actions=report.actions_total,
        replayed=report.actions_replayed,
        result=_result(report),
        reason=report.result.reason,
        score=tuple(report.result.score),
        header_hash=report.header_hash.hex(),
        last_link=report.last_link.hex(),
        assumptions=tuple([_name(one, assumed) for one in report.assumptions]),
    )


def _of_header(head: Header) -> dict[str, str]:
    pack = {"pack": head.pack.id, "pack_digest": head.pack.digest.hex()} if head.pack is not None else {}
    return {"game": head.game, "mode": head.mode, "edition": head.edition, **pack}


def _result(report: report_pb2.Report) -> str:
    """The result as records write it; nothing of a game that has not ended."""
    if not report.HasField("result"):
        return ""
    winners = " ".join(f"p{seat}" for seat in report.result.winners)
    return winners or ("lost" if report.result.lost else "draw")


def _name(assumption: report_pb2.Assumption, assumed: list[Assumed]) -> str:
    """The name of an assumption, which is added to those spoken of if it is new."""
    whole = assumption.SerializeToString(deterministic=True)
    name = _known.get(whole)
    if name is None:
        text = assumption.text
        assumption.ClearField("text")
        name = sha256(assumption.SerializeToString(deterministic=True)).digest()[:NAME_BYTES].hex()
        _known[whole] = name
        assumed.append(Assumed(name, assumption.kind, assumption.id, text))
    return name
