"""The frame of every step: magic may come before its own action [W3-M0-5]."""

from collections.abc import Iterator

from ...kernel.decisions import Act, Ask, Flow, Violation
from .magic import MagicDecision, activate
from .state import Step
from .table import SEATS, WarsDecision, WarsTable


class StepDecision(WarsDecision):
    """What a step asks of the active player."""

    def due(self) -> bool:
        """Whether the step has anything to ask now."""
        return True


class CompulsoryStep(StepDecision):
    """A step in which exactly one thing can and must be done."""

    def judge(self, act: Act) -> Violation | None:
        return None

    def options(self) -> Iterator[Act]:
        yield self.default


def own_step(table: WarsTable, step: Step) -> Flow[Act | None]:
    """One step of the active player: any magic, then the step's own action; None if the step falls away."""
    table.state.step = step
    ask = table.step_asks[step][table.state.active]
    decision: StepDecision = ask.decisions[0]  # type: ignore[assignment]  # as `prepare` made it
    while decision.due():
        answer = yield ask
        if answer.decision is decision:
            return answer.act
        yield from activate(table, decision.seat, answer.act)
    return None


def prepare(table: WarsTable, kinds: dict[Step, type[StepDecision]]) -> None:
    """Makes the decisions of every step for both players."""
    magic = {seat: MagicDecision(table, seat) for seat in SEATS}
    for step, kind in kinds.items():
        table.step_asks[step] = {seat: Ask((kind(table, seat), magic[seat])) for seat in SEATS}
