"""Positions of the advanced and sevenmage games, and games of them from the deal on."""

from typing import Any

from shinpan_engine.games.wars3x3.table.actions import KeepHand, KeepMagic, Mulligan
from shinpan_engine.games.wars3x3.table.state import Face

from .opening import Opening
from .scene import Scene

UP, DOWN, SIDEWAYS = Face.UP, Face.DOWN, Face.SIDEWAYS
FIRE, WATER, GRASS, SKY, SPEAR = 1, 5, 9, 13, 21
"""A magic for each grand magic: ★不許火, ★海癒, ★探生, ★天写, ★無尽増."""
NUMBERS = list(range(1, 49))
MAGICS = list(range(1, 17))


def wizard_scene(mode: str = "advanced", **position: Any) -> Scene:
    """A position with all traits and grand magic in force."""
    return Scene(mode=mode, **position)


class Wizards(Opening):
    """An advanced or sevenmage game as it is dealt; `game` as for `header`."""

    def __init__(self, mode: str = "advanced", **game: Any) -> None:
        super().__init__(mode=mode, **game)

    def mulligans(self, seat: int, times: int) -> "Wizards":
        """So many new deals."""
        self.do(seat, *[Mulligan()] * times)
        return self

    def kept(self) -> "Wizards":
        """Both players keep the first cards and magics that they can."""
        if self.table.mode == "sevenmage":
            for seat in (1, 2):
                self.do(seat, KeepHand(list(self.side(seat).hand)))
        for seat in (1, 2):
            if self.table.mode == "advanced":
                self.do(seat, KeepHand(self.side(seat).hand[:6]))
            self.do(seat, KeepMagic(sorted(self.side(seat).spare_magics)[:3]))
        return self
