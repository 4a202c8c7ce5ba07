"""Where a replay stands: what is legal there, and what is wrong with an action that is not."""

from typing import NamedTuple

from ..errors import Impossible, Undecidable, WorkUsedUp
from ..forms import text
from ..game import Game
from ..packs import Pack
from ..play.match import Match
from ..play.violations import Violation
from ..play.work import Work
from .record import Action, Entry, Header, Marker, Unresolved
from .report import Finding, Locator, Verdict

MOST_LEGAL_SHOWN = 20
MOST_LEGAL_COUNTED = 10_000
MOST_LEGAL_STEPS = 25_000
"""What counting them may take: about half a second of plain Python at worst."""


class Legal(NamedTuple):
    """What a seat might have done: the first of it, spelled, how much there is, and whether all of it was counted."""

    shown: tuple[str, ...]
    counted: int
    whole: bool


class Position:
    """A game as far as it has been replayed, with the entries of its record."""

    def __init__(self, header: Header, game: Game, pack: Pack) -> None:
        self.header = header
        self.game = game
        self.pack = pack
        self.names = pack.names
        self.entries: list[Entry] = []
        self.replayed = 0
        """How many actions were replayed."""
        self.match: Match | None = None
        self._compared = False
        """Whether the refusal weighed facts of the cards that the refused action names."""

    def _where(self, at: int) -> Locator:
        entry = self.entries[at]
        return Locator(at + 1, self.replayed + 1, entry.line, *self._moment(entry))

    def _moment(self, entry: Entry | None = None) -> tuple[int, str]:
        """The turn and the printed step that the game is in, for the seat of an entry."""
        assert self.match is not None
        state = self.match.table.state
        seat = 0 if entry is None or isinstance(entry.what, Marker) else entry.what.seat
        return self.game.turn(state), self.game.printed_step(state, seat)

    def _unresolved(self, at: int) -> Finding:
        """An action in words, judged by its verb: badly written, or naming what is not where it would have to be."""
        what = self.entries[at].what
        assert self.match is not None
        assert isinstance(what, Unresolved)
        kind = next((k for k in self.game.acts if text.verb(k) == what.verb), None)
        words = f"{what.verb} {what.arguments}".rstrip()
        submitted = f"{text.seat_name(what.seat)} {words}" if what.seat else words
        if not 1 <= what.seat <= self.header.seats:
            nothing = f"“{words}” is nothing that has come to pass here"
            message = f"there is no seat {what.seat}" if what.seat else nothing
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), message, submitted)
        if kind is None:
            message = f"“{what.verb}” is nothing that can be done in this game"
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), message, submitted)
        tables = text.tables(kind)
        named = text.named(what.arguments, tables)
        if not named:
            message = f"the words after “{what.verb}” cannot be read"
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), message, submitted)
        for table, word in named:
            if not self._exists(table, word):
                message = f"there is no {table} “{word}” in the pack “{self.pack.id}”"
                return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), message, submitted)
        if not self.match.ask.decisions:
            over = self.match.table.misplaced(what.seat, None)
            return Finding(Verdict.ILLEGAL, self._where(at), what.seat, (over.clause,), over.message, submitted)
        message = f"nothing that “{what.arguments}” can mean is where it would have to be"
        clauses = (self.game.home(kind, self.header.mode),)
        return self._refused(at, what.seat, clauses, message, submitted)

    def _exists(self, table: str, word: str) -> bool:
        """Whether a word names some kind of card, its attribute aside."""
        return any(self.names.numbers(table, name) for name in (word, word.partition(":")[0]))

    def _illegal(self, at: int, what: Action, violation: Violation) -> Finding:
        """A broken rule; without a clause, or with a card that does not exist, the action cannot be read."""
        submitted = text.line(what.seat, what.what, self.names)
        unreadable = self._nonexistent(what) or ("" if violation.clause else violation.message)
        if unreadable:
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), unreadable, submitted)
        self._compared = violation.compares
        return self._refused(at, what.seat, (violation.clause, *violation.also), violation.message, submitted)

    def _refused(self, at: int, seat: int, clauses: tuple[str, ...], message: str, submitted: str) -> Finding:
        """A broken rule, with what would have been legal."""
        legal = self.legal(seat)
        return Finding(
            Verdict.ILLEGAL,
            self._where(at),
            seat,
            clauses,
            message,
            submitted,
            legal.shown,
            legal.counted,
            legal_not_all_counted=not legal.whole,
        )

    def _nonexistent(self, what: Action) -> str:
        """That an action names a seat or a card that there is not, if it does: nobody looks such a one up."""
        seated = 1 <= what.seat <= self.header.seats
        nowhere = text.nonexistent(what.what, self.names) if seated else f"seat {what.seat}"
        return f"there is no {nowhere}" if nowhere else ""

    def _stuck(self, at: int, what: Action, error: Undecidable | Impossible) -> Finding:
        """What the rules cannot carry out: chance gave what was not there, or a question is open that nothing known
        decides. Where the error names no clause, it is that of the decision. About what does not exist there is no
        question."""
        assert self.match is not None
        if isinstance(error, Impossible):
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), self._impossible(error))
        submitted = text.line(what.seat, what.what, self.names)
        if unreadable := self._nonexistent(what):
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), unreadable, submitted)
        asked = self.match.ask.routes.get((what.seat, type(what.what)))
        clauses = error.clauses or ((asked[0].clause,) if asked else ())
        return Finding(Verdict.UNDECIDABLE, self._where(at), what.seat, clauses, error.message, submitted)

    def _impossible(self, error: Impossible) -> str:
        """What a recorded outcome names that was not there, as people write it."""
        return error.told(text.outcome_text(self.names, self.game.outcome_table(error.label), error.value))

    def legal(self, seat: int) -> Legal:
        """What a seat might certainly have done here, at most `MOST_LEGAL_SHOWN` of it spelled. It is counted as far as
        `MOST_LEGAL_COUNTED` and `MOST_LEGAL_STEPS` go, apart from the work of the call: the refusal stands anyway."""
        assert self.match is not None
        table, shown, count = self.match.table, list[str](), 0
        of_call, table.work = table.work, Work(MOST_LEGAL_STEPS)
        try:
            for who, act in self.match.options(seat):
                if count == MOST_LEGAL_COUNTED:
                    return Legal(tuple(shown), count, False)
                if count < MOST_LEGAL_SHOWN:
                    shown.append(text.line(who, act, self.names))
                count += 1
        except WorkUsedUp:
            return Legal(tuple(shown), count, False)
        finally:
            table.work = of_call
        return Legal(tuple(shown), count, True)
