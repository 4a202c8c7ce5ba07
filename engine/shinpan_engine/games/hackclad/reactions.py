"""8-4-4 対応アクション: what the player in an attack's range may do, and in co-op those who help her [HC-14.3.3-1]."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Ask, Flow
from . import actions_paid, skill_use
from .actions import CRACK, PASS, Basic, Crack, Declare, Pass, Spend, Use
from .table import SEATS, HackcladTable
from .windows import Helping, Reacting, active_player

GUARD = "ガード"
"""The card that helps others in co-op [HC-14.3.3-1] [HC-14.3.3-3]."""


class ReactDecision(Reacting):
    """A reaction, one at a time, or a pass [HC-8.4.4-4] [HC-8.4.4-6]."""

    ask = "react"
    clause = "HC-8.4.4-2"
    takes = (Pass, Use, Basic, Spend, Crack, Declare)

    def deed(self, table: HackcladTable, act: Act) -> Flow[None] | None:
        if type(act) is Use:
            return skill_use.use(table, self.seat, act)
        if type(act) is Basic:
            return actions_paid.basic(table, self.seat, act)
        if type(act) is Spend:
            return actions_paid.spend(table, self.seat, act)
        if type(act) is Crack:
            return actions_paid.crack(table, self.seat)
        skill_use.declare(table, self.seat, act)
        return None

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if type(act) is Use:
            return skill_use.judge_use(table, self.seat, act, reacting=True)
        if type(act) is Basic:
            return actions_paid.judge_basic(table, self.seat, act, reacting=True)
        if type(act) is Spend:
            return actions_paid.judge_spend(table, self.seat, act, reacting=True)
        if type(act) is Crack:
            return actions_paid.judge_crack(table, self.seat, reacting=True)
        if type(act) is Declare:
            return skill_use.judge_declare(table, self.seat, act, reacting=True)
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        yield PASS
        for card in table.side[self.seat].hand:
            yield from skill_use.uses(table, self.seat, card, reacting=True)
        yield from actions_paid.basics(table, self.seat, reacting=True)
        yield from actions_paid.spends(table, self.seat, reacting=True)
        if actions_paid.judge_crack(table, self.seat, reacting=True) is None:
            yield CRACK
        yield from skill_use.declares(table, self.seat, reacting=True)


class HelpDecision(Helping):
    """Co-op: a ガード from hand for the active player, at any moment until she passes [HC-14.3.3-1] [HC-14.3.3-2]
    [HC-14.3.3-4]."""

    ask = "help"
    clause = "HC-14.3.3-1"
    takes = (Use,)

    def flow(self, table: HackcladTable, act: Act) -> Flow[None]:
        """She pays for it herself, and it counts for the active player [HC-14.3.3-5]."""
        yield from skill_use.use(table, self.seat, act, active_player(table, table.state.windows[-1]))

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.card in table.side[self.seat].hand and table.cards.skill(act.card).name != GUARD:
            return Violation("HC-14.3.3-3", "only cards named ガード can be used for another player")
        return skill_use.judge_use(table, self.seat, act, reacting=True)

    def options(self, table: HackcladTable) -> Iterator[Act]:
        for card in table.side[self.seat].hand:
            if table.cards.known(card) and table.cards.skill(card).name == GUARD:
                yield from skill_use.uses(table, self.seat, card, reacting=True)


REACT = {seat: ReactDecision(seat) for seat in SEATS}
HELP = {seat: HelpDecision(seat) for seat in SEATS}
ALONE = {seat: Ask((REACT[seat],), joint=True) for seat in SEATS}
"""What the active player is asked."""
HELPED = {
    seats: {
        active: Ask((REACT[active], *(HELP[seat] for seat in SEATS[:seats] if seat != active)), joint=True)
        for active in SEATS[:seats]
    }
    for seats in SEATS
}
"""The same in co-op, by the number of players."""
