"""Passes and forced steps, which are filled in where nobody writes them."""

from collections.abc import Callable

from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.play.match import Match

from .draft import Draft

MOST_SILENT = 30
"""Passes and forced steps that are filled in before a line."""


class Silence:
    """What is filled in at the end of a record, and what is asked for there."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    @property
    def _match(self) -> Match:
        match = self._draft.live.match
        assert match is not None
        return match

    @property
    def _turn(self) -> int:
        return self._draft.game.turn(self._match.table.state)

    def next(self) -> Action | None:
        """What is meant where the one who is asked says nothing."""
        asked = self._match.ask.decisions
        first = asked[0] if asked else None
        return None if first is None or first.default is None else Action(first.seat, first.default)

    def asks_for(self, action: Action) -> bool:
        """Whether something is asked for here, or may be done at any time."""
        match = self._match
        asked = (*match.ask.decisions, *match.table.standing)
        return any(one.seat == action.seat and type(action.what) in one.takes for one in asked)

    def is_asked(self, seat: int, kind: type) -> bool:
        """Whether a seat is asked here for an action of a kind."""
        return any(one.seat == seat and kind in one.takes for one in self._match.ask.decisions)

    def asker(self, kind: type) -> int:
        """The seat that is asked here for an action of a kind, or that is asked for another one and may do this one at
        any time; 0 for nobody."""
        match = self._match
        asked = match.ask.decisions
        first = asked[0].seat if asked else 0
        may = (*asked, *(one for one in match.table.standing if one.seat == first))
        return next((one.seat for one in may if kind in one.takes), 0)

    def before(self, is_there: Callable[[], bool]) -> tuple[int, int]:
        """How many passes and forced steps lead to where something is so, in this turn or the next, and that turn; 0 if
        it is so here, or nowhere. The draft is as it was."""
        had, turn = len(self._draft.entries), self._turn
        steps, reached = 0, turn
        while not is_there():
            silent = self.next()
            if silent is None or steps == MOST_SILENT:
                break
            self._draft.add(silent)
            steps += 1
            if self._draft.coming is not None or (reached := self._turn) > turn + 1:
                break
        there = self._draft.coming is None and reached <= turn + 1 and is_there()
        if steps:
            self._draft.back(had)
        return (steps, reached) if there else (0, turn)
