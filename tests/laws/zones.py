"""Where the cards of a game are, whatever the game: every number in every zone of a state."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from shinpan_engine.games.wars3x3 import beginner, dealing
from shinpan_engine.games.wars3x3.pack_rows import DECK_CARDS, MAGIC_CARDS
from shinpan_engine.games.wars3x3.state import Face, MagicCard, Side, State
from shinpan_engine.kernel.decisions import Pending


class Kind(NamedTuple):
    """One kind of card of a game: its table in the pack, the label under which it is shuffled, all its numbers, and
    those found in a state, 0 for one that is not known."""

    table: str
    label: str
    all: list[int]
    found: Callable[[State], list[int]]
    apart: tuple[int, ...] = ()
    """Those that are not shuffled with the others."""


def wars_deck_cards(state: State) -> list[int]:
    """The deck cards of 3x3Wars: what a boost or a text in the middle of its resolution names lies elsewhere."""
    laid = [card for chain in state.chains for play in chain.plays for card in play.cards]
    shared = [*state.deck, *state.discard, *state.excluded, *laid]
    return shared + [card for side in state.sides for card in wars_side(side)]


def wars_side(side: Side) -> list[int]:
    """One player's deck cards; a mentor is none of the deck."""
    units = [unit.card for unit in side.units]
    second = side.dealing.second_hand if side.dealing else []
    return [*side.hand, *side.territory, *units, *side.discard, *second]


def wars_magics(state: State) -> list[int]:
    """The magic cards of 3x3Wars that are used in a game."""
    sides = [number for side in state.sides for number in (*side.spare_magics, *(card.magic for card in side.magics))]
    return [*state.undealt_magics, *sides]


BASIC_MAGICS = (17, 18, 19, 20, 21, 22)
"""転生, 入植, 透禍の槍: every player of the advanced game has one of each."""
FORTY = Kind("card", "deck", list(beginner.CARDS_IN_USE), wars_deck_cards)
WHOLE = Kind("card", "deck", list(range(1, DECK_CARDS + 1)), wars_deck_cards)
KINDS: Mapping[str, Mapping[str, tuple[Kind, ...]]] = {
    "wars3x3": {
        "beginner": (FORTY, Kind("magic", "magic", list(beginner.MAGICS_IN_USE), wars_magics)),
        "intermediate": (FORTY, Kind("magic", "magic", list(dealing.MAGICS_IN_USE), wars_magics)),
        "advanced": (WHOLE, Kind("magic", "magic", list(range(1, MAGIC_CARDS + 1)), wars_magics, BASIC_MAGICS)),
        "sevenmage": (WHOLE, Kind("magic", "magic", list(dealing.MAGICS_IN_USE), wars_magics)),
    }
}
"""The kinds of cards of each mode of each game."""


def wars_scrambled(state: State, viewer: int) -> State:
    """A state of 3x3Wars that differs in everything that a viewer may not see: decks and undealt magics for all, and of
    others hands, territory, magics face down and answers not yet shown."""
    return msgspec.structs.replace(
        state,
        deck=others(state.deck),
        undealt_magics=others(state.undealt_magics),
        sides=[side if seat == viewer else wars_other_side(side) for seat, side in enumerate(state.sides, start=1)],
        pending=[p if p.seat == viewer else Pending(p.seat, p.ask, p.answer + b"!") for p in state.pending],
    )


def wars_other_side(side: Side) -> Side:
    """Another player's side with other cards wherever they are hidden."""
    return msgspec.structs.replace(
        side,
        hand=others(side.hand),
        territory=others(side.territory),
        spare_magics=others(side.spare_magics),
        dealing=side.dealing and msgspec.structs.replace(side.dealing, second_hand=others(side.dealing.second_hand)),
        magics=[MagicCard(card.magic + 1, card.face) if card.face is Face.DOWN else card for card in side.magics],
    )


def others(cards: list[int]) -> list[int]:
    """As many cards, all of them different from these."""
    return [card + 1 for card in cards]


SCRAMBLES: Mapping[str, Callable[[State, int], State]] = {"wars3x3": wars_scrambled}
"""For each game, how to change all that a viewer may not see."""
