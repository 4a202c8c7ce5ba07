"""ルール補足 速攻: the strategy step moved to before the combat [W3-S1.6-1] [W3-S1.6-4]."""

from ....kernel.play.decisions import Act, Flow, first_violation
from ....kernel.play.numbers import Amount
from ....kernel.play.violations import Violation
from ..table.actions import Deploy, Redeploy
from ..table.options import HasteHarvest
from ..table.state import Step
from ..table.table import WarsTable
from .main_phase import StrategyDecision, strategy_step
from .steps import TurnStep


def moved_strategy_step(table: WarsTable, act: Deploy | Redeploy) -> Flow[None] | None:
    """戦略ステップ, moved, not added: there is none in the main phase then [W3-S1.6-3]."""
    table.rely("W3-S1.6-4")
    table.rely("W3-S1.6-5")
    table.rely("W3-4.2-19")
    if table.so_far(table.state.active).territory_bonus:
        table.rely("W3-Q-14")
    table.state.strategy_taken = True
    return strategy_step(table, act)


def may_be_moved(table: WarsTable) -> bool:
    """Whether the active player may still bring in a unit; whether one with 速攻 is in hand, nobody else knows."""
    return not table.state.strategy_taken and bool(table.side[table.state.active].hand)


class HasteDecision(StrategyDecision):
    """The moved step, for a unit with 速攻 only; silence means that the step stays where it is [W3-S1.6-5]."""

    ask = "haste"
    clause = "W3-S1.6-4"
    elsewhere = "4.2"

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        questions = (super().law, self._is_hasty)
        return first_violation(lambda question: question(table, act), questions)

    def _is_hasty(self, table: WarsTable, act: Deploy | Redeploy) -> Violation | None:
        if not table.traits.haste[act.card]:
            return Violation(
                "W3-S1.6-5", "before the combat only a unit with 速攻 is brought in", ("W3-1.0-2",), compares=True
            )
        return None

    def territory_value(self, table: WarsTable) -> Amount:
        """収穫 counts, unless haste_harvest says otherwise [W3-Q-14]: the reason in the Q&A is followed, not its first
        word [W3-E-11]."""
        if table.setup.haste_harvest == HasteHarvest.FALSE:
            return table.lasting_territory(self.seat)
        return super().territory_value(table)


class HasteMoment(HasteDecision):
    """With haste_window = any_time_before_combat: the same at any moment before the combat [W3-S1.6-4]."""

    takes = (Deploy, Redeploy)
    default = None
    interrupts = True

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if table.state.strategy_taken:
            return Violation("W3-S1.6-3", "the strategy step of this turn has been taken", ("W3-4.2-1",))
        return super().judge(table, act)

    def flow(self, table: WarsTable, act: Deploy | Redeploy) -> Flow[None]:
        yield from moved_strategy_step(table, act) or ()


HASTE_STEP = TurnStep(Step.STRENGTHENING, HasteDecision, moved_strategy_step, due=may_be_moved)
