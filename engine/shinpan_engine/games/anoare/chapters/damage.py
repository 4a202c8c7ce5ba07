"""Damage and what it does: life, stored damage and the loss [AN-5.5-5] [AN-6.3] [AN-6.5]."""

from typing import Literal, NoReturn

from ..cards.cards import HIGHEST_LEVEL
from ..cards.in_force import correction, note_due
from ..table import events
from ..table.options import ZeroLifeTriggers
from ..table.state import Ending, EndReason, Modified, Step
from ..table.table import SEATS, AnoareTable, other
from .level_up import note_fall

DamageKind = Literal["skill", "effect", "cost"]
"""Kept apart: スキルによるダメージ, that of effects and abilities, and that of missing cost cards [AN-5.4a-12]."""
FATAL = 3
"""Stored damage of a fatal wound [AN-6.5-3]."""


def deal(table: AnoareTable, amounts: tuple[int, int], kind: DamageKind, clause: str) -> None:
    """One damage event for seat 1 and seat 2 at the same moment [AN-6.5-12]: then the loss check, before anything that
    the damage triggers [AN-6.5-7] and before anybody can turn up a fragment [AN-2.3-11]. Every kind does the same, also
    that of missing cost cards [AN-5.4a-15], and counts towards one total [AN-6.5-4]. Damage of 0 is none [AN-5.5d-8];
    skill damage comes with all that corrects it."""
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
    """Damage that is no skill's, with what corrects damage of any kind, never below 0; of none nothing comes
    [AN-5.5d-8]. Distance, judgement and what names skill damage do not touch it [AN-5.5d-7]."""
    return max(0, amount + correction(table, Modified.DAMAGE_RECEIVED, seat)) if amount else 0


def receive(table: AnoareTable, seat: int, amount: int) -> bool:
    """Takes damage of at least 1: at level 3 it is stored [AN-6.5-2], before that life falls, as the counter runs from
    10 to 0 and on to -1, -2, -3 [AN-1.3-2]. Says whether it triggers what damage triggers [AN-6.3-4] [AN-6.5-6]."""
    side = table.side[seat]
    # Also later in the end phase in which the level was reached [AN-6.4-9].
    if side.level == HIGHEST_LEVEL:
        if side.stored and table.state.step <= Step.STORED_REMOVAL:
            table.rely("AN-6.5-8")
        # What the counter shows below 0 is this, and life stays as it is [AN-1.3-4] [AN-6.5-1]; 3 is no cap [AN-1.3-6].
        side.stored += amount
        return True
    if side.life == 0:
        table.rely("AN-6.3-3")
        table.rely("AN-6.3-4")
        return table.setup.zero_life_triggers == ZeroLifeTriggers.TRUE
    # Life stops at 0 [AN-6.3-1], met exactly or passed [AN-6.3-6]; the surplus is lost [AN-6.3-2].
    side.life = max(0, side.life - amount)
    note_fall(side)
    return True


def check_fatal(table: AnoareTable) -> None:
    """致命傷: who has 3 or more stored damage loses at once; of two the one with more, and equal amounts let the game
    go on [AN-6.5-3] [AN-6.5-5] [AN-6.5-9] [AN-6.5-10], as the table says too [AN-6.6-5]. Only level 3 stores damage
    [AN-6.5-18], so life 0 alone is no loss [AN-3-4], but with such a wound it is [AN-3-1]."""
    # Totals, not the last hits [AN-6.5-16]: after a tie each damage compares them again [AN-6.5-13].
    first, second = table.side[1].stored, table.side[2].stored
    if first < FATAL and second < FATAL:
        return
    if first >= FATAL and second >= FATAL:
        if first == second:
            return  # no drawn game [AN-3-6]; more of the same for both changes nothing [AN-6.5-14]
        # The other stays in the game, although 3 or more are stored there too [AN-6.5-11].
        lose(table, 1 if first > second else 2, "AN-6.5-10")
    # One alone is not compared [AN-6.5-17].
    lose(table, 1 if first >= FATAL else 2, "AN-6.5-3")


def lose(table: AnoareTable, loser: int, clause: str) -> NoReturn:
    """Ends the game at once, in the middle of any step: the other player wins [AN-3-3] [AN-6.5-5]. Nothing else ends a
    game [AN-3-5]."""
    winner = other(loser)
    table.events.append(events.Ended(winner=winner, reason=EndReason.FATAL_WOUND.name.lower(), clause=clause))
    table.ended(Ending(winner, EndReason.FATAL_WOUND), Step.OVER)
