"""A report for people and for programs."""

from typing import Any

from rich.console import Console
from rich.text import Text

from shinpan.v1 import report_pb2

from .messages_shown import as_dict
from .naming import Naming
from .output import enum_word, say, visible

COLOURS = {
    "legal": "bold green",
    "incomplete": "bold cyan",
    "illegal": "bold red",
    "contradicted": "bold red",
    "diverged": "bold magenta",
    "undecidable": "bold yellow",
    "malformed": "bold red",
}
LABEL = "    {:11}"


def verdict_word(report: report_pb2.Report | report_pb2.Finding) -> str:
    """The verdict of a report or finding as people write it."""
    return enum_word("Verdict", report_pb2.Verdict.Name(report.verdict))


def report_dict(file: str, report: report_pb2.Report) -> dict[str, Any]:
    """A report as JSON data, with the file that it is about."""
    return {"file": file, **as_dict(report)}


def print_report(out: Console, name: str, report: report_pb2.Report, naming: Naming, *, quiet: bool = False) -> None:
    """A report, with notes and assumptions unless it shall be quiet."""
    word = verdict_word(report)
    line = Text(word, COLOURS[word])
    line.append(visible(f"  {name}  "), "not bold default")
    line.append(_summary(report), "not bold dim")
    out.print(line, soft_wrap=True)
    for finding in report.findings:
        _print_finding(out, finding, naming)
    if not quiet:
        for note in report.notes:
            say(out, f"{place(note.where, naming.game.heads)}{note.text}", "dim", after="  note: ")
        _print_assumptions(out, report)


def _summary(report: report_pb2.Report) -> str:
    parts = [f"{report.actions_replayed} of {report.actions_total} actions"]
    if report.HasField("result"):
        winners = " ".join(f"p{seat}" for seat in report.result.winners)
        parts.append(f"{winners} won" if winners else "lost" if report.result.lost else "drawn")
        parts.append(f"by {report.result.reason}")
        if report.result.score:
            parts.append(f"score {' '.join(map(str, report.result.score))}")
    if report.last_link:
        parts.append(f"link {report.last_link.hex()[:8]}")
    return ", ".join(parts)


def place(where: report_pb2.Locator, heads: str) -> str:
    """Where something is: its line or entry, the turn and the printed step."""
    parts = [f"line {where.line}"] if where.line else [f"entry {where.entry}"] if where.entry else []
    if where.turn:
        parts.append(f"{heads} {where.turn}")
    if where.printed_step:
        parts.append(f"step {where.printed_step}")
    return f"{', '.join(parts)}: " if parts else ""


def found_line(finding: report_pb2.Finding, naming: Naming) -> str:
    """A finding in one line."""
    submitted = f" ({naming.line(finding.submitted)})" if finding.submitted else ""
    return f"{verdict_word(finding)}, {place(finding.where, naming.game.heads)}{finding.message}{submitted}"


def _print_finding(out: Console, finding: report_pb2.Finding, naming: Naming) -> None:
    """A finding: where, what was submitted, why not, what was legal."""
    say(out, finding.message, after=f"  {place(finding.where, naming.game.heads) or 'header: '}")
    if finding.submitted:
        say(out, naming.line(finding.submitted), after=LABEL.format("submitted"))
    for rule in finding.rules:
        say(out, f"{rule.id} ({rule.section}): {rule.text}", after=LABEL.format("rule"))
    for difference in finding.differences:
        told = f"{difference.path}: recorded {difference.recorded}, computed {difference.computed}"
        say(out, told, after=LABEL.format("differs"))
    if finding.legal_counted or finding.legal_not_all_counted:
        _print_legal(out, finding, naming)


def _print_legal(out: Console, finding: report_pb2.Finding, naming: Naming) -> None:
    count, some = finding.legal_counted, finding.legal_not_all_counted
    say(out, f"    legal here ({f'at least {count}, not all were counted' if some else count}):")
    for line in finding.legal:
        say(out, naming.line(line), after="      ")
    if count > len(finding.legal):
        say(out, f"      … and {count - len(finding.legal)} more")


def _print_assumptions(out: Console, report: report_pb2.Report) -> None:
    """What the verdict rests on beyond print and record."""
    if report.assumptions:
        say(out, "  rests on:", "dim")
    for assumption in report.assumptions:
        say(out, assumption.text, "dim", after=f"    {assumption.kind} {assumption.id}: ")
