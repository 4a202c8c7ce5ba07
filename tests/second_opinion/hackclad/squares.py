"""Squares and crossings of the field, slow and plain: turning, wrapping, stepping, counted one square at a time.

A square is (x, y): x counts from the west, y from the south. A crossing has the numbers of the square south-west of it.
"""

from collections.abc import Iterable, Sequence

Square = tuple[int, int]
Crossing = tuple[int, int]

WIDTH = HEIGHT = 5
CENTRE: Square = (2, 2)
SQUARES: Sequence[Square] = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
FRONTS = ("north", "east", "south", "west")
"""Clockwise."""
ENTRY_POINTS: Sequence[Square] = [(1, 4), (4, 3), (3, 0), (0, 1)]
"""A, B, C, D."""


def wrapped(x: int, y: int) -> Square:
    """フィールドは上下左右で循環している: whoever leaves at an edge comes in at the other."""
    while x < 0:
        x += WIDTH
    while y < 0:
        y += HEIGHT
    while x >= WIDTH:
        x -= WIDTH
    while y >= HEIGHT:
        y -= HEIGHT
    return x, y


def quarter_right(offset: tuple[int, int]) -> tuple[int, int]:
    """An offset after a quarter turn clockwise: what was ahead is to the right."""
    right, ahead = offset
    return ahead, -right


def turned(offset: tuple[int, int], front: str) -> tuple[int, int]:
    """An offset (right, ahead) of somebody with that front, as (east, north)."""
    for _ in range(FRONTS.index(front)):
        offset = quarter_right(offset)
    return offset


def reached(square: Square, front: str, cells: Iterable[tuple[int, int]]) -> list[Square]:
    """The squares of a range, each once."""
    found: list[Square] = []
    for cell in cells:
        east, north = turned(cell, front)
        there = wrapped(square[0] + east, square[1] + north)
        if there not in found:
            found.append(there)
    return found


def ahead(square: Square, front: str) -> Square:
    """The square before somebody."""
    return reached(square, front, [(0, 1)])[0]


def behind(square: Square, front: str) -> Square:
    """The square behind somebody."""
    return reached(square, front, [(0, -1)])[0]


def beside(square: Square) -> list[Square]:
    """上下左右で隣接するマス."""
    return [ahead(square, front) for front in FRONTS]


def right_of(front: str) -> str:
    """右を向く."""
    return FRONTS[(FRONTS.index(front) + 1) % 4]


def left_of(front: str) -> str:
    """左を向く."""
    return FRONTS[(FRONTS.index(front) + 3) % 4]


def opposite(front: str) -> str:
    """反転する."""
    return right_of(right_of(front))


def towards(square: Square, other: Square) -> str | None:
    """The direction of a square beside; None if it is not beside."""
    return next((front for front in FRONTS if ahead(square, front) == other), None)


def steps_between(one: Square, other: Square) -> int:
    """How many steps lie between two squares, counted by walking from the one in all directions."""
    reach, count = {one}, 0
    while other not in reach:
        reach |= {near for square in reach for near in beside(square)}
        count += 1
    return count


# Crossings

CROSSINGS: Sequence[Crossing] = SQUARES


def exists(crossing: Crossing, inner: bool) -> bool:
    """Whether the grid has it: read narrowly, there are none on the edge of the board."""
    return not inner or (crossing[0] < WIDTH - 1 and crossing[1] < HEIGHT - 1)


def around(crossing: Crossing) -> list[Square]:
    """索敵範囲: the four squares around a crossing."""
    x, y = crossing
    return [wrapped(x, y), wrapped(x + 1, y), wrapped(x, y + 1), wrapped(x + 1, y + 1)]


def corners(square: Square, inner: bool) -> list[Crossing]:
    """隣接する4つの交点: the crossings that have the square around them."""
    return [crossing for crossing in CROSSINGS if square in around(crossing) and exists(crossing, inner)]


def next_crossings(crossing: Crossing, inner: bool) -> list[Crossing]:
    """隣の交点, one line of the grid further."""
    x, y = crossing
    near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    if inner:
        return [(i, j) for i, j in near if 0 <= i < WIDTH - 1 and 0 <= j < HEIGHT - 1]
    return [wrapped(i, j) for i, j in near]
