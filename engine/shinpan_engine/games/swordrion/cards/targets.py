"""オートマタのアクション and 合成: which cards an effect is for, and who names them [SW-S5-10]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act
from ....kernel.play.violations import Violation
from ..chapters.fields import can_equip
from ..table.actions import Take, Target
from ..table.state import Frame, Slot
from ..table.table import Field, SwordrionTable, cards_of, felled
from .operations import met, operation_at
from .texts import Destroy, HalveHp, Heal, Hold, Strengthen, Targeted, Whose


def aimed(table: SwordrionTable, seat: int, frame: Frame, whose: Whose) -> Field:
    """The field that an operation is for, its text read from its card's side [SW-K.0-3]."""
    return table.field(seat, frame.enemy == (whose == "own"))


def candidates(table: SwordrionTable, seat: int, frame: Frame, op: Targeted) -> list[Slot]:
    """The cards that an operation is for, or among which the participant chooses; a defeated card is none."""
    line = aimed(table, seat, frame, op.side).line
    match op.at:
        case "front":
            line = line[:1]
        case "last":
            line = line[-1:]
        case "self":
            line = [slot for slot in line if frame.card in cards_of(slot)]
        case "others":
            line = [slot for slot in line if frame.card not in cards_of(slot)]
    return [slot for slot in line if not felled(slot) and fits(op, slot)]


def fits(op: Targeted, slot: Slot) -> bool:
    """Whether an operation can be for such a card: what only hurts reaches face-down cards too [SW-K.11-4]."""
    match op:
        case Destroy():
            return op.face == "any" or slot.up == (op.face == "up")
        case Heal():
            return slot.up and slot.wounds > 0
        case Strengthen() | HalveHp() | Hold():
            return slot.up
    return True


def revivable(table: SwordrionTable, field: Field) -> list[int]:
    """The cards of a graveyard that can be laid: no spells [SW-Q-9], and no 召喚 card whose condition is not met
    [SW-K.5-2]."""
    cards, found = table.cards, list[int]()
    for card in field.graveyard:
        if not cards.is_spell(card) and met(table, field, cards.summon_of(card)):
            found.append(card)
    return sorted(found)


def bearers(table: SwordrionTable, user: Field, spell: int) -> list[Target]:
    """The places of the cards that an equipment may be put on: of the field that its text names, read from the side of
    who uses it [SW-S1-11]."""
    on = table.cards.spell(spell).on
    fields = {"own": (user,), "other": (table.foe(user),), "either": table.fields[user.seat]}[on]
    return [
        Target(at, field.enemy)
        for field in fields
        for at, slot in enumerate(field.line, start=1)
        if can_equip(table, slot)
    ]


class TargetDecision(OneOf):
    """One of the cards that the operation can be for; any legal target will do [SW-S5-10]."""

    ask = "target"
    clause = "SW-S5-10"
    takes = (Target,)
    refusal = Violation("SW-S5-10", "effect.not_there")

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        frame = table.side[self.seat].frames[-1]
        op: Targeted = operation_at(table, frame)  # type: ignore[assignment]
        field, possible = aimed(table, self.seat, frame, op.side), candidates(table, self.seat, frame, op)
        places = enumerate(field.line, start=1)
        return [Target(at, field.enemy) for at, slot in places if any(slot is one for one in possible)]


class BearerDecision(OneOf):
    """The card that bears an equipment [SW-S1-11]."""

    ask = "bearer"
    clause = "SW-S1-11"
    takes = (Target,)

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        frame = table.side[self.seat].frames[-1]
        return bearers(table, table.field(self.seat, frame.enemy), frame.card)

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        line = table.field(self.seat, act.enemy).line
        if not 1 <= act.place <= len(line) or can_equip(table, line[act.place - 1]):
            return Violation("SW-S1-11", "equip.not_there")
        if line[act.place - 1].up:
            return Violation("SW-S1-12", "equip.complete", ("SW-S2-10",))
        return Violation("SW-S1-11", "equip.face_down")


class TakeDecision(OneOf):
    """One of the cards of a graveyard that can be laid."""

    ask = "take"
    clause = "SW-S5-10"
    takes = (Take,)
    field = "card"

    def candidates(self, table: SwordrionTable) -> Sequence[int]:
        return revivable(table, self._whose(table))

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if act.card in self._whose(table).graveyard and not table.cards.is_spell(act.card):
            return Violation("SW-K.5-2", "summon.condition", ("SW-S5-10",))
        return Violation("SW-S5-10", "effect.graveyard", ("SW-Q-9",))

    def _whose(self, table: SwordrionTable) -> Field:
        """The field whose graveyard it is."""
        frame = table.side[self.seat].frames[-1]
        op: Targeted = operation_at(table, frame)  # type: ignore[assignment]
        return aimed(table, self.seat, frame, op.side)
