"""What effects do: each operation of the vocabulary."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Ask, Decision, Flow
from . import events
from .actions import Cool
from .cooldown import cool, in_zone
from .damage import FATAL, check_fatal, deal
from .hit_open import OpenDecision, closed, open_costs
from .in_force import effect_at
from .state import HIGHEST_LEVEL, STARTING_LIFE, EffectAt, Modifier, Resolving
from .table import SEATS, AnoareTable, other
from .texts import (
    Cooldown,
    Correction,
    Damage,
    DisableAbility,
    Distance,
    Effect,
    ForbidSet,
    Heal,
    Operation,
    RemoveStored,
    Until,
)
from .texts import Open as OpenCosts


def perform(table: AnoareTable, effect: Effect, resolving: Resolving) -> Flow[None]:
    """Carries out an effect, operation by operation, each as far as it can be [AN-7.3-2] [AN-7.3-4]."""
    table.state.resolving = resolving
    for at, op in enumerate(effect.ops):
        resolving.operation = at
        asked = carry_out(table, resolving.seat, op, effect.until)
        if asked is not None:
            yield from asked
    table.state.resolving = None


def carry_out(table: AnoareTable, seat: int, op: Operation, until: Until) -> Flow[None] | None:
    """Carries out one operation: at once, or as a flow where it leaves a choice."""
    match op:
        case Correction() | ForbidSet() | DisableAbility():
            side = table.side[seat if op.to == "own" else other(seat)]
            side.modifiers.append(Modifier(op.kind, op.amount, last_turn(table, until)))
        case Distance():
            table.shift(op.amount, "AN-5.1-4")
        case Damage():
            struck = {"own": (seat,), "opponent": (other(seat),), "both": SEATS}[op.to]
            first, second = (op.amount if who in struck else 0 for who in SEATS)
            deal(table, (first, second), "effect", "AN-5.5d-6")
        case Heal():
            heal(table, seat, op.amount)
        case RemoveStored():
            remove_stored(table, seat, op.amount)
        case Cooldown():
            return cool_by_effect(table, seat, op)
        case OpenCosts():
            return open_by_effect(table, seat, op)
    return None


def last_turn(table: AnoareTable, until: Until) -> int:
    """The last turn of something that lasts: this one unless the text says otherwise [AN-5.4b-9] [AN-5.0-10]."""
    return {"turn_end": table.state.turn, "next_turn_end": table.state.turn + 1, "game_end": 0}[until]


def heal(table: AnoareTable, seat: int, amount: int) -> None:
    """Gives life up to the end of the scale [AN-1.3-7]; life that has come to 0 stays there [AN-6.3-5] [AN-6.5-20]."""
    side = table.side[seat]
    if side.life == 0:
        table.rely("AN-6.5-20" if side.level == HIGHEST_LEVEL else "AN-6.3-5")
        return
    gained = min(STARTING_LIFE, side.life + amount) - side.life
    if gained < amount:
        table.rely("AN-1.3-7")
    side.life += gained
    table.events.append(events.Healed(amount=gained, seat=seat, clause="AN-1.3-7"))


def remove_stored(table: AnoareTable, seat: int, amount: int) -> None:
    """Takes stored damage off the user; in a tie the other's is then the higher, and that player loses [AN-6.5-19]."""
    side = table.side[seat]
    removed = min(side.stored, amount)
    if removed:
        side.stored -= removed
        table.events.append(events.StoredRemoved(amount=removed, seat=seat, clause="AN-6.5-19"))
    if table.side[other(seat)].stored >= FATAL:
        table.rely("AN-6.5-19")
    check_fatal(table)


def cool_by_effect(table: AnoareTable, seat: int, op: Cooldown) -> Flow[None] | None:
    """A cooldown of each skill in the zone, or of one of the owner's choice."""
    mine = in_zone(table, seat)
    if op.skills == "one" and len(mine) > 1:
        return cool_chosen(table, seat)
    for card in mine:
        cool(table, seat, card, "AN-5.6-3")
    return None


def cool_chosen(table: AnoareTable, seat: int) -> Flow[None]:
    """The owner names the skill."""
    act = yield ONE_SKILL[seat]
    cool(table, seat, act.card, "AN-5.6-3")


class OneSkillDecision(Decision):
    """An effect cools one skill of the owner's choice."""

    ask = "cool_one"
    clause = "AN-7.3-2"
    takes = (Cool,)

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if act.card not in in_zone(table, self.seat):
            return Violation("AN-7.3-4", "the effect cools a skill in the own zone")
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        for card in in_zone(table, self.seat):
            yield Cool(card)


def open_by_effect(table: AnoareTable, seat: int, op: OpenCosts) -> Flow[None] | None:
    """Opens costs in the opponent's zone, all of them if these are not more than asked for [AN-7.3-4]."""
    there = closed(table, other(seat))
    if len(there) > op.count:
        return open_chosen(table, seat)
    open_costs(table, other(seat), there, "AN-7.3-4")
    return None


def open_chosen(table: AnoareTable, seat: int) -> Flow[None]:
    """The user names the costs."""
    act = yield OPENED_BY_EFFECT[seat]
    open_costs(table, other(seat), act.costs, "AN-7.3-2")


class EffectOpenDecision(OpenDecision):
    """As many costs as the operation says that is being carried out."""

    ask = "open"
    clause = "AN-7.3-2"

    def count(self, table: AnoareTable) -> int:
        op = operation_now(table)
        assert isinstance(op, OpenCosts), "asked for that only"
        return op.count


def operation_now(table: AnoareTable) -> Operation:
    """The operation that waits for a choice."""
    now = table.state.resolving
    assert now is not None, "only an effect waits so"
    if now.fragment:
        effect = table.cards.fragment(now.fragment)[now.effect]
    else:
        effect = effect_at(table, now.seat, EffectAt(now.card, now.level, now.effect))
    return effect.ops[now.operation]


ONE_SKILL = {seat: Ask((OneSkillDecision(seat),)) for seat in SEATS}
OPENED_BY_EFFECT = {seat: Ask((EffectOpenDecision(seat),)) for seat in SEATS}
