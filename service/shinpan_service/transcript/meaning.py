"""Which of the actions that words can mean is meant where the game stands."""

from collections.abc import Sequence
from typing import NamedTuple

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.forms.text import printed_names
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.violations import Violation
from shinpan_engine.kernel.play.work import Work

from .alike import Alike
from .grammar import Ambiguous
from .reading import Play
from .resolving import distinct, tidy

COMPARED_STEPS = 100
"""What it takes to see whether two actions are the same: a state is gone through with their cards exchanged."""


class Meant(NamedTuple):
    """The action that is meant, if there is one, and what was put right to find it."""

    act: Act | None
    notes: tuple[str, ...] = ()


class Meaning:
    """Finds it with the rules of one game and the names of one pack. Every action considered is a step of work."""

    def __init__(self, game: Game, mode: str, pack: Pack, exact: bool, work: Work) -> None:
        self._game = game
        self._mode = mode
        self._names = pack.names
        self._alike = Alike(game, pack)
        self._exact = exact
        self._work = work

    def judged(self, match: Match, seat: int, act: Act) -> tuple[Act, Violation | None]:
        """An action with what forbids it: nothing, if nobody can decide it. What is only badly written is tried
        with its lists in order."""
        self._work.spend()
        try:
            refusal = match.consider(seat, act)
            if refusal is not None and not refusal.clause and not self._exact:
                act = tidy(act)
                refusal = match.consider(seat, act)
        except Undecidable:
            return act, None
        return act, refusal

    def refused(self, match: Match, seat: int, acts: Sequence[Act]) -> bool:
        """Whether nothing that an action can mean may be done now."""
        try:
            return all(self.judged(match, seat, act)[1] is not None for act in acts)
        except Undecidable:
            return False

    def meant(self, match: Match, seat: int, acts: Sequence[Act], play: Play, line: int) -> Meant:
        """The one action that the words mean here: the legal one, or of several that are the same the lowest."""
        judged = {encode(act): (act, refusal) for act, refusal in (self.judged(match, seat, a) for a in acts)}
        legal = [act for act, refusal in judged.values() if refusal is None]
        if not legal:
            return Meant(self._refused([(act, refusal) for act, refusal in judged.values() if refusal is not None]))
        first, *others = legal
        self._work.spend(COMPARED_STEPS * len(others))
        if not all(self._alike.interchangeable(first, act, match.table.state) for act in others):
            self._ambiguous(seat, legal, play, line)
        notes = []
        if others:
            text = spelled(seat, first, self._names)
            notes.append(f"{len(legal)} cards fit and are interchangeable: {text} is taken")
        if first not in acts:
            notes.append("its lists are put in ascending order")
        return Meant(first, tuple(notes))

    def _refused(self, judged: Sequence[tuple[Act, Violation]]) -> Act | None:
        """The first meaning whose cards are where they have to be; None if no meaning of several is that."""
        if len(judged) == 1:
            return judged[0][0]
        return next((act for act, v in judged if v.clause != self._game.home(type(act), self._mode)), None)

    def _ambiguous(self, seat: int, acts: Sequence[Act], play: Play, line: int) -> None:
        names = self._names
        candidates = [f"{spelled(seat, act, names)} ({', '.join(printed_names(act, names))})" for act in distinct(acts)]
        raise Ambiguous(line, play.verb.column, "this can mean several things that are not the same", candidates)
