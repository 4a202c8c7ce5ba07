"""What stands further down: up to where a line may find its place, and whether a seat still answers what is asked."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from shinpan_engine.kernel.game import Game

from ..words.record_lines import WRITTEN_HEADS, WRITTEN_STEP
from .grammar import TranscriptError
from .lines import Play, StepHead, TurnHead
from .plain.cutting import cut, plain_claims
from .reading import Lines

_BARE_HEAD = re.compile(rf"\s*(?:{'|'.join(WRITTEN_HEADS)})\s+([0-9]{{1,9}})\s*")
"""A head, which need not be read if its claims are plain."""
MOST_LOOKED = 32
"""Lines in which a seat's own answer is looked for."""


class Gap(NamedTuple):
    """A line finds its place before this turn and this step, if one is named."""

    turn: int
    step: int | None


class Ahead:
    """Looks at the lines after one. The places that are asked for ascend, so each head is looked for once."""

    def __init__(
        self, lines: Lines, game: Game, seats: Mapping[str, int], kinds: Mapping[str, type], steps: bool
    ) -> None:
        self._lines = lines
        self._game = game
        self._seats = seats
        self._kinds = kinds
        self._steps = steps
        """Whether there are step lines."""
        self._head = -1
        """The next head of a turn, or the end; before that, the numbers of this one and of the one before."""
        self._next_turn = self._turn_before = 0

    def gap(self, at: int, here: int) -> Gap:
        """The turns and steps within which a line may find its place, in a turn: up to the next head that is written.
        A head that names no later turn is wrong itself and bars nothing."""
        while self._head <= at:
            self._turn_before = self._next_turn or self._turn_before
            self._find_head()
        before = self._turn_before
        barred = max(before, here) + 1 if before else max(here, 1) + 2
        turn = self._next_turn if self._next_turn > here else barred
        return Gap(turn, self._step(at) if self._steps else None)

    def _find_head(self) -> None:
        """Goes on to the next head of a turn."""
        for at in range(self._head + 1, len(self._lines)):
            if self._lines.begins(at, *WRITTEN_HEADS) and (number := self._heads(at)) is not None:
                self._head, self._next_turn = at, number
                return
        self._head, self._next_turn = len(self._lines), 0

    def _heads(self, at: int) -> int | None:
        """The turn or round that a line heads, if it is a head."""
        if (row := self._lines.row(at)) is not None:
            said, claimed, digits, _ = cut(row.text)
            bare = None if digits else _BARE_HEAD.fullmatch(said)
            if bare is not None and plain_claims(said, claimed, self._game.name) is not None:
                return int(bare[1])
        head = self._what(at)
        return head.number if isinstance(head, TurnHead) else None

    def _step(self, at: int) -> int | None:
        """The step that is named between a line and the next head."""
        for place in range(at + 1, min(self._head, len(self._lines))):
            if self._lines.begins(place, *WRITTEN_STEP) and isinstance(head := self._what(place), StepHead):
                return self._game.steps.get(head.step.text)
        return None

    def _what(self, at: int) -> object:
        """What a line says; nothing where it cannot be read or there is none."""
        try:
            return self._lines[at].what if at < len(self._lines) else None
        except TranscriptError:
            return None

    def next_of(self, at: int, seat: int) -> Play | TurnHead | None:
        """What a seat does after a line, or the head of a turn if that comes first; nothing where that is not told."""
        for place in range(at + 1, min(at + 1 + MOST_LOOKED, len(self._lines))):
            what = self._what(place)
            if isinstance(what, TurnHead) or (isinstance(what, Play) and self._seats.get(what.seat.text) == seat):
                return what
            if not isinstance(what, Play):
                return None
        return None

    def kind(self, play: Play) -> type | None:
        """The kind of action that a line is about."""
        return self._kinds.get(play.verb.text)
