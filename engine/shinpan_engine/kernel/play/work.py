"""Work counted in steps, so that no small request costs a day.

A step is one candidate looked at, whatever becomes of it. The count follows from the request alone and needs no clock,
so a request is answered or refused alike everywhere.
"""

from collections.abc import Callable

from ..errors import WorkUsedUp

MOST_STEPS = 1_000_000
"""What one call may take; a few seconds of plain Python."""
UNCOUNTED = 1 << 62
"""More than anybody takes: the limit where no call is answered."""
LOOK_STEPS = 1024
"""After so many steps whoever watches looks whether the call is to go on."""

_watching: list[Callable[[], None]] = []


def watch(look: Callable[[], None] | None) -> None:
    """Has somebody look at the first step of each count, and then now and then. What they raise ends the call; what
    becomes of calls that are not ended does not depend on it."""
    _watching[:] = [] if look is None else [look]


class Work:
    """The steps that are left to whoever shares this object."""

    __slots__ = ("_look_below", "left", "limit")

    def __init__(self, limit: int = MOST_STEPS) -> None:
        self.limit = limit
        self.left = limit
        self._look_below = limit if _watching else 0

    @property
    def spent(self) -> int:
        """How many steps were taken so far."""
        return self.limit - self.left

    def spend(self, steps: int = 1) -> None:
        """Takes steps off before they are done. Raises `WorkUsedUp` if there are not so many."""
        self.left -= steps
        if self.left < self._look_below:
            self._look()

    def _look(self) -> None:
        if self.left < 0:
            raise WorkUsedUp(self.limit)
        self._look_below = max(0, self.left - LOOK_STEPS + 1)
        for look in _watching:
            look()
