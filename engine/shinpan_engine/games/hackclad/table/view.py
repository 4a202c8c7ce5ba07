"""Who sees what: the state as a seat or the public may see it."""

from collections.abc import Callable

import msgspec

from ....kernel.play.views import HIDDEN, hidden
from .state import Side, State, Step


def covered(state: State, sees: Callable[[int], bool]) -> State:
    """The state for a viewer who sees the secrets of some seats. The order of decks, the clad deck and what lies face
    down of the clad are hidden from all [HC-3-1] [HC-3-12] [HC-13.1-5]; hand, extended deck, missions and turn cards
    are their owner's [HC-8.2-3] [HC-3-13] [HC-8.3-4], the first turn card nobody's [HC-6.14-1]."""
    unseen = state.round <= 1 and state.step <= Step.DRAFT
    slots = [HIDDEN if at == state.face_down_slot else card for at, card in enumerate(state.slots, start=1)]
    return msgspec.structs.replace(
        state,
        clad_deck=hidden(state.clad_deck),
        aside=hidden(state.aside),
        slots=slots,
        sides=[own(side, unseen) if sees(seat) else anothers(side) for seat, side in enumerate(state.sides, start=1)],
    )


def own(side: Side, unseen: bool) -> Side:
    """A side whose secrets the viewer sees."""
    first = unseen and side.waiting_slot > 0
    turn_cards = hidden(side.turn_cards) if first else side.turn_cards
    return msgspec.structs.replace(side, deck=hidden(side.deck), turn_cards=turn_cards)


def anothers(side: Side) -> Side:
    """Another's side; stones lie open [HC-3-11]. A card face down does not even tell whether it is an extended one
    [HC-1-8]."""
    return msgspec.structs.replace(
        side,
        deck=hidden(side.deck),
        hand=hidden(side.hand),
        extended=hidden(side.extended),
        turn_cards=hidden(side.turn_cards),
        drawn=hidden(side.drawn),
        missions=hidden(side.missions),
    )
