"""Who sees what: the state as a seat or the public may see it."""

import msgspec

from ....kernel.play.views import HIDDEN, hidden
from .state import Cost, Side, Stack, State


def covered(state: State, viewer: int) -> State:
    """The state for a seat or the public. The fifth fragment and costs face down are hidden from all, their payer
    included [AN-2.2-8] [AN-5.4a-19]; hands, ultra skills, set cards and fragments from the others
    [AN-0.1-7] [AN-2.2-7]. What is not covered here is public: characters [AN-2.1-4], life, level and stored damage
    [AN-1.3-8], the skills in front [AN-5.3-3] and in the zones [AN-5.5e-5]. Only the place of a card can be secret:
    which ten a character has is told by the pack to all [AN-2.1-15]."""
    return msgspec.structs.replace(
        state,
        fifth_fragment=HIDDEN,
        sides=[own(side) if at == viewer else anothers(side) for at, side in enumerate(state.sides, start=1)],
    )


def own(side: Side) -> Side:
    """The viewer's own side, with the ultra skills [AN-2.1-14] and the kept fragment [AN-2.2-10]."""
    return msgspec.structs.replace(
        side,
        skill=None if side.skill is None else closed(side.skill),
        zone=[closed(stack) for stack in side.zone],
    )


def anothers(side: Side) -> Side:
    """Another's side: hidden cards are still counted [AN-5.2-18]. The discarded fragment is shown; with it and one's
    own two, the kept one is one of the two that are left [AN-2.2-9]."""
    return msgspec.structs.replace(
        own(side),
        hand=hidden(side.hand),
        ultras=hidden(side.ultras),
        laid=hidden(side.laid),
        drawn=hidden(side.drawn),
        fragment=side.fragment if side.fragment_spent else HIDDEN,
    )


def closed(stack: Stack) -> Stack:
    """A skill, with only the open ones of its costs shown, to both players [AN-5.4a-18] [AN-5.5f-14]; how many there
    are and how each lies is seen of all [AN-5.4a-22]."""
    costs = [cost if cost.open else Cost(HIDDEN, False, cost.upright) for cost in stack.costs]
    return Stack(stack.card, costs)
