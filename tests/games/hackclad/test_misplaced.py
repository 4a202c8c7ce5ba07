"""Actions at the wrong moment: each names the clause that forbids it."""

import pytest

from shinpan_engine.games.hackclad.table.actions import (
    END_TURN,
    PASS,
    Activate,
    Basic,
    Crack,
    Deed,
    Extend,
    Facing,
    Give,
    Keep,
    Place,
    Push,
    ReEnter,
    Spend,
    Swap,
    Take,
)
from shinpan_engine.games.hackclad.table.state import Step

from .opening import Opening
from .scene import MIA, NORTH, ROSETTE, Scene


@pytest.mark.clause("HC-8-1", "HC-6.13-1", "HC-4.4.2-2")
def test_before_the_first_round() -> None:
    """In the set-up only the extended card is chosen, once."""
    game = Opening()
    assert game.refuses(1, Place(1, 1)) == ("HC-8-1",)
    assert game.refuses(1, END_TURN) == ("HC-8-1",)
    assert game.refuses(1, Keep([1, 2])) == ("HC-4.4.2-2",)
    game.do(1, Extend(9))
    assert game.refuses(1, Extend(10)) == ("HC-6.13-1",)


@pytest.mark.clause("HC-8-1", "HC-6.13-1", "HC-8.4.7-1", "HC-9.1-4", "HC-8.3-1", "HC-E-2")
def test_in_the_draft() -> None:
    """Actions belong to the action phase; exchanges to a rebuild; a witch on the field does not come back."""
    game = Opening().extends()
    card = game.side(2).hand[0]
    assert game.refuses(2, Basic(Deed.MP, card)) == ("HC-8-1",)
    assert game.refuses(1, Extend(10)) == ("HC-6.13-1",)
    assert game.refuses(1, ReEnter(5)) == ("HC-8.4.7-1",)
    assert game.refuses(1, Swap(1, 9)) == ("HC-9.1-4",)
    assert game.refuses(1, PASS) == ("HC-8.4.4-6",)
    game.do(1, Place(game.side(1).hand[0], 1))
    assert game.refuses(1, Place(game.side(1).hand[0], 2)) == ("HC-8.3-1", "HC-E-2")
    game.do(2, Place(game.side(2).hand[0], 3))
    assert game.asked() == [(2, "put_back")]
    assert game.refuses(2, Basic(Deed.MP, card)) == ("HC-8-1",), "the effect of a slot is no action of a turn"


@pytest.mark.clause("HC-8.4.1-9", "HC-12.1-2")
def test_choices_that_no_text_leaves() -> None:
    """Who gains a drop and where a knockback goes is said by rules, not by texts; where nothing is to be said, by
    their clauses."""
    scene = Scene(ROSETTE, MIA)
    assert scene.refuses(1, Give(2)) == ("HC-8.4.1-9",)
    assert scene.refuses(1, Push(Facing.NORTH)) == ("HC-12.1-2",)


@pytest.mark.clause("HC-8.3-4", "HC-8.4.3-5", "HC-8.4.3-4", "HC-8.4.3.A-4", "HC-6.13-1")
def test_in_the_turn_of_another() -> None:
    """Nobody acts, ends or chooses anything in another's turn."""
    scene = Scene(ROSETTE, MIA, hand={2: ["クナイ"]}, ready={2: 1})
    for act in (Spend(Deed.MP), Crack(), Activate(0), scene.basic(2, Deed.MP, "クナイ")):
        assert scene.refuses(2, act) == ("HC-8.4.3-5",)
    assert scene.refuses(2, END_TURN) == ("HC-8.4.3-4",)
    assert scene.refuses(2, Take(1)) == ("HC-8.4.3.A-4",)
    assert scene.refuses(2, Place(52, 1)) == ("HC-8.3-4",)
    assert scene.refuses(2, Extend(57)) == ("HC-6.13-1",)


@pytest.mark.clause("HC-14.1-1", "HC-14.1-4", "HC-14.1-5")
def test_after_a_game_of_coop() -> None:
    """When co-op is over, the end that was reached forbids any more."""
    lost = Scene(ROSETTE, MIA, mode="coop", step=Step.LEGIONS, round=7)
    assert lost.match.consider(1, END_TURN).clause == "HC-14.1-5"  # type: ignore[union-attr]
    bite = {"at": {1: "c4"}, "clads": ("X2", "X1", "X1")}
    polluted = Scene(ROSETTE, MIA, mode="coop", pollution={1: 3}, **bite).ends(1).passes(1)  # type: ignore[arg-type]
    assert polluted.match.consider(1, END_TURN).clause == "HC-14.1-4"  # type: ignore[union-attr]
    won = Scene(ROSETTE, MIA, mode="coop", at={1: "c2"}, hand={1: ["羅刹"]}, stock=1).uses(1, "羅刹", NORTH, "c3")
    assert won.match.consider(1, END_TURN).clause == "HC-14.1-1"  # type: ignore[union-attr]


@pytest.mark.clause("HC-10-1")
def test_after_the_game() -> None:
    """Nothing can be done when the game is over."""
    scene = Scene(ROSETTE, MIA, step=Step.LEGIONS, round=9)
    refused = scene.match.consider(1, END_TURN)
    assert refused is not None
    assert refused.clause == "HC-10-1"
