"""The field as a torus: squares, directions, ranges turned with a piece, and the crossings of ツチグモ [HC-8.4.F-7].

Squares are numbered row by row from the south-west, 1 and up. A set of squares seen from a square is a mask: bit r
stands for the square whose relation to it is r. The crossing of a number is the corner north-east of that square.
"""

from collections.abc import Iterable, Sequence

from .actions import Facing

FACINGS = (Facing.NORTH, Facing.EAST, Facing.SOUTH, Facing.WEST)
RIGHT = (Facing.NONE, Facing.EAST, Facing.SOUTH, Facing.WEST, Facing.NORTH)
LEFT = (Facing.NONE, Facing.WEST, Facing.NORTH, Facing.EAST, Facing.SOUTH)
REVERSE = (Facing.NONE, Facing.SOUTH, Facing.WEST, Facing.NORTH, Facing.EAST)
"""What a facing becomes, by facing [HC-8.4.1-6] [HC-8.4.1-7]."""
COLUMNS = "abcdefghi"


def turned(x: int, y: int, facing: Facing) -> tuple[int, int]:
    """So many to the right and so many ahead of a facing, as steps to the east and to the north."""
    if facing == Facing.NORTH:
        return x, y
    if facing == Facing.EAST:
        return y, -x
    if facing == Facing.SOUTH:
        return -x, -y
    return -y, x


class Board:
    """A field of some size; every table has its first entry for square 0, which is none."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.squares = range(1, width * height + 1)
        places = [(0, 0), *(((s - 1) % width, (s - 1) // width) for s in self.squares)]
        self.centre = self._at((width - 1) // 2, (height - 1) // 2)
        self.beyond = [[0] * len(places)] + [
            [0, *(self._at(x + dx, y + dy) for x, y in places[1:])] for dx, dy in (turned(0, 1, f) for f in FACINGS)
        ]
        """The next square in a direction, by facing and square."""
        self.beside = [[0] * 4, *([self.beyond[f][s] for f in FACINGS] for s in self.squares)]
        """The four squares orthogonally next to a square: north, east, south, west."""
        self.around = [sorted(set(squares)) for squares in self.beside]
        """The same, ascending and each once."""
        self.relation = [[0] * len(places)] + [
            [0, *((bx - ax) % width + (by - ay) % height * width for bx, by in places[1:])] for ax, ay in places[1:]
        ]
        """How a square lies to another: by the square that looks and the one looked at."""
        self.neighbours = self.mask(((0, 1), (1, 0), (0, -1), (-1, 0)), Facing.NORTH)
        self.everywhere = (1 << len(self.squares)) - 1
        self.corners = [[0] * 4, *([self._at(x + dx, y + dy) for dx, dy in CORNERS] for x, y in places[1:])]
        """The crossings at the corners of a square."""
        self.searched = [[0] * 4, *([self._at(x - dx, y - dy) for dx, dy in CORNERS] for x, y in places[1:])]
        """索敵範囲: the four squares around a crossing [HC-8.4.5-2]."""
        self._covered: dict[tuple[int, int], list[int]] = {}
        """The squares of each mask so far, by the square it was seen from."""

    def _at(self, x: int, y: int) -> int:
        return x % self.width + y % self.height * self.width + 1

    def seen_from(self, square: int, cell: Sequence[int], facing: Facing) -> int:
        """The square so many to the right and so many ahead."""
        dx, dy = turned(cell[0], cell[1], facing)
        return self._at((square - 1) % self.width + dx, (square - 1) // self.width + dy)

    def mask(self, cells: Iterable[Sequence[int]], facing: Facing) -> int:
        """Cells as a mask, each square once however often the field wraps [HC-8.4.F-10]."""
        found = 0
        for x, y in cells:
            dx, dy = turned(x, y, facing)
            found |= 1 << (dx % self.width + dy % self.height * self.width)
        return found

    def masks(self, cells: Sequence[Sequence[int]]) -> list[int]:
        """A mask for each facing."""
        return [0, *(self.mask(cells, facing) for facing in FACINGS)]

    def covered(self, square: int, mask: int) -> list[int]:
        """The squares of a mask seen from a square, ascending."""
        found = self._covered.get((square, mask))
        if found is None:
            relation = self.relation[square]
            found = self._covered[square, mask] = [s for s in self.squares if mask >> relation[s] & 1]
        return found.copy()

    def inner(self, crossing: int) -> bool:
        """Whether a crossing lies inside the board, not on its edge."""
        return crossing % self.width != 0 and crossing <= self.width * (self.height - 1)

    def name(self, square: int) -> str:
        """A square as people write it: column, then row."""
        return f"{COLUMNS[(square - 1) % self.width]}{(square - 1) // self.width + 1}"


CORNERS = ((-1, -1), (0, -1), (-1, 0), (0, 0))
"""From a square to the crossings at its corners."""
