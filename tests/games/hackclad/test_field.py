"""8-4 フィールドとコマに関するルール and 8-4-7 復帰処理."""

import pytest

from shinpan_engine.games.hackclad.table.actions import Deed, ReEnter, Spend
from shinpan_engine.games.hackclad.table.board import FACINGS, Board
from shinpan_engine.games.hackclad.table.options import CollectOnPass, ReentryFallback, WitchOccupied
from shinpan_engine.games.hackclad.table.state import Step

from .made_up import pack_with
from .scene import EAST, LUNA, MIA, NORTH, ROSETTE, SOUTH, WEST, Scene

BLOCKED = {"witch_occupied": WitchOccupied.BLOCKED}


def steps(scene: Scene, name: str = "ガード") -> list[str]:
    """Where seat 1 can go by a basic move."""
    found = [scene.basic(1, Deed.MOVE, name, square) for square in scene.names._squares]
    return [scene.names.text("square", act.square) for act in found if scene.allows(1, act)]


@pytest.mark.clause("HC-8.4.F-1", "HC-8.4.F-7", "HC-8.4.3.B-2")
def test_a_step_goes_to_four_squares_around_the_edge_too() -> None:
    """A witch steps above, below, left or right; the field wraps; never diagonally, nor to no square."""
    scene = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["ガード"]})
    assert steps(scene) == ["c1", "b2", "d2", "c3"]
    assert scene.refuses(1, scene.basic(1, Deed.MOVE, "ガード", "d3")) == ("HC-8.4.F-1",)
    assert scene.refuses(1, scene.basic(1, Deed.MOVE, "ガード")) == ("HC-8.4.F-1",)
    corner = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["ガード"]})
    assert steps(corner) == ["b1", "e1", "a2", "a5"]


@pytest.mark.clause("HC-8.4.F-2", "HC-8.4.3.M-2", "HC-3-11", "HC-8.4.3.M-1")
def test_stones_are_gained_on_entering() -> None:
    """A witch that enters a square gains all stones there."""
    scene = Scene(ROSETTE, MIA, at={1: "a1"}, hand={1: ["ガード"]}, stones={"b1": 3, "c1": 1}, vp={1: 2})
    scene.do(1, scene.basic(1, Deed.MOVE, "ガード", "b1"))
    assert (scene.side(1).vp, scene.stones()) == (5, {"c1": 1})
    assert [(e.vp, e.seat) for e in scene.events("Gained")] == [(3, 1)]


@pytest.mark.clause("HC-8.4.F-6", "HC-E-7")
def test_witches_share_squares_unless_pieces_bar_the_way() -> None:
    """As supplied a witch enters squares with pieces, which the report lists; by an option she does not."""
    pieces = {"tails": ["b2"], "heads": ["d2"]}
    scene = Scene(ROSETTE, MIA, at={1: "c2", 2: "c1"}, hand={1: ["ガード", "ムーブ"]}, **pieces)  # type: ignore[arg-type]
    assert steps(scene) == ["c1", "b2", "d2", "c3"]
    scene.do(1, scene.basic(1, Deed.MOVE, "ガード", "c3"))
    assert (scene.where(1), scene.side(1).injuries) == ("c3", 0)
    assert "HC-8.4.F-6" in scene.table.relied
    barred = Scene(ROSETTE, MIA, at={1: "c2", 2: "c1"}, hand={1: ["ガード"]}, options=BLOCKED, **pieces)  # type: ignore[arg-type]
    assert steps(barred) == []
    for square in ("c1", "b2", "d2", "c3"):
        assert barred.refuses(1, barred.basic(1, Deed.MOVE, "ガード", square)) == ("HC-8.4.F-6",)


@pytest.mark.clause("HC-8.4.F-2")
def test_stones_on_the_way_of_a_longer_move() -> None:
    """By an option only the last square of a move of several gives stones; 辻斬り says otherwise of itself."""
    options = {"collect_on_pass": CollectOnPass.FALSE}
    scene = Scene(MIA, LUNA, at={1: "a1"}, hand={1: ["辻斬り"]}, mp={1: 1}, stones={"b1": 1, "b2": 1}, options=options)
    scene.uses(1, "辻斬り").do(1, scene.move("b1"), scene.move("b2"))
    assert scene.side(1).vp == 2


@pytest.mark.clause("HC-3-15", "HC-8.4.F-8", "HC-8.4.F-10")
def test_ranges_turn_and_wrap() -> None:
    """A range turned four times is itself again, keeps its size, and goes on at the opposite edge; each square once."""
    board = Board(5, 5)
    cells = [(-1, 1), (0, 1), (0, 2)]
    names = {facing: [board.name(s) for s in board.covered(1, board.mask(cells, facing))] for facing in FACINGS}
    assert names == {
        NORTH: ["a2", "e2", "a3"],
        EAST: ["b1", "c1", "b2"],
        SOUTH: ["a4", "a5", "b5"],
        WEST: ["d1", "e1", "e5"],
    }
    wide = [(x, 0) for x in range(-9, 10)]
    assert len(board.covered(13, board.mask(wide, NORTH))) == 5


