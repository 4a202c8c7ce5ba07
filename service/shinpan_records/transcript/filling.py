"""What silence means: passes and forced steps that were left out are filled in where a line asks for it."""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache, lru_cache

from msgspec import Struct

from shinpan_engine.kernel.forms.text import fields, seat_name, verb
from shinpan_engine.kernel.judging.record import Action, Claim, Entry
from shinpan_engine.kernel.judging.report import Locator, Note
from shinpan_engine.kernel.messages import Line, say
from shinpan_engine.kernel.play.decisions import Act, Ask, Decision, Route, routes
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.seen.trial import Trial

from .ahead import Ahead, Gap
from .along import Along
from .lines import TURN, TurnHead
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


class Filled(Struct, frozen=True, gc=False):
    """An action that was filled in: the number of its entry, the turn it came in, the line it came for."""

    number: int
    turn: int
    action: Action
    line: int


class Said(Struct, frozen=True, gc=False):
    """What a line says beside its action."""

    number: int
    claims: tuple[Claim, ...] = ()
    state_hash: bytes = b""
    comment: str = ""
    link: bytes = b""

    def entry(self, action: Action) -> Entry:
        """The entry of the line. Its claims, and hashes beside them, are compared later."""
        state_hash = b"" if self.claims or self.link else self.state_hash
        return Entry(action, (), state_hash, b"", self.number, self.comment)


