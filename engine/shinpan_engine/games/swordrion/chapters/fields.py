"""●場 and 特殊なルール ②合成: cards come to a field, lie on each other, and are turned up."""

from collections.abc import Iterator, Sequence

from ....kernel.play.decisions import Act, Decision, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.operations import operation_at
from ..cards.strength import hp_parts
from ..table import events
from ..table.actions import Merge
from ..table.options import EquipCounts
from ..table.state import Equipment, Felled, Frame, Marks, Side, Slot, Source, Step
from ..table.table import Field, SwordrionTable, felled, marked, marks_on, tidy
from .damage import WOUNDS

MOST_IN_FIELD = 10
"""SW-Z.4-3."""
ALWAYS_STEPS = (Step.OWN_ALWAYS, Step.ENEMY_ALWAYS)
"""Who comes in these uses its 常時 from the next exchange on [SW-3.5-5]."""


def enter(table: SwordrionTable, field: Field, card: int, clause: str) -> None:
    """Lays a card face up at the right end of a field, own or enemy, which is a line [SW-Z.4-1] [SW-Z.4-8]. What comes
    in step 3 or 4 uses its 常時 from the next exchange on [SW-3.5-5]."""
    table.seen[card] = None
    slot = Slot(card, True, marks=fresh_in(field.side, card))
    field.line.append(slot)
    table.changed(field.seat, slot)
    table.events.append(events.Laid(card=card, seat=field.seat, enemy=field.enemy, clause=clause))


def fresh_in(side: Side, card: int) -> Marks | None:
    """Marks that a card which comes to a field now uses its 常時 from the next exchange on [SW-3.5-5]."""
    return Marks(fresh=[card]) if side.step in ALWAYS_STEPS else None


def can_merge(table: SwordrionTable, slot: Slot) -> bool:
    """Whether another card can be merged with it: no stack has more than two [SW-S2-10], and an equipment fills the
    second place [SW-S1-12]."""
    return bool(slot.up and not slot.lower and not felled(slot) and (not marks_on(slot).equipment or not _fills(table)))


def can_equip(table: SwordrionTable, slot: Slot) -> bool:
    """Whether an equipment can be merged with it [SW-S1-12]; face-down cards cannot be equipped [SW-S1-11]."""
    return bool(slot.up and not felled(slot) and (not _fills(table) or not (slot.lower or marks_on(slot).equipment)))


def _fills(table: SwordrionTable) -> bool:
    return table.setup.equip_counts == EquipCounts.TRUE


def equip(table: SwordrionTable, seat: int, slot: Slot, equipment: Equipment) -> None:
    """Merges an equipment with a card; it lies below [SW-S1-3] [SW-S2-17]."""
    table.rely("SW-S1-12")
    hp = table.cards.equip_hp[equipment.card]
    marks = marked(slot)
    marks.equipment = [*marks.equipment, equipment]
    marks.hp += (hp << marks.halved) - hp
    table.events.append(events.Equipped(card=equipment.card, bearer=slot.card, seat=seat, clause="SW-S1-3"))


def stack(table: SwordrionTable, field: Field, upper: Slot, lower: Slot, by: Felled) -> None:
    """Merges two places into one, which counts as one card [SW-Z.4-7]: HP, attack and wounds are added, skills of both
    apply [SW-S2-2] to [SW-S2-7], kind and name are those of the upper card [SW-S2-11], cost and stars too [SW-S2-3].
    The stack takes the place farther left [SW-S2-14]; three wounds defeat it at once, by the hand of who merged it
    [SW-S2-8]."""
    line = field.line
    left, right = (upper, lower) if _at(line, upper) < _at(line, lower) else (lower, upper)
    merged = Slot(upper.card, True, lower.card, min(WOUNDS, upper.wounds + lower.wounds))
    merged.marks = both_marks(table, upper, lower)
    tidy(merged)
    line[:] = [merged if slot is left else slot for slot in line if slot is not right]
    table.changed(field.seat, merged)
    table.events.append(events.Merged(upper=upper.card, lower=lower.card, seat=field.seat, clause="SW-S2-2"))
    if merged.wounds == WOUNDS or hp_parts(table, field, merged) <= 0:
        marked(merged).felled = by


def both_marks(table: SwordrionTable, upper: Slot, lower: Slot) -> Marks:
    """All that has been done to either of two places; the HP of one that was halved less often is counted in the parts
    of the other."""
    one, other = marks_on(upper), marks_on(lower)
    halved = max(one.halved, other.halved)
    finer = sum(
        (printed_parts(table, slot) << (halved - marks_on(slot).halved)) - printed_parts(table, slot)
        for slot in (upper, lower)
    )
    return Marks(
        [*one.equipment, *other.equipment],
        finer + (one.hp << (halved - one.halved)) + (other.hp << (halved - other.halved)),
        one.attack + other.attack,
        halved,
        one.turn_hp + other.turn_hp,
        one.turn_attack + other.turn_attack,
        one.held or other.held,
        [*one.fresh, *other.fresh],
        [*one.spent, *other.spent],
    )


