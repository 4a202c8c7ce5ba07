"""8-4-6 負傷処理."""

import pytest

from shinpan_engine.games.hackclad.table.options import PickupStanding
from shinpan_engine.games.hackclad.table.state import Step

from .scene import LUNA, MIA, ROSETTE, Scene


def hit(vp: int, voltage: int = 2, **more: object) -> Scene:
    """ロゼット is hit by 噛みつき on b4."""
    scene = Scene(ROSETTE, MIA, at={1: "b4"}, clads=("X2", "X1", "X1"), voltage=voltage, vp={1: vp}, **more)  # type: ignore[arg-type]
    return scene.ends(1).passes(1)


@pytest.mark.clause("HC-8.4.6-1", "HC-8.4.6-2", "HC-8.4.6-3", "HC-8.4.6-5")
def test_an_injury() -> None:
    """The gauge rises by 1, stones worth the damage lie on her square, and she stands on her turn card."""
    scene = hit(10)
    side = scene.side(1)
    assert (side.injuries, side.vp, side.square) == (1, 7, 0)
    assert scene.stones() == {"b4": 3, "c4": 1}


@pytest.mark.clause("HC-8.4.6-4")
@pytest.mark.parametrize(("vp", "dropped"), [(2, 2), (0, 0)])
def test_who_has_less_drops_all(vp: int, dropped: int) -> None:
    """With less than the damage all she has is put down; the injury counts all the same."""
    scene = hit(vp)
    assert (scene.side(1).vp, scene.stones().get("b4", 0), scene.side(1).injuries) == (0, dropped, 1)


@pytest.mark.clause("HC-8.4.6-1", "HC-12.1-8")
def test_no_damage_no_injury() -> None:
    """Damage reduced to 0 or below is none: she stays and loses nothing."""
    scene = Scene(
        ROSETTE, MIA, at={1: "c4"}, clads=("X2", "X1", "X1"), hand={1: ["ガード"]}, cp={1: 1}, vp={1: 3}
    ).ends(1)
    scene.uses(1, "ガード").passes(1)
    assert (scene.side(1).injuries, scene.where(1), scene.side(1).vp) == (0, "c4", 4)


@pytest.mark.clause("HC-8.4.6-8")
def test_what_an_injury_leaves_alone() -> None:
    """MP, CP, hand, deck and pollution are not changed."""
    scene = hit(3, hand={1: ["ショット"]}, mp={1: 3}, cp={1: 2}, pollution={1: 1})
    side = scene.side(1)
    assert (side.mp, side.cp, scene.hand(1), side.pollution) == (3, 2, ["ショット"], 1)


@pytest.mark.clause("HC-8.4.6-6")
def test_who_stands_there_gains_nothing_unless_an_option_says_so() -> None:
    """Stones dropped on a shared square wait for somebody to enter; by an option the earliest there gains them."""
    shared = {"at": {1: "b4", 2: "b4"}, "vp": {1: 5}, "hand": {2: ["ガード"]}}
    scene = Scene(ROSETTE, MIA, clads=("X2", "X1", "X1"), **shared).ends(1).passes(1)  # type: ignore[arg-type]
    scene.uses(2, "ガード").passes(2)
    assert (scene.side(2).vp, scene.stones()["b4"]) == (0, 2)
    options = {"pickup_standing": PickupStanding.TRUE}
    other = Scene(ROSETTE, MIA, clads=("X2", "X1", "X1"), options=options, **shared).ends(1).passes(1)  # type: ignore[arg-type]
    other.uses(2, "ガード").passes(2)
    assert (other.side(2).vp, "b4" in other.stones()) == (2, False)


@pytest.mark.clause("HC-8.4.6-7", "HC-8.4.1.A-6")
def test_off_the_field_she_cannot_be_hit_again() -> None:
    """Injured by the first clad card, she is no target of the legions of the same round."""
    scene = Scene(ROSETTE, LUNA, at={1: "b4", 2: "e1"}, clads=("X2", "X1", "X1"), tails=["a4"]).ends(1).passes(1)
    scene.ends(2).quiet(Step.DRAFT, 2)
    assert scene.side(1).injuries == 1


@pytest.mark.clause("HC-3.G-4")
def test_the_gauge_has_no_end() -> None:
    """An eighth injury and any after it count on."""
    scene = hit(0, injuries={1: 12})
    assert scene.side(1).injuries == 13
