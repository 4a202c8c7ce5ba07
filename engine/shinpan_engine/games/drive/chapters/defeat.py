"""戦闘ステップ ④敵撃破処理: damage to the enemy, and what comes of its defeat in any step [DR-S3.4] [DR-W-1]."""

from ....kernel.play.decisions import Flow
from ..table import events
from ..table.options import EnemyDeckEnd
from ..table.state import EndReason, Round, Step
from ..table.table import DriveTable
from .damage import end, end_round
from .enemy import appear, appearance, current
from .skills import trigger

SLAYER_SHARE = 2
"""The defeating player gets the rank so many times [DR-S3.4-3]."""


def hit(table: DriveTable, seat: int, amount: int, clause: str) -> Flow[None] | None:
    """The enemy loses HP [DR-S3.3-3], here and nowhere else, so that a defeat in any step leads on from here
    [DR-S3.4-11]. At 0 or less it is defeated, and everything else waits for that and then goes on where it was
    [DR-S3.4-1] [DR-S3.4-2] [DR-S3.4-10]."""
    foe = current(table)
    foe.hp = max(0, foe.hp - amount)
    table.events.append(events.Damage(amount=amount, hp=foe.hp, seat=seat, clause=clause))
    return defeat(table, seat) if foe.hp == 0 else None


def defeat(table: DriveTable, seat: int) -> Flow[None] | None:
    """The boss's defeat wins: the goal of all [DR-W-1] [DR-O-2]. Any other pays the bonus and brings the next enemy,
    without the damage left over, and its effect on appearance [DR-S3.4-15] [DR-S3.4-7]; what the defeat triggers
    follows [DR-S3.4-17]."""
    state, foe = table.state, current(table)
    table.events.append(events.Defeated(enemy=foe.card, seat=seat, clause="DR-S3.4-1"))
    if state.round == Round.BOSS:
        end(table, True, EndReason.BOSS_DEFEATED, "DR-W-1")
    state.pile.append(foe.card)
    if foe.charge:
        table.rely("DR-S3.4-13")
        foe.charge = 0
    if seat != state.active:
        table.rely("DR-S3.4-12")
    if state.step == Step.ENEMY:
        table.rely("DR-S3.4-18")
    pay_bonus(table, seat, table.cards.enemy(foe.card).rank)
    reveal(table)
    trigger(table, "enemy_defeated")
    if state.waiting:
        table.rely("DR-S3.4-17")
    return appearance(table)


def pay_bonus(table: DriveTable, slayer: int, rank: int) -> None:
    """撃破ボーナス: twice the rank for who defeated it, the rank for every other player, the partner too [DR-S3.4-3]
    [DR-S3.4-4] [DR-S3.4-12] [DR-P4S-10]."""
    for seat in table.clockwise(table.state.active):
        share = SLAYER_SHARE * rank if seat == slayer else rank
        table.gains(seat, share, "DR-S3.4-3" if seat == slayer else "DR-S3.4-4")


def reveal(table: DriveTable) -> None:
    """新たな敵の出現: the top card of the enemy deck, as long as the round lasts [DR-S3.4-5] [DR-G-2]; if there is
    none, or none is left with the other reading, the round ends [DR-S3.4-14] [DR-R-6]."""
    state = table.state
    if not state.enemy_deck:
        table.rely("DR-R-6")
        state.enemy = None
        end_round(table, "enemy_deck", "DR-R-6")
    (card,) = table.known(state.enemy_deck[:1], "DR-S3.4-5")
    del state.enemy_deck[0]
    appear(table, card, "DR-S3.4-5")
    if not state.enemy_deck:
        table.rely("DR-R-6")
        if table.setup.enemy_deck_end == EnemyDeckEnd.ON_LAST_REVEAL:
            end_round(table, "enemy_deck", "DR-R-6")
