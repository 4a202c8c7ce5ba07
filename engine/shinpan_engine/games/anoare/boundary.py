"""Between two events: the game stands still as long as a fragment may be turned up there [AN-2.3-5]."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Ask, Decision, Flow
from .actions import GO_ON as GO
from .actions import GoOn
from .table import AnoareTable


class GoOnDecision(Decision):
    """Nothing is decided: the steps follow each other as they are printed [AN-5.0-3]. Seat 1 keeps the record."""

    ask = "go_on"
    clause = "AN-5.0-3"
    takes = (GoOn,)
    default = GO

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        yield GO


GO_ON = Ask((GoOnDecision(1),), again=True)


def boundary(table: AnoareTable) -> Flow[None]:
    """The game stands still, again after a fragment if another may be turned up."""
    while table.waits and (yield GO_ON) is None:
        pass
