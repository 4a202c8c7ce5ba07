"""Two records of one game side by side: where they differ, which of them is right there, and the game that both fit.

side       one record, judged, as moves in the order in which they were made
aligned    the moves of two records against each other
merged     one record of all that both say, or why there can be none
told       what came of it, in words and for machines
"""

from collections.abc import Iterator, Mapping

from shinpan_engine.kernel.game import Game

from ..transcript import Loaded
from .aligned import aligned, header_differences
from .merged import NoneFits, merged
from .side import Side, judged_side
from .told import Comparison

__all__ = ["Comparing", "Comparison"]

PARTS = 3
"""Both records are judged, then the one game that both fit."""


class Comparing:
    """The comparison of two records, a part at a time: each of them is judged, then the game that both fit."""

    def __init__(self, first: Loaded, second: Loaded, games: Mapping[str, Game]) -> None:
        self._records = (first, second)
        self._games = games
        self._sides: list[Side] = []
        self._found: Comparison | None = None

    def slices(self) -> Iterator[int]:
        """Works on, a part at a time; how many parts are done after each."""
        for loaded in self._records:
            self._sides.append(judged_side(loaded, self._games))
            yield len(self._sides)
        first, second = self._sides
        moves = aligned(first, second)
        header = header_differences(first, second)
        try:
            one, why = judged_side(merged(first, second, moves, self._games), self._games), None
        except NoneFits as none:
            one, why = None, none.message
        self._found = Comparison((first, second), header, moves, one, why)
        yield PARTS

    def found(self) -> Comparison:
        """What came of it."""
        assert self._found is not None, "asked when all is done"
        return self._found
