"""Who says how far a draft comes: the referee, or for a record of what was merely seen the search for a world."""

from collections.abc import Mapping
from typing import Protocol

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.work import Work

from ..limits import MOST_IMPORT_STEPS
from ..transcript.header.heading import heading
from ..transcript.reading import Draft
from .budget import USUAL, Budget, Limits
from .reaching import Plain, Reach
from .singles import Singles
from .unseen import InWorlds


class Judge(Protocol):
    """Judges the drafts of one repair."""

    @property
    def exact(self) -> bool:
        """Whether every single edit is looked for, and what it says is final."""

    @property
    def limits(self) -> Limits:
        """How much is tried if nothing else is said."""

    def judged(self, draft: Draft, budget: Budget) -> Reach:
        """How far a draft comes; what cannot be read is raised."""

    def reach(self, draft: Draft, budget: Budget) -> Reach | None:
        """The same; None for what cannot be read."""

    def first_line(self, reach: Reach) -> int:
        """The line from which on single edits are looked for."""

    def singles(self, draft: Draft, reach: Reach, budget: Budget) -> Singles:
        """The single edits of a draft."""


class ByReferee(Plain):
    """Every line up to the finding is looked at."""

    exact = True
    limits = USUAL

    def first_line(self, reach: Reach) -> int:
        """The first."""
        return 0

    def singles(self, draft: Draft, reach: Reach, budget: Budget) -> Singles:
        """Those that are legal where they stand."""
        made: list[Singles] = []

        def watch(match: Match, at: int) -> None:
            made[0].watch(match, at)

        made.append(Singles(draft, reach, budget, self.importer(draft, budget, watch)))
        return made[0]


def judge_of(draft: Draft, games: Mapping[str, Game]) -> Judge:
    """The judge for a draft."""
    if draft.may_be_seen() and is_seen(heading(draft, games, Work(MOST_IMPORT_STEPS)).header):
        return InWorlds(games)
    return ByReferee(games)
