"""Damage that the players' side takes, and what it ends: ラウンドの終了, 勝利条件・敗北条件 [DR-S6.1] [DR-R] [DR-W]."""

from typing import NoReturn

from ..table import events
from ..table.state import Ending, EndReason, Round, Step
from ..table.table import DriveTable


class RoundOver(Exception):
    """Raised by the rules when the normal round ends, in the middle of any step."""


def strike(table: DriveTable, amount: int, clause: str) -> None:
    """ダメージを受ける処理, whatever deals it [DR-S6.1-4]: so many cards go from the deck to the discard, once for all
    players [DR-S6.1-3] [DR-S6.1-5]. A deck of 0 goes on [DR-R-2]. More damage than cards takes the whole deck
    [DR-S6.1-6] [DR-R-3] and ends the normal round, never the game [DR-R-1] [DR-W-3]; in the boss round the game is lost
    [DR-W-2]."""
    state = table.state
    beyond = amount > len(state.deck)
    table.to_discard(amount)
    table.events.append(events.Struck(amount=amount, deck=len(state.deck), clause=clause))
    if not beyond:
        return
    if state.round == Round.BOSS:
        end(table, False, EndReason.DECK_EXCEEDED, "DR-W-2")
    end_round(table, "damage", "DR-R-1")


def end_round(table: DriveTable, reason: str, clause: str) -> NoReturn:
    """Ends the normal round: what is not yet carried out is lost [DR-R-9] [DR-R-10]. Damage beyond the deck and a
    missing enemy come here, and no draw does [DR-R-5]."""
    table.rely("DR-R-10")
    table.events.append(events.RoundEnded(reason=reason, clause=clause))
    raise RoundOver


def end(table: DriveTable, won: bool, reason: EndReason, clause: str) -> NoReturn:
    """Ends the game at once, for all seats together [DR-O-1] [DR-W-4]."""
    table.events.append(events.Ended(won=won, reason=reason.name.lower(), clause=clause))
    table.ended(Ending(won, reason), Step.OVER)
