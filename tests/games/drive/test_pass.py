"""2. プレイステップ, カードをプレイできなかった場合: the pass, its look and its exchange."""

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.table.actions import GO_ON, PASS, LevelUp, Play, Swap, Use
from shinpan_engine.games.drive.table.options import PassFiresStepEnd
from shinpan_engine.games.drive.table.state import Step

from .scene import Scene, auto, c, cs, op, skill


@pytest.mark.clause("DR-S2.7-1", "DR-S2.7-2")
def test_a_pass_is_always_possible() -> None:
    """With a playable card, and with no card at all, where it is the only thing to do."""
    assert Scene(hands=["g1", ""], field="g2").allows(1, PASS)
    empty = Scene(hands=["", ""], deck="")
    assert [act for _, act in empty.match.options()] == [PASS]
    assert empty.refuses(1, Play(cs("g1"))) == ("DR-S2-2",)


@pytest.mark.clause("DR-S2.7-3", "DR-P6-5", "DR-P5-21")
def test_only_the_passer_sees_the_top_card() -> None:
    """The look is the passer's alone, and it stays known to that seat where the card lies."""
    scene = Scene(hands=["g1", "g2"], discard="b1 b2").do(1, PASS)
    (looked,) = scene.events("Looked")
    assert (looked.card, looked.private) == (c("b1"), 1)
    assert scene.asked() == (1, "swap")
    assert GAME.view(scene.state, 1).discard == [c("b1"), 0]
    for viewer in (0, 2):
        assert GAME.view(scene.state, viewer).discard == [0, 0]
    scene.do(1, GO_ON)
    assert GAME.view(scene.state, 1).discard == [0, c("b1"), 0], "the attack laid a card above it"


@pytest.mark.clause("DR-S2.7-4", "DR-S2.7-6", "DR-S2.7-7")
def test_one_exchange_with_the_top_card() -> None:
    """A hand card goes face down to the top, known to its giver; hand and discard keep their sizes."""
    scene = Scene(hands=["g1 g2", ""], deck="y0", discard="b1 b2").do(1, PASS)
    assert scene.refuses(1, Swap(c("r1"))) == ("DR-S2.7-4",)
    scene.do(1, Swap(c("g1")))
    assert scene.hand(1) == sorted(cs("g2 b1 y0"))
    assert scene.told("Swapped", "given", "taken", "private") == [(c("g1"), c("b1"), 1)]
    assert "DR-S2.7-7" in scene.table.relied
    scene = Scene(hands=["g1 g2", ""], discard="b1 b2").do(1, PASS, Swap(c("g1")))
    assert scene.state.discard == cs("y0' g1 b2"), "and then the attack"
    assert GAME.view(scene.state, 1).discard == [0, c("g1"), 0]
    assert GAME.view(scene.state, 2).discard == [0, 0, 0]
    assert scene.refuses(2, Swap(c("g2"))) == ("DR-S2.7-6", "DR-S2.7-8")


@pytest.mark.clause("DR-S2.7-5")
def test_the_exchange_may_be_declined() -> None:
    """The card then stays on top of the discard."""
    scene = Scene(hands=["g1", ""], deck="y0", discard="b1 b2", enemies={1: {"attack": 0}}).do(1, PASS, GO_ON)
    assert scene.state.discard == cs("b1 b2")
    assert scene.hand(1) == sorted(cs("g1 y0"))


@pytest.mark.clause("DR-S2.7-8")
def test_no_exchange_without_cards() -> None:
    """With an empty discard, or an empty hand, the pass stands and nothing is asked."""
    scene = Scene(hands=["g1", ""]).do(1, PASS)
    assert scene.state.turn == 2
    assert scene.refuses(2, Swap(c("g1"))) == ("DR-S2.7-6", "DR-S2.7-8")
    empty = Scene(hands=["", ""], deck="", discard="b1", enemies={1: {"attack": 0}}).do(1, PASS)
    assert empty.state.turn == 2
    assert empty.told("Looked", "card") == [(c("b1"),)]


