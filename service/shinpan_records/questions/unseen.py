"""Records that tell only what was seen: a world is kept with which all entries so far agree."""

from collections.abc import Mapping

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.report import Finding
from shinpan_engine.kernel.play.views import HIDDEN
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.holes import unfitting
from shinpan_engine.kernel.seen.search import MOST_STEPS, Search
from shinpan_engine.kernel.seen.told import Unseen
from shinpan_engine.kernel.seen.trial import Place, Trial, case_of
from shinpan_engine.kernel.seen.world import World

from ..transcript.header.chance_lines import without_end
from .coming import Coming, Told

Log = tuple[tuple[int, str, int], ...]
"""After how many entries something was told, the label, and the place."""
Mark = tuple[frozenset[Place], Log]


class Unseeing:
    """Judges a record of what was seen again and again while it grows."""

    def __init__(self, games: Mapping[str, Game], game: Game) -> None:
        assert game.unseen is not None, "refused where the game was chosen"
        self._games = games
        self._unseen: Unseen = game.unseen
        self._world = World()
        self._unanswered: frozenset[Place] = frozenset()
        """What all were shown, and the recorder did not see."""
        self._log: Log = ()
        """What was told, or not seen, in the course of the game."""

    def judged(self, record: Record) -> tuple[Trial, Coming | None, Finding | None]:
        """A world that agrees with the record; what all were shown in it that is not told; or what is wrong."""
        trial = self._in_the_same_world(record)
        if trial is None:
            search = Search(self._games, record, self._unseen)
            found = search.judged()
            trial = search.best
            if found.world is None:
                return trial, None, found.report.findings[0]
        self._world = trial.world.copy()
        return trial, self._shown(trial), None

    def _in_the_same_world(self, record: Record) -> Trial | None:
        """The record in the world that it had before, if it still agrees."""
        last = record.entries[-1].what if record.entries else None
        if isinstance(last, Action) and unfitting(last.what, self._unseen.secrets) is not None:
            return None
        case = case_of(self._games, record, self._unseen, Work(MOST_STEPS))
        trial = Trial.run_in(case, self._world.copy())
        return trial if trial.finding is None else None

    def _shown(self, trial: Trial) -> Coming | None:
        for card, turned in trial.shown.items():
            place = turned.place if turned else trial.place_of(card)
            if place is not None and place not in self._unanswered:
                may_be = trial.chosen_from(card) if turned else _left(trial, place[0])
                return Coming(*place, 1, tuple(may_be), turned)
        return None

    def tell(self, wanted: Coming, number: int, told: Told, entries: int) -> None:
        """Writes down what came up, or that it was not seen."""
        self._log = (*self._log, (entries, wanted.label, wanted.place))
        if number == HIDDEN:
            self._unanswered = self._unanswered | {(wanted.label, wanted.place)}
            return
        values = told.setdefault(wanted.label, [])
        values += [HIDDEN] * (wanted.place + 1 - len(values))
        values[wanted.place] = number

    def marked(self) -> Mark:
        """What was told so far, to come back to."""
        return self._unanswered, self._log

    def reset(self, mark: Mark) -> None:
        """Forgets what was told after a mark."""
        self._unanswered, self._log = mark

    def back(self, entries: int, told: Told) -> Told:
        """What was told before there were more entries than so many."""
        left = {label: list(values) for label, values in told.items()}
        for count, label, place in self._log:
            if count > entries and place < len(left.get(label, ())):
                left[label][place] = HIDDEN
        self._log = tuple(one for one in self._log if one[0] <= entries)
        self._unanswered &= {(label, place) for _, label, place in self._log}
        return {label: without_end(values) for label, values in left.items()}


def _left(trial: Trial, label: str) -> list[int]:
    """What may be in an outcome, without what is told of it."""
    return sorted(trial.came_up.items[label] - set(trial.case.told.get(label, ())))
