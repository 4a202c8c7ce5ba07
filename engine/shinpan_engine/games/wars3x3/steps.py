"""The frame of every step: magic may come before its own action [W3-M0-5]."""

from collections.abc import Callable, Iterator

from ...kernel.decisions import Act, Ask, Decision, Violation
from .magic import MagicDecision
from .state import Step
from .table import SEATS, WarsTable


class CompulsoryStep(Decision):
    """A step in which exactly one thing can and must be done."""

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        yield self.default


MAGIC = {seat: MagicDecision(seat) for seat in SEATS}


class StepAsk:
    """What a step asks of the active player: its own action, or magic before it."""

    def __init__(self, step: Step, kind: type[Decision], due: Callable[[WarsTable], bool] | None = None) -> None:
        self._step = step
        self._asks = {seat: Ask((kind(seat), MAGIC[seat]), due=due) for seat in SEATS}

    def of(self, table: WarsTable) -> Ask:
        """Goes on to the step."""
        table.state.step = self._step
        return self._asks[table.state.active]
