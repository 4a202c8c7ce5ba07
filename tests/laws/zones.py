"""Where the cards of a game are, whatever the game: every number in every zone of a state."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from shinpan_engine.games.wars3x3 import beginner
from shinpan_engine.games.wars3x3.cards import DECK_CARDS
from shinpan_engine.games.wars3x3.state import Side, State


class Kind(NamedTuple):
    """One kind of card of a game: its table in the pack, the label under which it is shuffled, all its numbers, and
    those found in a state, 0 for one that is not known."""

    table: str
    label: str
    all: list[int]
    found: Callable[[State], list[int]]


def wars_deck_cards(state: State) -> list[int]:
    """The deck cards of 3x3Wars: what a boost or a text in the middle of its resolution names lies elsewhere."""
    laid = [card for chain in state.chains for play in chain.plays for card in play.cards]
    shared = [*state.deck, *state.discard, *state.excluded, *laid]
    return shared + [card for side in state.sides for card in wars_side(side)]


def wars_side(side: Side) -> list[int]:
    """One player's deck cards."""
    units = [unit.card for unit in side.units]
    mentor = [side.mentor] if side.mentor else []
    return [*side.hand, *side.territory, *units, *side.discard, *side.second_hand, *mentor]


def wars_magics(state: State) -> list[int]:
    """The magic cards of 3x3Wars that are used in a game."""
    sides = [number for side in state.sides for number in (*side.spare_magics, *(card.magic for card in side.magics))]
    return [*state.undealt_magics, *sides]


KINDS: Mapping[str, tuple[Kind, ...]] = {
    "wars3x3": (
        Kind("card", "deck", list(range(1, DECK_CARDS + 1)), wars_deck_cards),
        Kind("magic", "magic", list(beginner.MAGICS_IN_USE), wars_magics),
    )
}
"""The kinds of cards of each game."""
