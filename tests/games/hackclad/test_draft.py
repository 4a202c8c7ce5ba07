"""8-3 ドラフトフェーズ."""

import pytest

from shinpan_engine.games.hackclad.table.actions import Move, Place, PutBack, ReEnter
from shinpan_engine.games.hackclad.table.state import Step

from .opening import Opening
from .scene import MIA, ROSETTE, Scene


def drafting(*witches: str) -> Opening:
    """The first draft."""
    return Opening(*witches).extends()


@pytest.mark.clause("HC-8.3-1", "HC-8.3-3", "HC-8.3-4", "HC-E-2", "HC-3-8")
def test_players_draft_by_their_waiting_slots() -> None:
    """Each takes the turn card back and lays one hand card down, with the slot's effect, before the next begins."""
    game = drafting(ROSETTE, MIA)
    assert game.asked() == [(1, "place")]
    assert len(game.side(1).hand) == 4
    assert game.refuses(2, Place(game.side(2).hand[0], 2)) == ("HC-8.3-1", "HC-E-2")
    assert game.refuses(1, Place(game.side(1).deck[0], 2)) == ("HC-8.3-4",)
    card = game.side(1).hand[0]
    game.do(1, Place(card, 2))
    assert (game.side(1).turn_cards, game.side(1).turn_slot, game.side(1).mp) == ([card], 2, 1)
    assert game.asked() == [(2, "place")]


@pytest.mark.clause("HC-8.3-5", "HC-8.3-8", "HC-3-4")
def test_a_turn_slot_holds_one_card() -> None:
    """A slot that is taken cannot be chosen, and there are four."""
    game = drafting(ROSETTE, MIA)
    game.do(1, Place(game.side(1).hand[0], 2))
    card = game.side(2).hand[0]
    assert game.refuses(2, Place(card, 2)) == ("HC-8.3-5",)
    assert game.refuses(2, Place(card, 5)) == ("HC-8.3-5", "HC-3-4")
    assert game.refuses(2, Place(card, 0)) == ("HC-8.3-5", "HC-3-4")
    for slot in (1, 3, 4):
        assert game.allows(2, Place(card, slot))


@pytest.mark.clause("HC-8.3-6")
def test_the_first_waiting_slot_bars_the_fourth_turn_slot() -> None:
    """P1 in round 1, and whoever acted from the 4th slot before, may not choose the 4th turn slot; others may."""
    game = drafting(ROSETTE, MIA)
    assert game.refuses(1, Place(game.side(1).hand[0], 4)) == ("HC-8.3-6",)
    game.do(1, Place(game.side(1).hand[0], 2))
    assert game.allows(2, Place(game.side(2).hand[0], 4))


@pytest.mark.clause("HC-8.3-7")
def test_the_effects_of_the_slots() -> None:
    """1st: draw 1; 2nd: MP +1; 3rd: draw 1 and put a hand card on the deck; 4th: move 0 or 1."""
    first = drafting(ROSETTE, MIA)
    first.do(1, Place(first.side(1).hand[0], 1))
    assert len(first.side(1).hand) == 4
    third = drafting(ROSETTE, MIA)
    third.do(1, Place(third.side(1).hand[0], 3))
    assert third.asked() == [(1, "put_back")]
    assert third.refuses(1, PutBack(third.side(1).deck[0])) == ("HC-8.3-7",)
    back = third.side(1).hand[0]
    third.do(1, PutBack(back))
    assert (third.side(1).deck[0], len(third.side(1).hand)) == (back, 3)
    fourth = drafting(ROSETTE, MIA)
    fourth.do(1, Place(fourth.side(1).hand[0], 2)).do(2, Place(fourth.side(2).hand[0], 4))
    assert fourth.asked() == [(2, "may_move")]
    square = fourth.table.board.beside[fourth.side(2).square][0]
    fourth.do(2, Move(square))
    assert (fourth.side(2).square, fourth.side(2).moved) == (square, False)


@pytest.mark.clause("HC-8.3-2", "HC-8.4.7-1", "HC-8.4.7-6")
def test_a_witch_on_her_turn_card_comes_back_first() -> None:
    """In the draft re-entry comes before anything else and is not optional; nobody else is asked."""
    scene = Scene(ROSETTE, MIA, clads=("X5", "X6", "X5"))
    scene.side(1).square = 0
    scene.ends(1).quiet(Step.DRAFT, 2)
    while scene.asked()[0][0] != 1:
        scene.quietly()
    assert scene.asked() == [(1, "re_enter")]
    assert scene.refuses(1, Place(scene.side(1).turn_cards[0], 1))[0] == "HC-8.3-1"
    scene.do(1, ReEnter(scene.square("b5")))
    assert scene.asked() == [(1, "place")]
