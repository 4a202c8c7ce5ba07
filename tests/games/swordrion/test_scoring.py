"""⑤点数計算: points, the winner of two, the rank of one."""

import pytest

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.chapters.scoring import rank_of, score
from shinpan_engine.games.swordrion.table.options import ByColour, ScorePool
from shinpan_engine.games.swordrion.table.state import Cubes, Ending, EndReason, Rank

from .scene import Whole, op, relic

Held = tuple[int, int, int]


def scored(*held: Held, relics: tuple[dict[str, object], ...] = (), **options: object) -> Ending:
    """What participants with these cubes and relics come to."""
    game = Whole(len(held), list(relics), **options)
    for side, cubes in zip(game.state.sides, held, strict=True):
        side.cubes = Cubes(*cubes)
    game.state.sides[0].relics = list(range(1, len(relics) + 1))
    game.state.sides[0].hand, game.state.sides[0].stock = [21, 22], [23, 24, 25]
    return score(game.table, EndReason.THREE_ROUNDS)


@pytest.mark.clause("SW-5.1-2", "SW-5.1-3", "SW-5.1-4", "SW-5.1-7", "SW-5.2-4", "SW-5.1-8")
@pytest.mark.parametrize(
    ("held", "points", "left"),
    [((4, 3, 0), 2, 1), ((0, 0, 12), 12, 0), ((5, 0, 0), 1, 2), ((4, 3, 12), 14, 1), ((1, 1, 0), 0, 2)],
)
def test_points_of_cubes(held: Held, points: int, left: int) -> None:
    """D24: three green or yellow a point, each blue a point; what is left over, and cards, give nothing."""
    ending = scored(held)
    assert (ending.points, ending.remainders) == ([points], [left])


@pytest.mark.clause("SW-5.1-6", "SW-5.2-4")
def test_colours_together_or_by_themselves() -> None:
    """Green 4, yellow 2: pooled 2 points and nothing left; per colour 1 point and 3 left."""
    pooled, apart = scored((4, 2, 0)), scored((4, 2, 0), score_pool=ScorePool.PER_COLOUR)
    assert (pooled.points, pooled.remainders) == ([2], [0])
    assert (apart.points, apart.remainders) == ([1], [3])


@pytest.mark.clause("SW-5.1-2", "SW-5.1-3")
def test_other_divisors() -> None:
    """What the lost pictures show may be stated: here two a point, and two blue a point."""
    ending = scored((4, 1, 5), score_divisors=ByColour(2, 2, 2))
    assert (ending.points, ending.remainders) == ([4], [2])


@pytest.mark.clause("SW-5.1-5", "SW-3.3-3", "SW-5.1-1")
def test_relics_that_score() -> None:
    """Points once and for every so many of something held; conditions count, other relics do not."""
    relics = (
        relic("scoring", op("points", amount=2), op("points", amount=1, per="stock", each=2)),
        relic("scoring", op("points", amount=5), condition={"round": 2}),
        relic("exchange", op("wound")),
        relic("scoring", *[op("points", amount=1, per=per) for per in ("green", "yellow", "blue", "hand")]),
    )
    assert scored((1, 2, 3), relics=relics).points == [4 + 2 + 1 + (1 + 2 + 3 + 2)]


@pytest.mark.clause("SW-5.2-1", "SW-5.2-2", "SW-5.2-3")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [((0, 0, 14), (0, 0, 12), 1), ((4, 3, 9), (3, 3, 9), 1), ((3, 3, 9), (4, 3, 9), 2), ((3, 3, 9), (6, 0, 9), 0)],
)
def test_the_winner(first: Held, second: Held, winner: int) -> None:
    """D25: more points, then more cubes left over, else it is drawn."""
    assert scored(first, second).winner == winner


@pytest.mark.clause("SW-5.3-1", "SW-5.3-2", "SW-5.3-3", "SW-5.3-4")
@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (-3, "NONE"), (0, "NONE"), (4, "NONE"), (5, "PAWN"), (9, "PAWN"), (10, "KNIGHT"), (14, "KNIGHT"),
        (15, "BISHOP"),
        (20, "ROOK"), (25, "QUEEN"), (29, "QUEEN"), (30, "KING"), (31, "KING"), (99, "KING"),
    ],
)  # fmt: skip
def test_the_ranks(points: int, rank: str) -> None:
    """F14: 30, 25, 20, 15, 10, 5 are minima; below five there is none."""
    assert rank_of(points) is Rank[rank]


@pytest.mark.clause("SW-5.3-1", "SW-5.1-1", "SW-5.2-3")
def test_the_result_of_a_game() -> None:
    """The result names the winner with the scores; a game that two draw has none, one alone has a rank."""
    solo = Whole(1, ["1/0"] * 7).to_the_end().state
    assert GAME.result(solo).score == tuple(solo.ending.points)
    assert (solo.ending.rank, solo.ending.points) == (Rank.NONE, [2])
    assert GAME.result(solo).winners == (1,)
    solo.ending.winner = 0
    assert GAME.result(solo).word == "draw"
