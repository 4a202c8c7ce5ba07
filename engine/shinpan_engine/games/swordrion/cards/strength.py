"""HP, attack and keywords as they are in force [SW-3.1-17] [SW-S2-4] [SW-S2-5].

HP may be halved without rounding, so it is read as a number of parts and the times it was halved: damage d reaches it
if d doubled as often is at least that number.
"""

from ..table.options import EnemySpeed
from ..table.state import Felled, Side, Slot
from ..table.table import Aura, Field, SwordrionTable, cards_of, marks_on
from .cards import SPEED_ATTACKER, UNDEAD, WAITS
from .operations import met, relics_of
from .texts import Relic, Skill, Strengthen


def auras(table: SwordrionTable, seat: int) -> tuple[Aura, ...]:
    """The standing value changes of cards that lie face up, and of relics in place [SW-K.1-3] [SW-3.3-3]."""
    found = table.auras[seat]
    if found is None:
        found = table.auras[seat] = tuple(_auras(table, seat))
    return found


def _auras(table: SwordrionTable, seat: int) -> list[Aura]:
    found, standing = list[Aura](), table.cards.standing
    for field in table.fields[seat]:
        for slot in field.line:
            if slot.up and (standing[slot.card] or standing[slot.lower]):
                found += _standing_on(table, field, slot)
    for card, relic in relics_of(table, seat, "standing"):
        found += _auras_of(table, table.own[seat], card, relic)
    return found


def _standing_on(table: SwordrionTable, field: Field, slot: Slot) -> list[Aura]:
    """What the cards of a place keep in force."""
    found = list[Aura]()
    for card in cards_of(slot):
        for skill in table.cards.fighter(card).skills:
            if skill.tag == "standing":
                found += _auras_of(table, field, card, skill)
    return found


def _auras_of(table: SwordrionTable, field: Field, card: int, text: Skill | Relic) -> list[Aura]:
    """What a text of a card keeps in force."""
    foe = table.foe(field)
    ops = [op for op in text.ops if type(op) is Strengthen]
    return [Aura(field, card, op, text.condition, field if op.side == "own" else foe) for op in ops]


def _reaches(table: SwordrionTable, aura: Aura, slot: Slot) -> bool:
    """Whether a standing change is in force for a card of the field whose cards it changes."""
    card, line = aura.card, aura.changes.line
    match aura.op.at:
        case "self":
            there = card in (slot.card, slot.lower)
        case "others":
            there = card not in (slot.card, slot.lower)
        case "front":
            there = line[0] is slot
        case "last":
            there = line[-1] is slot
        case _:
            there = True
    return there and met(table, aura.field, aura.condition)


def hp_parts(table: SwordrionTable, field: Field, slot: Slot) -> int:
    """The HP, in parts of the last halving."""
    cards = table.cards
    hp, halved = cards.hp[slot.card] + cards.hp[slot.lower], 0
    whole, _ = lent(table, field, slot)
    marks = slot.marks
    if marks is not None:
        hp, whole, halved = hp + marks.hp, whole + marks.turn_hp, marks.halved
        for one in marks.equipment:
            hp += cards.equip_hp[one.card]
    return hp + (whole << halved)


def attack_of(table: SwordrionTable, field: Field, slot: Slot) -> int:
    """The attack value, never below 0."""
    cards = table.cards
    attack = cards.attack[slot.card] + cards.attack[slot.lower] + lent(table, field, slot)[1]
    marks = slot.marks
    if marks is not None:
        attack += marks.attack + marks.turn_attack
        for one in marks.equipment:
            attack += cards.equip_attack[one.card]
    return max(0, attack)


def in_force(table: SwordrionTable) -> dict[tuple[str, int], dict[str, int]]:
    """HP and attack of the places that lie open, where they are not those of the upper card alone; the HP in parts of
    the halvings."""
    found = dict[tuple[str, int], dict[str, int]]()
    cards = table.cards
    for field in [field for fields in table.fields for field in fields]:
        for slot in field.line:
            if not slot.up or not all(cards.card(card).fights for card in cards_of(slot)):
                continue
            now = {"attack": attack_of(table, field, slot), "hp": hp_parts(table, field, slot)}
            if now != {"attack": cards.attack[slot.card], "hp": cards.hp[slot.card]}:
                found["card", slot.card] = now
    return found


def lent(table: SwordrionTable, field: Field, slot: Slot) -> tuple[int, int]:
    """The HP and attack that standing changes give to a card."""
    hp = attack = 0
    for aura in auras(table, field.seat):
        if aura.changes is field and _reaches(table, aura, slot):
            hp += aura.op.hp
            attack += aura.op.attack
    return hp, attack


def taken_by(table: SwordrionTable, by: Felled, field: Field, slot: Slot) -> int:
    """The HP that standing texts of one side take from a card."""
    return sum(
        -aura.op.hp
        for aura in auras(table, field.seat)
        if aura.changes is field and aura.field.by == by and aura.op.hp < 0 and _reaches(table, aura, slot)
    )


def block_of(table: SwordrionTable, slot: Slot) -> int:
    """What block takes off; several add up [SW-K.10-5]."""
    cards = table.cards
    block = cards.block[slot.card] + cards.block[slot.lower]
    if slot.marks is not None:
        for one in slot.marks.equipment:
            block += cards.equip_block[one.card]
    return block


def flags_of(table: SwordrionTable, slot: Slot) -> int:
    """The keywords without a number, as bits."""
    cards = table.cards
    flags = cards.flags[slot.card] | cards.flags[slot.lower]
    if slot.marks is not None:
        for one in slot.marks.equipment:
            flags |= cards.equip_flags[one.card]
    return flags


def is_undead(table: SwordrionTable, slot: Slot) -> bool:
    return bool(flags_of(table, slot) & UNDEAD)


def is_swift(table: SwordrionTable, slot: Slot) -> bool:
    """Whether it is a speed attacker that bears no wound [SW-K.7-4]."""
    return not slot.wounds and bool(flags_of(table, slot) & SPEED_ATTACKER)


def only_answers(table: SwordrionTable, slot: Slot) -> bool:
    """Whether it attacks only when attacked."""
    return bool(flags_of(table, slot) & WAITS)


def free(table: SwordrionTable, slot: Slot) -> bool:
    """Whether a front can attack of its own accord."""
    return not marks_on(slot).held and not only_answers(table, slot)


def strikes_first(table: SwordrionTable, side: Side) -> bool:
    """Whether the enemy front is a speed attacker that comes before the attack, where the set-up says so; two cancel
    each other out [SW-K.7-5]."""
    own, enemy = side.line[0], side.enemy[0]
    return (
        table.setup.enemy_speed == EnemySpeed.STRIKES_FIRST
        and is_swift(table, enemy)
        and not is_swift(table, own)
        and free(table, enemy)
    )


def reaches_hp(table: SwordrionTable, field: Field, slot: Slot, damage: int) -> bool:
    """Whether damage from the other side, block taken off, defeats by itself [SW-3.1-7]."""
    received = max(0, damage - block_of(table, slot))
    return received << marks_on(slot).halved >= hp_parts(table, field, slot)
