"""What a repair may take, counted without a clock: the same record gives the same answer everywhere."""

from typing import NamedTuple

from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.play.work import Work

from ..limits import (
    MOST_PAIR_REPLAYS,
    MOST_PAIR_STEPS,
    MOST_REPAIR_STEPS,
    MOST_REPLAYS,
    MOST_SEEN_PAIR_REPLAYS,
    MOST_SEEN_PAIR_STEPS,
    MOST_SEEN_REPLAYS,
    MOST_SEEN_STEPS,
)


class Limits(NamedTuple):
    """How much is tried."""

    steps: int = MOST_REPAIR_STEPS
    replays: int = MOST_REPLAYS
    pair_steps: int = MOST_PAIR_STEPS
    pair_replays: int = MOST_PAIR_REPLAYS
    beam: int = 8
    """So many of the single edits that come furthest are gone on from."""
    window: int = 24
    """A second edit is looked for in so many lines before the place where the first one leads to."""


USUAL = Limits()
IN_WORLDS = Limits(MOST_SEEN_STEPS, MOST_SEEN_REPLAYS, MOST_SEEN_PAIR_STEPS, MOST_SEEN_PAIR_REPLAYS, beam=4, window=3)
"""Of a record of what was merely seen, where each edit costs a search for a world."""


class Budget:
    """The steps and replays that are left to one part of a search."""

    def __init__(self, steps: int, replays: int) -> None:
        self.work = Work(steps)
        self.replays = Work(replays)

    def replay(self) -> None:
        """Takes one replay off. Raises `WorkUsedUp` if none is left."""
        self.replays.spend()

    def check(self) -> None:
        """Raises `WorkUsedUp` if the steps are used up: of reading it is told as an error of the transcript."""
        self.work.spend(0)

    @property
    def steps_spent(self) -> int:
        """Steps taken, at most the limit."""
        return min(self.work.spent, self.work.limit)

    @property
    def replays_spent(self) -> int:
        """Replays made, at most the limit."""
        return min(self.replays.spent, self.replays.limit)

    def used_up(self) -> Message:
        """Which limit was reached."""
        if self.work.left < 0:
            return say("kernel.repair.limit.steps", most=self.work.limit)
        return say("kernel.repair.limit.replays", most=self.replays.limit)
