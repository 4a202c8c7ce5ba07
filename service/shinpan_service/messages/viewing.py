"""What a viewer is shown of a replay, as messages (`shinpan_records.viewing`)."""

from typing import Any

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.messages import ENGLISH, Language, Telling
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_engine.kernel.seen.search import Judged
from shinpan_records import viewing
from shinpan_records.limits import quoted
from shinpan_records.transcript import line_told

from .records import report_to_message, state_to_message


class View:
    """One viewer's view of one replay, which is played once, whatever is asked of it."""

    def __init__(self, replay: Replay, viewer: int, language: Language = ENGLISH) -> None:
        self._replay = replay
        self._telling = Telling(language, replay.names)
        self._shown = viewing.View(replay, viewer)
        self.everything = self._shown.everything
        self.hashes = self._shown.hashes

    def step(self, step: Step, now: Any, with_state: bool = True) -> report_pb2.ReplayStep:
        """A step, with the state after it. Its hashes stand in it for now: `without_hashes` takes them out."""
        shown = self._shown.step(step, now)
        message = report_pb2.ReplayStep(step=step.number, state_hash=step.state_hash, link=step.link)
        if step.action is not None:
            message.seat, message.action, message.entry = shown.seat, shown.line, shown.entry
            message.canonical_action = encode(step.action)
            if self._telling.language != ENGLISH:
                message.action_canonical = shown.line
                message.action = line_told(shown.line, self._replay.game.name, self._telling.language)
        for event in shown.events:
            fields = [report_pb2.EventField(name=name, value=value) for name, value in event.fields.items()]
            message.events.add(name=event.name, fields=fields, clause=event.clause)
        if with_state:
            message.state.CopyFrom(state_to_message(self._replay.game, shown.state))
        return message

    def report(self, brief: bool = False, into: report_pb2.Report | None = None) -> report_pb2.Report:
        """The report on the replay as far as it came, `into` an answer if it is for one. However much a record says,
        what is quoted of it stays small. What is left of the replay is played after it."""
        message = report_to_message(self._shown.report(brief), self._replay.game, self._telling, into=into)
        for finding in message.findings:
            _shorten(finding)
        return message


def report_on_seen(judged: Judged, game: Game, language: Language, viewer: int, into: report_pb2.Report) -> None:
    """The judgement on a record of what was seen."""
    report = judged.report if viewer == REFEREE else viewing.covered(judged.report)
    for finding in report_to_message(report, game, Telling(language, judged.names), into=into).findings:
        _shorten(finding)


def without_hashes(step: report_pb2.ReplayStep) -> None:
    """Takes out of a step what would give away what is hidden in it."""
    for name in ("state_hash", "link", "canonical_action"):
        step.ClearField(name)


def _shorten(finding: report_pb2.Finding) -> None:
    """Cuts what is quoted, so that no answer outgrows what clients take."""
    finding.submitted, finding.message = quoted(finding.submitted), quoted(finding.message)
    finding.submitted_canonical = quoted(finding.submitted_canonical)
    for difference in finding.differences:
        for name in ("path", "recorded", "computed"):
            setattr(difference, name, quoted(getattr(difference, name)))
