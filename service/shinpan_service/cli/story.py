"""A recorded game told turn by turn, in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from rich.console import Console

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.forms.text import fields, spell
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_records.words.sentences import NONE, Sentences, labels
from shinpan_service.messages.codec import MESSAGES, reader

from .languages import told
from .naming import Naming
from .output import say
from .reports import place, verdict_word

TITLE, HEAD, EVENTS, FINDING, END = "title", "head", "events", "finding", "end"
FOUND = {
    "illegal": "here {seat} broke a rule",
    "contradicted": "here the record says what did not happen",
    "diverged": "here the record has another hash",
    "undecidable": "here it cannot be decided what is right",
    "malformed": "here the record cannot be read",
}
"""What a finding is, by its verdict."""
KEPT = {
    "legal": "every rule was kept",
    "incomplete": "every rule was kept so far, and the record stops before the game does",
}


class Line(NamedTuple):
    """A line of a story: of which kind, in which turn, after which action by which seat, in which printed step."""

    kind: str
    turn: int
    step: int
    seat: int
    printed_step: str
    text: str


class Story:
    """The story of one record, told step by step as its steps come."""

    def __init__(self, record: Record, naming: Naming) -> None:
        self._game: Game = naming.game
        self._naming = naming
        self._head = f"{self._game.heads}_began"
        seats = labels(record.notes.players, record.header.seats)
        self._sentences = Sentences(self._game, naming.pack.names if naming.pack else None, seats)
        self._read = reader(self._game.state, MESSAGES[self._game.name].state.DESCRIPTOR)
        self._turn = 0
        self._before: Any = None
        """The state before the next step, as the message has it."""
        mode = next((mode.title for mode in self._game.modes if mode.name == record.header.mode), record.header.mode)
        self.title = Line(TITLE, 0, 0, 0, "", f"{self._game.title}, {mode}: {', '.join(seats)}")

    def told(self, step: report_pb2.ReplayStep) -> Iterator[Line]:
        """What is told of a step: a line for each head, and one for what happened between them."""
        state: Any = getattr(step.state, self._game.name)
        if not step.step:
            yield self.title
            yield Line(HEAD, 0, 0, 0, "", "Set-up")
        printed = self._game.printed_step(self._before, step.seat) if self._before is not None else ""
        before, sentences = "", list[str]()
        for name, values in self._events(step):
            if name == self._head or (name in self._sentences.wording.breaks and name != before):
                yield from self._happened(step, printed, sentences)
                sentences = []
            before = name
            if name == self._head:
                self._turn, printed = int(values[self._game.heads]), ""
                text = f"{self._sentences.event(name, values)}: {self._standing(state)}"
                yield Line(HEAD, self._turn, step.step, 0, "", text)
            else:
                sentences.append(self._sentences.event(name, values))
        yield from self._happened(step, printed, sentences)
        self._turn, self._before = self._game.turn(state), state

    def _events(self, step: report_pb2.ReplayStep) -> Iterator[tuple[str, dict[str, str]]]:
        """The events worth telling, some of them together."""
        last: tuple[str, dict[str, str]] | None = None
        for event in step.events:
            values = {field.name: field.value for field in event.fields}
            if last and last[0] == event.name and (one := self._sentences.one(event.name, last[1], values)):
                last = event.name, one
            elif event.name not in self._sentences.wording.quiet:
                yield from [last] if last else []
                last = event.name, values
        yield from [last] if last else []

    def _happened(self, step: report_pb2.ReplayStep, printed: str, sentences: Sequence[str]) -> Iterator[Line]:
        if sentences:
            yield Line(EVENTS, self._turn, step.step, step.seat, printed, " ".join(sentences))

    def _standing(self, message: Any) -> str:
        """What is common, then what each seat has."""
        state, wording = self._read(message), self._sentences.wording
        parts = [self._filled(wording.table, state)] if wording.table else []
        for seat, side in enumerate(state.sides, start=1):
            parts.append(f"{self._sentences.seat(seat)} {self._filled(wording.seat, side)}")
        return "; ".join(parts)

    def _filled(self, template: Any, struct: msgspec.Struct) -> str:
        values, tables = dict[str, str](), dict[str, str]()
        self._flatten(struct, type(struct), "", values, tables)
        return self._sentences.told(template, values, tables)

    def _flatten(
        self,
        struct: msgspec.Struct | None,
        kind: type[msgspec.Struct],
        prefix: str,
        values: dict[str, str],
        tables: dict[str, str],
    ) -> None:
        """The fields of a struct as words, those of structs in it by their path; of a list how much it holds."""
        for field in fields(kind):
            value, name = getattr(struct, field.attribute, None), prefix + field.name
            if field.repeated:
                values[name] = str(len(value or ()))
            elif isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct):
                values[name] = NONE if value is None else "there"
                self._flatten(value, field.kind, f"{name}.", values, tables)
            else:
                tables[name] = field.table
                known = self._naming.pack.names if self._naming.pack else None
                values[name] = "0" if value is None else spell(field, value, known) if known else str(value)

    def ending(self, report: report_pb2.Report) -> Iterator[Line]:
        """What was found, and how far the story went."""
        if self._before is None:
            yield self.title
        done = report.actions_replayed
        for finding in report.findings:
            where = finding.where
            for text in self._found(finding):
                yield Line(FINDING, where.turn, where.step, finding.seat, where.printed_step, text)
        word = verdict_word(report)
        count = f"{done} of {report.actions_total} actions"
        kept = f", {KEPT[word]}" if word in KEPT else ""
        yield Line(END, self._turn, done, 0, "", f"{word}{kept} ({count})")

    def _found(self, finding: report_pb2.Finding) -> Iterator[str]:
        """A finding in plain words: where, what is wrong, what was written, the rule."""
        word = FOUND[verdict_word(finding)].format(seat=self._sentences.seat(finding.seat))
        yield f"{place(finding.where, self._game.heads) or told('cli.report.header')}{word}: {finding.message}."
        if finding.submitted:
            yield f"written was: {self._naming.line(finding.submitted)}"
        for rule in finding.rules[:1]:
            yield f"rule {rule.id} ({rule.section}): {rule.text}"


def print_line(out: Console, line: Line, before: Line | None, width: int) -> None:
    """A line of a story for people; the printed step stands where it changes."""
    if line.kind in (HEAD, FINDING, END) and (before is None or before.kind != line.kind):
        out.print()
    if line.kind != EVENTS:
        say(out, line.text, "bold" if line.kind in (TITLE, HEAD) else "")
        return
    same = before is not None and before.kind == EVENTS and before.printed_step == line.printed_step
    say(out, line.text, after=f"  {'' if same else line.printed_step:{width}}  ")


def print_story(out: Console, lines: Iterable[Line], game: Game) -> None:
    """A story for people."""
    before, width = None, max(map(len, game.steps))
    for line in lines:
        print_line(out, line, before, width)
        before = line
