"""8-4-2 レギオンの攻撃処理, and 8-4-3 A レギオンへの攻撃と撃破報酬."""

import pytest

from shinpan_engine.games.hackclad.table.actions import Deed
from shinpan_engine.games.hackclad.table.state import Step

from .made_up import pack_with
from .scene import FLARE, LUNA, MIA, NORTH, ROSETTE, Scene


def end_of_round(*witches: str, **more: object) -> Scene:
    """The turn of the legions."""
    return Scene(*(witches or (ROSETTE, MIA)), step=Step.LEGIONS, **more)  # type: ignore[arg-type]


@pytest.mark.clause("HC-8.4.2-2", "HC-8.4.2-3", "HC-8.4.2-1", "HC-8.4-4")
def test_legions_attack_four_squares() -> None:
    """Each legion attacks the squares above, below, left and right, around the edge too, with the VOLTAGE as ATK."""
    for square in ("b2", "a1", "a3", "e2"):
        scene = end_of_round(at={1: square, 2: "c5"}, tails=["a2"], voltage=2, vp={1: 9}).passes(1)
        assert [(e.seat, e.amount) for e in scene.events("Damage")] == [(1, 2)], square
    for square in ("a2", "b1", "c2"):
        scene = end_of_round(at={1: square, 2: "c5"}, tails=["a2"], voltage=2)
        assert scene.events("Damage") == [], square
        assert scene.side(1).injuries == 0


@pytest.mark.clause("HC-8.4.2-4", "HC-12.1-9", "HC-8.4.2-5")
def test_legions_strike_as_one() -> None:
    """VOLTAGE 2, two legions: one damage of 4, one injury; a reduction counts once."""
    scene = end_of_round(at={1: "b2"}, tails=["a2", "c2"], voltage=2, vp={1: 9}).passes(1)
    assert [e.amount for e in scene.events("Damage")] == [4]
    assert (scene.side(1).injuries, scene.side(1).vp) == (1, 5)
    less = end_of_round(at={1: "b2"}, tails=["a2", "c2"], voltage=2, vp={1: 9}, hand={1: ["突貫"]})
    less.do(1, less.basic(1, Deed.GUARD, "突貫")).passes(1)
    assert [e.amount for e in less.events("Damage")] == [3]


@pytest.mark.clause("HC-12.2-1", "HC-12.2-2", "HC-8.4.4-8", "HC-8.4.3.L-9")
def test_a_legion_destroyed_in_reaction_does_not_strike() -> None:
    """VOLTAGE 2, three legions, one destroyed by 《迎撃》: 4 damage from the others, and its reward is paid."""
    scene = end_of_round(
        FLARE,
        MIA,
        at={1: "b2"},
        tails=["a2", "c2"],
        heads=["b3"],
        voltage=2,
        vp={1: 9},
        hand={1: ["攻防一体の盾"]},
        mp={1: 1},
    )
    scene.uses(1, "攻防一体の盾")
    assert scene.asked() == [(1, "target")]
    assert scene.refuses(1, scene.target("c3")) == ("HC-8.4.5-9",)
    scene.do(1, scene.target("b3"))
    assert (scene.side(1).vp, scene.side(1).cp) == (11, 1)
    scene.passes(1)
    assert [e.amount for e in scene.events("Damage")] == [2], "four from the two others, less two"


@pytest.mark.clause("HC-8.4.3.L-2", "HC-8.4.3.L-6", "HC-8.4.3.L-7", "HC-4.4.2-4", "HC-8.4.3.L-1")
@pytest.mark.parametrize("voltage", [1, 2, 3])
def test_what_legions_pay(voltage: int) -> None:
    """HP and reward are the VOLTAGE; a head pays 1 CP more, up to the limit."""
    for pieces, cp in (({"heads": ["c4"]}, 1), ({"tails": ["c4"]}, 0)):
        scene = Scene(LUNA, MIA, at={1: "c2"}, hand={1: ["タケミカヅチ"]}, mp={1: 3}, voltage=voltage, **pieces)  # type: ignore[arg-type]
        scene.uses(1, "タケミカヅチ", NORTH, "c4")
        assert (scene.side(1).vp, scene.side(1).cp, scene.legions()) == (voltage, cp, {})
    full = Scene(LUNA, MIA, at={1: "c2"}, hand={1: ["タケミカヅチ"]}, mp={1: 3}, cp={1: 15}, heads=["c4"])
    assert full.uses(1, "タケミカヅチ", NORTH, "c4").side(1).cp == 15


@pytest.mark.clause("HC-8.4.3.L-8")
def test_damage_that_does_not_destroy_pays_nothing() -> None:
    """VOLTAGE 3, ATK 1: no stones; and more than enough pays no more."""
    scene = Scene(MIA, LUNA, at={1: "c1"}, hand={1: ["クナイ"]}, voltage=3, tails=["c2"])
    scene.uses(1, "クナイ", NORTH, "c2")
    assert (scene.side(1).vp, [leg.damage for leg in scene.state.legions]) == (0, [1])


@pytest.mark.clause("HC-8.4.3.L-5", "HC-12.1-6")
def test_legions_are_not_knocked_back() -> None:
    """A knockback attack on a legion damages it only; one on the clad and a legion moves the clad alone."""
    scene = Scene(ROSETTE, MIA, at={1: "c1"}, hand={1: ["逆鱗"]}, mp={1: 3}, injuries={1: 6}, voltage=3, tails=["c2"])
    scene.uses(1, "逆鱗", NORTH, "c2")
    assert (scene.legions(), scene.clad()[0]) == ({}, "c3")
    weak = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["急所狙い"]}, front="south", voltage=3, tails=["b2"])
    weak.do(1, weak.use(1, "急所狙い", NORTH, "c3"))
    assert (weak.legions(), weak.clad()[0]) == ({"b2": "tail"}, "c4")
    pack = pack_with({4: {"range": [[0, 1], [1, 1]], "multi": 2}})
    both = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["急所狙い"]}, front="south", voltage=3, tails=["d3"], pack=pack)
    both.uses(1, "急所狙い", NORTH, "c3", "d3")
    assert (both.legions(), both.clad()[0], both.side(1).vp) == ({"d3": "tail"}, "c4", 1)


@pytest.mark.clause("HC-8.4.3.L-3")
def test_who_completes_the_damage_takes_the_reward() -> None:
    """Damage of several players in one turn adds up; the one who completes it is paid."""
    scene = end_of_round(
        FLARE, FLARE, at={1: "b2", 2: "a3"}, tails=["b3"], voltage=2, options={"copies": 2},
        hand={1: ["要塞砲"], 2: ["要塞砲"]},
    )  # fmt: skip
    scene.do(1, scene.basic(1, Deed.GUARD, "要塞砲")).passes(1)
    assert [leg.damage for leg in scene.state.legions] == [1]
    scene.do(2, scene.basic(2, Deed.GUARD, "要塞砲"))
    assert ([side.vp for side in scene.state.sides], scene.legions()) == ([0, 2], {})


@pytest.mark.clause("HC-8.4.1.A-6")
def test_injuries_come_by_turn_slot() -> None:
    """One attack hits all at once; what it does to each is carried out by their turn slots, not their seats."""
    slots = {"turn_slot": {1: 0, 2: 0}, "waiting_slot": {1: 1, 2: 4}}
    scene = Scene(ROSETTE, MIA, at={1: "b3", 2: "d3"}, tails=["b2", "d2"], step=Step.LEGIONS, **slots)
    scene.passes(2, 1)
    assert [event.seat for event in scene.events("Injured")] == [2, 1]
