"""What may be unseen of a game: who holds which cards where, and when a hand decides what is asked."""

from collections.abc import Iterator

from ....kernel.seen.told import Secret, Unseen, Zones
from . import actions
from .state import Phase, Side, State, Status

PACKET, HAND, RELICS, SPELLS = "packet", "hand", "relics", "spells"
SHOP, GRAVES = ("stock", "carried", "display"), ("graveyard", "enemy_graveyard", "waiting")


def zones(state: State, seat: int) -> Zones:
    """Where the cards of a seat lie. Relics are named together with those in place, and how many spells there are among
    the cards of a hand nobody knows before they lie open."""
    side = state.sides[seat - 1]
    relics, spells = [*side.relics, *side.hand], [*side.spells, *side.hand]
    return {PACKET: side.packet, HAND: side.hand, RELICS: relics, SPELLS: spells}


def opens(state: State) -> Iterator[tuple[str, int]]:
    """The spells of a hand come to lie open when line and relics are laid [SW-2.4-1]."""
    for side in state.sides:
        for card in side.spells:
            yield "card", card


def unsure(state: State) -> bool:
    """A line is complete as soon as the hand has nothing more for it, and relics are asked of whoever has one. So in
    the preparation, and in the first exchange after it, a pass may have answered another question."""
    return state.phase == Phase.PREPARATION or (state.battle == 1 and any(map(has_just_begun, state.sides)))


def has_just_begun(side: Side) -> bool:
    """Whether a participant is in the first exchange of a battle, or before it."""
    exchange = side.exchange
    return side.status == Status.FIGHTING and (exchange is None or exchange.number <= 1)


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
    unsure=unsure,
    ordered=("line", "enemy", "deck", "discard", "graveyard", "enemy_graveyard", "waiting"),
    apart=("deck", "discard", "packet", "hand", "relics", "spells", *SHOP, *GRAVES),
    claims={"packet": PACKET, "hand": HAND, "spells": HAND},
    opens=opens,
)
