"""What the second judge asks, and how."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from shinpan_engine.games.hackclad.table import actions

from .squares import FRONTS, SQUARES, Square
from .windows import Attack


@dataclass
class Question:
    """What is decided next, and by whom."""

    kind: str
    seat: int
    allows: Callable[[int, Any], bool]
    attack: Attack | None = None


Flow = Generator[Question, tuple[int, Any], None]
"""Asks until it is through."""


def number(square: Square) -> int:
    """The number of a square in the record: row by row from the south-west."""
    return SQUARES.index(square) + 1


def front_of(act: actions.Use) -> str:
    """The direction of a use."""
    return FRONTS[act.facing - 1]


def one_of(kind: str, seat: int, squares: Sequence[Square], act: type) -> Generator[Question, tuple[int, Any], Square]:
    """Asks for one of some squares."""
    legal = [act(number(square)) for square in squares]
    _, answer = yield Question(kind, seat, lambda s, a: s == seat and a in legal)
    return SQUARES[answer.square - 1]
