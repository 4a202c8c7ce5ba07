"""※効果の処理について: effects that come due together, batch by batch [AN-5.0-5]."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.choices import Optional
from ...kernel.decisions import Act, Ask, Flow
from . import events
from .actions import PASS, Pass, Resolve
from .boundary import boundary, waits
from .effects import perform
from .in_force import effect_at, effect_in_play, works
from .response import response_order
from .state import Due, EffectAt, Resolving
from .table import SEATS, AnoareTable
from .texts import Effect


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
        elif state.batch and waits(table) and not quiet:
            yield from boundary(table)
            quiet = True
        elif state.batch:
            yield from resolve(table, own_due(table)[0])
            quiet = waits(table) and bool(state.batch or state.waiting)
            if quiet:
                yield from boundary(table)


def drop_gone(table: AnoareTable) -> None:
    """What is due of a card that has left its place, or of an ability put out, has no effect any more [AN-7.2-1]."""
    state = table.state
    state.batch = [due for due in state.batch if is_there(table, due)]
    close_batch(table)


def is_there(table: AnoareTable, due: Due) -> bool:
    """Whether an effect that is due is still in play and works."""
    assert due.at is not None
    effect = effect_in_play(table, due.seat, due.at)
    return effect is not None and works(table, due.seat, due.at, effect)


def own_due(table: AnoareTable) -> list[Due]:
    """What is left of the part of the batch that is being resolved."""
    seat = resolver(table)
    return [due for due in table.state.batch if due.seat == seat]


def due_ask(table: AnoareTable) -> Ask | None:
    """What the player is asked whose part is being resolved; nothing where one compulsory effect is left, or none."""
    if not table.state.batch:
        return None
    mine = own_due(table)
    optional = [due for due in mine if not effect_of(table, due).compulsory]
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
    table.side[due.seat].used.append(at)
    table.events.append(
        events.Triggered(card=at.card, level=at.level, effect=at.effect, seat=due.seat, clause="AN-5.0-5")
    )
    yield from perform(table, effect_of(table, due), Resolving(due.seat, at.card, at.level, 0, at.effect))
    close_batch(table)


def effect_of(table: AnoareTable, due: Due) -> Effect:
    """The effect that is due."""
    assert due.at is not None
    return effect_at(table, due.seat, due.at)


class DueDecision(Optional):
    """Which of one's own due effects is resolved next [AN-5.0-6]."""

    clause = "AN-5.0-6"
    takes = (Resolve, Pass)

    def law(self, table: AnoareTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return Violation("AN-7.3-2", "what is due must be resolved; only what is optional can be passed on")
        if Due(self.seat, EffectAt(act.card, act.level, act.effect)) not in own_due(table):
            return Violation("AN-5.0-6", "this is none of the player's own effects that are due")
        return None

    def ways(self, table: AnoareTable) -> Iterator[Act]:
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


ORDER = {seat: Ask((OrderDecision(seat),), again=True) for seat in SEATS}
MAY = {seat: Ask((MayDecision(seat),), again=True) for seat in SEATS}
