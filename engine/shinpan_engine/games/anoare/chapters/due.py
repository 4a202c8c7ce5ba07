"""※効果の処理について: effects that come due together, batch by batch [AN-5.0-5]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Ask, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.effects import perform
from ..cards.in_force import effect_at, effect_in_play, works
from ..cards.texts import Effect
from ..table import events
from ..table.actions import PASS, Pass, Resolve
from ..table.state import Due, EffectAt, Resolving
from ..table.table import AnoareTable
from .boundary import boundary, waits
from .response import response_order


def settle(table: AnoareTable, quiet: bool = False) -> Flow[None]:
    """Resolves what is due, in every phase [AN-5.0-7], batch by batch [AN-5.0-8]: in each the player of lower response
    power all of the own effects first, in an order of the owner's choice, then the other [AN-5.0-5] [AN-5.0-6]. Between
    any two events a fragment may be turned up [AN-2.3-5]; `quiet` says that nothing has happened since the last
    question."""
    state = table.state
    while state.batch or state.waiting:
        if not state.batch:
            state.batch, state.waiting = state.waiting, []
        drop_gone(table)
        question = due_ask(table)
        if question is not None:
            quiet = yield from resolve_chosen(table, question)
        elif state.batch and waits(table) and not quiet:
            yield from boundary(table)
            quiet = True
        elif state.batch:
            quiet = yield from resolve_next(table)


def resolve_chosen(table: AnoareTable, question: Ask) -> Flow[bool]:
    """The player names the effect that is resolved next, or leaves out all that is optional. Says whether nothing has
    happened with that."""
    state = table.state
    act = yield question
    if isinstance(act, Pass):
        state.batch = [due for due in state.batch if due.seat != state.resolver]
        close_batch(table)
        return True
    if act is not None:
        yield from resolve(table, Due(state.resolver, EffectAt(act.card, act.level, act.effect)))
    return False


def resolve_next(table: AnoareTable) -> Flow[bool]:
    """The one effect of the player that is left. Says whether the game has stood still after it, before what is still
    due."""
    yield from resolve(table, own_due(table)[0])
    drop_gone(table)  # nobody waits for what it has put out, and no fragment brings that back
    stands_still = waits(table) and bool(table.state.batch or table.state.waiting)
    if stands_still:
        yield from boundary(table)
    return stands_still


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
    return ask(MayDecision if len(optional) == len(mine) else OrderDecision, table.state.resolver)


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


class DueDecision(OneOf):
    """Which of one's own due effects is resolved next [AN-5.0-6]."""

    clause = "AN-5.0-6"
    takes = (Resolve, Pass)
    again = True

    def candidates(self, table: AnoareTable) -> Sequence[Act]:
        found = [due.at for due in own_due(table) if due.at is not None]
        return [Resolve(at.card, at.level, at.effect) for at in found]

    def refuse(self, table: AnoareTable, act: Act) -> Violation:
        if isinstance(act, Pass):
            return Violation("AN-7.3-2", "effect.no_pass")
        return Violation("AN-5.0-6", "effect.not_due")


class OrderDecision(DueDecision):
    """Something among it is compulsory [AN-7.3-2]."""

    ask = "order"


class MayDecision(DueDecision):
    """All that is left is optional [AN-7.3-1]."""

    ask = "may"
    default = PASS
