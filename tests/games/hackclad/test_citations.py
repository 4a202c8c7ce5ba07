"""What happens cites the clause by which it happens: clients print it."""

import pytest

from shinpan_engine.games.hackclad.table.actions import CRACK, Deed, Extend, Place, Shift, Spend, Withdraw
from shinpan_engine.games.hackclad.table.state import Step

from .opening import Opening
from .scene import AMELIA, FLARE, LUNA, MIA, NORTH, ROSETTE, YES, Scene, choose


def cited(scene: Scene, event: str) -> list[str]:
    """The clauses of the events of a name since the last action."""
    return [one.clause for one in scene.events(event)]


@pytest.mark.clause("HC-8.4.3.A-5", "HC-8.4.3.L-3")
def test_what_stones_are_paid_for() -> None:
    """For damage to the clad, or for a legion."""
    clad = Scene(MIA, LUNA, at={1: "c2"}, hand={1: ["クナイ"]}).uses(1, "クナイ", NORTH, "c3")
    legion = Scene(MIA, LUNA, at={1: "a1"}, hand={1: ["クナイ"]}, tails=["a2"]).uses(1, "クナイ", NORTH, "a2")
    assert (cited(clad, "Gained"), cited(legion, "Gained")) == (["HC-8.4.3.A-5"], ["HC-8.4.3.L-3"])


@pytest.mark.clause("HC-8.4.1-8", "HC-8.4.6-3")
def test_stones_fall_by_the_icon_or_by_an_injury() -> None:
    """A drop of the clad and stones that an injured witch loses are told apart."""
    scene = Scene(ROSETTE, MIA, at={1: "b4"}, vp={1: 3}, clads=("X2", "X1", "X1")).ends(1).passes(1)
    assert cited(scene, "Dropped") == ["HC-8.4.6-3", "HC-8.4.1-8"]


@pytest.mark.clause("HC-8.4.1.A-1", "HC-8.4.1-12", "HC-8.4.2-4")
def test_whose_damage_it_is() -> None:
    """Damage of the clad, of a legion that appears and of the legions at the round's end has each its own clause."""
    clad = Scene(ROSETTE, MIA, at={1: "b4"}, clads=("X2", "X1", "X1")).ends(1).passes(1)
    appearing = Scene(ROSETTE, MIA, at={1: "b3"}, clads=("X4", "X1", "X1")).ends(1).passes(1)
    legions = Scene(ROSETTE, MIA, at={1: "b3"}, tails=["b2"], step=Step.LEGIONS).passes(1)
    told = [cited(scene, "Damage") for scene in (clad, appearing, legions)]
    assert told == [["HC-8.4.1.A-1"], ["HC-8.4.1-12"], ["HC-8.4.2-4"]]


@pytest.mark.clause("HC-8.4.F-4", "HC-8.4.F-5")
def test_what_a_legion_is_removed_for() -> None:
    """A legion gives way to the clad by one clause, to a new legion by another."""
    clad = Scene(ROSETTE, MIA, tails=["c4"], clads=("X9", "X1", "X1")).ends(1)
    assert cited(clad, "Trampled") == ["HC-8.4.F-4"]
    legion = Scene(ROSETTE, MIA, tails=["b3"], clads=("X4", "X1", "X1")).ends(1)
    assert cited(legion, "Trampled") == ["HC-8.4.F-5"]


@pytest.mark.clause("HC-8.4.1-4", "HC-12.1-2", "HC-X-6")
def test_what_moves_the_clad() -> None:
    """It moves by an advance, by a knockback, or back to the middle."""
    advance = Scene(ROSETTE, MIA, clads=("X9", "X1", "X1")).ends(1)
    assert cited(advance, "CladMoved") == ["HC-8.4.1-4", "HC-8.4.1-4"]
    pushed = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["急所狙い"]}, front="south").uses(1, "急所狙い", NORTH, "c3")
    assert cited(pushed, "CladMoved") == ["HC-12.1-2"]
    home = Scene(ROSETTE, MIA, clad="b2", clads=("X12", "X1", "X1")).ends(1)
    assert cited(home, "CladMoved") == ["HC-X-6"]


@pytest.mark.clause("HC-8.4.3.K-8", "HC-8.4.3.A-4", "HC-12.1-1", "HC-8.4.3.C-1", "HC-8.4.3.X-1")
def test_what_mp_and_cp_are_paid_for() -> None:
    """MP pays for magic cards and for what a text allows; CP for CP actions, crack skills and additional costs."""
    magic = Scene(FLARE, MIA, at={1: "c1"}, hand={1: ["特殊弾頭 極光"]}, mp={1: 2}, cp={1: 1})
    magic.uses(1, "特殊弾頭 極光", NORTH, "c3", cp=1)
    assert (cited(magic, "MpChanged"), cited(magic, "CpChanged")) == (["HC-8.4.3.K-8"], ["HC-12.1-1"])
    text = Scene(ROSETTE, MIA, hand={1: ["魔力変容"]}).uses(1, "魔力変容").do(1, YES)
    assert cited(text, "MpChanged") == ["HC-8.4.3.A-4"]
    action = Scene(LUNA, MIA, cp={1: 3}).do(1, Spend(Deed.MP))
    assert cited(action, "CpChanged") == ["HC-8.4.3.C-1"]
    assert cited(action.do(1, CRACK), "CpChanged") == ["HC-8.4.3.X-1"]


@pytest.mark.clause("HC-8.4.5-3", "HC-8.4.5-7", "HC-8.4.5-12")
def test_what_a_token_is_put_and_taken_for() -> None:
    """One that is moved is neither deployed nor taken off."""
    scene = Scene(AMELIA, MIA, at={1: "b2"}, hand={1: ["行動指令"]}, tokens={1: [7]})
    scene.uses(1, "行動指令").do(1, choose(1)).do(1, Shift(7, 8))
    assert cited(scene, "TokenTaken") + cited(scene, "TokenPut") == ["HC-8.4.5-7", "HC-8.4.5-7"]
    experiment = Scene(AMELIA, MIA, hand={1: ["実験"]}, tokens={1: [7]}).uses(1, "実験", crossing=7)
    assert cited(experiment, "TokenTaken") == ["HC-8.4.5-12"]


@pytest.mark.clause("HC-8.2-1", "HC-8.3-7", "HC-8.4.3.C-1", "HC-8.4.3.A-4")
def test_what_cards_are_drawn_by() -> None:
    """The draw phase, a turn slot, a CP action and a text each draw by their own clause."""
    game = Opening(AMELIA, MIA).do(1, Extend(73)).do(2, Extend(57))
    assert {one.clause for one in game.events("Drew")} == {"HC-8.2-1"}
    game.do(1, Place(game.side(1).hand[0], 1))
    assert [one.clause for one in game.events("Drew")] == ["HC-8.3-7"]
    spent = Scene(AMELIA, MIA, cp={1: 4}).do(1, Spend(Deed.DRAW))
    text = Scene(AMELIA, MIA, hand={1: ["捜索"]}, mp={1: 1}).uses(1, "捜索")
    tokens = Scene(AMELIA, MIA, hand={1: ["転装"]}, mp={1: 2}, tokens={1: [7]}).uses(1, "転装").do(1, Withdraw([7]))
    drawn = [cited(scene, "Drew") for scene in (spent, text, tokens)]
    assert drawn == [["HC-8.4.3.C-1"], ["HC-8.4.3.A-4"], ["HC-8.4.3.A-4"]]
