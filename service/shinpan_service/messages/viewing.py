"""What a viewer is shown of a replay: nothing that is hidden from their seat, and no hash that would give it away.

The referee sees everything. A seat and the public see the state as the game's own `view` shows it; of an event that is
the secret of another seat the name and what is never hidden; of an action its verb and arguments, with the cards that
lie open for them after it or that an event names which they see, and `?` for any other; of an answer that waits for the
others' only what was asked.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from shinpan.v1 import referee_pb2, report_pb2
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Finding, Verdict
from shinpan_engine.kernel.messages import ENGLISH, Language, Telling, say
from shinpan_engine.kernel.play.views import HIDDEN_TEXT, REFEREE
from shinpan_engine.kernel.seen.search import Judged

from .records import event_to_message, record_to_message, report_to_message, state_to_message
from .told import quoted, tell

TOLD_LATER = say("kernel.view.told_later")

Shown = frozenset[tuple[str, int]]
"""What lies open: tables and numbers in them."""


class Covered:
    """The spelling of what lies open: anything else is a card face down."""

    def __init__(self, names: text.Spelling, shown: Shown) -> None:
        self._names = names
        self._shown = shown

    def text(self, table: str, number: int) -> str:
        return self._names.text(table, number) if (table, number) in self._shown else HIDDEN_TEXT


class View:
    """One viewer's view of one replay, which is played once, whatever is asked of it."""

    def __init__(self, replay: Replay, viewer: int, language: Language = ENGLISH) -> None:
        self._replay = replay
        self._telling = Telling(language, replay.names)
        self._viewer = viewer
        self.everything = viewer == REFEREE

    def step(self, step: Step, now: Any, with_state: bool = True) -> report_pb2.ReplayStep:
        """A step, with the state after it. Its hashes stand in it for now: `without_hashes` takes them out."""
        state = self._replay.game.view(now, self._viewer)
        message = report_pb2.ReplayStep(step=step.number, state_hash=step.state_hash, link=step.link)
        if step.action is not None:
            message.seat = step.action.seat
            message.action = self._line(step.action, step.events, state, now)
            message.canonical_action = encode(step.action)
            message.entry = step.entry
        message.events.extend(self._event(event, now) for event in step.events)
        if with_state:
            message.state.CopyFrom(state_to_message(self._replay.game, state))
        return message

    def _line(self, action: Action, events: Sequence[Event], state: Any, now: Any) -> str:
        act = action.what
        if not self.everything:
            if (ask := self._waiting(action, now)) is not None:
                return f"{text.seat_name(action.seat)} {ask} {HIDDEN_TEXT}"
            told = [event for event in events if self._whole(event, now)]
            shown = frozenset((*(number for struct in (state, *told) for number in _numbers(struct)), *_open(act)))
            return text.line(action.seat, holes_last(act, shown), Covered(self._replay.names, shown))
        return text.line(action.seat, act, self._replay.names)

    def _waiting(self, action: Action, now: Any) -> str | None:
        """What an action answers that others have yet to answer, blind: until then not even its verb is shown."""
        if self._replay.game.sees(now, self._viewer, action.seat):
            return None
        waiting = [one for one in now.pending if one.answer and one.seat == action.seat]
        answer = encode(action.what) if waiting else b""
        return next((one.ask for one in waiting if one.answer == answer), None)

    def _whole(self, event: Event, now: Any) -> bool:
        return not event.private or self._replay.game.sees(now, self._viewer, event.private)

    def _event(self, event: Event, now: Any) -> report_pb2.Event:
        message = event_to_message(event, self._replay.names)
        if not self._whole(event, now):
            shown = [field.name for field in text.fields(type(event)) if field.open]
            for field in message.fields:
                if field.name not in shown:
                    field.value = " ".join(HIDDEN_TEXT for _ in field.value.split())
        return message

    def report(self) -> report_pb2.Report:
        """The report on the replay as far as it came. However much a record says, what is quoted of it stays small.
        What is left of the replay is played after it."""
        report = self._replay.report()
        hashes = self.hashes()
        covered = not hashes and any(not self._own_refusal(finding) for finding in report.findings)
        if covered:
            # With a finding nothing was left to play, so this is the same report without what the refusal rests on.
            report = self._replay.report(refusal=False)
        message = report_to_message(report, self._replay.game, self._telling)
        for finding in message.findings:
            _shorten(finding)
            if covered:
                _cover(finding, self._telling)
        if not hashes:
            for name in ("header_hash", "state_hash", "last_link"):
                message.ClearField(name)
        return message

    def hashes(self) -> bool:
        """Whether the viewer may know the hashes: the referee, or everybody if the game in the record ends, which only
        playing it to its end can tell."""
        if self.everything:
            return True
        self._replay.run()
        return self._replay.result() is not None

    def _own_refusal(self, finding: Finding) -> bool:
        """Whether it tells a player only why their own action was refused."""
        return finding.seat == self._viewer and finding.verdict == Verdict.ILLEGAL


