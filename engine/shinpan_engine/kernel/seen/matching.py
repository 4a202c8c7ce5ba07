"""Matching: who takes which of the places that fit, and who are too many if not all can (Kuhn's way)."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

L = TypeVar("L")
R = TypeVar("R")


class Matching(Generic[L, R]):
    """Some on the left, each with one on the right that fits it and that no other has."""

    def __init__(self, fitting: Callable[[L], Iterable[R]]) -> None:
        self._fitting = fitting
        self.taken: dict[R, L] = {}

    def of(self) -> dict[L, R]:
        """What each on the left has."""
        return {left: right for right, left in self.taken.items()}

    def take(self, left: L, right: R) -> None:
        """Gives somebody what is free."""
        self.taken[right] = left

    def add(self, left: L) -> list[L]:
        """Finds something for one more; others may move to something else that fits them. If there is nothing: those
        who together want more than there is, the one more among them, since all that fits any of them is theirs."""
        came_by: dict[R, L] = {}
        tree, has = [left], self.of()
        for one in tree:
            for right in self._fitting(one):
                if right in came_by:
                    continue
                came_by[right] = one
                if right not in self.taken:
                    self._move(right, came_by, has, left)
                    return []
                tree.append(self.taken[right])
        return tree

    def _move(self, right: R, came_by: dict[R, L], has: dict[L, R], left: L) -> None:
        """Takes what is free, and on the way back what each one gave up for it."""
        while True:
            one = came_by[right]
            self.taken[right] = one
            if one == left:
                return
            right = has[one]
