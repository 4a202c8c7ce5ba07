"""What a viewer is shown of a replay: nothing that is hidden from their seat, and no hash that would give it away.

The referee sees everything. A seat and the public see the state as the game's own `view` shows it; of an event that is
the secret of another seat the name and what is never hidden; of an action its verb and arguments, with the cards that
lie open for them after it or that an event names which they see, and `?` for any other; of an answer that waits for the
others' only what was asked.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.judging import claims
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Finding, Report, Verdict
from shinpan_engine.kernel.messages import say
from shinpan_engine.kernel.play.views import HIDDEN_TEXT, REFEREE

TOLD_LATER = say("kernel.view.told_later")

Shown = frozenset[tuple[str, int]]
"""What lies open: tables and numbers in them."""


class ShownEvent(NamedTuple):
    """An event as a viewer sees it, its fields as transcripts spell them."""

    name: str
    fields: dict[str, str]
    clause: str


class ShownStep(NamedTuple):
    """A step as a viewer sees it. Of step 0, before the first action, the seat is 0 and the line is empty."""

    number: int
    entry: int
    seat: int
    line: str
    events: list[ShownEvent]
    state: Any


class Covered:
    """The spelling of what lies open: anything else is a card face down."""

    def __init__(self, names: text.Spelling, shown: Shown) -> None:
        self._names = names
        self._shown = shown

    def text(self, table: str, number: int) -> str:
        return self._names.text(table, number) if (table, number) in self._shown else HIDDEN_TEXT


class View:
    """One viewer's view of one replay, which is played once, whatever is asked of it."""

    def __init__(self, replay: Replay, viewer: int) -> None:
        self._replay = replay
        self._viewer = viewer
        self.everything = viewer == REFEREE

    def step(self, step: Step, now: Any) -> ShownStep:
        """A step, with the state after it."""
        state = self._replay.game.view(now, self._viewer)
        events = [self._event(event, now) for event in step.events]
        if step.action is None:
            return ShownStep(step.number, 0, 0, "", events, state)
        line = self._line(step.action, step.events, state, now)
        return ShownStep(step.number, step.entry, step.action.seat, line, events, state)

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

    def _event(self, event: Event, now: Any) -> ShownEvent:
        fields = claims.event_fields(event, self._replay.names)
        if not self._whole(event, now):
            shown = {field.name for field in text.fields(type(event)) if field.open}
            for name, value in fields.items():
                if name not in shown:
                    fields[name] = " ".join(HIDDEN_TEXT for _ in value.split())
        return ShownEvent(text.verb(type(event)), fields, event.clause)

    def report(self, brief: bool = False) -> Report:
        """The report on the replay as far as it came. What is left of the replay is played after it."""
        report = self._replay.report(brief=brief)
        if self.hashes():
            return report
        if any(not self._own_refusal(finding) for finding in report.findings):
            # With a finding nothing was left to play, so this is the same report without what the refusal rests on.
            report = self._replay.report(refusal=False, brief=brief)
            report = msgspec.structs.replace(report, findings=tuple(map(_covered, report.findings)))
        return msgspec.structs.replace(report, header_hash=b"", state_hash=b"", last_link=b"")

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


def covered(report: Report) -> Report:
    """A report of which nothing is told that may rest on hidden cards: no hash, assumption or note."""
    findings = tuple(map(_covered, report.findings))
    return msgspec.structs.replace(
        report, findings=findings, assumptions=(), notes=(), header_hash=b"", state_hash=b"", last_link=b""
    )


def _covered(finding: Finding) -> Finding:
    """What, where and whose of a finding: the rest, which rule a card breaks with it, may tell hidden cards."""
    return Finding(finding.verdict, finding.where, finding.seat, (), TOLD_LATER)


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
