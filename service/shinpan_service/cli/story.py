"""A recorded game told turn by turn, as a referee tells its steps and its report."""

from collections.abc import Iterable, Iterator

from rich.console import Console

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_records.story import END, EVENTS, FINDING, HEAD, TITLE, Line, Moment, Story
from shinpan_service.messages.codec import MESSAGES, reader

from .languages import told
from .naming import Naming
from .output import say
from .reports import place, verdict_word

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


class Telling:
    """The story of one record, from the messages that a referee sends."""

    def __init__(self, record: Record, naming: Naming) -> None:
        self._game: Game = naming.game
        self._naming = naming
        self._story = Story(record, self._game, naming.pack.names if naming.pack else None)
        self._read = reader(self._game.state, MESSAGES[self._game.name].state.DESCRIPTOR)

    def told(self, step: report_pb2.ReplayStep) -> Iterator[Line]:
        """What is told of a step."""
        events = [(event.name, {field.name: field.value for field in event.fields}) for event in step.events]
        state = self._read(getattr(step.state, self._game.name))
        return self._story.told(Moment(step.step, step.seat, events, state))

    def ending(self, report: report_pb2.Report) -> Iterator[Line]:
        """What was found, and how far the story went."""
        if not self._story.begun:
            yield self._story.title
        done = report.actions_replayed
        for finding in report.findings:
            where = finding.where
            for text in self._found(finding):
                yield Line(FINDING, where.turn, where.step, finding.seat, where.printed_step, text)
        word = verdict_word(report)
        count = f"{done} of {report.actions_total} actions"
        kept = f", {KEPT[word]}" if word in KEPT else ""
        yield Line(END, self._story.turn, done, 0, "", f"{word}{kept} ({count})")

    def _found(self, finding: report_pb2.Finding) -> Iterator[str]:
        """A finding in plain words: where, what is wrong, what was written, the rule."""
        word = FOUND[verdict_word(finding)].format(seat=self._story.sentences.seat(finding.seat))
        yield f"{place(finding.where, self._game.heads) or told('cli.report.header')}{word}: {finding.message}."
        if finding.submitted:
            yield f"written was: {self._naming.line(finding.submitted_canonical or finding.submitted)}"
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
