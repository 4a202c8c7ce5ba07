"""Damage and what it does: life, stored damage and the loss [AN-5.5-5] [AN-6.3] [AN-6.5]."""

from typing import Literal, NoReturn

from . import events
from .in_force import correction, note_due
from .level_up import note_fall
from .options import ZeroLifeTriggers
from .state import HIGHEST_LEVEL, EndReason, Modified, Outcome, Step
from .table import SEATS, AnoareTable, other

DamageKind = Literal["skill", "effect", "cost"]
"""Kept apart: スキルによるダメージ, that of effects and abilities, and that of missing cost cards [AN-5.4a-12]."""
FATAL = 3
"""Stored damage of a fatal wound [AN-6.5-3]."""


def deal(table: AnoareTable, amounts: tuple[int, int], kind: DamageKind, clause: str) -> None:
    """One damage event for seat 1 and seat 2 at the same moment [AN-6.5-12]: then the loss check, before anything that
    the damage triggers [AN-6.5-7]. Damage of 0 is none [AN-5.5d-8]; skill damage comes with all that corrects it."""
    received = list(amounts)
    if kind != "skill":
        received = [corrected(table, seat, amounts[seat - 1]) for seat in SEATS]
    hurt = [seat for seat in SEATS if received[seat - 1] and receive(table, seat, received[seat - 1])]
    for seat in SEATS:
        if received[seat - 1]:
            table.events.append(events.Damage(amount=received[seat - 1], seat=seat, kind=kind, clause=clause))
    check_fatal(table)
    for seat in hurt:
        note_due(table, seat, "damaged")


def corrected(table: AnoareTable, seat: int, amount: int) -> int:
    """Damage that is no skill's, with what corrects it, never below 0; of none nothing comes [AN-5.5d-8]."""
    return max(0, amount + correction(table, Modified.DAMAGE_RECEIVED, seat)) if amount else 0


def receive(table: AnoareTable, seat: int, amount: int) -> bool:
    """Takes damage of at least 1. Says whether it triggers what damage triggers [AN-6.3-4] [AN-6.5-6]."""
    side = table.side[seat]
    if side.level == HIGHEST_LEVEL:
        if side.stored and table.state.step <= Step.STORED_REMOVAL:
            table.rely("AN-6.5-8")
        side.stored += amount
        return True
    if side.life == 0:
        table.rely("AN-6.3-3")
        table.rely("AN-6.3-4")
        return table.setup.zero_life_triggers == ZeroLifeTriggers.TRUE
    side.life = max(0, side.life - amount)
    note_fall(side)
    return True


def check_fatal(table: AnoareTable) -> None:
    """致命傷: who has 3 or more stored damage loses at once; of two the one with more, and equal amounts let the game
    go on [AN-6.5-3] [AN-6.5-5] [AN-6.5-9] [AN-6.5-10]. Only level 3 stores damage [AN-6.5-18]."""
    first, second = table.side[1].stored, table.side[2].stored
    if first < FATAL and second < FATAL:
        return
    if first >= FATAL and second >= FATAL:
        if first == second:
            return
        lose(table, 1 if first > second else 2, "AN-6.5-10")
    lose(table, 1 if first >= FATAL else 2, "AN-6.5-3")


def lose(table: AnoareTable, loser: int, clause: str) -> NoReturn:
    """Ends the game at once, in the middle of any step: the other player wins [AN-3-3] [AN-6.5-5]."""
    winner = other(loser)
    table.events.append(events.Ended(winner=winner, reason=EndReason.FATAL_WOUND.name.lower(), clause=clause))
    table.ended(Outcome(winner, EndReason.FATAL_WOUND), Step.OVER)
