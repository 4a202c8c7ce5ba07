"""Who sees what: the state as a seat or the public may see it."""

import msgspec

from ....kernel.play.views import HIDDEN, hidden
from .state import Face, MagicCard, Side, State


def covered(state: State, viewer: int) -> State:
    """The state for a seat or the public. Decks and undealt magics are hidden from all, hands, territory and
    face-down magic from the opponent and the public [W3-B1-15] [W3-4.1-5] [W3-M0-2]."""
    return msgspec.structs.replace(
        state,
        deck=hidden(state.deck),
        undealt_magics=hidden(state.undealt_magics),
        sides=[side if at == viewer else anothers(side) for at, side in enumerate(state.sides, start=1)],
    )


def anothers(side: Side) -> Side:
    """Another's side. What is not covered here everybody sees, life too [W3-0.1-4]."""
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
    return MagicCard(HIDDEN, Face.DOWN) if card.face == Face.DOWN else card