def verified_seen(
    judged: Judged, game: Game, language: Language, with_completion: bool
) -> referee_pb2.VerifyReplayResponse:
    """The judgement on a record of what was seen, with the complete record if it is asked for."""
    response = referee_pb2.VerifyReplayResponse(
        report=report_to_message(judged.report, game, Telling(language, judged.names))
    )
    for finding in response.report.findings:
        _shorten(finding)
    if with_completion and judged.world is not None:
        response.completion.CopyFrom(record_to_message(judged.world))
    return response


def without_hashes(step: report_pb2.ReplayStep) -> None:
    """Takes out of a step what would give away what is hidden in it."""
    for name in ("state_hash", "link", "canonical_action"):
        step.ClearField(name)


def _cover(finding: report_pb2.Finding, telling: Telling) -> None:
    """Leaves of a finding what, where and whose: the rest, which rule a card breaks with it, may tell hidden cards."""
    for name in ("submitted", "rules", "legal", "legal_counted", "legal_not_all_counted", "differences", "values"):
        finding.ClearField(name)
    tell(TOLD_LATER, telling, finding, "message")


def _shorten(finding: report_pb2.Finding) -> None:
    """Cuts what is quoted, so that no answer outgrows what clients take."""
    finding.submitted, finding.message = quoted(finding.submitted), quoted(finding.message)
    for difference in finding.differences:
        for name in ("path", "recorded", "computed"):
            setattr(difference, name, quoted(getattr(difference, name)))


def holes_last(struct: msgspec.Struct, shown: Shown) -> msgspec.Struct:
    """The action with what is hidden last in its sets: its place between the others would tell of its number."""
    changes: dict[str, Any] = {}
    for field in text.fields(type(struct)):
        value = getattr(struct, field.attribute)
        if field.repeated and value and isinstance(value[0], msgspec.Struct):
            changes[field.attribute] = [holes_last(item, shown) for item in value]
        elif field.repeated and field.table and not field.ordered:
            changes[field.attribute] = sorted(value, key=lambda number: (field.table, number) not in shown)
    return msgspec.structs.replace(struct, **changes)


def _numbers(struct: msgspec.Struct) -> Iterator[tuple[str, int]]:
    """Every number in a Struct that stands for an entry of a table."""
    for field in text.fields(type(struct)):
        for value in _listed(getattr(struct, field.attribute)):
            if isinstance(value, msgspec.Struct):
                yield from _numbers(value)
            elif field.table:
                yield field.table, value


def _open(struct: msgspec.Struct) -> Iterator[tuple[str, int]]:
    """Those of an action that nothing ever hides, such as squares."""
    for field in text.fields(type(struct)):
        for value in _listed(getattr(struct, field.attribute)):
            if isinstance(value, msgspec.Struct):
                yield from _open(value)
            elif field.open:
                yield field.table, value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
