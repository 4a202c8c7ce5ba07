"""Who sees what: the state as a seat or the public may see it."""

import msgspec

from ....kernel.play.views import HIDDEN, hidden
from .state import Side, Slot, State


def covered(state: State, viewer: int) -> State:
    """The state for a seat or the public. The deck and enemies face down are hidden from all [SW-2.3-4]; hands and
    packets from the other participant [SW-1.3-8] [SW-Z.7-4]; all else lies open, cubes too [SW-1.4-5]."""
    return msgspec.structs.replace(
        state,
        deck=hidden(state.deck),
        sides=[own(side) if at == viewer else anothers(side) for at, side in enumerate(state.sides, start=1)],
    )


def own(side: Side) -> Side:
    """The viewer's own side."""
    return msgspec.structs.replace(side, enemy=[slot if slot.up else face_down(slot) for slot in side.enemy])


def anothers(side: Side) -> Side:
    """Another's side."""
    return msgspec.structs.replace(own(side), hand=hidden(side.hand), packet=hidden(side.packet))


def face_down(slot: Slot) -> Slot:
    """A place whose card nobody sees."""
    covered = msgspec.structs.replace(slot, card=HIDDEN)
    if slot.marks is not None:
        covered.marks = msgspec.structs.replace(slot.marks, fresh=hidden(slot.marks.fresh))
    return covered
