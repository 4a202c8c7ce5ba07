"""Who sees what: the state as a seat or the public may see it."""

import msgspec

from ...kernel.answers import Pending
from ...kernel.game import REFEREE
from .state import Face, MagicCard, Side, State

HIDDEN = 0
"""Stands for every card that a viewer may not see; the count stays true."""


def view(state: State, viewer: int) -> State:
    """The state for a viewer. Decks and undealt magics are hidden from all, hands, territory and face-down magic from
    the opponent and the public [W3-B1-15] [W3-4.1-5] [W3-M0-2]."""
    if viewer == REFEREE:
        return state
    return msgspec.structs.replace(
        state,
        deck=hidden(state.deck),
        undealt_magics=hidden(state.undealt_magics),
        sides=[side if at == viewer else covered(side) for at, side in enumerate(state.sides, start=1)],
        pending=[Pending(p.seat, p.ask, p.answer if p.seat == viewer else b"") for p in state.pending],
    )


def covered(side: Side) -> Side:
    """Another's side."""
    return msgspec.structs.replace(
        side,
        hand=hidden(side.hand),
        territory=hidden(side.territory),
        spare_magics=hidden(side.spare_magics),
        dealing=side.dealing and msgspec.structs.replace(side.dealing, second_hand=hidden(side.dealing.second_hand)),
        magics=sorted(map(back, side.magics), key=lambda card: card.magic == HIDDEN),
    )


def back(card: MagicCard) -> MagicCard:
    """A magic as another sees it. Those face down are put last: their places would tell of their numbers."""
    return MagicCard(HIDDEN) if card.face == Face.DOWN else card


def hidden(cards: list[int]) -> list[int]:
    return [HIDDEN] * len(cards)
