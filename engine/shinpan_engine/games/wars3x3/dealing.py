"""開始前手順: what the modes share of it. Who is dealt first, and a choice out of what was dealt."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from ...kernel.chance import UNKNOWN, Stream
from ...kernel.decisions import Act, Decision, Violation
from ...kernel.errors import Undecidable
from .lists import ascending, out_of_order
from .table import WarsTable, other


def deal_order(table: WarsTable) -> tuple[int, int]:
    """The starting player, then the other."""
    return table.setup.first, other(table.setup.first)


def known(cards: list[int], clause: str) -> list[int]:
    """What was dealt, if the record tells it."""
    if UNKNOWN in cards:
        raise Undecidable("the record does not tell everything that was dealt", (clause,))
    return cards


class DealtChoice(Decision):
    """A choice of exactly so many out of what was dealt."""

    count: int
    field: str

    def dealt(self, table: WarsTable) -> Sequence[int]:
        """What there is to choose from, ascending."""
        raise NotImplementedError

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        chosen = getattr(act, self.field)
        if out_of_order(chosen):
            return ascending(f"the {self.field}")
        if len(chosen) != self.count or not set(self.dealt(table)).issuperset(chosen):
            return Violation(self.clause, f"exactly {self.count} of the {self.field} dealt are placed")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        (kind,) = self.takes
        for chosen in combinations(self.dealt(table), self.count):
            yield kind(list(chosen))

    def sample(self, table: WarsTable, dice: Stream) -> Act:
        skip = dice.below(comb(len(self.dealt(table)), self.count))
        return next(act for at, act in enumerate(self.options(table)) if at == skip)
