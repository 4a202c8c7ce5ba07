"""Ends a call from within its worker, so that the worker goes on: the count of steps looks at the clock, and at what
the front has written into memory that both share. Calls have numbers, which both count."""

import ctypes
from time import monotonic

from ..messages import wire_errors


class Shared(ctypes.Structure):
    """Numbers in memory that the front and a worker share. What a worker has written stays when it dies."""

    _fields_ = tuple((name, ctypes.c_uint64) for name in ("unwanted", "waited_for", "begun", "parts"))
    unwanted: int
    """The call that nobody waits for any more. Written by the front."""
    waited_for: int
    """The call that is to stop before its next record, since somebody with a single one waits. Written by the front."""
    begun: int
    """The call that the worker has taken last."""
    parts: int
    """The parts of its answer that the worker has done, whether it has sent them or not."""


class Stopped(BaseException):
    """Nobody waits for the answer any more."""


class GivesWay(BaseException):
    """The rest is for another worker, or for later."""


class Stops:
    """Looks whether the call at work is to go on."""

    def __init__(self, shared: Shared, seconds: float) -> None:
        self._shared = shared
        self._seconds = seconds
        self._number = 0
        self._until = 0.0

    def begin(self) -> None:
        """The next call begins."""
        self._number += 1
        self._shared.parts = 0
        self._shared.begun = self._number
        self._until = monotonic() + self._seconds

    def part_done(self) -> None:
        """A part of its answer is done."""
        self._shared.parts += 1

    def go_on(self) -> None:
        """The next part has its own time. Raises `Stopped` if nobody wants it, `GivesWay` if somebody else waits."""
        self._until = monotonic() + self._seconds
        self.look()
        if self._shared.waited_for == self._number:
            raise GivesWay

    def look(self) -> None:
        """Raises `Stopped` if nobody waits any more, and `WireError` if it takes too long."""
        if self._shared.unwanted == self._number:
            raise Stopped
        if monotonic() >= self._until:
            raise wire_errors.deadline_passed(self._seconds)