class Filling:
    """Fills in what silence means, and keeps what has to be told of it."""

    def __init__(self, along: Along, ahead: Ahead, meaning: Meaning, notes: list[Note], watch: Watch | None) -> None:
        self._along = along
        self._ahead = ahead
        self._meaning = meaning
        self._notes = notes
        """What is told of the reading, in the order of the lines."""
        self._watch = watch
        self._told: list[Filled] = []
        self._moments: list[Note] = []

    def notes(self) -> list[Note]:
        """What was filled in, a note for each turn; and which moment was taken where there are two."""
        by_turn: dict[int, list[Filled]] = {}
        for told in self._told:
            by_turn.setdefault(told.turn, []).append(told)
        return [*(self._note(turn, of) for turn, of in by_turn.items()), *self._moments]

    def _note(self, turn: int, of: Sequence[Filled]) -> Note:
        heads = say("kernel.turn") if self._along.game.heads == TURN else say("kernel.round")
        said = tuple([self._said(one.action) for one in of])
        where = Locator(of[0].number, 0, of[0].line)
        return Note(where, say("transcript.note.filled", heads=heads, turn=turn, count=len(of), actions=said))

    def _said(self, action: Action) -> Line:
        """How what was filled in is written."""
        game = self._along.game.name
        kind: type[Struct] = type(action.what)
        return silence_said(game, action.seat, kind) or Line(game, self._meaning.said(action))

    def in_place(self, seat: int, kind: type, acts: Sequence[Act]) -> bool:
        """Whether an action stands where it is asked for: not where silence would answer and it is refused."""
        match = self._along.match
        assert match is not None
        decision, *_ = match.ask.route(seat, kind) or (None,)
        silent = decision is not None and decision.default is not None
        return self.asked(seat, kind) and not (silent and self._meaning.refused(match, seat, acts))

    def asked(self, seat: int, kind: type) -> bool:
        """Whether such an action of a seat is asked for now, or may always be taken."""
        match = self._along.match
        assert match is not None
        ask = match.ask
        return ask.route(seat, kind) is not None or _may_always(match, (seat, kind))

    def take(self, at: int, acts: Sequence[Action], said: Said) -> bool:
        """Adds the one legal of the actions that a line can mean, after what silence means before it, as `fill_for`
        does. Where that leads to where it is asked for and to nothing one may do, this is where it has to be judged."""
        mark = self.mark()
        taken = self._take(at, acts, said, mark)
        self._along.spend(1 + max(0, len(self._told) - mark[1]))
        return taken

    def _take(self, at: int, acts: Sequence[Action], said: Said, mark: tuple[int, int]) -> bool:
        """The same, with the work not counted."""
        along, gap = self._along, None
        key = acts[0].seat, type(acts[0].what)
        while (match := along.match) is not None:
            ask, before = match.ask, None
            asked = ask.route(*key)
            if asked is not None and ask.simultaneous:
                before = self._silent_before(at, key, ask)
            if before is None and (asked is not None or _may_always(match, key)):
                if (taken := self._take_here(match, asked, acts, said)) is not None:
                    return taken
                if asked is None or asked[0].default is None:
                    return False
                if ask.simultaneous:
                    break
            gap = gap or self._ahead.gap(at, along.turn())
            if not self._leave_up_to(key, gap, before, said.number, mark):
                break
        self.take_back(mark)
        return False

    def _take_here(self, match: Match, asked: Route | None, acts: Sequence[Action], said: Said) -> bool | None:
        """Takes the one of some actions that is legal where it is asked for; says whether, or nothing if none is. Of
        several that are not the same none is taken."""
        legal = acts if len(acts) == 1 else self._legal(match, acts[0].seat, acts)
        if not legal:
            return None
        if len(legal) > 1 and not self._meaning.same(match, [act.what for act in legal]):
            return False
        along, state, action = self._along, match.table.state, legal[0]
        here = self.moment(said.number, (action.seat, type(action.what))) if asked and asked[0].elsewhere else ()
        if not along.take(said.entry(action), along.game.turn(state), along.game.step(state), bool(said.claims)):
            return None
        if len(legal) > 1:
            self._tell(legal, said.number)
        self._moments += here
        return True

    def _leave_up_to(
        self, key: tuple[int, type], gap: Gap, before: Decision | None, line: int, mark: tuple[int, int]
    ) -> bool:
        """Leaves what is asked to silence, as far as that is meant in a gap, until a seat is asked for an action of a
        kind; says whether it came so far. `before` is who is asked before the seat."""
        along, match = self._along, self._along.match
        assert match is not None
        turn_of, step_of, table = along.game.turn, along.game.step, match.table
        turn, step = turn_of(table.state), step_of(table.state)
        silence = silence_of(before) if before else asked_for(match.ask, table.standing, *key)[1]
        for _ in range(mark[1] + MOST_FILLED - len(self._told)):
            if turn >= gap.turn or step == gap.step:
                break
            if (action := silence or self._forced(match)) is None:
                break
            self._leave(action, line, turn, step)
            if along.match is None:
                return True
            turn, step = turn_of(table.state), step_of(table.state)
            asked, silence = asked_for(match.ask, table.standing, *key)
            if asked and turn < gap.turn:
                return True
        return False

    def filled_last(self, line: int, seat: int, acts: Sequence[Act]) -> int | None:
        """The place of the entry that was filled in last, if that was for a line and is what one of some actions
        says."""
        last = self._told[-1] if self._told else None
        if last is None or last.line != line or last.number != len(self._along.entries):
            return None
        return last.number - 1 if last.action in [Action(seat, act) for act in acts] else None

    def _legal(self, match: Match, seat: int, acts: Sequence[Action]) -> list[Action]:
        """Those of some actions of a seat that nothing forbids now, as far as anybody can say."""
        return [Action(seat, act) for act in self._meaning.legal(match, seat, [act.what for act in acts])]

    def moment(self, line: int, key: tuple[int, type]) -> list[Note]:
        """The note for a line that fits here and may be meant for a later step of the turn."""
        along = self._along
        route = along.match.ask.route(*key) if along.match is not None else None
        if route is None or not route[0].elsewhere or along.match is None:
            return []
        printed = along.game.printed_step(along.match.table.state, key[0])
        said = say("transcript.note.two_steps", taken=printed, other=route[0].elsewhere)
        return [Note(Locator(len(along.entries) + 1, 0, line), said)]

    def taken(self, moment: Sequence[Note]) -> None:
        """Keeps that note once the action has been taken."""
        self._moments += moment

    def _tell(self, legal: Sequence[Action], line: int) -> None:
        """Notes that several actions were meant which are the same."""
        said = self._meaning.taken(legal[0].seat, [act.what for act in legal])
        self._notes.append(Note(Locator(len(self._along.entries), 0, line), said))

    def fill_to_turn(self, at: int, number: int, turn: int) -> Stopped | None:
        """Fills up to a turn if it is the next one, or turn 2 where the set-up too may end in silence."""
        along = self._along
        here = along.turn()
        if here + 1 != turn and (here or turn != 2):
            return None
        return self.fill(at, number, lambda: along.turn() >= turn, barred=never)

    def silence_before(self, at: int, number: int, seat: int, kind: type) -> None:
        """Fills in the silence of those who are asked before a seat for the same simultaneous choice."""
        along = self._along
        while (match := along.match) is not None and match.ask.simultaneous:
            before = self._silent_before(at, (seat, kind), match.ask)
            if before is None:
                break
            along.spend()
            self._leave(silence_of(before), number, along.turn(), along.step())

    def _silent_before(self, at: int, key: tuple[int, type], ask: Ask) -> Decision | None:
        """Who is asked before a seat for the same simultaneous choice, if the lines after one show that its answer is
        left to silence: the turn ends, or the next thing it does is no answer."""
        first = ask.decisions[0]
        if key[0] == first.seat or key[1] not in ask.simultaneous or first.default is None:
            return None
        following = self._ahead.next_of(at, first.seat)
        if isinstance(following, TurnHead):
            return first if following.number == self._along.turn() + 1 else None
        kind = following and self._ahead.kind(following)
        return first if kind and not self.asked(first.seat, kind) else None

    def fill_for(
        self, at: int, number: int, gap: Gap, seat: int, kind: type, acts: Sequence[Act], came: Callable[[], bool]
    ) -> None:
        """Fills up to where such an action is asked for and legal, or came by itself, if that is within the gap; if it
        is legal nowhere, up to where it is asked for first; if that is nowhere, up to where something else forbids it
        than that its step has not come; else nothing is filled in. Where the way there hangs on
        what nobody knows, nobody can say whether it may be done."""
        along, mark = self._along, self.mark()
        here = along.turn()

        def within() -> bool:
            return along.turn() < gap.turn

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
        if self.fill(at, number, asked, barred, seat) in (None, Stopped.UNKNOWN):
            return
        self.take_back(mark)
        if self._too_early(seat, acts):
            self._fill_to_reason(at, number, seat, acts, lambda: barred() or along.turn() > max(here, 1))

    def _fill_to_reason(self, at: int, number: int, seat: int, acts: Sequence[Act], barred: Callable[[], bool]) -> None:
        """Fills up to where an action is refused for another reason than that its step has not come, if that is within
        the turn."""
        mark = self.mark()
        if self.fill(at, number, lambda: not barred() and not self._too_early(seat, acts), barred, seat):
            self.take_back(mark)

    def _too_early(self, seat: int, acts: Sequence[Act]) -> bool:
        """Whether an action is refused only because its step has not come: then the reason that belongs to it shows
        further on."""
        match = self._along.match
        if match is None or not acts:
            return False
        refusal = self._meaning.judged(match, seat, acts[0])[1]
        return refusal is not None and refusal.key in self._along.game.too_early

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
        along, mark = self._along, self.mark()
        while along.match is not None:
            if ready():
                return None
            silent = self._silence(along.match, seat)
            if silent is None:
                return Stopped.OWED if along.match.ask.decisions else Stopped.BARRED
            if barred() or self._too_many(mark):
                return Stopped.BARRED
            if self._watch:
                self._watch(along.match, at)
            along.spend()
            self._leave(silent, number, along.turn(), along.step())
        return Stopped.UNKNOWN

    def _silence(self, match: Match, seat: int) -> Action | None:
        """What silence means: what a decision says of it, or else the one thing that can be done."""
        decision = left_to_silence(match.ask, seat)
        return self._forced(match) if decision is None else silence_of(decision)

    def _forced(self, match: Match) -> Action | None:
        """The one thing that can be done. In a world nothing is forced, since its cards are made up."""
        return None if isinstance(self._along.replay, Trial) else self._meaning.forced(match)

    def _too_many(self, mark: tuple[int, int]) -> bool:
        return len(self._told) - mark[1] >= MOST_FILLED

    def _leave(self, action: Action, number: int, turn: int, step: int) -> None:
        """Takes what silence means, for a line of that number. Whoever calls counts the work."""
        along, entry = self._along, Entry(action, (), b"", b"", number)
        self._told.append(Filled(len(along.replay.entries) + 1, turn, action, number))
        if not along.take(entry, turn, step):
            along.act(entry)


