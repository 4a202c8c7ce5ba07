"""What people and programs see: tables and colours on a terminal, plain text elsewhere, JSON when asked."""

import json
from collections.abc import Iterable
from typing import Any

import click
import msgspec
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Console
from rich.table import Table
from rich.text import Text

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.text import NameBook, fields, spell

COLOURS = {
    "legal": "bold green",
    "incomplete": "bold cyan",
    "illegal": "bold red",
    "contradicted": "bold red",
    "diverged": "bold magenta",
    "undecidable": "bold yellow",
    "malformed": "bold red",
}


def console() -> Console:
    """Standard output; wide and plain where it is not a terminal."""
    made = Console(highlight=False)
    return made if made.is_terminal else Console(highlight=False, width=200, no_color=True)


def error_console() -> Console:
    """Standard error, for progress."""
    return Console(stderr=True, highlight=False)


def verdict_word(report: report_pb2.Report) -> str:
    """The verdict as people write it."""
    return report_pb2.Verdict.Name(report.verdict).removeprefix("VERDICT_").lower()


def as_dict(message: Message) -> dict[str, Any]:
    """A message as JSON data; hashes in hex, as everywhere else."""
    data: dict[str, Any] = json_format.MessageToDict(message, preserving_proto_field_name=True)
    return data


def print_json(data: Any) -> None:
    """One line of JSON."""
    click.echo(json.dumps(data, ensure_ascii=False, sort_keys=True))


def report_dict(report: report_pb2.Report) -> dict[str, Any]:
    """A report as JSON data: the verdict as a word, hashes in hex."""
    data = as_dict(report)
    data["verdict"] = verdict_word(report)
    for name in ("header_hash", "state_hash", "last_link"):
        data[name] = getattr(report, name).hex()
    for finding, message in zip(data.get("findings", []), report.findings, strict=True):
        finding["verdict"] = report_pb2.Verdict.Name(message.verdict).removeprefix("VERDICT_").lower()
    return data


def print_report(out: Console, name: str, report: report_pb2.Report, *, quiet: bool = False) -> None:
    """A report for people."""
    word = verdict_word(report)
    line = Text()
    line.append(word, COLOURS[word])
    line.append(f"  {name}  ")
    line.append(_summary(report), "dim")
    out.print(line)
    for finding in report.findings:
        print_finding(out, finding)
    if not quiet:
        for note in report.notes:
            out.print(Text(f"  note: {_place(note.where)}{note.text}", "dim"))
        print_assumptions(out, report)


def _summary(report: report_pb2.Report) -> str:
    parts = [f"{report.actions_replayed} of {report.actions_total} actions"]
    if report.HasField("result"):
        winners = " ".join(f"p{seat}" for seat in report.result.winners)
        parts.append(f"{winners} won" if winners else "drawn")
        parts.append(f"by {report.result.reason}")
    if report.last_link:
        parts.append(f"link {report.last_link.hex()[:8]}")
    return ", ".join(parts)


def _place(where: report_pb2.Locator) -> str:
    if where.line:
        return f"line {where.line}: "
    return f"entry {where.entry}: " if where.entry else ""


def print_finding(out: Console, finding: report_pb2.Finding) -> None:
    """A finding: where, what was submitted, why not, what was legal."""
    place = _place(finding.where).rstrip(": ") or "header"
    out.print(Text(f"  {place}: {finding.message}"))
    if finding.submitted:
        out.print(Text(f"    submitted  {finding.submitted}"))
    for rule in finding.rules:
        out.print(Text(f"    rule       {rule.id} ({rule.section}): {rule.text}"))
    for difference in finding.differences:
        out.print(Text(f"    {difference.path}: recorded {difference.recorded}, computed {difference.computed}"))
    if finding.legal_count:
        out.print(Text(f"    legal here ({finding.legal_count}):"))
        for line in finding.legal:
            out.print(Text(f"      {line}"))
        if finding.legal_count > len(finding.legal):
            out.print(Text(f"      … and {finding.legal_count - len(finding.legal)} more"))


def print_assumptions(out: Console, report: report_pb2.Report) -> None:
    """What the verdict rests on beyond print and record."""
    if not report.assumptions:
        return
    out.print(Text("  rests on:", "dim"))
    for assumption in report.assumptions:
        out.print(Text(f"    {assumption.kind} {assumption.id}: {assumption.text}", "dim"))


def state_tables(state: msgspec.Struct, names: NameBook) -> Iterable[Table]:
    """A state as tables: what is common, then one column for each side."""
    common = Table(show_header=False, box=None, pad_edge=False)
    for field in fields(type(state)):
        value = getattr(state, field.attribute)
        if field.name != "sides" and value not in (None, [], 0, False):
            common.add_row(field.name, _shown(field, value, names))
    yield common
    sides = getattr(state, "sides", [])
    if not sides:
        return
    table = Table("", *(f"p{seat}" for seat in range(1, len(sides) + 1)))
    for field in fields(sides[0].__class__):
        values = [getattr(side, field.attribute) for side in sides]
        if any(value not in (None, [], 0, False) for value in values):
            table.add_row(field.name, *(_shown(field, value, names) for value in values))
    yield table


def _shown(field: Any, value: Any, names: NameBook) -> Text:
    """A value; cards one a line with their printed names."""
    if not field.repeated:
        return Text(_with_name(field, value, names))
    if field.name == "deck":
        return Text(f"{len(value)} cards, top {_with_name(field, value[0], names)}")
    return Text("\n".join(_with_name(field, item, names) for item in value))


def _with_name(field: Any, item: Any, names: NameBook) -> str:
    one = field._replace(repeated=False)
    if isinstance(item, msgspec.Struct):
        return " ".join(_struct_words(item, names))
    name = names.printed(field.table, item) if field.table else ""
    return f"{spell(one, item, names)} {name}".rstrip()


def _struct_words(struct: msgspec.Struct, names: NameBook) -> Iterable[str]:
    """A small struct in words: its first field, then whatever is not at its default."""
    for at, field in enumerate(fields(struct.__class__)):
        value = getattr(struct, field.attribute)
        if at == 0:
            yield _with_name(field, value, names) if not field.repeated else spell(field, value, names)
        elif value not in (None, [], 0, False, "", b""):
            if field.repeated and isinstance(value[0], msgspec.Struct):
                inner = "; ".join(" ".join(_struct_words(item, names)) for item in value)
                yield f"{field.name}=({inner})"
            else:
                yield f"{field.name}={spell(field, value, names)}"
