"""Where a replay stands: what is legal there, and what is wrong with an action that is not."""

from ..errors import Impossible, Undecidable, WorkUsedUp
from ..forms import text
from ..forms.hints import nearest, one_of
from ..game import Game
from ..packs import Pack, told
from ..play.match import Match
from ..play.violations import Violation
from ..play.work import Work
from .record import Action, Entry, Header, Marker, Unresolved
from .report import Finding, Legal, Locator, Verdict

MOST_LEGAL_SHOWN = 20
MOST_LEGAL_COUNTED = 10_000
MOST_LEGAL_STEPS = 25_000
"""What counting them may take: about half a second of plain Python at worst."""


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
        words = f"{what.verb} {what.arguments}".rstrip()
        submitted = f"{text.seat_name(what.seat)} {words}" if what.seat else words
        kind = next((k for k in self.game.acts if text.verb(k) == what.verb), None)
        if (unreadable := self._unreadable(what, kind, words)) or kind is None:
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), unreadable, submitted)
        if not self.match.ask.decisions:
            over = self.match.table.misplaced(what.seat, None)
            return Finding(Verdict.ILLEGAL, self._where(at), what.seat, (over.clause,), over.message, submitted)
        message = self._not_there(kind, what)
        return self._refused(at, what.seat, (self.game.home(kind, self.header.mode),), message, submitted)

    def _unreadable(self, what: Unresolved, kind: type | None, words: str) -> str:
        """What keeps words from being an action, if it is not where the cards are that they name."""
        if not what.seat:
            return f"“{words}” was not reached here"
        if not 1 <= what.seat <= self.header.seats:
            return f"there is no seat {what.seat}"
        if kind is None:
            return f"there is no action “{what.verb}”; write {one_of(what.verb, map(text.verb, self.game.acts))}"
        named = text.named(what.arguments, text.tables(kind))
        if not named:
            return f"the words after “{what.verb}” cannot be read"
        for table, word in named:
            if not self._exists(table, word):
                near = " or ".join(nearest(word, self.names.known(table)))
                told = f"there is no {table} “{word}” in the pack “{self.pack.id}”"
                return f"{told}; perhaps {near}" if near else told
        return ""

    def _not_there(self, kind: type, what: Unresolved) -> str:
        """That none of the cards which words can mean is where the action needs it. Some names no card has."""
        for table, word in text.named(what.arguments, text.tables(kind)):
            if not self.names.numbers(table, word):
                name = word.partition(":")[0]
                found = self.names.numbers(table, name)
                others = ", ".join(f"{self.names.printed(table, n)} ({self.names.text(table, n)})" for n in found)
                return f"no {table} of the pack “{self.pack.id}” is {word}; there are: {others}"
        return f"no card that “{what.arguments}” can mean is where {text.verb(kind)} needs it"

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
        return self._undecidable(self._where(at), what.seat, error, (asked[0].clause,) if asked else (), submitted)

    def _undecidable(
        self, where: Locator, seat: int, error: Undecidable, asked: tuple[str, ...] = (), submitted: str = ""
    ) -> Finding:
        message = told(error, self.game.pack_kind, self.names)
        return Finding(Verdict.UNDECIDABLE, where, seat, error.clauses or asked, message, submitted)

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