@pytest.mark.clause("DR-S2.7-9", "DR-S2.7-11", "DR-S7-1")
def test_after_a_pass_comes_the_enemy_step() -> None:
    """Battle, bonus and action end at once, without their triggers; enemy step and turn end are whole."""
    units = {1: {"skills": [auto("battle_end", op("mana")), auto("battle_start", op("mana"))]}}
    charging = {1: {"skills": [{"cost": 5, "effects": [op("damage", 1)]}]}}
    scene = Scene(hands=["g1", ""], parties=[[1]], units=units, mana=(9, 0), enemies=charging).do(1, PASS)
    assert [type(event).__name__ for event in scene.table.events][:4] == ["Passed", "Struck", "EnemyCharged", "Mana"]
    assert scene.mana() == [6, 0]
    assert scene.state.active == 2
    firing = Scene(hands=["g1", ""], parties=[[1]], units=units, pass_fires_step_end=PassFiresStepEnd.TRUE).do(1, PASS)
    assert firing.mana() == [1, 0]
    asking = {1: {"skills": [auto("battle_end", op("mana"), optional=True)]}}
    waiting = Scene(hands=["g1", ""], parties=[[1]], units=asking, pass_fires_step_end=PassFiresStepEnd.TRUE).do(
        1, PASS
    )
    assert (waiting.asked(), waiting.state.step) == ((1, "triggered"), Step.BATTLE_END)
    assert "DR-S2.7-9" in waiting.table.relied


@pytest.mark.clause("DR-S2.7-10")
def test_no_action_after_a_pass() -> None:
    """F24, F31: neither a paid level-up nor a plain skill; a skill conditioned on the enemy step stays usable."""
    units = {1: {"skills": [skill(op("mana")), skill(op("heal", 1), trigger="enemy_step")]}}
    scene = Scene(hands=["g1", ""], parties=[[1]], units=units, mana=(3, 0), discard="b1").do(1, PASS)
    assert scene.refuses(1, LevelUp(1)) == ("DR-S2.7-10", "DR-G-6")
    assert scene.refuses(1, Use(1)) == ("DR-S2.7-10", "DR-G-6")
    scene.do(1, GO_ON)
    assert (scene.state.step, scene.asked()) == (Step.ENEMY, (1, "triggered"))
    assert scene.refuses(1, LevelUp(1)) == ("DR-S2.7-10", "DR-G-6")
    assert scene.refuses(1, Use(1, 0)) == ("DR-S5.2-1",)
    assert "DR-S2.7-10" not in scene.table.relied
    scene.do(1, Use(1, 1))
    assert scene.told("Healed", "count") == [(1,)]
    assert "DR-S2.7-10" in scene.table.relied


@pytest.mark.clause("DR-S2.7-12")
def test_a_pass_stands_instead_of_a_play() -> None:
    """Nothing is played after a pass, not even the card taken; and no pass follows a play."""
    scene = Scene(hands=["r1", ""], field="g2", discard="g1").do(1, PASS)
    assert scene.refuses(1, Play(cs("r1"))) == ("DR-S2.7-12", "DR-G-6")
    scene.do(1, Swap(c("r1")))
    assert scene.refuses(1, Play(cs("g1")))[0] == "DR-G-8"
    played = Scene(hands=["g1", ""]).plays("g1")
    assert played.refuses(1, PASS) == ("DR-S2.7-12", "DR-G-6")


@pytest.mark.clause("DR-S2.6-2", "DR-S2.7-12")
def test_what_the_player_before_has_played_counts_no_more() -> None:
    """In the next turn a skill that asks for red cards finds none after a pass, and a second play is told so."""
    units = {6: {"skills": [auto("enemy_step", op("mana"), turn="any", condition={"colours": ["red"]})]}}
    scene = Scene(hands=["r1", "r2"], parties=[[6]], units=units, discard="b1").plays("r1").next_turn()
    assert scene.mana() == [1, 0]
    scene.do(2, PASS)
    assert scene.refuses(2, Play(cs("r2"))) == ("DR-S2.7-12", "DR-G-6")
    assert scene.do(2, GO_ON).mana() == [1, 0]
