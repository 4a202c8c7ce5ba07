"""8-4-3 手番プレイヤーが実行できるアクション: a player's turn from its beginning to its end."""

from .....kernel.play.decisions import Flow, ask
from ...table import events
from ...table.actions import END_TURN, Activate, Basic, Crack, Declare, EndTurn, Spend, Use
from ...table.state import Modified
from ...table.table import HackcladTable
from ..field import re_entry
from .verbs import DO, VerbDecision


def player_turn(table: HackcladTable, seat: int) -> Flow[None]:
    """The turn card goes down to the waiting slot below [HC-8.4-2], the witch comes back if she stands on it
    [HC-8.4-3]; then as many actions as the player wants, in any order [HC-8.4.3-1] [HC-8.4.3-2]."""
    side, question = table.side[seat], ask(TurnDecision, seat)
    slot, side.turn_slot = side.turn_slot, 0
    # Turn slot n stands above waiting slot 5 - n [HC-3-6], free since the draft: no other card comes there [HC-8.4-6].
    side.waiting_slot = 5 - slot
    if table.solo:
        # 変更点④: a marker on the slot just left [HC-13.1-6].
        table.state.markers = sorted([*table.state.markers, slot])
    if not side.square:
        yield from re_entry(table, seat)
    table.events.append(events.TurnBegan(seat=seat, clause="HC-8.4-2"))
    while type(act := (yield question)) is not EndTurn:
        # An action is carried out to its end before the next [HC-8.4.3.A-13].
        yield from DO[type(act)](table, seat, act) or ()
        if side.modifiers and table.barred(seat, Modified.TURN_OVER):
            return


class TurnDecision(VerbDecision):
    """Any action of the turn, or its end [HC-8.4.3-1] [HC-8.4.3-4]."""

    ask = "turn"
    clause = "HC-8.4.3-1"
    takes = (EndTurn, Use, Basic, Spend, Crack, Activate, Declare)
    default = END_TURN
    reacting = False
