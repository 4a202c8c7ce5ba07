"""Positions of the spell phase. Nothing is drawn in them, so that the hands are those given."""

from collections.abc import Sequence
from typing import Any

from shinpan_engine.games.wars3x3 import GAME

from .scene import Scene

COST = {n: cost for n, cost in enumerate(GAME.packs["house"].cards.cost) if n and cost is not None}
"""The cost of every unit card."""
TUNINGS, WILD = (45, 46), (47, 48)


def at(step: str, **position: Any) -> Scene:
    """A position at a step of the spell phase."""
    return Scene(deck=(), **position).quiet_until(step)


def removal(target: int, hand: Sequence[int], other: Sequence[int] = (), **position: Any) -> Scene:
    """Seat 1 in the removal step with a hand, against one unit of the opponent, who holds `other`."""
    return at("2.1", units=([], [target]), hands=(hand, other), **position)


def strengthening(unit: int, hand: Sequence[int], other: Sequence[int] = (), **position: Any) -> Scene:
    """Seat 1 in the strengthening step with a hand and one unit; the opponent holds `other`."""
    return at("2.2", units=([unit], []), hands=(hand, other), **position)
