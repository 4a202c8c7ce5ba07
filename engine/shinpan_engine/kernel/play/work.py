"""Work counted in steps, so that no small request costs a day.

A step is one candidate looked at, whatever becomes of it. The count follows from the request alone and needs no clock,
so a request is answered or refused alike everywhere.
"""

from ..errors import WorkUsedUp

MOST_STEPS = 1_000_000
"""What one call may take; a few seconds of plain Python."""
UNCOUNTED = 1 << 62
"""More than anybody takes: the limit where no call is answered."""


class Work:
    """The steps that are left to whoever shares this object."""

    __slots__ = ("left", "limit")

    def __init__(self, limit: int = MOST_STEPS) -> None:
        self.limit = limit
        self.left = limit

    @property
    def spent(self) -> int:
        """How many steps were taken so far."""
        return self.limit - self.left

    def spend(self, steps: int = 1) -> None:
        """Takes steps off before they are done. Raises `WorkUsedUp` if there are not so many."""
        self.left -= steps
        if self.left < 0:
            raise WorkUsedUp(self.limit)
