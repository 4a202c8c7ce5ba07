"""Who sees what: the state as a seat or the public may see it."""

import msgspec

from ....kernel.play.views import HIDDEN, REFEREE, hidden
from ..cards.cards import FAUST
from .state import Round, Side, State
from .table import HUMAN, PARTNER


def sees(state: State, viewer: int, seat: int) -> bool:
    """Whether a viewer sees what belongs to a seat: one's own, and in partner mode both [DR-P3-4] [DR-P4S-12]."""
    return viewer in (REFEREE, seat) or (state.partner_mode and viewer in (HUMAN, PARTNER))


def covered(state: State, viewer: int) -> State:
    """The state for a seat or the public. Of deck and discard everyone sees the size, and the cards that the viewer
    looked at or put there [DR-P5-21] [DR-P6-5] [DR-S2.7-7]; the enemy deck is hidden from all [DR-P5-11], the boss up
    to its round [DR-P5-6], but for Faust, who is always the one [DR-P5-1]. Parties and levels are open to all
    [DR-P5-20]."""
    seen = [sees(state, viewer, seat) for seat in range(1, len(state.sides) + 1)]
    known = [card for side, shown in zip(state.sides, seen, strict=True) if shown for card in side.knows]
    return msgspec.structs.replace(
        state,
        sides=[side if shown else anothers(side) for side, shown in zip(state.sides, seen, strict=True)],
        deck=[card if card in known else HIDDEN for card in state.deck],
        discard=[card if card in known else HIDDEN for card in state.discard],
        enemy_deck=hidden(state.enemy_deck),
        boss=state.boss if state.round == Round.BOSS or state.boss == FAUST else HIDDEN,
    )


def anothers(side: Side) -> Side:
    """Another's side: the hand as a count, and nothing of what that player knows."""
    return msgspec.structs.replace(side, hand=hidden(side.hand), knows=[])
