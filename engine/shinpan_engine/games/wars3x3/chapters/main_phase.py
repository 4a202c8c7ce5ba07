"""4.0 メインフェイズ: territory, then deployment or redeployment."""

from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from ....kernel.play.choices import MayPass, OneOf
from ....kernel.play.decisions import Act, Flow, first_violation
from ....kernel.play.lists import ascending, out_of_order
from ....kernel.play.numbers import Amount
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import PASS, Deploy, Lay, Pass, Redeploy
from ..table.state import Step
from ..table.table import WarsTable
from .deployment import FIELD_SLOTS, above_territory, deploy, no_slot, no_unit_card
from .magic.effects import entering, may_enter_with_effect
from .steps import TurnStep

Questions = Sequence[Callable[[WarsTable, Any], Violation | None]]


def territory_step(table: WarsTable, act: Lay) -> None:
    """4.1 領土拡大ステップ: at most one hand card, face down and sideways [W3-4.1-1] [W3-4.1-2]. It is a territory from
    then on: nothing takes a card from there [W3-4.1-4]."""
    seat = table.state.active
    side = table.side[seat]
    side.hand.remove(act.card)
    insort(side.territory, act.card)
    table.events.append(events.Laid(seat=seat, card=act.card, clause="W3-4.1-2", private=seat))


def strategy_step(table: WarsTable, act: Deploy | Redeploy) -> Flow[None] | None:
    """4.2 戦略ステップ: ① deployment, ② redeployment, or neither [W3-4.2-1]; then what the unit does [W3-4.2-18]."""
    seat = table.state.active
    if table.wizards:
        abundance = [table.traits.abundance[unit.card] for unit in table.side[seat].units]
        if abundance.count(True) > 1:
            table.rely("W3-S1.2-3")
    if isinstance(act, Redeploy):
        give_up(table, act)
    deploy(table, seat, act.card, "W3-4.2-1")
    if not may_enter_with_effect(table, act.card):
        return None
    if isinstance(act, Redeploy):
        table.rely("W3-4.2-18")
    return entering(table, seat, act.card)


def give_up(table: WarsTable, act: Redeploy) -> None:
    """One exchange: the units given up go to the discard, not destroyed [W3-4.2-8] [W3-4.2-9] [W3-4.2-11]. Beside it
    only removal and the effects of texts take a unit off the field [W3-4.2-17]."""
    seat = table.state.active
    side = table.side[seat]
    if len(side.units) == FIELD_SLOTS:
        table.rely("W3-4.2-11")
    if table.so_far(seat).territory_bonus:
        table.rely("W3-4.2-7")
    for card in act.giving:
        if table.traits.abundance[card] is True:
            table.rely("W3-Q-01")
        table.take_off_field(card, seat)
        table.discard(card, seat)
        table.events.append(events.GivenUp(card=card, seat=seat, clause="W3-4.2-8"))


class TerritoryDecision(OneOf):
    """4.1 may be skipped, whatever is in hand [W3-R-12]; any hand card will do, and there is no maximum [W3-4.1-3]
    [W3-4.1-6]."""

    ask = "territory"
    clause = "W3-4.1-1"
    takes = (Lay, Pass)
    default = PASS
    field = "card"
    refusal = Violation("W3-4.1-2", "territory.not_in_hand")

    def candidates(self, table: WarsTable) -> Sequence[int]:
        return table.side[self.seat].hand


class StrategyDecision(MayPass):
    """4.2 may be skipped, whatever is in hand [W3-R-12]; else it is one deployment or one redeployment [W3-4.2-1]."""

    ask = "strategy"
    clause = "W3-4.2-1"
    takes: ClassVar[tuple[type, ...]] = (Deploy, Redeploy, Pass)
    weighs: ClassVar[Mapping[type, str]] = {Deploy: "W3-4.2-4", Redeploy: "W3-4.2-7"}
    default: ClassVar[Act | None] = PASS

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("W3-4.2-2", "deploy.not_in_hand")
        if isinstance(act, Deploy):
            questions: Questions = (self._is_unit_card, self._has_slot, self._within_territory)
        else:
            questions = (self._gives_own_units, self._is_unit_card, self._within_exchange)
        return first_violation(lambda question: question(table, act), questions)

    def territory_value(self, table: WarsTable) -> Amount:
        """What costs are compared with [W3-4.2-14]."""
        return table.territory_value(self.seat)

    def _is_unit_card(self, table: WarsTable, act: Deploy | Redeploy) -> Violation | None:
        return no_unit_card(table, act.card)

    def _has_slot(self, table: WarsTable, act: Deploy) -> Violation | None:
        return no_slot(table, self.seat)

    def _within_territory(self, table: WarsTable, act: Deploy) -> Violation | None:
        return above_territory(table, act.card, self.territory_value(table))

    def _gives_own_units(self, table: WarsTable, act: Redeploy) -> Violation | None:
        """② gives up at least one own unit [W3-4.2-6]."""
        if out_of_order(act.giving):
            return ascending("list.given_up")
        if not act.giving:
            return Violation("W3-4.2-6", "redeploy.nothing_given")
        mine = {unit.card for unit in table.side[self.seat].units}
        if not mine.issuperset(act.giving):
            return Violation("W3-4.2-6", "redeploy.not_own")
        return None

    def _within_exchange(self, table: WarsTable, act: Redeploy) -> Violation | None:
        """② needs a cost not above the given units' printed costs and the territory value [W3-4.2-7] [W3-4.2-12]; it
        may be below what is given up [W3-4.2-10]."""
        limit: Amount = sum((table.cost(card) for card in act.giving), self.territory_value(table))
        cost = table.cards.cost[act.card]
        if cost is not None and cost > limit:
            return Violation(
                "W3-4.2-7",
                "redeploy.above_limit",
                ("W3-E-02",),
                compares=True,
            )
        return None

    def ways(self, table: WarsTable) -> Iterator[Act]:
        hand = table.side[self.seat].hand
        field = sorted(unit.card for unit in table.side[self.seat].units)
        exchanges = [list(giving) for n in range(1, len(field) + 1) for giving in combinations(field, n)]
        for card in hand:
            exchanged = [Redeploy(card, giving) for giving in exchanges]
            yield from self.legal_among(table, [Deploy(card), *exchanged])


TERRITORY_STEP = TurnStep(Step.TERRITORY, TerritoryDecision, territory_step)
STRATEGY_STEP = TurnStep(Step.STRATEGY, StrategyDecision, strategy_step)
