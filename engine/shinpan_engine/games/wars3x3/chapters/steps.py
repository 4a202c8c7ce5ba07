"""The frame of every step: one question, which magic may come before [W3-M0-5], and what is then done."""

from collections.abc import Callable, Mapping
from typing import Any

from ....kernel.play.decisions import Ask, Decision, Flow, seated
from ..table.state import Step
from ..table.table import SEATS, WarsTable, other
from .magic.use import MagicDecision, OpponentsTurnMagic

Deed = Callable[[WarsTable, Any], Flow[None] | None]
"""Carries out what the active player does in a step: at once, or as a flow where others may answer it."""
Due = Callable[[WarsTable], object]
"""Finds what a step is about; if that is nothing or empty, the step is left out."""


MAGIC = {seat: (seated(MagicDecision, seat), seated(OpponentsTurnMagic, other(seat))) for seat in SEATS}
"""The magic that may come before what the active player is asked: so after the draw and before removal [W3-R-01], and
after the combat and before the main phase [W3-R-02]."""


class TurnStep:
    """A step of the turn: what it asks of the active player, and what is then done. A pass does nothing."""

    def __init__(
        self,
        number: Step,
        kind: type[Decision],
        deed: Deed,
        due: Due | None = None,
        besides: Mapping[int, tuple[Decision, ...]] = MAGIC,
    ) -> None:
        self.number = number
        self.kind = kind
        self.asks = {seat: Ask((kind(seat), *besides[seat]), again=due is not None) for seat in SEATS}
        """By active player; `besides` is what may come before."""
        self.deed = deed
        self.due = due

    def with_more(self, besides: Mapping[int, tuple[Decision, ...]], due: Due | None = None) -> "TurnStep":
        """The same step, before which more may come."""
        more = {seat: (*MAGIC[seat], *besides[seat]) for seat in SEATS}
        return TurnStep(self.number, self.kind, self.deed, due or self.due, more)
