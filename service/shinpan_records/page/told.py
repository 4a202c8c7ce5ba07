"""A report as data of the page, in every language that there is."""

from collections.abc import Callable, Iterator
from typing import Any

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.report import Difference, Finding, Locator, Report, Verdict
from shinpan_engine.kernel.messages import LANGUAGES, Field, Message, Said, Spelling, Telling, sentence, spelled
from shinpan_engine.kernel.packs.facts import OPEN_FACT

from ..limits import quoted
from ..transcript import difference_told, message_told
from ..words.sentences import wording

Texts = dict[str, str]
"""A text by language."""
Told = Callable[[Said], Texts]


def teller(names: Spelling | None) -> Told:
    """Says a message in every language, cut like every quotation of a record."""
    tellings = [Telling(language, names) for language in LANGUAGES]
    return lambda said: {one.language: quoted(message_told(said, one)) for one in tellings}


def verdicts_told() -> dict[str, Texts]:
    """What each verdict is called."""
    said = {one.word: Message(f"cli.verdict.{one.word}") for one in Verdict}
    return {word: {one: sentence(message, one) for one in LANGUAGES} for word, message in said.items()}


def report_told(report: Report, game: str, told: Told) -> dict[str, Any]:
    """A report as data."""
    return {
        "verdict": report.verdict.word,
        "findings": [_finding(finding, game, told) for finding in report.findings],
        "assumptions": [{"kind": one.kind, "id": one.id, "text": told(one.text)} for one in report.assumptions],
        "notes": [{"where": _where(note.where), "text": told(note.text)} for note in report.notes],
        "total": report.actions_total,
        "replayed": report.actions_replayed,
        "header": report.header_hash.hex(),
        "state": report.state_hash.hex(),
        "link": report.last_link.hex(),
        "result": _result(report, game),
    }


def _result(report: Report, game: str) -> dict[str, Any] | None:
    """How the game ended, and why in every language."""
    ended = report.result
    if ended is None:
        return None
    why = {one: wording(game, one).values["reason"].get(ended.reason, ended.reason) for one in LANGUAGES}
    return {"winners": [*ended.winners], "reason": why, "lost": ended.lost, "score": [*ended.score]}


def _finding(finding: Finding, game: str, told: Told) -> dict[str, Any]:
    return {
        "verdict": finding.verdict.word,
        "where": _where(finding.where),
        "seat": finding.seat,
        "clauses": [*finding.clauses],
        "message": told(finding.message),
        "submitted": quoted(finding.submitted),
        "legal": [*finding.legal],
        "counted": finding.legal_counted,
        "whole": not finding.legal_not_all_counted,
        "differences": [_difference(one, game) for one in finding.differences],
        "facts": [*facts_asked(finding.message, game)],
    }


def facts_asked(message: Message, game: str) -> Iterator[dict[str, Any]]:
    """The facts that are asked for where a pack is silent: each card as it is written, and the fields by which it would
    be decided, as facts and people call them."""
    asked: Any = dict(message.values).get("facts", ())
    for line in asked:
        told: dict[str, Any] = dict(line.values)
        names = [name.removesuffix(OPEN_FACT) for name in told["fields"]]
        fields = [
            {"name": name, "label": {one: spelled(Field(game, name), one) for one in LANGUAGES}} for name in names
        ]
        yield {"card": told["card"], "fields": fields}


def _difference(found: Difference, game: str) -> Texts:
    said = {one: difference_told(found.path, found.recorded, found.computed, game, one) for one in LANGUAGES}
    return {one: quoted(text) for one, text in said.items()}


def _where(where: Locator) -> dict[str, Any]:
    return {"entry": where.entry, "step": where.step, "line": where.line, "turn": where.turn,
            "printed": where.printed_step}  # fmt: skip


def clauses_told(game: Game, ids: set[str]) -> dict[str, dict[str, Any]]:
    """The clauses of these ids, in printed order."""
    return {
        clause.id: {
            "section": {one: game.rules.told(clause, one).section for one in LANGUAGES},
            "text": {one: game.rules.told(clause, one).text for one in LANGUAGES},
            "example": {one: game.rules.told(clause, one).example for one in LANGUAGES},
            "ruling": {one: game.rules.told(clause, one).ruling for one in LANGUAGES},
            "inferred": clause.inferred,
        }
        for clause in game.rules
        if clause.id in ids
    }
