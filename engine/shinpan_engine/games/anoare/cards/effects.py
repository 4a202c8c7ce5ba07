"""What effects do: each operation of the vocabulary."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Flow, ask
from ....kernel.play.violations import Violation
from ..chapters.cooldown import cool, in_zone
from ..chapters.damage import FATAL, check_fatal, deal
from ..chapters.hit_open import OpenDecision, closed, open_costs
from ..table import events
from ..table.actions import Cool
from ..table.state import EffectAt, Modifier, Resolving
from ..table.table import SEATS, STARTING_LIFE, AnoareTable, other
from . import texts
from .cards import HIGHEST_LEVEL
from .in_force import effect_at
from .texts import Open as OpenCosts


def perform(table: AnoareTable, effect: texts.Effect, resolving: Resolving) -> Flow[None]:
    """Carries out an effect, operation by operation, each as far as it can be [AN-7.3-2] [AN-7.3-4]."""
    table.state.resolving = resolving
    for at, op in enumerate(effect.ops):
        resolving.operation = at
        yield from carry_out(table, resolving.seat, op, effect.until) or ()
    table.state.resolving = None


def carry_out(table: AnoareTable, seat: int, op: texts.Operation, until: texts.Until) -> Flow[None] | None:
    """Carries out one operation: at once, or as a flow where it leaves a choice."""
    match op:
        case texts.Correction() | texts.ForbidSet() | texts.DisableAbility():
            side = table.side[seat if op.to == "own" else other(seat)]
            # It is the side's from now on: its card may leave, and it lasts all the same [AN-5.4b-13].
            side.modifiers.append(Modifier(op.kind, op.amount, last_turn(table, until)))
        case texts.Distance():
            table.shift(op.amount, "AN-5.1-4")
        case texts.Damage():
            struck = {"own": (seat,), "opponent": (other(seat),), "both": SEATS}[op.to]
            first, second = (op.amount if who in struck else 0 for who in SEATS)
            deal(table, (first, second), "effect", "AN-5.5d-6")
        case texts.Heal():
            heal(table, seat, op.amount)
        case texts.RemoveStored():
            remove_stored(table, seat, op.amount)
        case texts.Cooldown():
            return cool_by_effect(table, seat, op)
        case OpenCosts():
            return open_by_effect(table, seat, op)
    return None


def last_turn(table: AnoareTable, until: texts.Until) -> int:
    """The last turn of something that lasts: this one unless the text says otherwise [AN-5.4b-9] [AN-5.0-10], that of a
    fragment too [AN-2.3-8]."""
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


def cool_by_effect(table: AnoareTable, seat: int, op: texts.Cooldown) -> Flow[None]:
    """A cooldown of each skill in the zone, or of one of the owner's choice."""
    mine = in_zone(table, seat)
    if op.skills == "one" and len(mine) > 1:
        act = yield ask(OneSkillDecision, seat)
        mine = [act.card]
    for card in mine:
        cool(table, seat, card, "AN-5.6-3")


class OneSkillDecision(OneOf):
    """An effect cools one skill of the owner's choice."""

    ask = "cool_one"
    clause = "AN-7.3-2"
    takes = (Cool,)
    field = "card"
    refusal = Violation("AN-7.3-4", "effect.cools_own")

    def candidates(self, table: AnoareTable) -> Sequence[int]:
        return in_zone(table, self.seat)


def open_by_effect(table: AnoareTable, seat: int, op: OpenCosts) -> Flow[None]:
    """Opens costs of the user's choice in the opponent's zone, all of them if these are not more than asked for
    [AN-7.3-4]."""
    there = closed(table, other(seat))
    if len(there) > op.count:
        act = yield ask(EffectOpenDecision, seat)
        open_costs(table, other(seat), act.costs, "AN-7.3-2")
    else:
        open_costs(table, other(seat), there, "AN-7.3-4")


class EffectOpenDecision(OpenDecision):
    """As many costs as the operation says that is being carried out."""

    ask = "open"
    clause = "AN-7.3-2"

    def most(self, table: AnoareTable) -> int:
        op = operation_now(table)
        assert isinstance(op, OpenCosts), "asked for that only"
        return op.count


def operation_now(table: AnoareTable) -> texts.Operation:
    """The operation that waits for a choice."""
    now = table.state.resolving
    assert now is not None, "only an effect waits so"
    if now.fragment:
        effect = table.cards.fragment(now.fragment)[now.effect]
    else:
        effect = effect_at(table, now.seat, EffectAt(now.card, now.level, now.effect))
    return effect.ops[now.operation]
