"""A report for people and for programs."""

from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Message, Table, say, sentence, spelled, template_of
from shinpan_engine.words.record_words import lexicon
from shinpan_records.transcript import difference_told
from shinpan_records.transcript.lines import TURN
from shinpan_records.words.record_lines import step_in
from shinpan_records.words.sentences import wording

from .languages import asked_language, told
from .messages_shown import as_dict
from .naming import Naming
from .output import enum_word, visible
from .output import say as show

COLOURS = {
    "legal": "bold green",
    "incomplete": "bold cyan",
    "illegal": "bold red",
    "contradicted": "bold red",
    "diverged": "bold magenta",
    "undecidable": "bold yellow",
    "malformed": "bold red",
}
LABEL = 11
"""Columns of a label."""


def verdict_word(report: report_pb2.Report | report_pb2.Finding) -> str:
    """The verdict of a report or finding as people write it."""
    return enum_word("Verdict", report_pb2.Verdict.Name(report.verdict))


def report_dict(file: str, report: report_pb2.Report) -> dict[str, Any]:
    """A report as JSON data, with the file that it is about."""
    return {"file": file, **as_dict(report)}


def print_report(out: Console, name: str, report: report_pb2.Report, naming: Naming, *, quiet: bool = False) -> None:
    """A report, with notes and assumptions unless it shall be quiet."""
    word = verdict_word(report)
    line = Text(verdict_told(word), COLOURS[word])
    line.append(visible(f"  {name}  "), "not bold default")
    line.append(_summary(report, naming.game.name), "not bold dim")
    out.print(line, soft_wrap=True)
    for finding in report.findings:
        _print_finding(out, finding, naming)
    if not quiet:
        for note in report.notes:
            show(out, f"{place(note.where, naming.game)}{note.text}", "dim", after=f"  {told('cli.report.note')}: ")
        _print_assumptions(out, report, naming)


def _summary(report: report_pb2.Report, game: str) -> str:
    """How much was replayed, and how the game ended."""
    parts = [told("cli.report.actions", replayed=report.actions_replayed, total=report.actions_total)]
    if report.HasField("result"):
        result = report.result
        winners = " ".join(f"p{seat}" for seat in result.winners)
        ended = told("cli.report.won", winners=winners) if winners else told("cli.report.drawn")
        parts.append(told("cli.report.lost") if result.lost and not winners else ended)
        why = wording(game, asked_language()).values["reason"]
        parts.append(why.get(result.reason, result.reason))
        if result.score:
            parts.append(told("cli.report.score", score=" ".join(map(str, result.score))))
    if report.last_link:
        parts.append(told("cli.report.link", link=report.last_link.hex()[:8]))
    return listed(parts)


def place(where: report_pb2.Locator, game: Game) -> str:
    """Where something is: its line or entry, the turn and the printed step."""
    parts = [told("cli.report.line", line=where.line)] if where.line else []
    if where.entry and not where.line:
        parts.append(told("cli.report.entry", entry=where.entry))
    if where.turn:
        head = say("kernel.turn") if game.heads == TURN else say("kernel.round")
        parts.append(told("cli.report.head", head=head, number=where.turn))
    if where.printed_step:
        parts.append(told("cli.report.step", step=step_told(game, where.printed_step)))
    return f"{listed(parts)}: " if parts else ""


def step_told(game: Game, step: str) -> str:
    """A printed step by its name in records of the language that was asked for."""
    return step_in(step, lexicon(game.name, asked_language()))


def verdict_told(word: str) -> str:
    """A verdict in the language that was asked for."""
    return sentence(Message(f"cli.verdict.{word}"), asked_language())


def listed(parts: list[str]) -> str:
    """Words one after the other."""
    return told("cli.report.parts", parts=tuple(parts))


def found_line(finding: report_pb2.Finding, naming: Naming) -> str:
    """A finding in one line."""
    submitted = f" ({naming.line(_submitted(finding))})" if finding.submitted else ""
    said = f"{place(finding.where, naming.game)}{finding.message}{submitted}"
    return listed([verdict_told(verdict_word(finding)), said])


def _submitted(finding: report_pb2.Finding) -> str:
    """What was submitted, in canonical words."""
    return finding.submitted_canonical or finding.submitted


def _print_finding(out: Console, finding: report_pb2.Finding, naming: Naming) -> None:
    """A finding: where, what was submitted, why not, what was legal."""
    show(out, finding.message, after=f"  {place(finding.where, naming.game) or told('cli.report.header')}")
    if finding.submitted:
        show(out, naming.line(_submitted(finding)), after=_label("submitted"))
    for rule in finding.rules:
        show(out, f"{rule.id} ({rule.section}): {rule.text}", after=_label("rule"))
    for difference in finding.differences:
        what = (difference.path, difference.recorded, difference.computed)
        show(out, difference_told(*what, naming.game.name, asked_language()), after=_label("differs"))
    if finding.legal_counted or finding.legal_not_all_counted:
        _print_legal(out, finding, naming)


def _print_legal(out: Console, finding: report_pb2.Finding, naming: Naming) -> None:
    count, some = finding.legal_counted, finding.legal_not_all_counted
    legal = told("cli.report.some_legal", count=count) if some else told("cli.report.legal", count=count)
    show(out, f"    {legal}:")
    for line in finding.legal_canonical or finding.legal:
        show(out, naming.line(line), after="      ")
    if count > len(finding.legal):
        show(out, f"      {told('cli.report.more', count=count - len(finding.legal))}")


def _print_assumptions(out: Console, report: report_pb2.Report, naming: Naming) -> None:
    """What the verdict rests on beyond print and record."""
    if report.assumptions:
        show(out, f"  {told('cli.report.rests_on')}:", "dim")
    for assumption in report.assumptions:
        about = template_of(f"cli.assumed.{assumption.id}", asked_language()) or step_told(naming.game, assumption.id)
        show(out, assumption.text, "dim", after=f"    {_kind(assumption.kind, naming)} {about}: ")


def _label(name: str) -> str:
    """What stands before a part of a finding."""
    word = sentence(Message(f"cli.label.{name}"), asked_language())
    return f"    {word}{' ' * max(1, LABEL - cell_len(word))}"


def _kind(kind: str, naming: Naming) -> str:
    """What an assumption is about: a ruling, an option, a fact or a table of the pack."""
    word = template_of(f"cli.assumed.{kind}", asked_language())
    return word or spelled(Table(naming.game.name, kind), asked_language())
