"""What a viewer is shown of a replay: nothing that is hidden from their seat, and no hash that would give it away.

The referee sees everything. A seat and the public see the state as the game's own `view` shows it; of an event that is
the secret of another seat the name and what is never hidden; of an action its verb, and the cards that lie open for
them after it or that an event names which they see; of an answer that waits for the others' only what was asked.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from shinpan.v1 import report_pb2
from shinpan_engine.kernel import text
from shinpan_engine.kernel.canon import encode
from shinpan_engine.kernel.game import REFEREE, Event
from shinpan_engine.kernel.record import Action
from shinpan_engine.kernel.referee import Replay, Step
from shinpan_engine.kernel.report import Finding, Verdict
from shinpan_engine.kernel.views import HIDDEN, HIDDEN_TEXT

from .records import event_to_message, report_to_message, state_to_message

MOST_QUOTED = 1000
"""Characters that are quoted of one thing that a record says."""
TOLD_LATER = "what was found is told when the game is over"

Shown = frozenset[tuple[str, int]]
"""What lies open: tables and numbers in them."""


class View:
    """One viewer's view of one replay. `over` says that the game in the record ends, so that hashes hide nothing."""

    def __init__(self, replay: Replay, viewer: int, over: bool) -> None:
        self._replay = replay
        self._viewer = viewer
        self._everything = viewer == REFEREE
        self._hashes = self._everything or over

    def step(self, step: Step, with_state: bool = True) -> report_pb2.ReplayStep:
        """A step, while the replay stands on it."""
        message = report_pb2.ReplayStep(step=step.number)
        state = self._state()
        if step.action is not None:
            message.seat = step.action.seat
            message.action = self._line(step.action, step.events, state)
        message.events.extend(self._event(event) for event in step.events)
        if with_state:
            message.state.CopyFrom(state_to_message(self._replay.game, state))
        if self._hashes:
            message.state_hash, message.link = step.state_hash, step.link
            message.action_bytes = encode(step.action) if step.action is not None else b""
        return message

    def _state(self) -> Any:
        return self._replay.game.view(self._table_state(), self._viewer)

    def _table_state(self) -> Any:
        assert self._replay.match is not None, "nobody looks at a game that did not begin"
        return self._replay.match.table.state

    def _line(self, action: Action, events: Sequence[Event], state: Any) -> str:
        act = action.what
        if not self._everything:
            if (ask := self._waiting(action)) is not None:
                return f"{text.seat_name(action.seat)} {ask} {HIDDEN_TEXT}"
            told = [event for event in events if self._whole(event)]
            act = masked(act, frozenset(number for struct in (state, *told) for number in _numbers(struct)))
        return text.line(action.seat, act, self._replay.names)

    def _waiting(self, action: Action) -> str | None:
        """What an action answers that others have yet to answer, blind: until then not even its verb is shown."""
        state = self._table_state()
        if self._replay.game.sees(state, self._viewer, action.seat):
            return None
        waiting = [one for one in state.pending if one.answer and one.seat == action.seat]
        answer = encode(action.what) if waiting else b""
        return next((one.ask for one in waiting if one.answer == answer), None)

    def _whole(self, event: Event) -> bool:
        return not event.private or self._replay.game.sees(self._table_state(), self._viewer, event.private)

    def _event(self, event: Event) -> report_pb2.Event:
        message = event_to_message(event, self._replay.names)
        if not self._whole(event):
            shown = [field.name for field in text.fields(type(event)) if field.open]
            for field in message.fields:
                if field.name not in shown:
                    field.value = " ".join(HIDDEN_TEXT for _ in field.value.split())
        return message

    def report(self) -> report_pb2.Report:
        """The report on the replay as far as it came. However much a record says, what is quoted of it stays small."""
        findings = self._replay.report().findings
        covered = not self._hashes and any(not self._own_refusal(finding) for finding in findings)
        message = report_to_message(self._replay.report(refusal=not covered), self._replay.game)
        for finding in message.findings:
            _shorten(finding)
            if covered:
                _cover(finding)
        if not self._hashes:
            for name in ("header_hash", "state_hash", "last_link"):
                message.ClearField(name)
        return message

    def _own_refusal(self, finding: Finding) -> bool:
        """Whether it tells a player only why their own action was refused."""
        return finding.seat == self._viewer and finding.verdict == Verdict.ILLEGAL


def _cover(finding: report_pb2.Finding) -> None:
    """Leaves of a finding what, where and whose: the rest, which rule a card breaks with it, may tell hidden cards."""
    for name in ("submitted", "rules", "legal", "legal_count", "differences"):
        finding.ClearField(name)
    finding.message = TOLD_LATER


def _shorten(finding: report_pb2.Finding) -> None:
    """Cuts what is quoted, so that no answer outgrows what clients take."""
    finding.submitted, finding.message = quoted(finding.submitted), quoted(finding.message)
    for difference in finding.differences:
        for name in ("path", "recorded", "computed"):
            setattr(difference, name, quoted(getattr(difference, name)))


def quoted(text: str) -> str:
    """The text, or as much of its beginning as is quoted."""
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


def masked(struct: msgspec.Struct, shown: Shown) -> msgspec.Struct:
    """The action with every number hidden that is not shown."""
    changes: dict[str, Any] = {}
    for field in text.fields(type(struct)):
        value = getattr(struct, field.attribute)
        if field.repeated and value and isinstance(value[0], msgspec.Struct):
            changes[field.attribute] = [masked(item, shown) for item in value]
        elif field.table and not field.open:
            seen = [number if (field.table, number) in shown else HIDDEN for number in _listed(value)]
            changes[field.attribute] = seen if field.repeated else seen[0]
    return msgspec.structs.replace(struct, **changes)


def _numbers(struct: msgspec.Struct) -> Iterator[tuple[str, int]]:
    """Every number in a Struct that stands for an entry of a table."""
    for field in text.fields(type(struct)):
        for value in _listed(getattr(struct, field.attribute)):
            if isinstance(value, msgspec.Struct):
                yield from _numbers(value)
            elif field.table:
                yield field.table, value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