def printed_parts(table: SwordrionTable, slot: Slot) -> int:
    """The HP printed on the cards of a place and on what it is equipped with."""
    cards = table.cards
    worn = sum(cards.equip_hp[one.card] for one in marks_on(slot).equipment)
    return cards.hp[slot.card] + cards.hp[slot.lower] + worn


def _at(line: Sequence[Slot], slot: Slot) -> int:
    """The place of a slot; one that is not in the line comes last."""
    return next((at for at, other in enumerate(line) if other is slot), len(line))


def join(table: SwordrionTable, field: Field, card: int, zone: list[int], clause: str) -> Flow[None] | None:
    """Lays a card that lies in a zone on a field during battle: at its right end, from the eleventh on by merging it
    with a card there [SW-Z.4-3] [SW-Z.4-4]. If none can take it, it stays where it was [SW-Z.4-6]."""
    if len(field.line) < MOST_IN_FIELD:
        zone.remove(card)
        enter(table, field, card, clause)
        return None
    table.rely("SW-Z.4-6")
    return join_by_merging(table, field, card, zone) if has_room(table, field) else None


def has_room(table: SwordrionTable, field: Field) -> bool:
    """Whether a field can take another card, in a place of its own or merged [SW-Z.4-3] [SW-Z.4-6]."""
    return len(field.line) < MOST_IN_FIELD or any(can_merge(table, slot) for slot in field.line)


def join_by_merging(table: SwordrionTable, field: Field, card: int, zone: list[int]) -> Flow[None]:
    """The participant names the partner, and which of the two lies on top, in the enemy field too [SW-Z.4-5]
    [SW-S2-13]."""
    table.cards.fighter(card)
    side = field.side
    table.rely("SW-Z.4-5")
    side.frames.append(Frame(card, 0, field.enemy, Source.SKILL, subject=card))
    act: Merge = yield ask(MergeDecision, field.seat)
    side.frames.pop()
    zone.remove(card)
    table.seen[card] = None
    coming = Slot(card, True, marks=fresh_in(side, card))
    partner = field.line[act.upper + act.lower - 1]
    upper, lower = (partner, coming) if act.upper else (coming, partner)
    stack(table, field, upper, lower, Felled.BY_NOBODY)


def merge_two(table: SwordrionTable, field: Field, by: Felled) -> Flow[None]:
    """合成 of two cards of a field by a text of one side, if there are two that can be merged; the participant names
    them [SW-S2-1] [SW-S2-17]."""
    if len(mergeable(table, field.line)) < 2:
        return
    table.rely("SW-S2-17")
    act: Merge = yield ask(MergeDecision, field.seat)
    stack(table, field, field.line[act.upper - 1], field.line[act.lower - 1], by)


def mergeable(table: SwordrionTable, line: Sequence[Slot]) -> list[int]:
    """The places, counted from 1, whose card can be merged."""
    return [at for at, slot in enumerate(line, start=1) if can_merge(table, slot)]


class MergeDecision(Decision):
    """Which two, and which lies on top [SW-S2-17] [SW-Z.4-5]."""

    ask = "merge"
    clause = "SW-S2-17"
    takes = (Merge,)

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        field, coming = self._where(table)
        line = field.line
        places = [place for place in (act.upper, act.lower) if place or not coming]
        if coming and len(places) != 1:
            return Violation("SW-Z.4-5", "merge.one_of_field")
        if any(not 1 <= place <= len(line) for place in places) or len({*places}) < len(places):
            return Violation("SW-S2-1", "merge.two_of_field")
        if any(not can_merge(table, line[place - 1]) for place in places):
            return Violation("SW-S2-10", "merge.two_at_most", ("SW-S1-12",))
        return None

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        field, _ = self._where(table)
        places = [0, *mergeable(table, field.line)]
        return self.legal_among(table, (Merge(upper, lower) for upper in places for lower in places))

    def _where(self, table: SwordrionTable) -> tuple[Field, bool]:
        """The field in which is merged, and whether one of the two comes to it just now."""
        frame = table.side[self.seat].frames[-1]
        if frame.subject:
            return table.field(self.seat, frame.enemy), True
        return table.field(self.seat, merges_enemy(table, frame)), False


def merges_enemy(table: SwordrionTable, frame: Frame) -> bool:
    """Whether the merge that is being carried out is one of the enemy field."""
    op = operation_at(table, frame)
    return frame.enemy == (getattr(op, "side", "own") == "own")
