"""カードスキル [報酬]: which rewards are due, and whether they may be left [SW-K.6]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Ask, ask
from ....kernel.play.violations import Violation
from ..table.actions import PASS, Pass, Use
from ..table.options import AutomataReward
from ..table.state import Due, Side
from ..table.table import SwordrionTable


def due_named(side: Side, act: Use) -> Due | None:
    """What is due under this name."""
    for due in side.due:
        if (due.card, due.skill) == (act.card, act.skill):
            return due
    return None


def compulsory(table: SwordrionTable, due: Due) -> bool:
    """Whether it must be carried out: of rewards those of the enemy side, unless text or set-up leave it open
    [SW-K.6-3] [SW-K.6-4] [SW-S5-5]."""
    if due.spell:
        return True
    if not due.enemy or table.cards.fighter(due.card).skills[due.skill].optional:
        return False
    return table.setup.automata_reward == AutomataReward.MUST


class RewardDecision(OneOf):
    """The next of what is due, in the order that the participant likes [SW-K.6-5]."""

    clause = "SW-K.6-5"
    takes = (Use, Pass)

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        return [Use(due.card, due.skill) for due in table.side[self.seat].due]

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if isinstance(act, Pass):
            return Violation("SW-K.6-4", "reward.enemy_must", ("SW-2.3-7",))
        return Violation("SW-K.6-1", "reward.not_due")


class MustReward(RewardDecision):
    """Something among it is compulsory."""

    ask = "must_reward"


class MayReward(RewardDecision):
    """All that is left may be declined [SW-K.6-3]."""

    ask = "may_reward"
    default = PASS


def due_ask(table: SwordrionTable, seat: int) -> Ask:
    """What is asked of a participant with something due."""
    must = any(compulsory(table, due) for due in table.side[seat].due)
    return ask(MustReward if must else MayReward, seat)
