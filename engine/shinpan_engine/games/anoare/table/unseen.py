"""What may be unseen of a game: who holds which cards where."""

from ....kernel.seen.told import Secret, Unseen, Zones
from . import actions
from .state import State

HAND, ULTRAS, COSTS, DRAWN, KEPT = "hand", "ultras", "costs", "drawn", "kept"


def zones(state: State, seat: int) -> Zones:
    """Where the cards of a seat lie. What is set or used is open soon, costs face down are nobody's to name."""
    side = state.sides[seat - 1]
    stacks = [*side.zone, *([side.skill] if side.skill else [])]
    return {
        HAND: side.hand,
        ULTRAS: side.ultras,
        COSTS: [cost.card for stack in stacks for cost in stack.costs],
        DRAWN: side.drawn,
        KEPT: [side.fragment] if side.fragment else [],
    }


UNSEEN = Unseen(
    secrets={
        actions.Keep: (Secret("fragment"),),
        actions.Set: (Secret("card", keeps=True),),
        actions.Pay: (Secret("cards"),),
        actions.Use: (Secret("cards"),),
        actions.LevelUp: (Secret("ultra", keeps=True),),
    },
    uses={
        actions.Keep: {"fragment": DRAWN},
        actions.TurnUp: {"fragment": KEPT},
        actions.Set: {"card": HAND},
        actions.Pay: {"cards": HAND},
        actions.Use: {"cards": HAND},
        actions.LevelUp: {"ultra": ULTRAS},
    },
    tables={HAND: "card", ULTRAS: "card", COSTS: "card", DRAWN: "fragment", KEPT: "fragment"},
    zones=zones,
    apart=("hand", "ultras", "laid"),
)
"""Nothing is refused for what a hand lacks: of what is owed, the whole hand is enough."""
