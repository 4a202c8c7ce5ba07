"""Between two events: the game stands still as long as a fragment may be turned up there [AN-2.3-5]."""

from ....kernel.play.choices import Compulsory
from ....kernel.play.decisions import Flow, ask
from ..table.actions import GO_ON, GoOn
from ..table.state import Step
from ..table.table import AnoareTable

RESULT = frozenset(step for step in Step if Step.ATTACK <= step < Step.COOLDOWN)
"""From the start of 行動結果 to the end of hit-open."""


def window_open(table: AnoareTable) -> bool:
    """Whether this is a step in which fragments may be turned up [AN-2.3-5]."""
    return table.any_boundary or table.state.step not in RESULT


def waits(table: AnoareTable) -> bool:
    """Whether a fragment may be turned up now, so that the game stands still between events [AN-2.3-5]."""
    first, second = table.state.sides
    if first.fragment_spent and second.fragment_spent:
        return False
    return window_open(table)


class GoOnDecision(Compulsory):
    """Nothing is decided: the steps follow each other as they are printed [AN-5.0-3]. Seat 1 keeps the record."""

    ask = "go_on"
    clause = "AN-5.0-3"
    takes = (GoOn,)
    default = GO_ON
    again = True


STANDSTILL = ask(GoOnDecision, 1)


def boundary(table: AnoareTable) -> Flow[None]:
    """The game stands still, again after a fragment if another may be turned up."""
    while waits(table) and (yield STANDSTILL) is None:
        pass
