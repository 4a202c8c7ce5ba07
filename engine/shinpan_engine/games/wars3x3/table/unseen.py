"""What may be unseen of a game: who holds which cards where, and which clauses ask what a hand lacks."""

from ....kernel.seen.told import Bundle, Secret, Unseen, Zones
from ..chapters.modes.intermediate import MAGIC_SETS
from . import actions
from .state import State

HAND, DEAL, MAGICS, DEALT_MAGICS, TERRITORY = "hand", "deal", "magics", "dealt_magics", "territory"
SPELLS = {"spells.with": HAND}


def zones(state: State, seat: int) -> Zones:
    """Where the cards of a seat lie. During set-up the hand is all that was dealt, in sevenmage a second hand too."""
    side = state.sides[seat - 1]
    second = side.dealing.second_hand if side.dealing else []
    return {
        HAND: side.hand,
        DEAL: [*side.hand, *second] if side.dealing else [],
        TERRITORY: side.territory,
        MAGICS: [card.magic for card in side.magics],
        DEALT_MAGICS: side.spare_magics,
    }


UNSEEN = Unseen(
    secrets={
        actions.StartTerritory: (Secret("cards"),),
        actions.Lay: (Secret("card"),),
        actions.KeepMagic: (Secret("magics", keeps=True),),
        actions.KeepHand: (Secret("cards", keeps=True),),
    },
    uses={
        actions.StartTerritory: {"cards": HAND},
        actions.Lay: {"card": HAND},
        actions.KeepMagic: {"magics": DEALT_MAGICS},
        actions.KeepHand: {"cards": DEAL},
        actions.Deploy: {"card": HAND},
        actions.Redeploy: {"card": HAND},
        actions.Remove: SPELLS,
        actions.Strengthen: SPELLS,
        actions.Counter: SPELLS,
        actions.Exchange: {"giving": HAND},
        # Units can be chosen too, but only those that somebody has named before.
        actions.Choose: {"cards": HAND},
        actions.Magic: {"magic": MAGICS},
        actions.GrandMagic: {"magic": MAGICS},
    },
    tables={HAND: "card", DEAL: "card", TERRITORY: "card", MAGICS: "magic", DEALT_MAGICS: "magic"},
    zones=zones,
    lacking=("W3-M2-4", "W3-S3.9-5", "W3-S3.9-6", "W3-V-3", "W3-V-4", "W3-I1-6", "W3-I1-9", "W3-A0-6"),
    ordered=("deck",),
    apart=("deck", "hand", "territory", "discard", "excluded", "undealt_magics", "spare_magics"),
    bundles={"set": Bundle("magic", MAGIC_SETS)},
)
"""Magics may be refused because of what a hand lacks to pay for them, and what is kept because of what was dealt."""
