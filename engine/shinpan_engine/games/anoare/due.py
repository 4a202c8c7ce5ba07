"""※効果の処理について: effects that come due together [AN-5.0-5]."""

from .in_force import in_force, met
from .state import Due, EffectAt
from .table import AnoareTable
from .texts import Effect, When


def note_due(table: AnoareTable, seat: int, when: When) -> None:
    """Puts a player's effects of a moment into the next batch [AN-5.0-8], those whose condition is met and that have
    not been processed as often as they may in this turn [AN-5.4b-10]."""
    effects = in_force(table, seat, when)
    if not effects:
        return
    state = table.state
    for at, effect in effects:
        due = Due(seat, at)
        times = table.side(seat).used.count(at) + state.batch.count(due) + state.waiting.count(due)
        if times < effect.per_turn and met(table, seat, effect.condition):
            state.waiting.append(due)


def printed(table: AnoareTable, seat: int, at: EffectAt) -> Effect:
    """The effect printed at a place of a player's cards."""
    if at.card:
        return table.cards.skill(at.card).effects[at.effect]
    return table.cards.character(table.side(seat).character).abilities[at.level][at.effect][1]
