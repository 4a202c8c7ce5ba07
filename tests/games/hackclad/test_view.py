"""Who sees what of HacKClaD.DeltA."""

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table.actions import Place
from shinpan_engine.games.hackclad.table.state import Step

from .opening import Opening
from .scene import LUNA, MIA, ROSETTE, Scene


@pytest.mark.clause("HC-8.2-3", "HC-3-12", "HC-3-13", "HC-3-1")
def test_hands_decks_and_the_clad_deck() -> None:
    """A hand and an extended deck are seen by their owner, the order of a deck and the clad deck by nobody; all counts
    are open."""
    game = Opening().extends()
    own, other = GAME.view(game.state, 1), GAME.view(game.state, 2)
    side = game.side(1)
    assert (own.sides[0].hand, own.sides[0].extended) == (side.hand, side.extended)
    assert (own.sides[0].deck, own.clad_deck) == ([0] * len(side.deck), [0] * len(game.state.clad_deck))
    assert (len(other.sides[0].hand), set(other.sides[0].hand)) == (len(side.hand), {0})
    assert (len(other.sides[0].extended), set(other.sides[0].extended)) == (7, {0})


@pytest.mark.clause("HC-6.14-1", "HC-8.3-4", "HC-1-8")
def test_turn_cards() -> None:
    """The first turn card is seen by nobody, one laid in the draft by its owner."""
    game = Opening(ROSETTE, MIA, LUNA).extends()
    assert GAME.view(game.state, 2).sides[1].turn_cards == [0]
    game.do(1, Place(game.side(1).hand[0], 1))
    assert GAME.view(game.state, 1).sides[0].turn_cards == game.side(1).turn_cards
    assert GAME.view(game.state, 2).sides[0].turn_cards == [0]
    game.until(Step.PLAYER_1)
    assert GAME.view(game.state, 1).sides[0].turn_cards == game.side(1).turn_cards, "in waiting it is known too"


@pytest.mark.clause("HC-3-14", "HC-3-11")
def test_what_lies_open() -> None:
    """Discard piles, cards in use, gauges and stones are seen by everybody."""
    scene = Scene(ROSETTE, MIA, discard={1: ["ショット"]}, vp={1: 4}, mp={1: 2})
    seen = GAME.view(scene.state, 0).sides[0]
    assert (seen.discard, seen.vp, seen.mp) == ([1], 4, 2)


@pytest.mark.clause("HC-12.1-7", "HC-3-1")
def test_what_was_looked_at_stays_secret() -> None:
    """A clad card looked at is told to the looker alone; revealed it is told to all, and face down again afterwards."""
    scene = Scene(LUNA, MIA, hand={1: ["月詠み"]}, clad_deck=["X8", "X7"]).uses(1, "月詠み")
    assert [(e.card, e.private) for e in scene.events("Looked")] == [(8, 1)]
    assert GAME.view(scene.state, 1).clad_deck == [0, 0]
