"""The repair of a record of what was merely seen: how far it comes is a question of worlds, so each edit costs a
search. Only the lines just before the finding are looked at."""

from collections.abc import Mapping

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import game_of
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.seen.search import search_of
from shinpan_engine.kernel.seen.trial import Trial, case_of
from shinpan_engine.kernel.seen.world import World

from ..transcript.filling import Watch
from ..transcript.grammar import TranscriptError
from ..transcript.importing import Importer
from ..transcript.reading import Draft
from ..transcript.unseen.worlds import seen_in
from .budget import IN_WORLDS, Budget
from .reaching import Plain, Reach, place_of
from .singles import Singles

WINDOW = 3
"""Lines before that of the finding in which something else is tried."""


class InWorlds:
    """Judges drafts of records of what was merely seen."""

    exact = False
    limits = IN_WORLDS

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._plain = Plain(games)

    def judged(self, draft: Draft, budget: Budget) -> Reach:
        """How far a draft comes in the best world that is found; every world tried is a replay."""
        return self._reach(draft, budget)[0]

    def reach(self, draft: Draft, budget: Budget) -> Reach | None:
        """The same; None for what cannot be read or judged."""
        try:
            return self.judged(draft, budget)
        except (TranscriptError, RequestError):
            budget.check()
            budget.replays.spend(0)
            return None

    def first_line(self, reach: Reach) -> int:
        """A few before the finding."""
        return max(0, reach.at - WINDOW)

    def singles(self, draft: Draft, reach: Reach, budget: Budget) -> Singles:
        """Those of the last lines, whether or not they are legal in the world that was found."""
        _, world = self._reach(draft, budget)
        made: list[Singles] = []

        def watch(match: Match, at: int) -> None:
            made[0].watch(match, at)

        importer = self._importer(draft, world, budget, watch)
        made.append(Singles(draft, reach, budget, importer, only_legal=False))
        return made[0]

    def _reach(self, draft: Draft, budget: Budget) -> tuple[Reach, World]:
        loaded = seen_in(draft, self._games, budget.work)
        if loaded is None:
            # The last hole is gone: it is an ordinary record.
            budget.replay()
            return self._plain.judged(draft, budget), World()
        search = search_of(self._games, loaded.record)
        judged = search.judged()
        budget.work.spend(judged.steps)
        budget.replays.spend(judged.trials)
        world = search.best.world
        importer = self._importer(draft, world, budget)
        read = _read(importer, draft)
        finding = judged.report.findings[0] if judged.report.findings else None
        if finding is None:
            return Reach(None, judged.report.verdict, len(draft.lines), 0, 0, importer, importer.names), world
        at = place_of(draft, finding, read)
        reach = Reach(finding, finding.verdict, at, len(draft.lines) - at, 1, importer, importer.names)
        return reach, world

    def _importer(self, draft: Draft, world: World, budget: Budget, watch: Watch | None = None) -> Importer:
        """What reads a draft in a world."""
        last: list[Trial] = []

        def replaying(games: Mapping[str, Game], record: Record) -> Trial:
            unseen = game_of(games, record.header).unseen
            assert unseen is not None
            last.append(Trial(case_of(games, record, unseen, budget.work), world.copy(), last[-1] if last else None))
            return last[-1]

        return Importer(draft, self._games, watch, budget.work, replaying)


def _read(importer: Importer, draft: Draft) -> int:
    """Reads a draft as far as it comes in its world."""
    for at in range(len(draft.lines)):
        importer.read(at)
        replay = importer.along.replay
        assert isinstance(replay, Trial)
        if importer.match is None or replay.broke is not None:
            return at
    return len(draft.lines)
