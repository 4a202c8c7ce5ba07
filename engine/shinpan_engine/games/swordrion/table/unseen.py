"""What may be unseen of a game: who holds which cards where, and which clauses ask what a hand lacks."""

from collections.abc import Iterator

from ....kernel.seen.told import Secret, Unseen, Zones
from . import actions
from .state import State

PACKET, HAND, RELICS, SPELLS = "packet", "hand", "relics", "spells"


def zones(state: State, seat: int) -> Zones:
    """Where the cards of a seat lie. Relics are named together with those in place."""
    side = state.sides[seat - 1]
    return {PACKET: side.packet, HAND: side.hand, RELICS: [*side.relics, *side.hand], SPELLS: side.spells}


def opens(state: State) -> Iterator[tuple[str, int]]:
    """The spells of a hand come to lie open when line and relics are laid [SW-2.4-1]."""
    for side in state.sides:
        for card in side.spells:
            yield "card", card


UNSEEN = Unseen(
    secrets={actions.Pick: (Secret("card", keeps=True, passes=True),)},
    uses={
        actions.Pick: {"card": PACKET},
        actions.Replace: {"cards": HAND},
        actions.Lay: {"card": HAND},
        actions.Relics: {"cards": RELICS},
        actions.Summon: {"card": HAND},
        actions.Cast: {"card": SPELLS},
        actions.Drop: {"card": SPELLS},
    },
    tables={PACKET: "card", HAND: "card", RELICS: "card", SPELLS: "card"},
    zones=zones,
    lacking=("SW-0.2-3", "SW-2.1-1", "SW-2.1-2", "SW-2.1-7", "SW-2.2-1", "SW-Z.5-1"),
    ordered=("line", "enemy", "deck", "discard", "graveyard", "enemy_graveyard", "waiting"),
    claims={"packet": PACKET, "hand": HAND, "spells": HAND},
    opens=opens,
)
"""A line is complete as soon as the hand has nothing more for it, and relics are asked of whoever has one: so all that
is refused in the preparation may be because of cards that a hand has or lacks."""
