"""ショット, ガード, ムーブ and 魔力変容, which every witch has."""

import pytest

from shinpan_engine.games.hackclad.table.actions import Deed

from .scene import AMELIA, EAST, FLARE, LUNA, MIA, NORTH, PASS, ROSETTE, SOUTH, WITCHES, YES, Scene, choose

witches = pytest.mark.parametrize("witch", WITCHES)


@witches
@pytest.mark.clause("HC-12.1-10", "HC-12.2-3", "HC-12.1-11", "HC-8.4.3.L-3")
def test_shot_hits_two_at_once(witch: str) -> None:
    """ショット: MP 1, ATK 1 on up to two; the clad pays 1, the tail falls and pays 1, and it is one damage event."""
    scene = Scene(witch, MIA if witch != MIA else LUNA, at={1: "c1"}, hand={1: ["ショット"]}, mp={1: 1}, tails=["c2"])
    scene.uses(1, "ショット", NORTH, "c2", "c3")
    assert (scene.side(1).vp, scene.side(1).mp, scene.side(1).hits) == (2, 0, 1)
    assert scene.legions() == {}


@witches
@pytest.mark.clause("HC-12.1-12", "HC-8.4.3.K-2")
def test_shot_reaches_two_squares_ahead(witch: str) -> None:
    """ショット: RANGE is the two squares straight ahead, not those beside them, and one direction at a time."""
    other = MIA if witch != MIA else LUNA
    scene = Scene(witch, other, at={1: "c2"}, hand={1: ["ショット"]}, mp={1: 1}, tails=["c1", "d3", "c4"])
    assert scene.allows(1, scene.use(1, "ショット", NORTH, "c3", "c4"))
    assert scene.refuses(1, scene.use(1, "ショット", NORTH, "c3", "d3")) == ("HC-8.4.3.K-2", "HC-12.1-12")
    assert scene.refuses(1, scene.use(1, "ショット", NORTH, "c1", "c3")) == ("HC-8.4.3.K-2", "HC-12.1-12")
    assert scene.refuses(1, scene.use(1, "ショット", EAST, "c3")) == ("HC-8.4.3.K-2", "HC-12.1-12")


@witches
@pytest.mark.clause("HC-12.1-8", "HC-8.4.3.K-7")
def test_guard_takes_two_off(witch: str) -> None:
    """ガード: the damage of the answered attack is 2 less."""
    other = MIA if witch != MIA else LUNA
    scene = Scene(witch, other, at={1: "c4"}, hand={1: ["ガード"]}, clads=("X2", "X4", "X5"), voltage=2, vp={1: 9})
    scene.ends(1).uses(1, "ガード").passes(1)
    assert [event.amount for event in scene.events("Damage")] == [1]
    assert scene.side(1).vp == 8 + 1 * (scene.side(1).square != 0)


@witches
def test_move_moves_one(witch: str) -> None:
    """ムーブ: the witch moves 1 square."""
    scene = Scene(witch, MIA if witch != MIA else LUNA, at={1: "a1"}, hand={1: ["ムーブ"]}, stones={"b1": 2})
    scene.uses(1, "ムーブ").do(1, scene.move("b1"))
    assert (scene.where(1), scene.side(1).vp) == ("b1", 2)
    assert scene.asked() == [(1, "turn")]


def test_rosette_changes_magic_into_endurance() -> None:
    """魔力変容 (ロゼット): MP +2; then 1 MP may be paid for 《不屈》."""
    scene = Scene(ROSETTE, MIA, hand={1: ["魔力変容"]})
    scene.uses(1, "魔力変容")
    assert scene.side(1).mp == 2
    scene.do(1, YES)
    assert scene.side(1).mp == 1
    assert [modifier.kind.name for modifier in scene.side(1).modifiers] == ["SPARED"]


def test_what_may_be_paid_may_be_left_out() -> None:
    """魔力変容: a pass pays nothing and does nothing more."""
    scene = Scene(ROSETTE, MIA, hand={1: ["魔力変容"]})
    scene.uses(1, "魔力変容").do(1, PASS)
    assert (scene.side(1).mp, scene.side(1).modifiers) == (2, [])


def test_luna_changes_magic_into_an_oracle() -> None:
    """魔力変容 (ルーナ): MP +2; then 1 MP may be paid for 《神託》."""
    scene = Scene(LUNA, MIA, hand={1: ["魔力変容"]}, clad_deck=["X7", "X8"])
    scene.uses(1, "魔力変容").do(1, YES)
    assert [(e.card, e.private) for e in scene.events("Looked")] == [(7, 1)]
    assert scene.side(1).mp == 1


def test_mia_changes_magic_into_a_trap() -> None:
    """魔力変容 (ミア): MP +2; then 1 MP may be paid to turn a トラバサミ face up."""
    scene = Scene(MIA, LUNA, hand={1: ["魔力変容"]})
    scene.uses(1, "魔力変容").do(1, YES)
    assert (scene.side(1).mp, scene.side(1).ready) == (1, 1)


def test_amelia_changes_magic_into_any_order() -> None:
    """魔力変容 (アメリア): MP +2; then 1 MP may be paid for one of the four 操甲."""
    scene = Scene(AMELIA, LUNA, at={1: "b2"}, hand={1: ["魔力変容"]})
    scene.uses(1, "魔力変容").do(1, YES)
    assert scene.allowed(1, type(YES)) == [choose(1), choose(2), choose(3), choose(4)]
    scene.do(1, choose(1))
    assert scene.asked() == [(1, "deploy")]


@pytest.mark.clause("HC-8.4.3.K-6")
def test_flare_changes_magic_and_intercepts_when_it_is_discarded() -> None:
    """魔力変容 (フレア): MP +2; discarded for the basic guard, 《迎撃(2)》."""
    scene = Scene(FLARE, MIA, at={1: "c4"}, hand={1: ["魔力変容", "カノン砲"]}, clads=("X2", "X4", "X5"))
    scene.ends(1).do(1, scene.basic(1, Deed.GUARD, "魔力変容"))
    assert [(e.square, e.amount) for e in scene.events("Hit")] == [(scene.square("c3"), 2)]
    assert scene.side(1).vp == 2
    other = Scene(FLARE, MIA, hand={1: ["魔力変容"]})
    other.uses(1, "魔力変容")
    assert (other.side(1).mp, other.asked()) == (2, [(1, "turn")])


def test_the_last_square_of_shot_alone() -> None:
    """ショット: the farther of the two squares can be hit alone, and behind the witch nothing."""
    scene = Scene(ROSETTE, MIA, at={1: "c1"}, hand={1: ["ショット"]}, mp={1: 1})
    assert scene.allows(1, scene.use(1, "ショット", NORTH, "c3"))
    assert not scene.allows(1, scene.use(1, "ショット", SOUTH, "c3"))
