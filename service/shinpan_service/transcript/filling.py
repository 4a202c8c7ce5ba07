"""What silence means: passes and forced steps that were left out are filled in where a line asks for it."""

from collections.abc import Callable, Sequence
from enum import Enum

from shinpan_engine.kernel.forms.text import NameBook
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.judging.record import Action, Entry
from shinpan_engine.kernel.judging.report import Locator, Note
from shinpan_engine.kernel.play.decisions import Act, Ask, Decision
from shinpan_engine.kernel.play.match import Match

from .along import Along
from .meaning import Meaning

MOST_FILLED = 1_000
"""Actions filled in for one line, at the most."""

Watch = Callable[[Match, int], None]
"""Shown the match before each action, and the place of its line in the draft; also before what is filled in for it."""


class Stopped(Enum):
    """Why nothing more is filled in."""

    OWED = "somebody has to decide, and silence decides nothing"
    BARRED = "the turn or step is over, or it is too much"
    UNKNOWN = "it hangs on what nobody knows"


class Gap:
    """The turns and steps within which a line may find its place: up to the next head that is written."""

    def __init__(self, next_turn: int, next_step: int | None, turn_before: int, here: int) -> None:
        # A head that names no later turn is wrong itself and bars nothing.
        if next_turn > here:
            self.limit = next_turn
        else:
            self.limit = max(turn_before, here) + 1 if turn_before else max(here, 1) + 2
        self.step = next_step


class Filling:
    """Fills in what silence means, and keeps what has to be told of it."""

    def __init__(self, along: Along, meaning: Meaning, names: NameBook, watch: Watch | None) -> None:
        self._along = along
        self._meaning = meaning
        self._names = names
        self._watch = watch
        self._told: list[tuple[Locator, int, str]] = []
        """What was filled in: where, in which turn, and the action."""

    def notes(self) -> list[Note]:
        """What was filled in, a note for each turn."""
        by_turn: dict[int, list[tuple[Locator, int, str]]] = {}
        for told in self._told:
            by_turn.setdefault(told[1], []).append(told)
        heads = self._along.game.heads
        return [
            Note(of[0][0], f"{heads} {turn}: {len(of)} left out and filled in: {', '.join(said for *_, said in of)}")
            for turn, of in by_turn.items()
        ]

    def in_place(self, seat: int, kind: type, acts: Sequence[Act]) -> bool:
        """Whether an action stands where it is asked for: not where silence would answer and it is refused."""
        match = self._along.match
        assert match is not None
        decision, _ = match.ask.routes.get((seat, kind)) or (None, None)
        silent = decision is not None and decision.default is not None
        return self.asked(seat, kind) and not (silent and self._meaning.refused(match, seat, acts))

    def asked(self, seat: int, kind: type) -> bool:
        """Whether such an action of a seat is asked for now, or may always be taken."""
        match = self._along.match
        assert match is not None
        decisions = match.ask.decisions
        standing = match.table.standing if decisions else ()
        return any(decision.seat == seat and kind in decision.takes for decision in (*decisions, *standing))

    def fill_for(
        self, at: int, number: int, gap: Gap, seat: int, kind: type, acts: Sequence[Act], came: Callable[[], bool]
    ) -> None:
        """Fills up to where such an action is asked for and legal, or came by itself, if that is within the gap; if it
        is legal nowhere, up to where it is asked for first; else nothing is filled in. Where the way there hangs on
        what nobody knows, nobody can say whether it may be done."""
        along, mark = self._along, self.mark()

        def within() -> bool:
            return along.turn() < gap.limit

        def barred() -> bool:
            return not within() or along.step() == gap.step

        def legal() -> bool:
            return within() and self.in_place(seat, kind, acts)

        def done() -> bool:
            return within() and came()

        def asked() -> bool:
            return within() and self.asked(seat, kind)

        for ready in (legal, done):
            if self.fill(at, number, ready, barred, seat) is None:
                return
            self.take_back(mark)
        if self.fill(at, number, asked, barred, seat) not in (None, Stopped.UNKNOWN):
            self.take_back(mark)

    def mark(self) -> tuple[int, int]:
        """Where `take_back` comes back to."""
        return len(self._along.entries), len(self._told)

    def take_back(self, mark: tuple[int, int]) -> None:
        """Takes back what was filled in since then."""
        entries, told = mark
        if len(self._along.entries) > entries:
            self._along.back_to(entries)
            del self._told[told:]

    def fill(
        self, at: int, number: int, ready: Callable[[], bool], barred: Callable[[], bool], seat: int = 0
    ) -> Stopped | None:
        """Plays what silence means until it is ready, that of the given seat before others'. Says why that did not
        come; what was filled in stays."""
        along, before = self._along, len(self._along.entries)
        while along.match is not None:
            if ready():
                return None
            decision = left_to_silence(along.match.ask, seat)
            if decision is None:
                return Stopped.OWED if along.match.ask.decisions else Stopped.BARRED
            if barred() or len(along.entries) - before == MOST_FILLED:
                return Stopped.BARRED
            if self._watch:
                self._watch(along.match, at)
            action = Action(decision.seat, decision.default)
            said = spelled(action.seat, action.what, self._names)
            self._told.append((Locator(len(along.entries) + 1, 0, number), along.turn(), said))
            along.act(Entry(action, line=number))
        return Stopped.UNKNOWN


def left_to_silence(ask: Ask, seat: int) -> Decision | None:
    """A decision that silence answers: one of the seat's own, or else the first; of a simultaneous choice the first."""
    silent = [decision for decision in ask.decisions if decision.default is not None]
    own = [] if ask.simultaneous else [decision for decision in silent if decision.seat == seat]
    return next(iter(own or silent), None)
