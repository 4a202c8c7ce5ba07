"""Ends a call from within its worker, so that the worker goes on: the count of steps looks at the clock, and at a word
in memory where the front writes the number of a call that nobody waits for any more. In a second word stands the number
of a call with several records that is to stop before the next one, since somebody with a single one waits."""

import ctypes
from time import monotonic
from typing import Any

from ..messages import wire_errors

Word = Any
"""A number in memory that two processes share."""
NUMBER = ctypes.c_uint64


class Stopped(BaseException):
    """Nobody waits for the answer any more."""


class GivesWay(BaseException):
    """The rest is for another worker, or for later."""


class Stops:
    """Looks whether the call at work is to go on."""

    def __init__(self, word: Word, waited_for: Word, seconds: float) -> None:
        self._word = word
        self._waited_for = waited_for
        self._seconds = seconds
        self._number = 0
        self._until = 0.0

    def begin(self) -> None:
        """The next call begins."""
        self._number += 1
        self._until = monotonic() + self._seconds

    def go_on(self) -> None:
        """A part of its answer is done, and the next has its own time. Raises `Stopped` if nobody wants it, and
        `GivesWay` if somebody else waits."""
        self._until = monotonic() + self._seconds
        self.look()
        if self._waited_for.value == self._number:
            raise GivesWay

    def look(self) -> None:
        """Raises `Stopped` if nobody waits any more, and `WireError` if it takes too long."""
        if self._word.value == self._number:
            raise Stopped
        if monotonic() >= self._until:
            raise wire_errors.deadline_passed(self._seconds)