def _may_always(match: Match, key: tuple[int, type]) -> bool:
    """Whether a seat may take an action of a kind whenever somebody is asked, as somebody is."""
    standing = match.table.standing
    return bool(standing and match.ask.decisions) and key[1] in routes(standing).get(key[0], ())


@lru_cache(maxsize=4096)
def asked_for(ask: Ask, standing: tuple[Decision, ...], seat: int, kind: type) -> tuple[bool, Action | None]:
    """Whether an action of a kind is asked for of a seat, or may always be taken, and what silence means."""
    may_always = bool(ask.decisions) and kind in routes(standing).get(seat, ())
    silent = left_to_silence(ask, seat)
    return may_always or ask.route(seat, kind) is not None, silence_of(silent) if silent else None


def never() -> bool:
    """What bars nothing."""
    return False


def silence_of(decision: Decision) -> Action:
    """What a decision says that silence means."""
    return Action(decision.seat, decision.default)


def left_to_silence(ask: Ask, seat: int) -> Decision | None:
    """A decision that silence answers: one of the seat's own, or else the first; of a simultaneous choice the first."""
    silent = silent_among(ask.decisions)
    if len(silent) < 2 or ask.simultaneous:
        return silent[0] if silent else None
    return next((decision for decision in silent if decision.seat == seat), silent[0])


@lru_cache(maxsize=1024)
def silent_among(decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Those of some decisions that silence answers."""
    return tuple([decision for decision in decisions if decision.default is not None])


@cache
def silence_said(game: str, seat: int, kind: type[Struct]) -> Line | None:
    """How an action of a kind is written, if it has no arguments."""
    return None if fields(kind) else Line(game, f"{seat_name(seat)} {verb(kind)}")
