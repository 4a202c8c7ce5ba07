"""8-4-4 対応アクション: what the player in an attack's range may do, and in co-op those who help her [HC-14.3.3-1]."""

from collections.abc import Iterator

from .....kernel.play.decisions import Act, Ask, Flow, seated
from .....kernel.play.violations import Violation
from ...table.actions import PASS, Basic, Crack, Declare, Pass, Spend, Use
from ...table.table import SEATS, HackcladTable
from . import skill_use
from .verbs import VerbDecision
from .windows import Helping, active_player

GUARD = "ガード"
"""The card that helps others in co-op [HC-14.3.3-1] [HC-14.3.3-3]."""


class ReactDecision(VerbDecision):
    """A reaction, one at a time, or a pass [HC-8.4.4-4] [HC-8.4.4-6]."""

    ask = "react"
    clause = "HC-8.4.4-2"
    takes = (Pass, Use, Basic, Spend, Crack, Declare)
    default = PASS
    reacting = True


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
            return Violation("HC-14.3.3-3", "coop.only_guards")
        return skill_use.judge_use(table, self.seat, act, reacting=True)

    def options(self, table: HackcladTable) -> Iterator[Act]:
        known = [card for card in table.side[self.seat].hand if table.cards.known(card)]
        guards = [card for card in known if table.cards.skill(card).name == GUARD]
        return self.legal_among(table, (act for card in guards for act in skill_use.uses(table, self.seat, card)))


ALONE = {seat: Ask((seated(ReactDecision, seat),), joint=True) for seat in SEATS}
"""What the active player is asked."""
HELPED = {
    seats: {
        active: Ask(
            (seated(ReactDecision, active), *(seated(HelpDecision, seat) for seat in SEATS[:seats] if seat != active)),
            joint=True,
        )
        for active in SEATS[:seats]
    }
    for seats in SEATS
}
"""The same in co-op, by the number of players."""
