"""Intermediate games from the deal on, and positions in them."""

from collections.abc import Sequence
from typing import Any

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import KeepHand, KeepMagic, Mulligan

from .opening import DECK, Opening, Outcomes
from .scene import Scene

MENTORS = [1, 2, 12, 13, 22, 23, 38, 39]
SETS = {1: [1, 8, 9, 15], 2: [2, 5, 10, 14], 3: [3, 4, 6, 16], 4: [7, 11, 12, 13]}
"""乱打 堅固 災害 圧倒."""
TOLD: Outcomes = {"set": [1, 2, 3, 4], "mentor": MENTORS, "deck": DECK, "bottom": []}
"""Outcomes in ascending order; what goes under the deck is not told."""


class Apprentices(Opening):
    """An intermediate game as it is dealt; `game` as for `header`."""

    def __init__(self, **game: Any) -> None:
        super().__init__(mode="intermediate", **game)
        self.names = GAME.packs[game.get("pack", "house")].names

    def mulligans(self, seat: int, times: int) -> "Apprentices":
        """So many new deals."""
        self.do(seat, *[Mulligan()] * times)
        return self

    def kept(self, *seats: int) -> "Apprentices":
        """Players keep the first magics and cards that they can; both unless told otherwise."""
        for seat in seats or (1, 2):
            side = self.side(seat)
            self.do(seat, KeepMagic(sorted(side.spare_magics)[:3]), KeepHand(side.hand[:6]))
        return self


def apprentice_scene(mentors: tuple[int, int] = (1, 12), **position: Any) -> Scene:
    """A position of an intermediate game, with 瓶詰火霊 (fire) and 花乙女 (water) as mentors."""
    return Scene(mode="intermediate", mentors=mentors, **position)


def magics(scene: Scene, seat: int) -> Sequence[int]:
    """The magics in play of a player."""
    return [card.magic for card in scene.side(seat).magics]
