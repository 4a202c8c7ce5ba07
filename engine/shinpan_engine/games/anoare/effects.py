"""What effects do: each operation of the vocabulary, and the batches in which due effects are resolved."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Ask, Decision, Flow
from . import events
from .actions import PASS, Pass, Resolve
from .boundary import boundary
from .cooldown import ONE_SKILL, cool, in_zone
from .damage import check_fatal, deal
from .due import printed
from .hit_open import OpenDecision, closed, open_costs
from .in_force import response_order, works
from .state import HIGHEST_LEVEL, STARTING_LIFE, Due, EffectAt, Modifier, Resolving
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
            side = table.side(seat if op.to == "own" else other(seat))
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
            side = table.side(seat)
            side.stored = max(0, side.stored - op.amount)
            table.rely("AN-6.5-19")
            check_fatal(table)
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
    side = table.side(seat)
    if side.life == 0:
        table.rely("AN-6.5-20" if side.level == HIGHEST_LEVEL else "AN-6.3-5")
        return
    gained = min(STARTING_LIFE, side.life + amount) - side.life
    if gained < amount:
        table.rely("AN-1.3-7")
    side.life += gained
    table.events.append(events.Healed(amount=gained, seat=seat, clause="AN-1.3-7"))


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
        effect = printed(table, now.seat, EffectAt(now.card, now.level, now.effect))
    return effect.ops[now.operation]


def settle(table: AnoareTable, quiet: bool = False) -> Flow[None]:
    """Resolves what is due, batch by batch [AN-5.0-8]: in each the player of lower response power all of the own
    effects first, in an order of the owner's choice, then the other [AN-5.0-5] [AN-5.0-6]. Between any two events a
    fragment may be turned up [AN-2.3-5]; `quiet` says that nothing has happened since the last question."""
    state = table.state
    while state.batch or state.waiting:
        if not state.batch:
            state.batch, state.waiting = state.waiting, []
        drop_gone(table)
        ask = due_ask(table)
        if ask is not None:
            act = yield ask
            quiet = isinstance(act, Pass)
            if quiet:
                state.batch = [due for due in state.batch if due.seat != state.resolver]
                close_batch(table)
            elif act is not None:
                yield from resolve(table, Due(state.resolver, EffectAt(act.card, act.level, act.effect)))
        elif state.batch and table.waits and not quiet:
            yield from boundary(table)
            quiet = True
        elif state.batch:
            yield from resolve(table, own_due(table)[0])
            quiet = table.waits and bool(state.batch or state.waiting)
            if quiet:
                yield from boundary(table)


def drop_gone(table: AnoareTable) -> None:
    """What is due of a card that has left its place, or of an ability put out, has no effect any more [AN-7.2-1]."""
    state = table.state
    state.batch = [due for due in state.batch if is_there(table, due)]
    close_batch(table)


def is_there(table: AnoareTable, due: Due) -> bool:
    """Whether an effect that is due is still in play and works."""
    places = [place for effects in table.in_play[due.seat].by_moment.values() for place in effects]
    return any(at == due.at and works(table, due.seat, at, effect) for at, effect in places)


def own_due(table: AnoareTable) -> list[Due]:
    """What is left of the part of the batch that is being resolved."""
    seat = resolver(table)
    return [due for due in table.state.batch if due.seat == seat and is_there(table, due)]


def due_ask(table: AnoareTable) -> Ask | None:
    """What the player is asked whose part is being resolved; nothing where one compulsory effect is left, or none."""
    if not table.state.batch:
        return None
    mine = own_due(table)
    optional = [due for due in mine if not printed_at(table, due).compulsory]
    if not mine or (len(mine) == 1 and not optional):
        return None
    return (MAY if len(optional) == len(mine) else ORDER)[table.state.resolver]


def resolver(table: AnoareTable) -> int:
    """Whose part of the batch is being resolved: who has begun goes on to the end of it."""
    state = table.state
    with_effects = [due.seat for due in state.batch]
    if state.resolver not in with_effects:
        state.resolver = next(seat for seat in response_order(table) if seat in with_effects)
    return state.resolver


def close_batch(table: AnoareTable) -> None:
    """Nobody is resolving once all of a batch is done."""
    if not table.state.batch:
        table.state.resolver = 0


def resolve(table: AnoareTable, due: Due) -> Flow[None]:
    """One effect of the batch, whole."""
    state, at = table.state, due.at
    assert at is not None
    state.batch.remove(due)
    table.side(due.seat).used.append(at)
    table.events.append(
        events.Triggered(card=at.card, level=at.level, effect=at.effect, seat=due.seat, clause="AN-5.0-5")
    )
    yield from perform(table, printed_at(table, due), Resolving(due.seat, at.card, at.level, 0, at.effect))
    close_batch(table)


def printed_at(table: AnoareTable, due: Due) -> Effect:
    """The effect that is due."""
    assert due.at is not None
    return printed(table, due.seat, due.at)


class DueDecision(Decision):
    """Which of one's own due effects is resolved next [AN-5.0-6]."""

    clause = "AN-5.0-6"
    takes = (Resolve, Pass)

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return Violation("AN-7.3-2", "what is due must be resolved; only what is optional can be passed on")
        if Due(self.seat, EffectAt(act.card, act.level, act.effect)) not in own_due(table):
            return Violation("AN-5.0-6", "this is none of the player's own effects that are due")
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        for due in own_due(table):
            if due.at is not None:
                yield Resolve(due.at.card, due.at.level, due.at.effect)


class OrderDecision(DueDecision):
    """Something among it is compulsory [AN-7.3-2]."""

    ask = "order"


class MayDecision(DueDecision):
    """All that is left is optional [AN-7.3-1]."""

    ask = "may"
    default = PASS

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        return None if isinstance(act, Pass) else super().judge(table, act)

    def options(self, table: AnoareTable) -> Iterator[Act]:
        yield PASS
        yield from super().options(table)


ORDER = {seat: Ask((OrderDecision(seat),), again=True) for seat in SEATS}
MAY = {seat: Ask((MayDecision(seat),), again=True) for seat in SEATS}
OPENED_BY_EFFECT = {seat: Ask((EffectOpenDecision(seat),)) for seat in SEATS}
