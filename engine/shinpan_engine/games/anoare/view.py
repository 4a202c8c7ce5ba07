"""Who sees what: the state as a seat or the public may see it."""

import msgspec

from ...kernel.views import HIDDEN, hidden
from .state import Cost, Side, Stack, State


def covered(state: State, viewer: int) -> State:
    """The state for a seat or the public. The fifth fragment and costs face down are hidden from all, their payer
    included [AN-2.2-8] [AN-5.4a-19]; hands, ultra skills, set cards and fragments from the others
    [AN-0.1-7] [AN-2.2-7]."""
    return msgspec.structs.replace(
        state,
        fifth_fragment=HIDDEN,
        sides=[own(side) if at == viewer else anothers(side) for at, side in enumerate(state.sides, start=1)],
    )


def own(side: Side) -> Side:
    """The viewer's own side."""
    return msgspec.structs.replace(
        side,
        skill=None if side.skill is None else closed(side.skill),
        zone=[closed(stack) for stack in side.zone],
    )


def anothers(side: Side) -> Side:
    """Another's side."""
    return msgspec.structs.replace(
        own(side),
        hand=hidden(side.hand),
        ultras=hidden(side.ultras),
        laid=hidden(side.laid),
        drawn=hidden(side.drawn),
        fragment=side.fragment if side.fragment_spent else HIDDEN,
    )


def closed(stack: Stack) -> Stack:
    """A skill, with only the open ones of its costs shown."""
    costs = [cost if cost.open else Cost(HIDDEN, False, cost.upright) for cost in stack.costs]
    return Stack(stack.card, costs)
