"""The referee: replays a record through the rules and says what is wrong with it, if anything.

The verdict is data. Only what makes judging impossible is raised (`RequestError`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import Impossible, TooLarge, Undecidable
from ..forms import text
from ..forms.canon import Links, decode, encode, header_hash
from ..game import Event, Game, begin
from ..messages import Claim, Message, Rule, Word, say
from ..play import chance
from ..play.decisions import Ask
from ..play.work import Work
from . import claims
from .header import broken_commitment, chance_of, game_of, pack_of
from .position import Position, contradicted
from .record import MOST_ENTRIES, Action, Entry, EventClaim, Marker, Record, Unresolved
from .report import RESULTS, Assumption, Difference, Finding, Locator, Note, Report, Result, Verdict


class Step(NamedTuple):
    """One action and what came of it; step 0 is the state before the first action."""

    number: int
    action: Action | None
    events: Sequence[Event]
    state_hash: bytes
    link: bytes
    entry: int = 0
    """The entry that the action stands in, counted from 1."""


def too_many() -> TooLarge:
    """The refusal of a record with too many entries."""
    return TooLarge("record.entries", "kernel.record.too_many", most=MOST_ENTRIES)


class Replay(Position):
    """A record on its way through the rules: replayed as a whole, or entry by entry while it is read."""

    def __init__(self, games: Mapping[str, Game], record: Record, work: Work | None = None) -> None:
        header = record.header
        if len(record.entries) > MOST_ENTRIES:
            raise too_many()
        game = game_of(games, header)
        super().__init__(header, game, pack_of(game, header))
        self.entries += record.entries
        self.beside = record.notes
        self._work = work or Work()
        self.chance = self._comes_up()
        self.notes = [Note(Locator(), note) for note in self.pack.notes]
        self.in_order = True
        """Whether the answers to simultaneous decisions were added in seat order."""
        self._waits_from: int | None = None
        """How many actions were replayed before the first that the answer of another seat may still be put before."""
        self._at_the_end = False
        self._begun = False
        self._done_in: tuple[int, str] | None = None
        """Turn and printed step of the action whose claims are compared; None for hashes, and for now."""
        self._order = list(range(len(record.entries)))
        """The entries of the actions in the order in which they are replayed, and the heads of turns to come."""
        self.header_hash = header_hash(encode(header))
        self.links = Links()
        self.finding = self._begin()

    def _comes_up(self) -> chance.Chance:
        """Where outcomes come from."""
        return chance_of(self.header)

    def _begin(self) -> Finding | None:
        """Sets the game up and makes link 0."""
        self.finding = None
        try:
            self.match = begin(self.game, self.header, self.chance, self.pack)
        except Impossible as error:
            return Finding(Verdict.MALFORMED, Locator(), 0, (), self._impossible(error))
        except Undecidable as error:
            return self._undecidable(Locator(), 0, error)
        self.match.table.work = self._work
        self.links = Links(self.header_hash)
        self.links.add(None, self.match.table.state)
        return self._header_claims()

    def _header_claims(self) -> Finding | None:
        """Checks the commitment and the hashes noted beside the header."""
        if (wrong := broken_commitment(self.header)) is not None:
            return contradicted(Locator(), 0, wrong)
        notes = self.beside
        return self._hash_finding(
            Locator(),
            ("header_hash", notes.header_hash, self.header_hash),
            ("first_state_hash", notes.first_state_hash, self.links.state_hash),
        )

    def run(self, until: int | None = None, watch: Callable[[Step], None] | None = None) -> Finding | None:
        """Replays up to an action's index, or all; stops at the first finding. `watch` is shown every step. Called
        again it goes on from there."""
        if self.finding is not None or self.match is None or self._at_the_end:
            return self.finding
        if watch and not self._begun:
            watch(Step(0, None, self.match.table.events, self.links.state_hash, self.links.link))
        self._begun, end = True, self._end(until)
        finding = self._play(end, watch)
        while finding is None and self.replayed < end:
            end -= 1
            finding = self._turn_head(self._order.pop(self.replayed)) or self._play(end, watch)
        if finding is not None:
            return self._stop(finding)
        return self._at_end() if until is None else None

    def add(self, entry: Entry, claimed: bool = False) -> Finding | None:
        """Takes one more entry and judges it, if nothing was found before it. Its claims may come later."""
        at = len(self.entries)
        self._keep(entry)
        if self.finding is not None or self.match is None:
            return self.finding
        if type(entry.what) is Marker:
            self.finding = self._turn_head(at)
        else:
            if self.match.ask.simultaneous:
                self.in_order &= not self._comes_early(entry.what, self.match.ask)
            before = self._moment(entry) if claimed else None
            self._done_in = None
            self.finding = self._play(len(self._order), None)
            if before is not None:
                self._done_in = before
        return self.finding

    def take(self, entry: Entry, claimed: bool = False) -> bool:
        """Takes an action if it is its turn to come and it is legal here; says whether. Where chance or the pack leaves
        open what becomes of it, or its hash is not ours, that is found. Its claims may come later."""
        match, what, kept = self.match, entry.what, self.entries
        assert match is not None
        assert type(what) is Action
        if match.ask.simultaneous and self._comes_early(what, match.ask):
            return False
        table = match.table
        done_in = self._moment(entry) if claimed else None
        before, table.events = table.events, []
        try:
            if match.play(what.seat, what.what) is not None:
                table.events = before
                return False
        except (Undecidable, Impossible) as error:
            self._keep(entry)
            self.finding = self._stuck(len(kept) - 1, what, error)
            return True
        if len(kept) == MOST_ENTRIES:
            raise too_many()
        self._order.append(len(kept))
        kept.append(entry)
        self.links.add(what, table.state)
        self.replayed += 1
        self._done_in = done_in
        if entry.state_hash and not self.links.state_hash.startswith(entry.state_hash):
            self.finding = self._compare(len(kept) - 1, entry)
        return True

    def take_all(self, entries: Sequence[Entry]) -> int:
        """Takes actions and heads without claims as `take` and `take_head` do, as long as each is legal, or right,
        where the game stands; says how many. What is found, is found at the last of them."""
        kept, order, first = self.entries, self._order, len(self.entries)
        if first + len(entries) > MOST_ENTRIES:
            raise too_many()
        kept += entries
        order += range(first, len(kept))
        self._done_in = None
        self.finding = self._play(len(order), only_legal=True)
        while self.finding is None and self.replayed < len(order) and self._is_headed(order[self.replayed]):
            del order[self.replayed]
            self.finding = self._play(len(order), only_legal=True)
        if self.finding is not None:
            end = self.finding.where.entry
        else:
            end = order[self.replayed] if self.replayed < len(order) else len(kept)
        del kept[end:]
        while order and order[-1] >= end:
            del order[-1]
        return end - first

    def _is_headed(self, at: int) -> bool:
        """Whether an entry is the head of the turn that is played."""
        assert self.match is not None
        what = self.entries[at].what
        return type(what) is Marker and what.number == self.game.turn(self.match.table.state)

    def take_head(self, entry: Entry) -> None:
        """Takes the head of the turn that is played."""
        if len(self.entries) == MOST_ENTRIES:
            raise too_many()
        self.entries.append(entry)

    def _keep(self, entry: Entry) -> None:
        """Adds an entry to the record."""
        if len(self.entries) == MOST_ENTRIES:
            raise too_many()
        if type(entry.what) is not Marker:
            self._order.append(len(self.entries))
        self.entries.append(entry)

    @staticmethod
    def _comes_early(what: Action | Unresolved | Marker, ask: Ask) -> bool:
        """Whether it answers a simultaneous decision before a seat that is asked first."""
        return type(what) is Action and what.seat != ask.decisions[0].seat and type(what.what) in ask.simultaneous

    def overlook(self) -> None:
        """Goes on past what was found, to learn what comes then: the judgement itself ends there."""
        self.finding = None

    def noted(self, entry: Entry, agreed: bool = False) -> Finding | None:
        """Puts claims and hashes in the entry that was added last, and compares these. Claims that are known to agree
        are not compared again."""
        self.entries[-1] = entry
        if not entry.claims:
            self._done_in = None
        if self.finding is None and self.match is not None:
            at = len(self.entries) - 1
            self.finding = self._compare_hashes(at, entry) if agreed else self._compare(at, entry)
        return self.finding

    def _play(
        self, until: int, watch: Callable[[Step], None] | None = None, only_legal: bool = False
    ) -> Finding | None:
        """Replays actions up to that many, or to the head of a turn; gives the first finding. With `only_legal` it ends
        before what is refused, and before an answer that would be put in seat order."""
        assert self.match is not None
        match, table, entries = self.match, self.match.table, self.entries
        order, state, links = self._order, table.state, self.links
        for number in range(self.replayed, until):
            if match.ask.simultaneous and self._comes_early(entries[order[number]].what, match.ask):
                if only_legal:
                    return None
                self._put_in_seat_order()
            entry = entries[order[number]]
            action, claimed = entry.what, entry.claims
            if type(action) is not Action:
                return None if type(action) is Marker else self._unresolved(order[number])
            done_in = self._moment(entry) if claimed else None
            table.events = []
            try:
                violation = match.play(action.seat, action.what)
            except (Undecidable, Impossible) as error:
                return self._stuck(order[number], action, error)
            if violation is not None:
                return None if only_legal else self._illegal(order[number], action, violation)
            links.add(action, state)
            self.replayed = number + 1
            if watch:
                watch(Step(number + 1, action, table.events, links.state_hash, links.link, order[number] + 1))
            named = entry.state_hash
            if claimed or entry.link or (named and not links.state_hash.startswith(named)):
                self._done_in = done_in
                at = order[number]
                finding = self._compare(at, entry) if claimed else self._compare_hashes(at, entry)
                if finding is not None:
                    return finding
        return None

    def state(self) -> Any:
        """The state after the last action that was replayed, even if the rules stopped in the middle of the next."""
        return decode(self.links.canonical, self.game.state)

    def _end(self, until: int | None) -> int:
        """The place in the order before which the replay stops: that of the action after the last one wanted, which
        putting answers in seat order does not change."""
        entries, order = self.entries, self._order
        if until is None:
            return len(order)
        readable = [place for place, at in enumerate(order) if type(entries[at].what) is Action]
        return readable[until] if until < len(readable) else len(order)

    def _stop(self, finding: Finding) -> Finding:
        self.finding = finding
        return finding

    def _put_in_seat_order(self) -> None:
        """Of the answers to one simultaneous decision that of the first seat asked comes next: it is moved before those
        of others, with a note. Heads between them stay where they are."""
        assert self.match is not None
        places = self._answers_up_to(self.match.ask.decisions[0].seat)
        if places:
            *others, at = [self._order[place] for place in places]
            for place, answer in zip(places, [at, *others], strict=True):
                self._order[place] = answer
            self.notes.append(Note(self._where(at), say("kernel.note.seat_order")))

    def _answers_up_to(self, seat: int) -> list[int]:
        """The places in the order of answers to the simultaneous decision up to that of a seat; none if something else
        stands before it."""
        assert self.match is not None
        ask, places = self.match.ask, list[int]()
        for place in range(self.replayed, len(self._order)):
            self.match.table.work.spend()
            what = self.entries[self._order[place]].what
            if type(what) is Marker:
                continue
            if type(what) is not Action or type(what.what) not in ask.simultaneous:
                break
            places.append(place)
            if what.seat == seat:
                return places if ask.route(seat, type(what.what)) else []
        else:
            if self._waits_from is None:
                self._waits_from = self.replayed
        return []

    def waiting(self) -> list[int]:
        """The entries, counted from 0, whose place among the steps is not certain: answers that were given before a
        seat that is asked first has given its own. More entries at the end of the record may put that before them."""
        if self._waits_from is None or self.match is None or not self.match.ask.decisions:
            return []
        return self._order[self._waits_from :]

    def _turn_head(self, at: int) -> Finding | None:
        """Compares the head of a turn."""
        marker = self.entries[at].what
        assert self.match is not None
        assert isinstance(marker, Marker)
        number = self.game.turn(self.match.table.state)
        if number == marker.number:
            self._done_in = None
            return self._step_behind(at, self._compare(at, self.entries[at]))
        return self._turn_behind(at, marker.number, number)

    def _compare(self, at: int, entry: Entry) -> Finding | None:
        """Compares an entry's claims and hashes with what came out."""
        assert self.match is not None
        table = self.match.table
        try:
            wrong = claims.check(entry.claims, table.state, table.events, self.game, self.names, table.work)
        except claims.NoSuchPath as error:
            return Finding(Verdict.MALFORMED, self._done(at), 0, (), error.message)
        except Undecidable as error:
            return self._undecidable(self._done(at), _seat(entry), error)
        if wrong:
            return contradicted(self._done(at), _seat(entry), self._wrong_claim(entry, wrong[0]), *wrong)
        return self._compare_hashes(at, entry)

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

    def _compare_hashes(self, at: int, entry: Entry) -> Finding | None:
        """Compares an entry's hashes with ours."""
        links = self.links
        if links.state_hash.startswith(entry.state_hash) and links.link.startswith(entry.link):
            return None
        return self._hash_finding(
            self._done(at),
            ("state_hash", entry.state_hash, self.links.state_hash),
            ("link", entry.link, self.links.link),
        )

    def _done(self, at: int) -> Locator:
        return Locator(at + 1, self.replayed, self.entries[at].line, *(self._done_in or self._moment()))

    def _hash_finding(self, where: Locator, *hashes: tuple[str, bytes, bytes]) -> Finding | None:
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

    def _at_end(self) -> Finding | None:
        """What only a finished replay can show: the recorded result, the last link, chance that nobody asked for."""
        assert self.match is not None
        self._at_the_end = True
        notes = self.beside
        here = Locator(len(self.entries), self.replayed, 0, *self._moment())
        result = self.result()
        if result and (unused := self.chance.unused()):
            message = say("kernel.outcome.unasked", label=Word(self.game.name, unused[0]))
            return self._stop(Finding(Verdict.MALFORMED, Locator(), 0, (), message))
        came_to = result.word if result else "none"
        if notes.result and notes.result != came_to:
            said = [RESULTS.get(word, word) for word in (notes.result, came_to)]
            message = say("kernel.result.other", recorded=said[0], computed=said[1])
            return self._stop(contradicted(here, 0, message, Difference("result", notes.result, came_to)))
        finding = self._hash_finding(here, ("last_link", notes.last_link, self.links.link))
        return self._stop(finding) if finding else None

    def result(self) -> Result | None:
        """How the game ended, if it has ended by now."""
        return self.game.result(self.match.table.state) if self.match else None

    def report(self, refusal: bool = True, brief: bool = False) -> Report:
        """The judgement on what was replayed so far. Without `refusal` its assumptions are those of the play alone,
        since a refused action may name hidden cards; `brief` is without assumptions and notes."""
        result = self.result()
        kept = Verdict.LEGAL if result else Verdict.INCOMPLETE
        return Report(
            self.finding.verdict if self.finding else kept,
            (self.finding,) if self.finding else (),
            () if brief else self._assumptions(refusal),
            () if brief else tuple(self.notes),
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
        return sum(type(self.entries[at].what) is not Marker for at in self._order[self.replayed :])

    def _assumptions(self, refusal: bool) -> tuple[Assumption, ...]:
        """What the course of the game rested on: readings of open places, then the card data of the actions taken. A
        refusal rests on its deciding clause, and on the data of the action refused if it was weighed."""
        clauses = dict(self.match.table.relied) if self.match else {}
        used, finding = self.match.chosen if self.match else [], self.finding
        if refusal and finding is not None and finding.verdict in (Verdict.ILLEGAL, Verdict.UNDECIDABLE):
            clauses |= dict.fromkeys(id for id in finding.clauses[:1] if self.game.rules[id].is_reading)
            refused = self.entries[finding.where.entry - 1].what if finding.where.entry else None
            compared = finding.verdict == Verdict.UNDECIDABLE or self._compared
            used = [*used, refused.what] if compared and type(refused) is Action else used
        readings = [self._reading(clause) for clause in clauses]
        table = self.match.table if self.match else None
        return (*readings, *self.pack.facts, *self.game.card_assumptions(self.pack, table, used))

    def _reading(self, clause: str) -> Assumption:
        """How a clause is read: as the header says, or as the rulebook here does."""
        rules = self.game.rules
        option = rules.option_of.get(clause)
        value: Any = getattr(self.header.setup, option.name, 0) if option else 0
        if not option or not value:
            return rules.assumed(clause)
        field = next(field for field in text.fields(self.game.setup) if field.name == option.name)
        said = text.spell(field, value, self.names)
        about = say(
            "kernel.assumed.option",
            about=rules.worded(option.about, f"option.{option.name}.about"),
            value=Word(self.game.name, said),
            clause=Rule(clause),
        )
        return Assumption("option", option.name, about)


def verify(games: Mapping[str, Game], record: Record) -> Report:
    """Judges a whole record."""
    replay = Replay(games, record)
    replay.run()
    return replay.report()


def _seat(entry: Entry) -> int:
    return entry.what.seat if isinstance(entry.what, Action) else 0
