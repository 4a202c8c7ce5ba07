"""What the referee answers. The classes mirror `shinpan.v1.report`."""

from enum import IntEnum
from typing import Final, NamedTuple

import msgspec

from ..forms.text import seat_name
from ..messages import Message, Said, say


class Verdict(IntEnum):
    """What a judgement comes to."""

    LEGAL = 1
    INCOMPLETE = 2
    ILLEGAL = 3
    CONTRADICTED = 4
    DIVERGED = 5
    UNDECIDABLE = 6
    MALFORMED = 7

    @property
    def word(self) -> str:
        """The verdict as people write it."""
        return self.name.lower()


class Locator(msgspec.Struct, frozen=True):
    """A place in a record: entry and step are counted from 1, 0 is the header."""

    entry: int = 0
    step: int = 0
    line: int = 0
    turn: int = 0
    """The turn, or the round if records have rounds for heads; 0 before the first."""
    printed_step: str = ""
    """The step of it as printed; empty where none is."""


class Legal(NamedTuple):
    """What a seat might have done: the first of it, spelled, how much there is, and whether all of it was counted."""

    shown: tuple[str, ...]
    counted: int
    whole: bool


class Difference(msgspec.Struct, frozen=True):
    """A value that is not what the record says."""

    path: str
    recorded: str
    computed: str


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong with a record."""

    verdict: Verdict
    where: Locator
    seat: int
    clauses: tuple[str, ...]
    message: Message
    submitted: str = ""
    legal: tuple[str, ...] = ()
    legal_counted: int = 0
    differences: tuple[Difference, ...] = ()
    legal_not_all_counted: bool = False
    """Whether there may be more legal actions than were counted."""


class Assumption(msgspec.Struct, frozen=True):
    """Something a verdict rests on beyond print and record."""

    kind: str
    id: str
    text: Said
    """With its whole key: there are many of these, and they are made once."""


class Note(msgspec.Struct, frozen=True):
    """Something put right while reading."""

    where: Locator
    text: Said


RESULTS: Final = {
    "draw": say("kernel.result.draw"),
    "lost": say("kernel.result.lost"),
    "none": say("kernel.result.none"),
}
"""Results without a winner, as records write them: a draw, a game that all lose together, one that has not ended."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[int, ...]
    reason: str
    lost: bool = False
    """Whether all have lost together; without winners it is a draw otherwise."""
    score: tuple[int, ...] = ()
    """What was reached, where a game counts that: one number for the table, or one for each seat."""

    @property
    def word(self) -> str:
        """The result as records write it."""
        return " ".join(map(seat_name, self.winners)) or ("lost" if self.lost else "draw")


class Report(msgspec.Struct, frozen=True):
    """The judgement on one record."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    assumptions: tuple[Assumption, ...]
    notes: tuple[Note, ...]
    actions_total: int
    actions_replayed: int
    header_hash: bytes
    state_hash: bytes
    last_link: bytes
    result: Result | None
