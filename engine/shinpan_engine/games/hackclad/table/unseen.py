"""What may be unseen of a game: who holds which cards where, and which clauses ask what a hand lacks."""

from ....kernel.seen.told import Secret, Unseen, Zones
from . import actions
from .state import State

HAND, EXTENDED, OFFERED, DISCARD, TAKEN, MISSIONS = "hand", "extended", "offered", "discard", "taken", "missions"
PILES = ("deck", "hand", "discard", "extended", "resolving", "turn_cards")
CLAD_PILES = ("clad_deck", "clad_used", "voltage_2_pile", "voltage_3_pile", "aside", "slots")


def zones(state: State, seat: int) -> Zones:
    """Where the cards of a seat lie. A card that was turned up may be used as if it were in hand; what a text lets a
    player take lies in the deck or in the discard pile."""
    side = state.sides[seat - 1]
    taking = any(one.seat == seat and one.ask == "take" for one in state.pending)
    return {
        HAND: [*side.hand, *(frame.turned for frame in side.frames if frame.turned)],
        EXTENDED: side.extended,
        OFFERED: [*side.extended, *side.discard],
        DISCARD: side.discard,
        TAKEN: [*side.deck, *side.discard] if taking else [],
        MISSIONS: side.drawn,
    }


UNSEEN = Unseen(
    secrets={
        actions.Extend: (Secret("card", keeps=True),),
        actions.Keep: (Secret("missions", keeps=True),),
        actions.Place: (Secret("card"),),
        actions.PutBack: (Secret("card"),),
        actions.Swap: (Secret("out"), Secret("into", keeps=True)),
        actions.Take: (Secret("card", keeps=True, shown_by="returned"),),
    },
    uses={
        actions.Extend: {"card": EXTENDED},
        actions.Keep: {"missions": MISSIONS},
        actions.Place: {"card": HAND},
        actions.PutBack: {"card": HAND},
        actions.Use: {"card": HAND, "discards": HAND},
        actions.Basic: {"card": HAND},
        actions.Activate: {"card": DISCARD},
        actions.Declare: {"card": HAND},
        actions.Swap: {"out": DISCARD, "into": OFFERED},
        actions.Take: {"card": TAKEN},
    },
    tables={**dict.fromkeys((HAND, EXTENDED, OFFERED, DISCARD, TAKEN), "card"), MISSIONS: "mission"},
    zones=zones,
    lacking=("HC-8.4.3.A-3",),
    ordered=("deck", "clad_deck", "slots", "turn_cards", "used"),
    apart=(*PILES, *CLAD_PILES),
)
"""A card is only declared if it cannot be used, which may be for want of another to pay with."""
