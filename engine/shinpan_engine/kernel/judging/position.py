"""Where a replay stands: what is legal there, and what is wrong with an action that is not."""

from ..errors import Impossible, Undecidable, WorkUsedUp
from ..forms import text
from ..forms.hints import hint, nearest
from ..forms.text import exists
from ..game import Game
from ..messages import Claim, Line, Message, Seat, Table, Thing, Value, Word, say
from ..packs import Pack, told
from ..play.match import Match
from ..play.violations import Violation
from ..play.work import Work
from . import claims
from .record import Action, Entry, EventClaim, Header, Marker, Unresolved
from .report import Difference, Finding, Legal, Locator, Verdict

MOST_LEGAL_SHOWN = 20
MOST_LEGAL_COUNTED = 10_000
MOST_LEGAL_STEPS = 25_000
"""What counting them may take: about half a second of plain Python at worst."""
LABELS = ("label", "labels")
"""The values of messages that name random events."""

HEADS = {"turn": say("kernel.turn"), "round": say("kernel.round")}


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

    def _wrong_claim(self, entry: Entry, first: Difference) -> Message:
        """What is said of the first claim that does not come out."""
        assert self.match is not None
        table, game = self.match.table, self.game
        events = [claim for claim in entry.claims if isinstance(claim, EventClaim) and claim.name == first.path]
        claimed = [claim for claim in events if claims.written(claim) == first.recorded]
        recorded = Claim(game.name, first.recorded if claimed else f"{first.path} {first.recorded}")
        if claimed and first.path not in [text.verb(type(event)) for event in table.events]:
            return say("kernel.claim.did_not_happen", recorded=recorded)
        if claimed and not claims.check(claimed[:1], table.state, table.events, game, self.names, table.work):
            return say("kernel.claim.too_often", recorded=recorded)
        return say("kernel.claim.wrong", recorded=recorded, computed=Claim(game.name, first.computed))

    def _unresolved(self, at: int) -> Finding:
        """An action in words, judged by its verb: badly written, or naming what is not where it would have to be."""
        what = self.entries[at].what
        assert self.match is not None
        assert isinstance(what, Unresolved)
        words = f"{what.verb} {what.arguments}".rstrip()
        submitted = f"{text.seat_name(what.seat)} {words}" if what.seat else words
        kind = next((k for k in self.game.acts if text.verb(k) == what.verb), None)
        if (unreadable := self._unreadable(what, kind, words)) is not None:
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), unreadable, submitted)
        assert kind is not None, "a verb that is none cannot be read"
        if not self.match.ask.decisions:
            over = self.match.table.misplaced(what.seat, None)
            message = over.message.of(self.game.name)
            return Finding(Verdict.ILLEGAL, self._where(at), what.seat, (over.clause,), message, submitted)
        message = self._not_there(kind, what)
        return self._refused(at, what.seat, (self.game.home(kind, self.header.mode),), message, submitted)

    def _unreadable(self, what: Unresolved, kind: type | None, words: str) -> Message | None:
        """What keeps words from being an action, if it is not where the cards are that they name."""
        if not what.seat:
            return say("kernel.entry.not_reached", words=words)
        if not 1 <= what.seat <= self.header.seats:
            return say("kernel.entry.no_seat", seat=what.seat)
        if kind is None:
            known = hint(what.verb, map(text.verb, self.game.acts), self.game.name)
            return say("kernel.entry.no_action", verb=Word(self.game.name, what.verb), write=known)
        named = text.named(what.arguments, text.tables(kind))
        if not named:
            return say("kernel.entry.unreadable", verb=Word(self.game.name, what.verb))
        for table, word in named:
            if not self._exists(table, word):
                return self._unknown(table, word)
        return None

    def _table(self, name: str) -> Table:
        """A table of the pack by its name."""
        return Table(self.game.name, name)

    def _unknown(self, table: str, word: str) -> Message:
        """That nothing in the pack is called so."""
        pack, near = self.pack.id, nearest(word, self.names.known(table))
        if near:
            return say("kernel.entry.no_card_perhaps", table=self._table(table), word=word, pack=pack, near=tuple(near))
        return say("kernel.entry.no_card", table=self._table(table), word=word, pack=pack)

    def _not_there(self, kind: type, what: Unresolved) -> Message:
        """That none of the cards which words can mean is where the action needs it. Some names no card has."""
        for table, word in text.named(what.arguments, text.tables(kind)):
            if not self.names.numbers(table, word):
                name = word.partition(":")[0]
                others = tuple([say("kernel.card", card=Thing(table, n)) for n in self.names.numbers(table, name)])
                return say(
                    "kernel.entry.none_is", table=self._table(table), word=word, pack=self.pack.id, others=others
                )
        named, verb = Claim(self.game.name, what.arguments), Word(self.game.name, text.verb(kind))
        return say("kernel.entry.elsewhere", words=named, verb=verb)

    def _exists(self, table: str, word: str) -> bool:
        """Whether a word names some kind of card; its attribute must be one, though not of that card."""
        if self.names.numbers(table, word):
            return True
        name, _, attribute = word.partition(":")
        known = {one.partition(":")[2] for one in self.names.known(table)}
        return attribute in known and bool(self.names.numbers(table, name))

    def _illegal(self, at: int, what: Action, violation: Violation) -> Finding:
        """A broken rule; without a clause, or with a card that does not exist, the action cannot be read."""
        submitted = text.line(what.seat, what.what, self.names)
        message = violation.message.of(self.game.name)
        unreadable = self._nonexistent(what) or (None if violation.clause else message)
        if unreadable is not None:
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), unreadable, submitted)
        self._compared = violation.compares
        return self._refused(at, what.seat, (violation.clause, *violation.also), message, submitted)

    def _refused(self, at: int, seat: int, clauses: tuple[str, ...], message: Message, submitted: str) -> Finding:
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

    def _nonexistent(self, what: Action) -> Message | None:
        """That an action names a seat or a card that there is not, if it does: nobody looks such a one up."""
        if not 1 <= what.seat <= self.header.seats:
            return say("kernel.entry.no_seat", seat=what.seat)
        nowhere = text.nonexistent(what.what, self.names)
        if nowhere is None:
            return None
        table, named = nowhere
        if not named:
            return say("kernel.entry.none_named", table=self._table(table))
        return say("kernel.entry.no_such", table=self._table(table), named=named)

    def _turn_behind(self, at: int, recorded: int, now: int) -> Finding:
        """The head of a turn that is not played. If it comes next, whoever has to decide before is told."""
        assert self.match is not None
        heads, ended = self.game.heads, self.game.result(self.match.table.state) is not None
        said = say(
            "kernel.head.ended" if ended else "kernel.head.other",
            heads=HEADS[heads],
            recorded=recorded,
            now=now,
        )
        difference = Difference(heads, str(recorded), str(now))
        if recorded != now + 1:
            return contradicted(self._where(at), 0, said, difference)
        return self._behind(at, said, difference)

    def _step_behind(self, at: int, finding: Finding | None) -> Finding | None:
        """What was found at the head of a turn. A step that has not come is told as it is printed."""
        first = finding.differences[0] if finding and finding.differences else None
        printed = self.game.printed_name(first.recorded) if first and first.path == self.game.step_path else ""
        if finding is None or not printed:
            return finding
        assert self.match is not None
        recorded = Line(self.game.name, f"step {printed}")
        if now := self.game.printed_step(self.match.table.state):
            said = say("kernel.step.other", recorded=recorded, now=Line(self.game.name, f"step {now}"))
        else:
            said = say("kernel.step.elsewhere", recorded=recorded)
        return self._behind(at, said, *finding.differences)

    def _behind(self, at: int, said: Message, *differences: Difference) -> Finding:
        """A turn or step that has not come. Where somebody has to decide before, that is told, with what is legal."""
        assert self.match is not None
        owed = next((one for one in self.match.ask.decisions if one.default is None), None)
        if owed is None:
            return contradicted(self._where(at), 0, said, *differences)
        legal = self.legal(owed.seat)
        return Finding(
            Verdict.CONTRADICTED,
            self._where(at),
            owed.seat,
            (owed.clause,),
            say("kernel.head.owed", said=said, seat=Seat(owed.seat), ask=Word(self.game.name, owed.ask)),
            legal=legal.shown,
            legal_counted=legal.counted,
            differences=differences,
            legal_not_all_counted=not legal.whole,
        )

    def _stuck(self, at: int, what: Action, error: Undecidable | Impossible) -> Finding:
        """What the rules cannot carry out: chance gave what was not there, or a question is open that nothing known
        decides. Where the error names no clause, it is that of the decision. About what does not exist there is no
        question."""
        assert self.match is not None
        if isinstance(error, Impossible):
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), self._impossible(error))
        submitted = text.line(what.seat, what.what, self.names)
        if (unreadable := self._nonexistent(what)) is not None:
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), unreadable, submitted)
        kind = type(what.what)
        asked = self.match.ask.route(what.seat, kind)
        clauses = (asked[0].weighs.get(kind, asked[0].clause),) if asked else ()
        return self._undecidable(self._where(at), what.seat, error, clauses, submitted)

    def _undecidable(
        self, where: Locator, seat: int, error: Undecidable, asked: tuple[str, ...] = (), submitted: str = ""
    ) -> Finding:
        message = self._labelled(told(error, self.game.pack_kind, self.names))
        return Finding(Verdict.UNDECIDABLE, where, seat, error.clauses or asked, message, submitted)

    def _impossible(self, error: Impossible) -> Message:
        """What a recorded outcome names that was not there, as people write it."""
        table = self.game.outcome_table(error.label)
        known = table and exists(self.names, table, error.value)
        return self._labelled(error.told(table) if known else error.message)

    def _labelled(self, message: Message) -> Message:
        """The same with the labels of random events as words of this game's records."""
        values = [(name, self._word(value) if name in LABELS else value) for name, value in message.values]
        return Message(message.key, tuple(values))

    def _word(self, value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple([self._word(one) for one in value])
        return Word(self.game.name, value) if isinstance(value, str) else value

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


def contradicted(where: Locator, seat: int, message: Message, *differences: Difference) -> Finding:
    """What the record says and what came of its actions are not the same."""
    return Finding(Verdict.CONTRADICTED, where, seat, (), message, differences=differences)


def diverged(where: Locator, *hashes: tuple[str, bytes, bytes]) -> Finding | None:
    """The first recorded hash, whole or its first bytes, that is not ours."""
    for name, recorded, computed in hashes:
        if recorded and not computed.startswith(recorded):
            return Finding(
                Verdict.DIVERGED,
                where,
                0,
                (),
                say("kernel.hash.differs", name=name, recorded=recorded.hex()[:8], computed=computed.hex()[:8]),
                differences=(Difference(name, recorded.hex(), computed.hex()[: 2 * len(recorded)]),),
            )
    return None
