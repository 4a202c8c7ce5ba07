"""2:準備 ※エイノアの断片の準備 3: the kept fragment is turned up, once in a game, at any moment [AN-2.3]."""

from collections.abc import Iterator

from ....kernel.play.decisions import Act, Decision, Flow
from ....kernel.play.violations import Violation
from ..cards.effects import perform
from ..table import events
from ..table.actions import TurnUp
from ..table.options import FragmentBreaksPasses
from ..table.state import Resolving, Step
from ..table.table import SEATS, AnoareTable
from .boundary import RESULT, window_open
from .due import settle


class TurnUpDecision(Decision):
    """Never inside one event, and only in the window that the set-up leaves [AN-2.3-1] [AN-2.3-3] [AN-2.3-5]. Whether
    the player has set a card is not asked [AN-2.3-12]."""

    ask = "turn_up"
    clause = "AN-2.3-1"
    takes = (TurnUp,)
    interrupts = True
    once_in = 40

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        side = table.side[self.seat]
        if act.fragment != side.fragment:
            return Violation("AN-2.3-4", "fragment.not_kept")
        if side.fragment_spent:
            return Violation("AN-2.3-3", "fragment.spent")
        if table.state.resolving is not None or not window_open(table):
            return Violation("AN-2.3-5", "fragment.not_now")
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        return self.legal_among(table, [TurnUp(table.side[self.seat].fragment)])

    def flow(self, table: AnoareTable, act: Act) -> Flow[None]:
        return turn_up(table, self.seat)


def turn_up(table: AnoareTable, seat: int) -> Flow[None]:
    """The effect is had at once and in full [AN-2.3-2] [AN-2.3-15], before another fragment can be turned up
    [AN-2.3-6]; the fragment stays, spent [AN-2.3-13]."""
    side, state = table.side[seat], table.state
    effects = table.cards.fragment(side.fragment)
    side.fragment_spent = True
    table.events.append(events.TurnedUp(fragment=side.fragment, seat=seat, clause="AN-2.3-2"))
    if state.step in RESULT:
        table.rely("AN-2.3-5")
    if state.step == Step.ACTIVATION and state.passes:
        table.rely("AN-2.3-7")
        if table.setup.fragment_breaks_passes == FragmentBreaksPasses.TRUE:
            state.passes = 0
    for at, effect in enumerate(effects):
        yield from perform(table, effect, Resolving(seat, fragment=side.fragment, effect=at))
    if not state.batch:
        yield from settle(table)


TURN_UPS = tuple(TurnUpDecision(seat) for seat in SEATS)
"""What either seat may do whenever somebody is asked, from the end of the set-up on [AN-2.3-14]."""
