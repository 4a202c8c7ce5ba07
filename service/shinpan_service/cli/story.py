"""A recorded game told turn by turn, as a referee tells its steps and its report."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len, set_cell_size
from rich.console import Console

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import Message, Telling, sentence, template_of
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_records.corrections import corrections_noted
from shinpan_records.story import CORRECTED, END, EVENTS, FINDING, HEAD, TITLE, Line, Moment, Story
from shinpan_service.messages.codec import MESSAGES, reader
from shinpan_service.messages.records import note_to_message

from .languages import asked_language, told
from .naming import Naming
from .output import say
from .reports import listed, place, step_told, verdict_told, verdict_word


class RecordStory:
    """The story of one record, from the messages that a referee sends."""

    def __init__(self, record: Record, naming: Naming) -> None:
        self._game: Game = naming.game
        self._naming = naming
        self._record = record
        self._story = Story(record, self._game, naming.pack.names if naming.pack else None, asked_language())
        self._read = reader(self._game.state, MESSAGES[self._game.name].state.DESCRIPTOR)

    def told(self, step: report_pb2.ReplayStep) -> Iterator[Line]:
        """What is told of a step."""
        events = [(event.name, {field.name: field.value for field in event.fields}) for event in step.events]
        state = self._read(getattr(step.state, self._game.name))
        return self._story.told(Moment(step.step, step.seat, events, state))

    def ending(self, report: report_pb2.Report, viewer: int) -> Iterator[Line]:
        """What was found, what was corrected in the record, and how far the story went."""
        if not self._story.begun:
            yield self._story.title
        done = report.actions_replayed
        for finding in report.findings:
            where = finding.where
            for text in self._found(finding):
                yield Line(FINDING, where.turn, where.step, finding.seat, where.printed_step, text)
        # A correction may name hidden cards.
        yield from self._corrections() if viewer == REFEREE else ()
        word = verdict_word(report)
        count = told("cli.report.actions", replayed=done, total=report.actions_total)
        kept = template_of(f"cli.kept.{word}", asked_language())
        verdict = listed([verdict_told(word), *([kept] if kept else [])])
        yield Line(END, self._story.turn, done, 0, "", told("cli.story.end", verdict=verdict, count=count))

    def _corrections(self) -> Iterator[Line]:
        for note in corrections_noted(self._record):
            said = note_to_message(note, Telling(asked_language()))
            yield Line(CORRECTED, note.where.turn, 0, 0, "", f"{place(said.where, self._game)}{said.text}")

    def _found(self, finding: report_pb2.Finding) -> Iterator[str]:
        """A finding in plain words: where, what is wrong, what was written, the rule."""
        seat = self._story.sentences.seat(finding.seat)
        word = sentence(Message(f"cli.found.{verdict_word(finding)}", (("seat", seat),)), asked_language())
        where = place(finding.where, self._game) or told("cli.report.header")
        yield told("cli.story.finding", where=where, found=word, message=finding.message)
        if finding.submitted:
            line = self._naming.line(finding.submitted_canonical or finding.submitted)
            yield told("cli.story.submitted", line=line)
        for rule in finding.rules[:1]:
            yield told("cli.story.rule", id=rule.id, section=rule.section, text=rule.text)


def print_line(out: Console, line: Line, before: Line | None, step: str) -> None:
    """A line of a story for people; the printed step, as wide as all of them, stands where it changes."""
    if line.kind in (HEAD, FINDING, CORRECTED, END) and (before is None or before.kind != line.kind):
        out.print()
    if line.kind != EVENTS:
        say(out, line.text, "bold" if line.kind in (TITLE, HEAD) else "")
        return
    same = before is not None and before.kind == EVENTS and before.printed_step == line.printed_step
    say(out, line.text, after=f"  {' ' * cell_len(step) if same else step}  ")


def print_story(out: Console, lines: Iterable[Line], game: Game) -> None:
    """A story for people."""
    before, steps = None, {step: step_told(game, step) for step in ("", *game.steps)}
    width = max(map(cell_len, steps.values()))
    for line in lines:
        step = steps.get(line.printed_step, line.printed_step)
        print_line(out, line, before, set_cell_size(step, width))
        before = line
