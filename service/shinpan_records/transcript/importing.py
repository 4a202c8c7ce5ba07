"""From a draft to a record: plays the game alongside, to find what names mean and what was left out.

What the rules refuse is kept as it is, and so is everything after it: that is for the referee, who goes along, to say.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, partial

from shinpan_engine.kernel.forms.hints import hint
from shinpan_engine.kernel.forms.text import fields, printed_names, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import (
    Action,
    Claim,
    Entry,
    Marker,
    StateClaim,
    Unresolved,
)
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Locator, Note, Verdict
from shinpan_engine.kernel.messages import Line as TextLine
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.messages import Word as Term
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.trial import Trial

from ..limits import MOST_IMPORT_STEPS
from ..words.record_lines import HEADS, STEP
from .ahead import Ahead
from .along import Along, Loaded, Replaying, Seen
from .at_once import AtOnce
from .claiming import Claiming, Placing, judged
from .filling import Filling, Stopped, Watch
from .gathering import PASS, gathered
from .grammar import TranscriptError, told_where
from .header.heading import Heading, heading, seat_numbers
from .lines import TURN, Gathered, Line, Play, StepHead, TurnHead, Word
from .meaning import Meaning, as_it_is
from .plain.known import KnownLines, comment_beside
from .reading import Draft, Lines
from .resolving import Resolver, plain_arguments

STEP_VERB = "step"
"""Stands for a step line in what can no longer be played."""
HEAD_ALONE = say("transcript.want.head_alone")
MOST_ERRORS = 20
"""Lines that cannot be read are told together, so many at once."""


def importing(draft: Draft, games: Mapping[str, Game]) -> Loaded:
    """The record that a draft means. It tells all that came up, as far as that is known."""
    importer = Importer(draft, games)
    at = 0
    try:
        while (at := importer.read_known(at)) < len(draft.lines):
            importer.read(at)
            at += 1
    except TranscriptError as error:
        behind = bisect_right(draft.lines, error.line, key=lambda line: line.number)
        raise importer.with_form(error).with_more(importer.unreadable(behind)) from None
    return importer.loaded()


def verbs(game: Game) -> dict[str, type]:
    """The kinds of action by their verbs."""
    return _verbs(game.acts)


@cache
def _verbs(acts: tuple[type, ...]) -> dict[str, type]:
    # By what does not change: a game with packs of its own is made for each request that brings some.
    return {verb(kind): kind for kind in acts}


class Importer:
    """Reads the lines of a draft one after the other, with a match as long as there is one. Every meaning, every action
    considered or played, and every comparison is work, counted over all lines."""

    def __init__(
        self,
        draft: Draft,
        games: Mapping[str, Game],
        watch: Watch | None = None,
        work: Work | None = None,
        replaying: Replaying = Replay,
        known: Heading | None = None,
    ) -> None:
        """`known` is the header, if it has been read already."""
        self.draft = draft
        self._lines = Lines(draft.lines, draft.game)
        self._work = work or Work(MOST_IMPORT_STEPS)
        with told_where(draft.game_begins):
            head = known or heading(draft, games, self._work)
        self.header, self.beside, self.game, self.pack, notes, self._exact, self._told_whole = head
        self.notes = [*notes]
        self.names = self.pack.names
        self.along = Along(games, self.header, self.beside, self._work, draft.steps, replaying)
        self._past: set[str] = set()
        """Verbs in the past tense so far."""
        self._watch = watch
        self.seats = seat_numbers(self.beside.players, self.header.seats)
        self._kinds = verbs(self.game)
        self._resolver = Resolver(self.names, self._work, self.game.name)
        whole = as_it_is if replaying is Replay else self._whole
        self._meaning = Meaning(self.game, self.header.mode, self.pack, self._exact, self._work, whole)
        self._ahead = Ahead(self._lines, self.game, self.seats, self._kinds, draft.steps)
        self._filling = Filling(self.along, self._ahead, self._meaning, self.notes, watch)
        self._at_once = AtOnce(self.along, self.game)
        claiming = Claiming(self.game, self.names, self.seats, self._work)
        self._placing = Placing(self.along, claiming, self.pack, self.notes)
        self._known = KnownLines(
            self._lines,
            self.along,
            self._filling,
            self._placing,
            self.seats,
            self.names,
            self._resolver,
            self._exact,
        )

    @property
    def match(self) -> Match | None:
        """The game, as long as it can be played along."""
        return self.along.match

    def _whole(self, seat: int, act: Act) -> Act:
        """An action as it is judged: of one with holes something that it may mean."""
        replay = self.along.replay
        return replay.whole(seat, act) if isinstance(replay, Trial) else act

    def loaded(self) -> Loaded:
        """What has been read, at the end."""
        return Loaded(self.along.record(), self._all_notes, partial(judged, self.along))

    def _all_notes(self) -> Iterator[Note]:
        """What was put right and filled in."""
        yield from (*self.draft.notes, *self.notes, *self._filling.notes())
        if not self._exact:
            yield from self._short_outcomes()
        if loose := self._resolver.loose + self._known.loose:
            yield Note(Locator(), say("transcript.note.loose", count=loose))

    def _short_outcomes(self) -> Iterator[Note]:
        """That less is told of a random event than there was, where nothing says that the rest is not known."""
        for label, (told, there) in self.along.short().items():
            if line := self._told_whole.get(label):
                said = say("transcript.note.short", label=Term(self.game.name, label), told=told, there=there)
                yield Note(Locator(line=line), said)

    def read(self, at: int) -> None:
        """Reads a line of the draft: the next one."""
        with told_where(self._lines.number(at)):
            self._read(at)

    def unreadable(self, first: int) -> list[TranscriptError]:
        """What cannot be read in the lines from a place on, as far as that shows without a game."""
        wrong: list[TranscriptError] = []
        for at in range(first, len(self._lines)):
            try:
                with told_where(self._lines.number(at)):
                    self._read_alone(self._lines[at])
            except TranscriptError as error:
                wrong.append(self.with_form(error))
            if len(wrong) == MOST_ERRORS:
                break
        return wrong

    def with_form(self, error: TranscriptError) -> TranscriptError:
        """What is wrong with a line. Where an argument has no name, all that its verb takes is told. A turn is none."""
        kind = self._kinds.get(error.verb)
        if error.wanted.key != "transcript.want.argument" or (kind is None and error.verb not in (*HEADS, STEP)):
            return error
        form = self._resolver.form(kind, error.verb) if kind else HEAD_ALONE
        return error.in_form(form, named=bool(kind and fields(kind)))

    def _read_alone(self, line: Line) -> None:
        """Reads a line without its place in the game."""
        self._placing.look_at(line)
        if isinstance(line.what, TurnHead):
            self._check_head(line, line.what)
        elif isinstance(line.what, StepHead):
            self._step_number(line, line.what)
        elif isinstance(line.what, Play):
            self._seat(line.what.seat, line.number)
            kind = self._kinds.get(line.what.verb.text)
            if kind is not None and not line.what.unread:
                self._resolver.acts(kind, line.what.parts, line.what.verb, line.number)

    def read_known(self, at: int) -> int:
        """Reads lines whose meaning is known, as long as each is legal where silence leads to it; gives the place of
        the first other one. Most lines of any record are such."""
        if self._looked_at:
            return at
        return self._known.read(at)

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
            note = say("transcript.note.together", verb=Term(self.game.name, asked.verb))
            self.notes.append(Note(self._here(self._lines[at].number), note))

    def _turn_head(self, at: int, line: Line, head: TurnHead) -> None:
        """Whether a head names the right turn is a claim; the game is played on if it may be. Rounds may be called
        turns."""
        self._check_head(line, head)
        here = self._come_to(at, line, head.number)
        self.along.headed()
        self._add(line, Marker(head.number), closing=not here)

    def _check_head(self, line: Line, head: TurnHead) -> None:
        if head.word.text not in (self.game.heads, TURN):
            expected = say("transcript.want.word", word=Term(self.game.name, self.game.heads))
            message = say("transcript.no_head", word=Term(self.game.name, head.word.text), game=self.game.name)
            raise TranscriptError(line.number, head.word.column, expected, message)

    def _come_to(self, at: int, line: Line, turn: int) -> bool:
        """Fills up to the turn that is named, as far as that is how silence may be meant. Where nothing is filled in it
        must be there. Says whether the game may go on from there."""
        if self.match is None:
            return True
        if self._exact:
            return self.along.turn() == turn
        return self._filling.fill_to_turn(at, line.number, turn) in (None, Stopped.UNKNOWN)

    def _step(self, at: int, line: Line, head: StepHead) -> None:
        """Fills up to the end of the step, and hangs the claims on the action that ended it."""
        number = self._step_number(line, head)
        done, mark = self.along.done, self._filling.mark()
        if self.match is not None and not self._exact and number not in done:
            here = self.along.turn()
            stopped = self._filling.fill(
                at, line.number, lambda: number in self.along.done, barred=lambda: self.along.turn() != here
            )
            over = stopped is Stopped.BARRED or (stopped is Stopped.OWED and self.along.turn() != here)
            if over:
                self._filling.take_back(mark)
                said = say("transcript.note.nobody_asked", step=TextLine(self.game.name, f"step {head.step.text}"))
                self.notes.append(Note(self._here(line.number), said))
            if over or stopped is Stopped.OWED:
                self._step_that_never_comes(line, here, number)
                return
        if self.match is not None and number in self.along.done:
            self._hang(self.along.done[number], line)
        else:
            self._add(line, Unresolved(0, STEP_VERB, head.step.text))

    def _step_number(self, line: Line, head: StepHead) -> int:
        number = self.game.steps.get(head.step.text)
        if number is None:
            step = head.step.text
            expected = hint(step, self.game.steps, self.game.name)
            told = Term(self.game.name, step)
            raise TranscriptError(line.number, head.step.column, expected, "transcript.no_step", step=told)
        return number

    def _step_that_never_comes(self, line: Line, turn: int, number: int) -> None:
        """A step that the turn does not come to: the record says so all the same, and the referee will answer."""
        word = number.name.lower() if isinstance(number, IntEnum) else str(number)
        self._add(line, Marker(turn), (StateClaim(self.game.step_path, word),), closing=True)

    def _hang(self, at: int, line: Line) -> None:
        """Adds what a step line says to an entry."""
        ended = next((seen for seen in self.along.seen if seen.entry == at), None)
        places = [one for one in self.along.seen if ended and (one.turn, one.step) == (ended.turn, ended.step)]
        said = self._placing.claims(at, line, places)
        entry = self.along.entries[at]
        comment = "; ".join(filter(None, (entry.comment, line.comment)))
        claims = (*entry.claims, *said)
        hung = Entry(
            entry.what, claims, line.state_hash or entry.state_hash, line.link or entry.link, entry.line, comment
        )
        self.along.put(at, hung)

    def _play(self, at: int, line: Line, play: Play) -> None:
        """An action: filled up to where it is asked for, its words resolved among what they can mean there."""
        seat = self._seat(play.seat, line.number)
        kind = self._kinds.get(play.verb.text)
        if play.past and play.past not in self._past:
            self._past.add(play.past)
            said = say("transcript.note.past", said=play.past, verb=play.verb.text)
            self.notes.append(Note(self._here(line.number), said))
        if kind is None or play.unread:
            if self._watch and self.match is not None:
                self._watch(self.match, at)
            self._leave_unresolved(line, seat, play)
            return
        acts = self._resolver.acts(kind, play.parts, play.verb, line.number)
        if not self._looked_at and self._known.take(at, line, seat, acts):
            self._placing.own(line)
            return
        if self.match is not None and not self._exact:
            self._filling.silence_before(at, line.number, seat, kind)
        misplaced = self.match is not None and not self._exact and not self._filling.in_place(seat, kind, acts)
        if misplaced and self._came_by_itself(at, line, seat, kind, acts):
            return
        if self.match is None:
            self._keep_unplayed(line, seat, play, acts)
            return
        if self._watch:
            self._watch(self.match, at)
        meant = self._meaning.meant(self.match, seat, acts, play, line.number)
        self.notes += [Note(self._here(line.number), text) for text in meant.notes]
        if meant.act is None:
            self._leave_unresolved(line, seat, play)
        else:
            moment = [] if self._exact else self._filling.moment(line.number, (seat, kind))
            self._add(line, Action(seat, meant.act))
            if self.match is not None:
                self._filling.taken(moment)
            else:
                self._note_step(at)

    @property
    def _looked_at(self) -> bool:
        """Whether every line is looked at: somebody watches, or a world is made up as it goes."""
        return self._watch is not None or isinstance(self.along.replay, Trial)

    def _came_by_itself(self, at: int, line: Line, seat: int, kind: type, acts: Sequence[Act]) -> bool:
        """Fills up to the place of an action. Says whether it had come by itself: then the line says what happened."""
        since = max(self._placing.written - 1, 0)
        if (place := self._filled_by_step(at, seat, acts)) is not None:
            return self._stands_for(place, line, say("transcript.note.filled_already"))

        def came() -> Seen | None:
            return self._at_once.place(since, seat, acts)

        # Who has just been left out and passes says that, if nothing else is said of it.
        left_out = verb(kind) == PASS and not line.claims and came() is not None
        if not left_out:
            gap = self._ahead.gap(at, self.along.turn())
            self._filling.fill_for(at, line.number, gap, seat, kind, acts, lambda: came() is not None)
            if self.match is None or self._filling.in_place(seat, kind, acts):
                return False
        if (seen := came()) is None:
            return False
        self._at_once.take(seen, seat, acts)
        return self._stands_for(seen.entry, line, say("transcript.note.done_already"))

    def _stands_for(self, place: int, line: Line, note: Message) -> bool:
        """Has a line say what happened in an entry."""
        self.notes.append(Note(self._here(line.number), note))
        if line.claims or line.state_hash or line.link:
            self._hang(place, line)
        return True

    def _filled_by_step(self, at: int, seat: int, acts: Sequence[Act]) -> int | None:
        """The entry that the step line just before has filled in, if an action writes that down: people take the line
        for a heading."""
        before = self._step_before(at)
        return self._filling.filled_last(before.number, seat, acts) if before else None

    def _step_before(self, at: int) -> Line | None:
        """The step line just before a line."""
        before = self._lines[at - 1] if at else None
        return before if before and isinstance(before.what, StepHead) else None

    def _note_step(self, at: int) -> None:
        """Notes of an action that is refused just behind a step line that this is over."""
        finding, before = self.along.replay.finding, self._step_before(at)
        if before and isinstance(before.what, StepHead) and finding and finding.verdict is Verdict.ILLEGAL:
            said = say("transcript.note.behind_step", step=TextLine(self.game.name, f"step {before.what.step.text}"))
            self.notes.append(Note(Locator(len(self.along.entries), 0, self._lines.number(at)), said))

    def _here(self, line: int) -> Locator:
        return Locator(len(self.along.entries) + 1, 0, line)

    def _seat(self, seat: Word, line: int) -> int:
        if seat.text not in self.seats:
            expected = say("transcript.want.words", words=tuple(self.seats))
            raise TranscriptError(line, seat.column, expected, "transcript.nobody", name=seat.text)
        return self.seats[seat.text]

    def _leave_unresolved(self, line: Line, seat: int, play: Play) -> None:
        arguments = play.unread or plain_arguments(play.parts)
        self._add(line, Unresolved(seat, play.verb.text, arguments))

    def _keep_unplayed(self, line: Line, seat: int, play: Play, acts: Sequence[Act]) -> None:
        """What stands after the first thing that could not be played, as far as it can be read without a game."""
        if len(acts) == 1:
            self._add(line, Action(seat, acts[0]))
        else:
            self._leave_unresolved(line, seat, play)

    def _add(
        self, line: Line, what: Action | Unresolved | Marker, claims: tuple[Claim, ...] = (), closing: bool = False
    ) -> None:
        """Adds the entry of a line, its comment without the printed names that an export adds. Its own claims come
        when it has been carried out: they are about what is then."""
        comment = line.comment
        if comment and isinstance(what, Action):
            comment = comment_beside(comment, ", ".join(printed_names(what.what, self.names)))
        bare = Entry(what, claims, line=line.number, comment=comment)
        if closing:
            self.along.close(bare)
        elif isinstance(what, Action) and self.match is not None:
            self.along.act(bare, bool(line.claims))
        else:
            self.along.add(bare)
        self._placing.own(line)
