"""What may be unseen of a game: who holds which cards, and which choices others do not see."""

from collections.abc import Iterator

from ....kernel.seen.told import Secret, Unseen, Zones
from . import actions
from .state import State

HAND = "hand"


def zones(state: State, seat: int) -> Zones:
    """Where the cards of a seat lie. The partner sees the hand of another, but what is played comes from the own."""
    return {HAND: state.sides[seat - 1].hand}


def opens(state: State) -> Iterator[tuple[str, int]]:
    """What is left of the deck lies open on the field when the normal round ends [DR-R-7]."""
    for card in state.field:
        yield "card", card


UNSEEN = Unseen(
    # What is given away lies on a pile from which others draw; what is not kept is shuffled into the deck.
    secrets={
        actions.Swap: (Secret("card", passes=True),),
        actions.PutBack: (Secret("card", passes=True),),
        actions.Discard: (Secret("card", passes=True),),
        actions.Keep: (Secret("cards", keeps=True, passes=True),),
    },
    uses={
        actions.Play: {"cards": HAND, "extra": HAND},
        actions.Swap: {"card": HAND},
        actions.PutBack: {"card": HAND},
        actions.Discard: {"card": HAND},
        actions.Keep: {"cards": HAND},
    },
    tables={HAND: "card"},
    zones=zones,
    apart=("deck", "discard", "field", "hand", "enemy_deck", "pile"),
    claims={"hand": HAND},
    losing=("loss",),
    opens=opens,
)
