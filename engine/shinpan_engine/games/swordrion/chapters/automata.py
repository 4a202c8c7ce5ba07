"""特殊なルール ⑤オートマタのアクション: enemies are turned up; spells among them, and 召喚 cards that wait."""

from ..cards.operations import met
from ..table import events
from ..table.options import EnemySpell, WaitingSummonOnClear
from ..table.state import Due, Slot
from ..table.table import SwordrionTable, felled, marked
from .fields import fresh_in, has_room


def turn_up_front(table: SwordrionTable, seat: int) -> None:
    """The enemy front is turned up at the start of an exchange, if it is not yet up [SW-3.1-3] [SW-3.1-4]."""
    side = table.side[seat]
    while side.enemy and not side.enemy[0].up:
        turn_up(table, seat, side.enemy[0])


def turn_up(table: SwordrionTable, seat: int, slot: Slot) -> bool:
    """Turns an enemy up. Says whether a card stands there that fights: a spell does not [SW-2.3-7]; a 召喚 card goes
    aside or, its condition met, to the end of the line, unhurt [SW-S5-11] [SW-S5-13]."""
    if slot.up or felled(slot):
        return slot.up
    side, card = table.side[seat], slot.card
    slot.up = True
    table.seen[card] = None
    table.changed(seat, slot)
    table.events.append(events.TurnedUp(card=card, seat=seat, clause="SW-3.1-3"))
    if table.cards.is_spell(card, "SW-2.3-7"):
        return _spell_came_up(table, seat, slot)
    condition = table.cards.summon_of(card, "SW-S5-11")
    if condition is None:
        return True
    table.rely("SW-S5-13")
    side.enemy[:] = [other for other in side.enemy if other is not slot]
    if met(table, table.enemies[seat], condition):
        coming = fresh_in(side, card)
        if coming is not None:
            marked(slot).fresh = coming.fresh
        side.enemy.append(slot)
        return False
    side.waiting.append(card)
    table.events.append(events.PutAside(card=card, seat=seat, clause="SW-S5-11"))
    return False


def _spell_came_up(table: SwordrionTable, seat: int, slot: Slot) -> bool:
    """A spell in the enemy line, as the set-up says [SW-2.3-7]."""
    side, setting, card = table.side[seat], table.setup.enemy_spell, slot.card
    table.rely("SW-2.3-7")
    if setting == EnemySpell.FIGHT:
        table.cards.fighter(card)
        return True
    at = next(at for at, other in enumerate(side.enemy) if other is slot)
    del side.enemy[at]
    if setting == EnemySpell.CAST:
        table.cards.spell(card)
        side.enemy_graveyard.append(card)
        side.due.append(Due(card, 0, True, spell=True))
        return False
    table.discard(seat, card, "SW-2.3-7")
    if setting == EnemySpell.REPLACE and table.state.deck:
        new = Slot(table.draw("SW-2.3-7"))
        side.enemy.insert(at, new)
        return turn_up(table, seat, new)
    return False


def next_summoned(table: SwordrionTable, seat: int) -> int:
    """The first of the 召喚 cards that wait, in the order in which they were put aside, whose condition is met and that
    finds room in the enemy line [SW-S5-12]; 0 if there is none."""
    field = table.enemies[seat]
    for card in field.side.waiting:
        if met(table, field, table.cards.summon_of(card)):
            return card if has_room(table, field) else 0
    return 0


def leave_waiting(table: SwordrionTable, seat: int) -> None:
    """What still waits when the battle is cleared, as the set-up says [SW-S5-15]."""
    side, setting = table.side[seat], table.setup.waiting_summon_on_clear
    if not side.waiting:
        return
    table.rely("SW-S5-15")
    if setting == WaitingSummonOnClear.GRAVEYARD:
        side.enemy_graveyard += side.waiting
        side.waiting = []
    elif setting == WaitingSummonOnClear.DECK_BOTTOM:
        table.state.deck += side.waiting
        table.events.append(events.Returned(count=len(side.waiting), seat=seat, clause="SW-S5-15"))
        side.waiting = []
