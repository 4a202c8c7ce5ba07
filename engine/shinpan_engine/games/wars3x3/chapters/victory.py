"""◇勝利条件: how the game ends [W3-0.2]."""

from collections.abc import Iterator
from typing import NoReturn

from ....kernel.play.decisions import Act, Decision, Flow
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import RESIGN, Resign
from ..table.options import AllowResign, DeckoutTiming, DoubleZero
from ..table.state import Ending, EndReason, Step
from ..table.table import SEATS, WarsTable, other

DRAW = 0


def end(table: WarsTable, winner: int, reason: EndReason, clause: str) -> NoReturn:
    """Ends the game at once, in the middle of any step [W3-0.2-1]."""
    table.events.append(events.Ended(winner=winner, reason=reason.name.lower(), clause=clause))
    table.ended(Ending(winner, reason), Step.OVER)


def check_life(table: WarsTable) -> None:
    """Ends the game if a player's life is 0 or less [W3-0.2-1] [W3-0.2-2] [W3-0.2-3]; the sheet's 0 is read so too
    [W3-K-1]. What it has fallen to stands, as -2 at the end of the replay [W3-E-07]."""
    first, second = table.state.sides
    if first.life > 0 and second.life > 0:
        return
    if first.life > 0 or second.life > 0:
        end(table, 1 if first.life > 0 else 2, EndReason.LIFE, "W3-0.2-2")
    table.rely("W3-0.2-3")
    shared = table.setup.double_zero == DoubleZero.DRAW
    end(table, DRAW if shared else other(table.state.active), EndReason.LIFE, "W3-0.2-3")


def check_deck_out(table: WarsTable) -> None:
    """At the end of the turn: compares lives if the deck has run out [W3-0.2-4] [W3-0.2-7] [W3-5.1-4] [W3-K-5]. Whose
    life was gone before that turn's end has lost by then: `check_life` does not wait [W3-0.2-8]."""
    state = table.state
    if not state.emptied_turn:
        return
    if state.active != state.emptied_by:
        table.rely("W3-0.2-7")
        if table.setup.deckout_timing == DeckoutTiming.DRAWER_TURN:
            return
    first, second = table.side[1].life, table.side[2].life
    if first == second:
        end(table, DRAW, EndReason.DECK_OUT, "W3-0.2-6")
    end(table, 1 if first > second else 2, EndReason.DECK_OUT, "W3-0.2-5")


class Resignation(Decision):
    """Gives the game up, at any time; no printed rule provides for it [W3-0.2-12]."""

    ask = "resignation"
    clause = "W3-0.2-12"
    takes = (Resign,)
    interrupts = True

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if table.setup.allow_resign == AllowResign.FALSE:
            return Violation("W3-0.2-12", "resign.not_allowed")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        if self.judge(table, RESIGN) is None:
            yield RESIGN

    def flow(self, table: WarsTable, act: Act) -> Flow[None]:
        table.rely("W3-0.2-12")
        end(table, other(self.seat), EndReason.RESIGNATION, "W3-0.2-12")
        yield from ()


RESIGNATIONS = tuple(Resignation(seat) for seat in SEATS)
