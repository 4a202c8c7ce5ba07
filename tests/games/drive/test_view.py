"""Who sees what: hands, face-down piles and what each seat has looked at or put there."""

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.cards.cards import FAUST
from shinpan_engine.games.drive.table.actions import GO_ON, PASS, Discard, Keep, PutBack, Swap, Use
from shinpan_engine.games.drive.table.state import State

from .scene import Scene, c, cs, op, skill

STILL = {1: {"attack": 0}}
UNITS = {1: {"skills": [skill(op("heal_from_hand")), skill(op("hand_loss"))]}, 6: {"skills": [skill(op("draw"))]}}


def seen(state: State, viewer: int) -> tuple[list[int], list[int]]:
    """The deck and the discard as a viewer sees them."""
    view = GAME.view(state, viewer)
    return view.deck, view.discard


@pytest.mark.clause("DR-S2.7-3", "DR-S2.7-7", "DR-P6-5")
def test_each_seat_sees_what_it_knows_and_no_more() -> None:
    """A card looked at, one given in an exchange, one lost and one put back are seen by their own seat, where they
    lie."""
    scene = Scene(hands=["g1 g2 g3 b1", "r1 r2"], parties=[[1], [6]], units=UNITS, discard="y3'", enemies=STILL)
    scene.do(1, PASS, Swap(c("g1")))
    assert seen(scene.state, 1)[1] == cs("g1")
    assert seen(scene.state, 2)[1] == [0]
    scene.do(2, PASS)
    assert seen(scene.state, 2)[1] == cs("g1")
    scene.do(2, Swap(c("r1")))
    assert seen(scene.state, 1)[1] == [0], "seat 1 knows the card under it no longer: it is in a hand"
    assert seen(scene.state, 2)[1] == cs("r1")
    assert [side.knows for side in scene.state.sides] == [[], cs("r1")]
    for viewer, knows in ((0, []), (1, []), (2, cs("r1"))):
        assert GAME.view(scene.state, viewer).sides[1].knows == knows
    assert seen(scene.state, 0) == ([0] * len(scene.state.deck), [0])


@pytest.mark.clause("DR-P6-6", "DR-S5.3-4")
def test_known_cards_are_known_wherever_they_are_moved() -> None:
    """A card put on the deck is known to its seat when damage takes it to the discard, and when it is healed."""
    scene = Scene(hands=["g1 b1 b2", "r1"], parties=[[1], [6]], units=UNITS).plays("b1").do(1, Use(1), PutBack(c("g1")))
    assert seen(scene.state, 1)[0][0] == c("g1")
    scene.do(1, GO_ON)
    assert scene.state.discard == cs("g1")
    assert seen(scene.state, 1)[1] == cs("g1")
    assert seen(scene.state, 2)[1] == [0]
    scene.table.heal(1, "DR-S5.3-1")
    assert seen(scene.state, 1)[0][0] == c("g1")
    assert seen(scene.state, 2)[0][0] == 0


@pytest.mark.clause("DR-S5.3-6", "DR-S5.3-16")
def test_a_card_taken_into_a_hand_is_known_no_longer() -> None:
    """What another draws from the discard leaves the knowledge of those who knew it there."""
    scene = Scene(hands=["g1 b1 b3", "b2 r2"], parties=[[1], [6]], units=UNITS, enemies=STILL).plays("b1")
    scene.do(1, Use(1, 1), Discard(c("g1")), GO_ON)
    assert scene.state.sides[0].knows == cs("g1")
    scene.plays("b2").do(2, Use(6))
    assert c("g1") in scene.hand(2)
    assert scene.state.sides[0].knows == []


@pytest.mark.clause("DR-P4S-12", "DR-P4S-1")
def test_the_human_knows_what_both_seats_know() -> None:
    """In partner mode hands and knowledge of both seats are one person's; the public sees none."""
    scene = Scene(hands=["g1 g2", "r1"], parties=[[1], [21]], mode="solo_partner", discard="y3'", enemies=STILL)
    scene.do(1, PASS, Swap(c("g1")))
    for viewer in (1, 2):
        assert seen(scene.state, viewer)[1] == cs("g1")
        assert [side.hand for side in GAME.view(scene.state, viewer).sides] == [scene.hand(1), scene.hand(2)]
        assert GAME.sees(scene.state, viewer, 3 - viewer)
    assert seen(scene.state, 0)[1] == [0]
    assert not GAME.sees(scene.state, 0, 1)
    multi = Scene(hands=["g1", "r1"])
    assert not GAME.sees(multi.state, 1, 2)


@pytest.mark.clause("DR-P5-6", "DR-B-10")
def test_the_boss_is_hidden_up_to_its_round() -> None:
    """In the boss round all see it."""
    for boss, shown in ((False, 0), (True, 15)):
        scene = Scene(hands=["", ""], boss=boss)
        assert [GAME.view(scene.state, viewer).boss for viewer in (0, 1, 2)] == [shown] * 3


@pytest.mark.clause("DR-P5-1", "DR-P5-13")
def test_faust_is_no_secret() -> None:
    """At A everybody knows which boss will come: it is the back of the gate that they see."""
    scene = Scene(hands=["", ""])
    scene.state.boss = FAUST
    assert [GAME.view(scene.state, viewer).boss for viewer in (0, 1, 2)] == [FAUST] * 3


@pytest.mark.clause("DR-R-7", "DR-B-4")
def test_nobody_knows_where_a_card_laid_open_lies_in_the_new_deck() -> None:
    """Who put a card on the deck knows it no longer there once the deck has gone to the field and been shuffled."""
    units = {1: {"skills": [skill(op("heal_from_hand"), op("damage", 20))]}}
    field = "r0 r0' r1 r1' r3 r3' r4 r4'"
    scene = Scene(hands=["g1 b1 b2", "r2"], parties=[[1]], units=units, enemy_deck=(), field="b3", discard=field)
    scene.plays("b1").do(1, Use(1), PutBack(c("g1")))
    assert (scene.told("RoundEnded", "reason"), scene.state.sides[0].knows) == ([("enemy_deck",)], [])
    scene.do(1, Keep()).do(2, Keep())
    assert set(seen(scene.state, 1)[0]) <= {0}
