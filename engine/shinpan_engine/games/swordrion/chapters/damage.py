"""③バトル: what a blow does, × wounds, defeat and the way to the graveyards."""

from ..cards.strength import auras, block_of, hp_parts, is_undead, taken_by
from ..table import events
from ..table.options import SpeedThirdWound, ZeroDamageWound
from ..table.state import Due, Exchange, Felled, Slot
from ..table.table import Field, SwordrionTable, cards_of, exchange_of, felled, marked, marks_on

WOUNDS = 3
"""So many × defeat a card [SW-3.1-11]."""


def attack_blow(table: SwordrionTable, field: Field, slot: Slot, strength: int, clause: str) -> bool:
    """One blow of an attack on one card of a field. Says whether it was defeated in one blow. An attack of 0 wounds
    only where the set-up says so [SW-3.1-9]."""
    if strength or felled(slot):
        return blow(table, field, slot, strength, field.against, clause)
    table.rely("SW-3.1-9")
    if table.setup.zero_damage_wound != ZeroDamageWound.TRUE:
        return False
    table.events.append(events.Damage(amount=0, card=slot.card, seat=field.seat, clause=clause))
    return wound(table, field, slot, 1, field.against, "SW-K.9-1" if is_undead(table, slot) else "SW-3.1-8")


def blow(table: SwordrionTable, field: Field, slot: Slot, strength: int, by: Felled, clause: str) -> bool:
    """One damage to one card, own or enemy alike [SW-3.1-12], judged by itself [SW-3.1-7] [SW-3.1-8] against the whole
    HP, which no damage lowers [SW-3.1-10]; what block has reduced to nothing does not wound [SW-K.10-2], and what is
    beyond is lost [SW-3.1-13]. The rest is as above."""
    # Block takes its number off every single damage, off a sum once [SW-K.10-4], if it comes from the other side
    # [SW-K.10-1] and not from the own one [SW-K.10-6]; what is left is what counts [SW-K.10-3].
    received = max(0, strength - block_of(table, slot)) if by == field.against else strength
    if felled(slot) or received == 0:
        return False
    table.events.append(events.Damage(amount=received, card=slot.card, seat=field.seat, clause=clause))
    if is_undead(table, slot):  # a × for each damage, which was not 0 [SW-K.9-4]
        return wound(table, field, slot, 1, by, "SW-K.9-1")
    if received << marks_on(slot).halved >= hp_parts(table, field, slot):
        marked(slot).felled = by
        return True
    return wound(table, field, slot, 1, by, "SW-3.1-8")


def wound(table: SwordrionTable, field: Field, slot: Slot, count: int, by: Felled, clause: str) -> bool:
    """Puts × on a card, be they laid there or kept in memory [SW-Q-8]; three defeat it, an undead as well [SW-3.1-11]
    [SW-K.9-2]. Says whether that counts as one blow [SW-K.7-3]."""
    slot.wounds = min(WOUNDS, slot.wounds + count)
    table.events.append(events.Wounded(wounds=slot.wounds, card=slot.card, seat=field.seat, clause=clause))
    if slot.wounds < WOUNDS:
        return False
    marked(slot).felled = by
    return table.setup.speed_third_wound == SpeedThirdWound.TRUE


def heal(table: SwordrionTable, field: Field, slot: Slot, count: int) -> None:
    """Takes × off a card [SW-3.1-14]."""
    if slot.wounds:
        slot.wounds = max(0, slot.wounds - count)
        table.events.append(events.Healed(wounds=slot.wounds, card=slot.card, seat=field.seat, clause="SW-3.1-14"))


def fell_spent(table: SwordrionTable, field: Field, slot: Slot, by: Felled) -> None:
    """A card whose HP an effect has brought to 0 or less is defeated at once [SW-3.1-18]."""
    if slot.up and not felled(slot) and hp_parts(table, field, slot) <= 0:
        marked(slot).felled = by


def fell_weakened(table: SwordrionTable, seat: int) -> None:
    """The same where standing texts lend or take HP."""
    for field in table.fields[seat]:
        for slot in field.line:
            if slot.up and not felled(slot) and hp_parts(table, field, slot) <= 0:
                marked(slot).felled = taker(table, field, slot)


def taker(table: SwordrionTable, field: Field, slot: Slot) -> Felled:
    """The side whose standing texts take the HP that a card would need, the participant's first [SW-K.6-6]; nobody
    where HP that was lent is gone."""
    table.rely("SW-K.6-6")
    hp = hp_parts(table, field, slot)
    for by in (Felled.BY_PARTICIPANT, Felled.BY_ENEMY):
        if hp + (taken_by(table, by, field, slot) << marks_on(slot).halved) > 0:
            return by
    return Felled.BY_NOBODY


def lends_hp(table: SwordrionTable, seat: int) -> bool:
    """Whether any standing text changes HP."""
    for aura in auras(table, seat):
        if aura.op.hp:
            return True
    return False


def sweep(table: SwordrionTable, seat: int) -> None:
    """All that is defeated leaves its field, the line closes up, and rewards come due [SW-3.2-8] [SW-Z.4-9]. What then
    has lost the HP that a fallen card lent it falls too."""
    side = table.side[seat]
    lent = lends_hp(table, seat)
    while True:
        if lent:
            fell_weakened(table, seat)
        if not (any_felled(side.line) or any_felled(side.enemy)):
            return
        fallen = [(field, slot) for field in table.fields[seat] for slot in field.line if felled(slot)]
        for field, slot in fallen:
            remove(table, field, slot)


def any_felled(line: list[Slot]) -> bool:
    """Whether a card of a line has been defeated and not yet left."""
    for slot in line:
        if slot.marks is not None and slot.marks.felled:
            return True
    return False


def remove(table: SwordrionTable, field: Field, slot: Slot) -> None:
    """A defeated card or stack goes to the graveyard of its side, each equipment to that of its owner [SW-Z.1-1]
    [SW-Z.1-5] [SW-S2-9], having stayed on the card until then [SW-S1-4]; wounds and all that was done to it are gone
    [SW-3.1-15] [SW-S2-15]."""
    seat, line = field.seat, field.line
    line[:] = [other for other in line if other is not slot]
    table.changed(seat, slot)
    for card in cards_of(slot):
        field.graveyard.append(card)
        table.events.append(events.Defeated(card=card, enemy=field.enemy, seat=seat, clause="SW-Z.1-1"))
        if felled(slot) == field.against:
            note_rewards(table, table.foe(field), card)
    for one in marks_on(slot).equipment:
        table.field(seat, one.enemy).graveyard.append(one.card)
    if field.side.exchange is not None:
        note_defeat(field.side.exchange, slot)


def note_defeat(exchange: Exchange, slot: Slot) -> None:
    """The exchange has seen a defeat, perhaps that of a front."""
    exchange.defeat = True
    if exchange.front in cards_of(slot):
        exchange.front = 0
    if exchange.enemy_front in cards_of(slot):
        exchange.enemy_front = 0


def note_rewards(table: SwordrionTable, field: Field, card: int) -> None:
    """The side that defeated a card has its 報酬 [SW-K.6-1] [SW-K.6-2] [SW-K.6-6], once an exchange, however often the
    card comes back and falls [SW-K.6-7]."""
    side = field.side
    if not table.cards.reward[card] or card in exchange_of(side).rewarded:
        return
    for at, skill in enumerate(table.cards.fighter(card).skills):
        if skill.tag == "reward":
            side.due.append(Due(card, at, field.enemy))
    exchange_of(side).rewarded.append(card)