def test_squares_that_are_kept_are_given_out_as_copies() -> None:
    """Whoever changes the list that was given for a mask changes nothing for the next who asks."""
    board = Board(5, 5)
    found = board.covered(13, board.everywhere)
    found.clear()
    assert board.covered(13, board.everywhere) == [*board.squares]


@pytest.mark.clause("HC-8.4.7-1", "HC-8.4-3", "HC-8.4.7-5", "HC-8.4.7-4")
def test_a_witch_comes_back_before_her_turn() -> None:
    """Hit before her turn, she comes back when it begins, gains what lies there, and has not moved."""
    scene = Scene(ROSETTE, MIA, at={2: "c4"}, clads=("X2", "X5", "X6"), stones={"b5": 2})
    scene.ends(1).passes(2)
    assert (scene.side(2).square, scene.asked()) == (0, [(2, "re_enter")])
    scene.do(2, ReEnter(scene.square("b5")))
    assert (scene.where(2), scene.side(2).vp, scene.side(2).moved) == ("b5", 2, False)
    assert scene.asked() == [(2, "turn")]
    assert scene.refuses(2, ReEnter(scene.square("d1"))) == ("HC-8.4.7-1",)


@pytest.mark.clause("HC-8.4.7-2")
def test_entry_points_must_be_free() -> None:
    """A legion, the clad or a witch bars an entry point; stones and ツチグモ do not."""
    scene = Scene(ROSETTE, MIA, at={1: "e4", 2: "c4"}, clads=("X2", "X5", "X6"), tails=["b5"], stones={"d1": 1})
    scene.ends(1).passes(2)
    assert scene.refuses(2, ReEnter(scene.square("b5"))) == ("HC-8.4.7-2", "HC-8.4.7-3")
    assert scene.refuses(2, ReEnter(scene.square("e4"))) == ("HC-8.4.7-2", "HC-8.4.7-3")
    assert scene.refuses(2, ReEnter(scene.square("c1"))) == ("HC-8.4.7-2", "HC-8.4.7-3")
    assert [scene.names.text("square", act.square) for act in scene.allowed(2, ReEnter)] == ["d1", "a2"]


@pytest.mark.clause("HC-8.4.7-3")
def test_with_no_free_entry_point_any_square_will_do() -> None:
    """With pieces on all four she chooses any square, by an option any without a piece."""
    pieces = {"tails": ["b5", "e4", "d1", "a2"]}
    scene = Scene(ROSETTE, MIA, at={1: "c2", 2: "c4"}, clads=("X2", "X5", "X6"), **pieces)  # type: ignore[arg-type]
    scene.ends(1).passes(2)
    assert len(scene.allowed(2, ReEnter)) == 25
    options = {"reentry_fallback": ReentryFallback.UNOCCUPIED}
    other = Scene(ROSETTE, MIA, at={1: "c2", 2: "c4"}, clads=("X2", "X5", "X6"), options=options, **pieces)  # type: ignore[arg-type]
    other.ends(1).passes(2)
    assert len(other.allowed(2, ReEnter)) == 25 - 6
    assert other.refuses(2, ReEnter(other.square("c2"))) == ("HC-8.4.7-3",)


@pytest.mark.clause("HC-8.4.3-6", "HC-8.4.6-7")
def test_off_the_field_nothing_goes_that_needs_a_square() -> None:
    """Her own action drives the clad onto her square: her turn goes on, without attacks and moves."""
    pack = pack_with({52: {"range": [[0, 4]], "effects": [{"op": "attack"}, {"op": "knock_back"}]}})
    hand = {1: ["クナイ", "クナイ", "口寄せ", "ガード"]}
    scene = Scene(MIA, LUNA, at={1: "c4"}, hand=hand, cp={1: 4}, pack=pack)
    scene.uses(1, "クナイ", NORTH, "c3").passes(1)
    assert (scene.clad()[0], scene.side(1).injuries, scene.side(1).square) == ("c4", 1, 0)
    assert scene.asked() == [(1, "turn")]
    assert scene.refuses(1, scene.use(1, "クナイ", NORTH, "c4")) == ("HC-8.4.3-6", "HC-8.4.6-7")
    assert scene.refuses(1, scene.basic(1, Deed.MOVE, "ガード", "b5")) == ("HC-8.4.3-6",)
    assert scene.refuses(1, Spend(Deed.MOVE, scene.square("b5"))) == ("HC-8.4.3-6",)
    assert scene.allows(1, scene.use(1, "口寄せ"))
    assert scene.state.step == Step.PLAYER_1
