"""4.0 メインフェイズ: territory, then deployment or redeployment."""

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ...kernel.decisions import Act, Decision, Violation, first_violation
from ...kernel.numbers import Amount
from . import events
from .actions import PASS, Deploy, Lay, Pass, Redeploy
from .lists import ascending, out_of_order
from .state import Step, Unit
from .steps import TurnStep
from .table import WarsTable

Tests = Sequence[Callable[[WarsTable, Any], Violation | None]]

FIELD_SLOTS = 3
"""Deployment areas of a player [W3-4.2-3]."""


def territory_step(table: WarsTable, act: Lay) -> None:
    """4.1 領土拡大ステップ: at most one hand card, face down and sideways [W3-4.1-1] [W3-4.1-2]."""
    seat = table.state.active
    side = table.side(seat)
    side.hand.remove(act.card)
    insort(side.territory, act.card)
    table.events.append(events.Laid(seat=seat, card=act.card, clause="W3-4.1-2", private=seat))


def strategy_step(table: WarsTable, act: Deploy | Redeploy) -> None:
    """4.2 戦略ステップ: ① deployment, ② redeployment, or neither [W3-4.2-1]."""
    if isinstance(act, Deploy):
        deploy(table, act.card)
    else:
        redeploy(table, act)


def deploy(table: WarsTable, card: int) -> None:
    """Brings a unit from hand to the field, face up [W3-4.2-16]. Territory is not used up [W3-4.2-13]."""
    seat = table.state.active
    side = table.side(seat)
    side.hand.remove(card)
    side.units.append(Unit(card))
    table.events.append(events.Deployed(card=card, seat=seat, clause="W3-4.2-1"))


def redeploy(table: WarsTable, act: Redeploy) -> None:
    """One exchange: the units given up go to the discard, not destroyed [W3-4.2-8] [W3-4.2-9] [W3-4.2-11]."""
    seat = table.state.active
    side = table.side(seat)
    if len(side.units) == FIELD_SLOTS:
        table.rely("W3-4.2-11")
    if side.so_far.territory_bonus:
        table.rely("W3-4.2-7")
    for card in act.giving:
        table.take_off_field(card, seat)
        table.discard(card, seat)
        table.events.append(events.GivenUp(card=card, seat=seat, clause="W3-4.2-8"))
    deploy(table, act.card)


class TerritoryDecision(Decision):
    """4.1 may be skipped; any hand card will do, and there is no maximum [W3-4.1-3] [W3-4.1-6]."""

    ask = "territory"
    clause = "W3-4.1-1"
    takes = (Lay, Pass)
    default = PASS

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if isinstance(act, Lay) and act.card not in table.side(self.seat).hand:
            return Violation("W3-4.1-2", "territory is laid from one's own hand, and this card is not in it")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        yield PASS
        for card in table.side(self.seat).hand:
            yield Lay(card)


class StrategyDecision(Decision):
    """4.2 may be skipped; otherwise one deployment or one redeployment [W3-4.2-1]."""

    ask = "strategy"
    clause = "W3-4.2-1"
    takes = (Deploy, Redeploy, Pass)
    default = PASS

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return None
        if act.card not in table.side(self.seat).hand:
            return Violation("W3-4.2-2", "a unit is brought in from one's own hand, and this card is not in it")
        if isinstance(act, Deploy):
            tests: Tests = (self._is_unit_card, self._has_slot, self._within_territory)
        else:
            tests = (self._gives_own_units, self._is_unit_card, self._within_exchange)
        return first_violation(lambda test: test(table, act), tests)

    def _is_unit_card(self, table: WarsTable, act: Deploy | Redeploy) -> Violation | None:
        """Only a unit card can be brought in [W3-4.2-2] [W3-0.1-10]."""
        if not table.cards.unit[act.card]:
            return Violation("W3-0.1-10", "this is not a unit card and cannot be brought into play", ("W3-4.2-2",))
        return None

    def _has_slot(self, table: WarsTable, act: Deploy) -> Violation | None:
        """① needs a free slot [W3-4.2-5]."""
        if len(table.side(self.seat).units) >= FIELD_SLOTS:
            return Violation("W3-4.2-5", f"all {FIELD_SLOTS} slots are taken", ("W3-4.2-3",))
        return None

    def _within_territory(self, table: WarsTable, act: Deploy) -> Violation | None:
        """① needs a cost not above the territory value [W3-4.2-4]."""
        value = table.territory_value(self.seat)
        cost = table.cards.cost[act.card]
        if cost is not None and cost > value:
            return Violation("W3-4.2-4", f"its cost is above the territory value {value}", ("W3-E-01",))
        return None

    def _gives_own_units(self, table: WarsTable, act: Redeploy) -> Violation | None:
        """② gives up at least one own unit [W3-4.2-6]."""
        if out_of_order(act.giving):
            return ascending("the units given up")
        if not act.giving:
            return Violation("W3-4.2-6", "a redeployment gives up at least one unit")
        mine = {unit.card for unit in table.side(self.seat).units}
        if not mine.issuperset(act.giving):
            return Violation("W3-4.2-6", "only one's own units on the field can be given up")
        return None

    def _within_exchange(self, table: WarsTable, act: Redeploy) -> Violation | None:
        """② needs a cost not above the given units' printed costs and the territory value [W3-4.2-7] [W3-4.2-12]."""
        limit: Amount = sum((table.cost(card) for card in act.giving), table.territory_value(self.seat))
        cost = table.cards.cost[act.card]
        if cost is not None and cost > limit:
            return Violation(
                "W3-4.2-7", "its cost is above the given units' costs and the territory value together", ("W3-E-02",)
            )
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        yield PASS
        hand = table.side(self.seat).hand
        field = sorted(unit.card for unit in table.side(self.seat).units)
        exchanges = [list(giving) for n in range(1, len(field) + 1) for giving in combinations(field, n)]
        for card in hand:
            for act in (Deploy(card), *(Redeploy(card, giving) for giving in exchanges)):
                if self.allows(table, act):
                    yield act


TERRITORY_STEP = TurnStep(Step.TERRITORY, TerritoryDecision, territory_step)
STRATEGY_STEP = TurnStep(Step.STRATEGY, StrategyDecision, strategy_step)
