"""The record as far as it has been read, and the referee that goes along with it.

The referee judges each entry as it is added, so that a record need not be replayed once more. Reading goes on past a
claim or a hash that does not come out, to find what later words mean, and what is filled in may be taken back: then
the record is judged again in the end (`judged`).
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec import Struct

from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging.record import Action, Claim, Entry, Header, Marker, Notes, Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Note, Verdict
from shinpan_engine.kernel.play.chance import Recorded
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.work import Work

Replaying = Callable[[Mapping[str, Game], Record], Replay]
"""What goes along with a record."""
MOST_SEEN = 256
"""Actions whose events are kept: as many as a step, or what is filled in, has."""


class Loaded:
    """A record, each leniency that was used to read it, and what the referee finds, who went along."""

    def __init__(self, record: Record, notes: Callable[[], Iterable[Note]], judged: Callable[[], Replay]) -> None:
        self.record = record
        self._notes = notes
        self.judged = judged
        """The replay of the record at its end."""

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Each leniency. Whoever only asks for the judgement needs none in words."""
        return tuple(self._notes())

    @classmethod
    def of(cls, record: Record, games: Mapping[str, Game]) -> "Loaded":
        """A record that was not read from a transcript."""

        def judged() -> Replay:
            replay = Replay(games, record)
            replay.run()
            return replay

        return cls(record, tuple, judged)


class Seen(Struct, frozen=True, gc=False):
    """What happened in one action: its entry, the turn and step in which it was taken, the events."""

    entry: int
    turn: int
    step: int
    events: Sequence[Event]


class Along:
    """Entries with a match that goes along as long as every one of them can be carried out."""

    def __init__(
        self,
        games: Mapping[str, Game],
        header: Header,
        beside: Notes,
        work: Work,
        steps: bool,
        replaying: Replaying = Replay,
    ) -> None:
        self.games = games
        self.steps = steps
        self._replaying = replaying
        """Whether there are step lines: only then it matters where steps end."""
        self._record = Record(header, (), beside)
        self._work = work
        self._whole = True
        """Whether what the replay has found is all that there is to find."""
        self.done: dict[int, int] = {}
        """The steps that are over in this turn, each with the entry that ended it."""
        self._turned = False
        """Whether the last action ended a turn: a step line may still mean its last step."""
        self.seen: deque[Seen] = deque(maxlen=MOST_SEEN)
        """What happened last, entry by entry."""
        self._begin()

    def _begin(self) -> None:
        self.replay = self._replaying(self.games, self._record)
        """What goes along."""
        self.game = self.replay.game
        """The game that is recorded."""
        self.match: Match | None = self.replay.match
        self._go_on_past()

    def _go_on_past(self) -> None:
        """Goes on past what was found although everything so far has been carried out."""
        if self.replay.finding is not None and self.match is not None:
            self._whole = False
            self.replay.overlook()

    @property
    def entries(self) -> list[Entry]:
        """The entries so far."""
        return self.replay.entries

    def record(self) -> Record:
        """What has been read so far."""
        return msgspec.structs.replace(self._record, entries=tuple(self.entries))

    def judged(self) -> Replay:
        """The replay of the whole record, at its end."""
        replay = self.replay if self._whole and self.replay.in_order else Replay(self.games, self.record())
        replay.run()
        return replay

    def add(self, entry: Entry, claimed: bool = False) -> None:
        """Adds an entry, and carries it out if it is legal; the match is over with what is not."""
        replay = self.replay
        played = replay.replayed
        replay.add(entry, claimed)
        if replay.finding is not None and self.match is not None:
            if replay.replayed == played and type(entry.what) is not Marker:
                self.match = None
            else:
                self._go_on_past()

    def close(self, entry: Entry) -> None:
        """Adds the entry that the game does not come to: what follows is read without a game."""
        self.replay.add(entry)
        self.match = None

    def act(self, entry: Entry, claimed: bool = False) -> None:
        """Adds an action that can be carried out or not, and notes the step that it ends."""
        self._work.spend()
        turn, step = self.turn(), self.step()
        self.add(entry, claimed)
        self.saw(turn, step)

    def take(self, entry: Entry, turn: int, step: int, claimed: bool = False) -> bool:
        """Adds an action in that turn and step, if it is its turn to come and it is legal where the game stands; says
        whether. Its claims may come later. Whoever calls counts the work, of several such actions together."""
        replay = self.replay
        if not replay.take(entry, claimed):
            return False
        if replay.finding is not None:
            self._found()
        self.saw(turn, step)
        return True

    def spend(self, steps: int = 1) -> None:
        """Counts actions that were taken."""
        self._work.spend(steps)

    def _found(self) -> None:
        """Goes on past what is not ours; where nobody knows what comes next, the match is over."""
        assert self.replay.finding is not None
        if self.replay.finding.verdict is Verdict.DIVERGED:
            self._go_on_past()
        else:
            self.match = None

    def take_all(self, entries: Sequence[Entry]) -> int:
        """Adds actions and heads as long as each is legal, or right, where the game stands; says how many. Where steps
        end is not noted."""
        count = self.replay.take_all(entries)
        if self.replay.finding is not None:
            self._found()
        self._work.spend(count)
        return count

    def saw(self, turn: int, step: int) -> None:
        """Notes what happened in the last action, which was taken in that turn and step, and the step that it ended."""
        if (match := self.match) is not None:
            self.seen.append(Seen(len(self.replay.entries) - 1, turn, step, match.table.events))
            if self.steps:
                self._follow(turn, step)

    def take_head(self, entry: Entry) -> None:
        """Adds the head of the turn that is played."""
        self.headed()
        self.replay.take_head(entry)

    def _follow(self, turn: int, step: int) -> None:
        if self._turned:
            self.done = {}
        self._turned = self.turn() != turn
        if self._turned:
            self.done = {}
        if self._turned or self.step() != step:
            self.done[step] = len(self.entries) - 1

    def headed(self) -> None:
        """A head has been read: the steps before it are no longer meant."""
        if self._turned:
            self.done, self._turned = {}, False

    def put(self, at: int, entry: Entry, agreed: bool = False) -> None:
        """Writes claims and hashes into an entry. `agreed` says that the claims are known to come out."""
        if at == len(self.entries) - 1:
            self.replay.noted(entry, agreed)
            self._go_on_past()
        else:
            self._whole = False
            self.entries[at] = entry

    def claim(self, claims: tuple[Claim, ...], at: int) -> None:
        """Adds claims to an entry."""
        if claims:
            entry = self.entries[at]
            self.put(at, msgspec.structs.replace(entry, claims=(*entry.claims, *claims)))

    def back_to(self, count: int) -> None:
        """Forgets the entries after so many, all of which could be carried out."""
        kept = self.entries[:count]
        self.seen.clear()
        self.done, self._turned = {}, False
        self._begin()
        for entry in kept:
            if type(entry.what) is Action:
                self.act(entry)
            else:
                self.headed()
                self.add(entry)

    def short(self) -> dict[str, tuple[int, int]]:
        """The random events of which the record tells less than there was: how many it tells, and how many there
        were."""
        chance = self.replay.chance
        if not isinstance(chance, Recorded):
            return {}
        return {label: (len(chance.outcomes[label]), there) for label, there in chance.short.items()}

    def turn(self) -> int:
        """The turn that is played."""
        assert self.match is not None
        return self.replay.game.turn(self.match.table.state)

    def step(self) -> int:
        """The step of it."""
        assert self.match is not None
        return self.replay.game.step(self.match.table.state)
