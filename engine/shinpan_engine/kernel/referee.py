"""The referee: replays a record through the rules and says what is wrong with it, if anything.

The verdict is data. Only what makes judging impossible is raised (`RequestError`).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from . import chance, claims, text
from .answers import Violation
from .canon import Links, encode, header_hash
from .errors import Impossible, TooLarge, Undecidable
from .game import Event, Game, begin
from .header import broken_commitment, chance_of, game_of, pack_of
from .match import Match
from .record import MOST_ENTRIES, Action, Entry, EventClaim, Marker, Record, Unresolved
from .report import Assumption, Difference, Finding, Locator, Note, Report, Verdict

MOST_LEGAL_SHOWN = 20
MOST_LEGAL_COUNTED = 10_000
INFERRED = "the print does not state it; it follows from the print or fills a gap of it"


class Step(NamedTuple):
    """One action and what came of it; step 0 is the state before the first action."""

    number: int
    action: Action | None
    events: Sequence[Event]
    state_hash: bytes
    link: bytes


class Replay:
    """A record on its way through the rules."""

    def __init__(self, games: Mapping[str, Game], record: Record) -> None:
        self.record = record
        self.header = header = record.header
        if len(record.entries) > MOST_ENTRIES:
            raise TooLarge("record.entries", f"{len(record.entries)} entries; at most {MOST_ENTRIES} are judged")
        self.game = game_of(games, header)
        self.pack = pack_of(self.game, header)
        self.chance = chance_of(header)
        self.names = self.pack.names
        self.notes: list[Note] = []
        self.replayed = 0
        """How many actions were replayed."""
        self._at_the_end = False
        self._order = list(range(len(record.entries)))
        """The places of the entries in the order in which they are replayed."""
        self.header_hash = header_hash(encode(header))
        self.links = Links()
        self.match: Match | None = None
        self.finding = self._begin()

    def _begin(self) -> Finding | None:
        """Sets the game up and makes link 0."""
        self.finding = None
        try:
            self.match = begin(self.game, self.header, self.chance, self.pack)
        except Impossible as error:
            return Finding(Verdict.MALFORMED, Locator(), 0, (), self._impossible(error))
        except Undecidable as error:
            return Finding(Verdict.UNDECIDABLE, Locator(), 0, error.clauses, error.message)
        self.links = Links(self.header_hash)
        self.links.add(b"", self.match.table.state)
        return self._header_claims()

    def _header_claims(self) -> Finding | None:
        """Checks the commitment and the hashes noted beside the header."""
        if (wrong := broken_commitment(self.header)) is not None:
            return Finding(Verdict.CONTRADICTED, Locator(), 0, (), wrong)
        notes = self.record.notes
        return self._hash_finding(
            Locator(),
            ("header_hash", notes.header_hash, self.header_hash),
            ("first_state_hash", notes.first_state_hash, self.links.state_hash),
        )

    def run(self, until: int | None = None, watch: Callable[[Step], None] | None = None) -> Finding | None:
        """Replays up to an action's index, or all; stops at the first finding. `watch` is shown every step."""
        if self.finding is not None or self.match is None:
            return self.finding
        match, table, entries = self.match, self.match.table, self.record.entries
        order, state, links, replayed = self._order, table.state, self.links, self.replayed
        if watch:
            watch(Step(0, None, table.events, links.state_hash, links.link))
        for place in range(self._end(until)):
            at = self._in_seat_order(order, place) if match.ask.simultaneous else order[place]
            entry = entries[at]
            action = entry.what
            if type(action) is not Action:
                if (finding := self._without_action(at, entry)) is not None:
                    return self._stop(finding)
                continue
            table.events = []
            try:
                violation = match.play(action.seat, action.what)
            except Undecidable as error:
                return self._stop(self._undecidable(at, action, error))
            except Impossible as error:
                return self._stop(Finding(Verdict.MALFORMED, self._where(at), action.seat, (), self._impossible(error)))
            if violation is not None:
                return self._stop(self._illegal(at, action, violation))
            links.add(encode(action), state)
            self.replayed = replayed = replayed + 1
            if watch:
                watch(Step(replayed, action, table.events, links.state_hash, links.link))
            if (entry.claims or entry.state_hash or entry.link) and (finding := self._compare(at, entry)) is not None:
                return self._stop(finding)
        return self._at_end() if until is None else None

    def _end(self, until: int | None) -> int:
        """The place of the entry before which the replay stops: that of the action after the last one wanted, which
        putting answers in seat order does not change."""
        entries = self.record.entries
        if until is None:
            return len(entries)
        places = [place for place, entry in enumerate(entries) if type(entry.what) is Action]
        return places[until] if until < len(places) else len(entries)

    def _stop(self, finding: Finding) -> Finding:
        self.finding = finding
        return finding

    def _in_seat_order(self, order: list[int], place: int) -> int:
        """Puts the answers to one simultaneous decision in seat order, with a note: the next answer of the first seat
        asked comes first, if it is among the answers that follow, and the others move on by one; heads of turns between
        them stay where they are. Gives what then stands at the place."""
        assert self.match is not None
        ask, entries = self.match.ask, self.record.entries
        seat = ask.decisions[0].seat
        following = entries[order[place]].what
        if type(following) is not Action or following.seat == seat:
            return order[place]
        takes = [kind for decision in ask.decisions if decision.seat == seat for kind in decision.takes]
        answers: list[int] = []
        for later in range(place, len(order)):
            what = entries[order[later]].what
            if type(what) is Marker:
                continue
            if type(what) is not Action or type(what.what) not in ask.simultaneous:
                break
            answers.append(later)
            if what.seat == seat:
                if later > place and type(what.what) in takes:
                    at, *others = [order[answer] for answer in (later, *answers[:-1])]
                    for answer, moved in zip(answers, [at, *others], strict=True):
                        order[answer] = moved
                    self.notes.append(Note(self._where(at), "put in seat order: it answers a simultaneous decision"))
                break
        return order[place]

    def _where(self, at: int) -> Locator:
        return Locator(at + 1, self.replayed + 1, self.record.entries[at].line)

    def _without_action(self, at: int, entry: Entry) -> Finding | None:
        """A turn's head is compared; an action in words that fits nothing is judged by its verb."""
        if isinstance(entry.what, Marker):
            return self._turn_head(at, entry, entry.what)
        assert isinstance(entry.what, Unresolved)
        return self._unresolved(at, entry.what)

    def _turn_head(self, at: int, entry: Entry, marker: Marker) -> Finding | None:
        assert self.match is not None
        turn = self.game.turn(self.match.table.state)
        if turn != marker.turn:
            return Finding(
                Verdict.CONTRADICTED,
                self._where(at),
                0,
                (),
                f"the record says turn {marker.turn} here, but it is turn {turn}",
                differences=(Difference("turn", str(marker.turn), str(turn)),),
            )
        return self._compare(at, entry)

    def _unresolved(self, at: int, what: Unresolved) -> Finding:
        """An action in words: badly written, or naming something that is not where it would have to be."""
        assert self.match is not None
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
        shown, count = self.legal(what.seat)
        message = f"nothing that “{what.arguments}” can mean is where it would have to be"
        clauses = (self.game.home(kind, self.header.mode),)
        return Finding(Verdict.ILLEGAL, self._where(at), what.seat, clauses, message, submitted, shown, count)

    def _exists(self, table: str, word: str) -> bool:
        """Whether a word names some kind of card, its attribute aside."""
        return any(self.names.numbers(table, name) for name in (word, word.partition(":")[0]))

    def _illegal(self, at: int, what: Action, violation: Violation) -> Finding:
        """A broken rule; without a clause, or with a card that does not exist, the action cannot be read."""
        submitted = text.line(what.seat, what.what, self.names)
        nowhere = text.nonexistent(what.what, self.names)
        if not 1 <= what.seat <= self.header.seats:
            nowhere = f"seat {what.seat}"
        if nowhere or not violation.clause:
            message = f"there is no {nowhere}" if nowhere else violation.message
            return Finding(Verdict.MALFORMED, self._where(at), what.seat, (), message, submitted)
        shown, count = self.legal(what.seat)
        clauses = (violation.clause, *violation.also)
        return Finding(Verdict.ILLEGAL, self._where(at), what.seat, clauses, violation.message, submitted, shown, count)

    def _undecidable(self, at: int, what: Action, error: Undecidable) -> Finding:
        """A question that nothing known decides; where the error names no clause, it is that of the decision."""
        assert self.match is not None
        asked = self.match.ask.route(what.seat, type(what.what))
        clauses = error.clauses or ((asked[0].clause,) if asked else ())
        submitted = text.line(what.seat, what.what, self.names)
        return Finding(Verdict.UNDECIDABLE, self._where(at), what.seat, clauses, error.message, submitted)

    def _impossible(self, error: Impossible) -> str:
        """What a recorded outcome names that was not there, as people write it."""
        return error.told(text.outcome_text(self.names, self.game.outcome_table(error.label), error.value))

    def legal(self, seat: int) -> tuple[tuple[str, ...], int]:
        """What a seat might certainly have done here, spelled, at most `MOST_LEGAL_SHOWN`; and how many there are."""
        assert self.match is not None
        options = list(islice(self.match.options(seat), MOST_LEGAL_COUNTED))
        return tuple(text.line(who, act, self.names) for who, act in options[:MOST_LEGAL_SHOWN]), len(options)

    def _compare(self, at: int, entry: Entry) -> Finding | None:
        """Compares an entry's claims and hashes with what came out."""
        assert self.match is not None
        table = self.match.table
        try:
            wrong = claims.check(entry.claims, table.state, table.events, self.game.events, self.names)
        except claims.NoSuchPath as error:
            return Finding(Verdict.MALFORMED, self._done(at), 0, (), str(error))
        except Undecidable as error:
            return Finding(Verdict.UNDECIDABLE, self._done(at), _seat(entry), error.clauses, error.message)
        if wrong:
            first = wrong[0]
            event = any(isinstance(claim, EventClaim) and claim.name == first.path for claim in entry.claims)
            recorded = first.recorded if event else f"{first.path} {first.recorded}"
            return Finding(
                Verdict.CONTRADICTED,
                self._done(at),
                _seat(entry),
                (),
                f"the record says {recorded}, but it comes to {first.computed}",
                differences=tuple(wrong),
            )
        return self._hash_finding(
            self._done(at),
            ("state_hash", entry.state_hash, self.links.state_hash),
            ("link", entry.link, self.links.link),
        )

    def _done(self, at: int) -> Locator:
        return Locator(at + 1, self.replayed, self.record.entries[at].line)

    def _hash_finding(self, where: Locator, *hashes: tuple[str, bytes, bytes]) -> Finding | None:
        """The first recorded hash, whole or its first bytes, that is not ours."""
        for name, recorded, computed in hashes:
            if recorded and not computed.startswith(recorded):
                return Finding(
                    Verdict.DIVERGED,
                    where,
                    0,
                    (),
                    f"the recorded {name} {recorded.hex()[:8]} is not ours, {computed.hex()[:8]}: "
                    "the record was altered or other software made it",
                    differences=(Difference(name, recorded.hex(), computed.hex()[: 2 * len(recorded)]),),
                )
        return None

    def _at_end(self) -> Finding | None:
        """What only a finished replay can show: the recorded result, the last link, chance that nobody asked for."""
        assert self.match is not None
        self._at_the_end = True
        notes = self.record.notes
        here = Locator(len(self.record.entries), self.replayed)
        result = self.game.result(self.match.table.state)
        if result and isinstance(self.chance, chance.Recorded) and (unused := self.chance.unused()):
            message = f"an outcome is recorded for “{unused[0]}”, which this game never asked for"
            return self._stop(Finding(Verdict.MALFORMED, Locator(), 0, (), message))
        came_to = result.word if result else "none"
        if notes.result and notes.result != came_to:
            return self._stop(
                Finding(
                    Verdict.CONTRADICTED,
                    here,
                    0,
                    (),
                    f"the recorded result is {notes.result}, but it is {came_to}",
                    differences=(Difference("result", notes.result, came_to),),
                )
            )
        finding = self._hash_finding(here, ("last_link", notes.last_link, self.links.link))
        return self._stop(finding) if finding else None

    def report(self, refusal: bool = True) -> Report:
        """The judgement on what was replayed so far. Without `refusal` its assumptions are those of the play alone,
        since a refused action may name hidden cards."""
        result = self.game.result(self.match.table.state) if self.match else None
        kept = Verdict.LEGAL if result else Verdict.INCOMPLETE
        return Report(
            self.finding.verdict if self.finding else kept,
            (self.finding,) if self.finding else (),
            self._assumptions(refusal),
            tuple(self.notes),
            self.replayed + self._left_out(),
            self.replayed,
            self.header_hash,
            self.links.state_hash,
            self.links.link,
            result,
        )

    def _left_out(self) -> int:
        """How many actions were not replayed: none, if the end was reached."""
        if self._at_the_end:
            return 0
        actions = [entry for entry in self.record.entries if type(entry.what) is not Marker]
        return len(actions) - self.replayed

    def _assumptions(self, refusal: bool) -> tuple[Assumption, ...]:
        """What the course of the game rested on: readings of open places, then the card data of the actions taken. A
        refusal rests on its deciding clause, and on the data of the action refused if the clause compares any."""
        clauses = dict(self.match.table.relied) if self.match else {}
        used, finding = self.match.chosen if self.match else [], self.finding
        if refusal and finding is not None and finding.verdict in (Verdict.ILLEGAL, Verdict.UNDECIDABLE):
            clauses |= dict.fromkeys(id for id in finding.clauses[:1] if self.game.rules[id].is_reading)
            refused = self.record.entries[finding.where.entry - 1].what if finding.where.entry else None
            compared = finding.verdict == Verdict.UNDECIDABLE or not self.game.compares.isdisjoint(finding.clauses[:1])
            used = [*used, refused.what] if compared and type(refused) is Action else used
        readings = [self._reading(clause) for clause in clauses]
        return (*readings, *self.game.card_assumptions(self.pack, self.match.table if self.match else None, used))

    def _reading(self, clause: str) -> Assumption:
        """How a clause is read: as the header says, as its ruling says, or as what follows from the print."""
        option = self.game.rules.option_of.get(clause)
        value: Any = getattr(self.header.setup, option.name, 0) if option else 0
        if option and value:
            return Assumption("option", option.name, f"{option.about}: {text.enum_word(value)} ({clause})")
        return Assumption("ruling", clause, self.game.rules[clause].ruling or INFERRED)


def verify(games: Mapping[str, Game], record: Record) -> Report:
    """Judges a whole record."""
    replay = Replay(games, record)
    replay.run()
    return replay.report()


def _seat(entry: Entry) -> int:
    return entry.what.seat if isinstance(entry.what, Action) else 0
