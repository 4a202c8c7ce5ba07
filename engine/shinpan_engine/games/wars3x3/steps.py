"""The frame of every step: one question, which magic may come before [W3-M0-5], and what is then done."""

from collections.abc import Callable, Iterator
from typing import Any

from ...kernel.decisions import Act, Ask, Decision, Flow, Violation
from .magic import MagicDecision
from .state import Step
from .table import SEATS, WarsTable

Deed = Callable[[WarsTable, Any], Flow[None] | None]
"""Carries out what the active player does in a step: at once, or as a flow where others may answer it."""
Due = Callable[[WarsTable], object]
"""Finds what a step is about; if that is nothing or empty, the step is left out."""


class CompulsoryStep(Decision):
    """A step in which exactly one thing can and must be done."""

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        yield self.default


MAGIC = {seat: MagicDecision(seat) for seat in SEATS}


class TurnStep:
    """A step of the turn: what it asks of the active player, and what is then done. A pass does nothing."""

    def __init__(self, number: Step, kind: type[Decision], deed: Deed, due: Due | None = None) -> None:
        self.number = number
        self.asks = {seat: Ask((kind(seat), MAGIC[seat]), due=due) for seat in SEATS}
        self.deed = deed
        self.due = due
