"""From a draft to a record: plays the game alongside, to find what names mean and what was left out.

Nothing is judged here. What the rules refuse is kept as it is, and so is everything after it: that is for the referee.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import NamedTuple

import msgspec

from shinpan_engine.kernel.errors import Impossible, Undecidable
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.forms.text import printed_names, verb
from shinpan_engine.kernel.game import Game, begin
from shinpan_engine.kernel.judging.claims import NoSuchPath, check
from shinpan_engine.kernel.judging.header import chance_of
from shinpan_engine.kernel.judging.record import (
    Action,
    Claim,
    Entry,
    Marker,
    Record,
    StateClaim,
    Unresolved,
)
from shinpan_engine.kernel.judging.report import Locator, Note
from shinpan_engine.kernel.play.decisions import Act, Ask, Decision
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.violations import Violation
from shinpan_engine.kernel.play.work import Work

from ..limits import MOST_IMPORT_STEPS
from .claiming import Claiming, spelled_claim
from .gathering import gathered
from .grammar import Ambiguous, TranscriptError, told_where
from .heading import heading, seat_numbers
from .reading import TURN, Draft, Gathered, Line, Play, StepHead, TurnHead, Word, heads_around, plain_arguments
from .resolving import Resolver, distinct, interchangeable, tidy

MOST_FILLED = 1_000
"""Actions filled in for one line, at the most."""
COMPARED_STEPS = 100
"""What it takes to see whether two actions are the same: a state is gone through with their cards exchanged."""
STEP_VERB = "step"
"""Stands for a step line in what can no longer be played."""


class Loaded(NamedTuple):
    """A record, and each leniency that was used to read it."""

    record: Record
    notes: tuple[Note, ...]


Watch = Callable[[Match, int], None]
"""Shown the match before each action, and the place of its line in the draft; also before what is filled in for it."""


def importing(draft: Draft, games: Mapping[str, Game]) -> Loaded:
    """The record that a draft means."""
    importer = Importer(draft, games)
    for at in range(len(draft.lines)):
        importer.read(at)
    return importer.loaded()


class Importer:
    """Reads the lines of a draft one after the other, with a match as long as there is one. Every meaning, every action
    considered or played, and every comparison is work, counted over all lines."""

    def __init__(
        self, draft: Draft, games: Mapping[str, Game], watch: Watch | None = None, work: Work | None = None
    ) -> None:
        self.draft = draft
        self._lines = list(draft.lines)
        self._work = work or Work(MOST_IMPORT_STEPS)
        with told_where(draft.game_begins):
            head = heading(draft, games, self._work)
        self.header, self.beside, self.game, self.pack, self.notes, self._exact = head
        self.names = self.pack.names
        self.entries: list[Entry] = []
        self.match = self._begun()
        self._watch = watch
        self.seats = seat_numbers(self.beside.players, self.header.seats)
        self._kinds = {verb(kind): kind for kind in self.game.acts}
        self._resolver = Resolver(self.names, self._work)
        self._claiming = Claiming(self.game, self.names, self.seats, self._work)
        self._limits = list(heads_around([line.what for line in draft.lines]))
        self._done: dict[int, int] = {}
        """The steps that are over in this turn, each with the entry that ended it."""
        self._turned = False
        """Whether the last action ended a turn: a step line may still mean its last step."""

    def _begun(self) -> Match | None:
        """A match at its first decision; None if the header's chance does not carry the game so far."""
        try:
            return begin(self.game, self.header, chance_of(self.header), self.pack)
        except (Impossible, Undecidable):
            return None

    def loaded(self) -> Loaded:
        """What has been read so far."""
        notes = list(self.notes)
        if self._resolver.loose:
            notes.append(Note(Locator(), f"{self._resolver.loose} cards are not given by their full number"))
        return Loaded(Record(self.header, tuple(self.entries), self.beside), tuple(notes))

    def read(self, at: int) -> None:
        """Reads the next line of the draft."""
        with told_where(self._lines[at].number):
            self._read(at)

    def _read(self, at: int) -> None:
        self._gather(at)
        line = self._lines[at]
        if isinstance(line.what, Gathered):
            return
        if isinstance(line.what, TurnHead):
            self._turn_head(at, line, line.what)
        elif isinstance(line.what, StepHead):
            self._step(at, line, line.what)
        else:
            self._play(at, line, line.what)

    def _gather(self, at: int) -> None:
        """Reads answers that were written down one by one as they are asked for, together."""
        what = self._lines[at].what
        if self.match is None or self._exact or not isinstance(what, Play):
            return
        asked = self.game.one_by_one(self.match.table)
        if asked is not None and asked.verb == what.verb.text and (put := gathered(self._lines, at, asked, self._work)):
            for place, line in put.items():
                self._lines[place] = line
            message = f"what was written one by one is read together: “{asked.verb}”"
            self.notes.append(Note(Locator(len(self.entries) + 1, 0, self._lines[at].number), message))

    def _turn_head(self, at: int, line: Line, head: TurnHead) -> None:
        """Whether a head names the right turn is a claim; the game is played on if it may be. Rounds may be called
        turns."""
        if head.word.text not in (self.game.heads, TURN):
            message = f"“{head.word.text}” is no head in a record of {self.game.name}"
            raise TranscriptError(line.number, head.word.column, f"“{self.game.heads}”", message)
        if self.match is not None and not self._come_to(at, head.number):
            self.match = None
        if self._turned:
            self._done, self._turned = {}, False
        self.entries.append(self._entry(line, Marker(head.number)))
        self._claim(len(self.entries) - 1, line)

    def _come_to(self, at: int, turn: int) -> bool:
        """Fills up to the turn that is named if it is the next one, or turn 2 where the set-up too may end in silence.
        Where nothing is filled in it must be there."""
        here = self._turn()
        if self._exact:
            return here == turn
        follows = here + 1 == turn or (not here and turn == 2)
        return not follows or self._fill(at, lambda: self._turn() >= turn, barred=lambda: False)

    def _step(self, at: int, line: Line, head: StepHead) -> None:
        """Fills up to the end of the step, and hangs the claims on the action that ended it."""
        number = self.game.steps.get(head.step.text)
        if number is None:
            message = f"there is no step “{head.step.text}”"
            raise TranscriptError(line.number, head.step.column, " or ".join(self.game.steps), message)
        if self._exact and number not in self._done:
            self.match = None
        if self.match is not None and number not in self._done:
            here = self._turn()
            if not self._fill(at, lambda: number in self._done, barred=lambda: self._turn() != here):
                self._step_that_never_comes(line, here, number)
                return
        if self.match is not None:
            self._hang(self._done[number], line)
        else:
            self._leave_step(line, head)

    def _leave_step(self, line: Line, head: StepHead) -> None:
        self.entries.append(self._entry(line, Unresolved(0, STEP_VERB, head.step.text)))
        self._claim(len(self.entries) - 1, line)

    def _step_that_never_comes(self, line: Line, turn: int, number: int) -> None:
        """A step that the turn does not come to: the record says so all the same, and the referee will answer."""
        self.match = None
        word = number.name.lower() if isinstance(number, IntEnum) else str(number)
        self.entries.append(self._entry(line, Marker(turn), (StateClaim(self.game.step_path, word),)))
        self._claim(len(self.entries) - 1, line)

    def _hang(self, at: int, line: Line) -> None:
        """Adds what a step line says to an entry."""
        entry = self.entries[at]
        self.entries[at] = msgspec.structs.replace(
            entry,
            state_hash=line.state_hash or entry.state_hash,
            link=line.link or entry.link,
            comment="; ".join(filter(None, (entry.comment, line.comment))),
        )
        self._claim(at, line)

    def _play(self, at: int, line: Line, play: Play) -> None:
        """An action: filled up to where it is asked for, its words resolved among what they can mean there."""
        seat = self._seat(play.seat, line.number)
        kind = self._kinds.get(play.verb.text)
        if kind is None or play.unread:
            if self._watch and self.match is not None:
                self._watch(self.match, at)
            self._leave_unresolved(line, seat, play)
            return
        acts = self._resolver.acts(kind, play.parts, play.verb, line.number)
        if self.match is not None and not self._exact and not self._in_place(seat, kind, acts):
            self._fill_for(at, seat, kind, acts)
        match = self.match
        if match is None:
            self._keep_unplayed(line, seat, play, acts)
            return
        if self._watch:
            self._watch(match, at)
        act = self._meant(match, seat, acts, play, line.number)
        if act is None:
            self._leave_unresolved(line, seat, play)
        else:
            self._act(Action(seat, act), self._entry(line, Action(seat, act)))
            self._claim(len(self.entries) - 1, line)

    def _seat(self, seat: Word, line: int) -> int:
        if seat.text not in self.seats:
            raise TranscriptError(line, seat.column, " or ".join(self.seats), f"nobody is called “{seat.text}”")
        return self.seats[seat.text]

    def _leave_unresolved(self, line: Line, seat: int, play: Play) -> None:
        self.match = None
        arguments = play.unread or plain_arguments(play.parts)
        self.entries.append(self._entry(line, Unresolved(seat, play.verb.text, arguments)))
        self._claim(len(self.entries) - 1, line)

    def _keep_unplayed(self, line: Line, seat: int, play: Play, acts: Sequence[Act]) -> None:
        """What stands after the first thing that could not be played, as far as it can be read without a game."""
        if len(acts) == 1:
            self.entries.append(self._entry(line, Action(seat, acts[0])))
            self._claim(len(self.entries) - 1, line)
        else:
            self._leave_unresolved(line, seat, play)

    def _asked(self, seat: int, kind: type) -> bool:
        """Whether such an action of a seat is asked for now, or may always be taken."""
        assert self.match is not None
        decisions = self.match.ask.decisions
        standing = self.match.table.standing if decisions else ()
        return any(decision.seat == seat and kind in decision.takes for decision in (*decisions, *standing))

    def _in_place(self, seat: int, kind: type, acts: Sequence[Act]) -> bool:
        """Whether an action stands where it is asked for: not where silence would answer and it is refused."""
        assert self.match is not None
        decision, _ = self.match.ask.routes.get((seat, kind)) or (None, None)
        silent = decision is not None and decision.default is not None
        return self._asked(seat, kind) and not (silent and self._refused_here(seat, acts))

    def _refused_here(self, seat: int, acts: Sequence[Act]) -> bool:
        """Whether nothing that an action can mean may be done now."""
        assert self.match is not None
        try:
            return all(self._judged(self.match, seat, act)[1] is not None for act in acts)
        except Undecidable:
            return False

    def _fill_for(self, at: int, seat: int, kind: type, acts: Sequence[Act]) -> None:
        """Fills up to where such an action is asked for and legal, if that comes before the next turn or step line; if
        it is legal nowhere, up to where it is asked for first."""
        next_turn, next_step, turn_before = self._limits[at]
        here = self._turn()
        # A head that names no later turn is wrong itself and bars nothing.
        limit = next_turn if next_turn > here else max(turn_before, here) + 1 if turn_before else max(here, 1) + 2
        step = self.game.steps.get(next_step)
        before = len(self.entries)

        def reached(ready: Callable[[], bool]) -> bool:
            return self._fill(
                at,
                ready=lambda: self._turn() < limit and ready(),
                barred=lambda: self._turn() >= limit or self._step_now() == step,
                seat=seat,
            )

        for ready in (partial(self._in_place, seat, kind, acts), partial(self._asked, seat, kind)):
            if reached(ready):
                return
            self.match = self._replayed(before)

    def _fill(self, at: int, ready: Callable[[], bool], barred: Callable[[], bool], seat: int = 0) -> bool:
        """Plays what silence means until it is ready, that of the given seat before others'. If that never comes
        nothing is kept, and the match is lost."""
        before = len(self.entries)
        number = self.draft.lines[at].number
        while self.match is not None and not ready():
            decision = left_to_silence(self.match.ask, seat)
            if decision is None or barred() or len(self.entries) - before == MOST_FILLED:
                del self.entries[before:]
                return False
            if self._watch:
                self._watch(self.match, at)
            action = Action(decision.seat, decision.default)
            self._act(action, Entry(action, line=number))
        if filled := [entry.what for entry in self.entries[before:] if isinstance(entry.what, Action)]:
            told = ", ".join(spelled(action.seat, action.what, self.names) for action in filled)
            self.notes.append(Note(Locator(before + 1, 0, number), f"{len(filled)} left out and filled in: {told}"))
        return True

    def _replayed(self, count: int) -> Match | None:
        """A match after so many entries, all of which have been played before."""
        self._work.spend(count)
        match = self._begun()
        for entry in self.entries[:count]:
            if match is not None and isinstance(entry.what, Action):
                refused = match.play(entry.what.seat, entry.what.what)
                assert refused is None, "it was accepted before"
        return match

    def _act(self, action: Action, entry: Entry) -> None:
        """Writes an action down and carries it out if it is legal; the match is over with what is not."""
        assert self.match is not None
        self._work.spend()
        turn, step = self._turn(), self._step_now()
        self.entries.append(entry)
        try:
            self.match.table.events = []
            if self.match.play(action.seat, action.what) is not None:
                self.match = None
                return
        except (Impossible, Undecidable):
            self.match = None
            return
        if self._turned:
            self._done = {}
        self._turned = self._turn() != turn
        if self._turned:
            self._done = {}
        if self._turned or self._step_now() != step:
            self._done[step] = len(self.entries) - 1

    def _turn(self) -> int:
        assert self.match is not None
        return self.game.turn(self.match.table.state)

    def _step_now(self) -> int:
        assert self.match is not None
        return self.game.step(self.match.table.state)

    def _meant(self, match: Match, seat: int, acts: Sequence[Act], play: Play, line: int) -> Act | None:
        """The one action that the words mean here: the legal one, or of several that are the same the lowest."""
        judged = {encode(act): (act, refusal) for act, refusal in (self._judged(match, seat, a) for a in acts)}
        legal = [act for act, refusal in judged.values() if refusal is None]
        if not legal:
            return self._refused([(act, refusal) for act, refusal in judged.values() if refusal is not None])
        first, *others = legal
        self._work.spend(COMPARED_STEPS * len(others))
        if not all(interchangeable(first, act, match.table.state, self.names) for act in others):
            self._ambiguous(seat, legal, play, line)
        where = Locator(len(self.entries) + 1, 0, line)
        if others:
            text = f"{len(legal)} cards fit and are interchangeable: {spelled(seat, first, self.names)} is taken"
            self.notes.append(Note(where, text))
        if first not in acts:
            self.notes.append(Note(where, "its lists are put in ascending order"))
        return first

    def _judged(self, match: Match, seat: int, act: Act) -> tuple[Act, Violation | None]:
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

    def _refused(self, judged: Sequence[tuple[Act, Violation]]) -> Act | None:
        """The first meaning whose cards are where they have to be; None if no meaning of several is that."""
        if len(judged) == 1:
            return judged[0][0]
        return next((act for act, v in judged if v.clause != self.game.home(type(act), self.header.mode)), None)

    def _ambiguous(self, seat: int, acts: Sequence[Act], play: Play, line: int) -> None:
        candidates = [
            f"{spelled(seat, act, self.names)} ({', '.join(printed_names(act, self.names))})" for act in distinct(acts)
        ]
        raise Ambiguous(line, play.verb.column, "this can mean several things that are not the same", candidates)

    def _entry(self, line: Line, what: Action | Unresolved | Marker, claims: tuple[Claim, ...] = ()) -> Entry:
        """The entry for a line, its comment without the printed names that an export adds. Its own claims come later:
        they are about what is then."""
        comment = line.comment
        if isinstance(what, Action) and (names := ", ".join(printed_names(what.what, self.names))):
            comment = "" if comment == names else comment.removeprefix(f"{names}; ")
        return Entry(what, claims, line.state_hash, line.link, line.number, comment)

    def _claim(self, at: int, line: Line) -> None:
        """Adds the claims of a line to an entry."""
        entry = self.entries[at]
        told_now = all(isinstance(later.what, Marker) for later in self.entries[at + 1 :])
        claims: list[Claim] = []
        for claim in line.claims:
            meanings = self._claiming.meanings(claim)
            if len(meanings) == 1 or self.match is None:
                claims.append(meanings[0] if len(meanings) == 1 else claim)
            elif told_now:
                claims.append(self._true_one(self.match, [m for m in meanings if m not in claims] or meanings))
            else:
                told = [spelled_claim(meaning) for meaning in meanings]
                raise Ambiguous(line.number, 1, "a name in a claim about what is past can mean several cards", told)
        self.entries[at] = msgspec.structs.replace(entry, claims=(*entry.claims, *claims))

    def _true_one(self, match: Match, meanings: Sequence[Claim]) -> Claim:
        """A claim by a name that several cards have says that one of them fits: that one, or else the first."""
        table = match.table
        for meaning in meanings:
            try:
                if not check([meaning], table.state, table.events, self.game.events, self.names, table.work):
                    return meaning
            except (NoSuchPath, Undecidable):
                break
        return meanings[0]


def left_to_silence(ask: Ask, seat: int) -> Decision | None:
    """A decision that silence answers: one of the seat's own, or else the first; of a simultaneous choice the first."""
    silent = [decision for decision in ask.decisions if decision.default is not None]
    own = [] if ask.simultaneous else [decision for decision in silent if decision.seat == seat]
    return next(iter(own or silent), None)
