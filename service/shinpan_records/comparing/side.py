"""One of two records that are compared: judged, as moves in the order in which they were made."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.forms.text import seat_name
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import game_of, is_seen, pack_of
from shinpan_engine.kernel.judging.record import Action, Entry, Marker, Outcome, Record, SeededChance, Unresolved
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Finding, Report
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.seen.search import judge

from ..transcript import Loaded


class Move(NamedTuple):
    """An action of a record with the heads of turns before it."""

    entry: Entry
    heads: tuple[Entry, ...]
    turn: int
    number: int
    """Its entry, counted from 1; past the last one for heads behind the last action."""


class Side(NamedTuple):
    """A record, how it was judged, and its moves."""

    record: Record
    game: Game
    pack: Pack
    report: Report
    moves: tuple[Move, ...]
    ends: tuple[Entry, ...]
    """Heads of turns behind the last action."""
    outcomes: Sequence[Outcome]
    """What came up, as far as the record says it or its seed does."""
    world: Record | None
    """The complete record: this one, or one that agrees with it."""

    @property
    def finding(self) -> Finding | None:
        """What is wrong with it."""
        return self.report.findings[0] if self.report.findings else None

    @property
    def is_seen(self) -> bool:
        """Whether it tells only what was seen."""
        return is_seen(self.record.header)

    @property
    def breaks_off(self) -> int:
        """The move from which on it is not read, since its names say nothing before what is wrong there is mended;
        behind all moves, if all is read."""
        if self.finding is not None:
            for at, move in enumerate(self.moves):
                behind = self.moves[at:] if move.number >= self.finding.where.entry else ()
                if any(isinstance(one.entry.what, Unresolved) for one in behind[1:]):
                    return at
        return len(self.moves)

    def line(self, entry: Entry) -> str:
        """A move as a line of a transcript."""
        what = entry.what
        if isinstance(what, Action):
            return spelled(what.seat, what.what, self.pack.names, holes=True)
        assert not isinstance(what, Marker), "heads are no moves"
        return f"{seat_name(what.seat)} {what.verb} {what.arguments}".rstrip()


def judged_side(loaded: Loaded, games: Mapping[str, Game]) -> Side:
    """A record that is compared, judged."""
    record = loaded.record
    game = game_of(games, record.header)
    if is_seen(record.header):
        judged = judge(games, record)
        report, world, outcomes = judged.report, judged.world, _told(record)
    else:
        replay = loaded.judged()
        report, world, outcomes = replay.report(), record, _told(record) or _drawn(replay)
    order, turns = _played(games, world) if world else ([], {})
    moves, ends = _moves(record, order, turns)
    return Side(record, game, pack_of(game, record.header), report, moves, ends, outcomes, world)


def _told(record: Record) -> Sequence[Outcome]:
    source = record.header.chance.source if record.header.chance else None
    return () if source is None or isinstance(source, SeededChance) else source.outcomes


def _drawn(replay: Replay) -> Sequence[Outcome]:
    """What came up of a seed."""
    return [Outcome(label, list(values)) for label, values in sorted(replay.chance.outcomes.items())]


def _played(games: Mapping[str, Game], world: Record) -> tuple[list[int], dict[int, int]]:
    """The entries of the actions that can be played, in their order, and the turn of each."""
    replay, order, turns = Replay(games, world), list[int](), dict[int, int]()
    now = 0

    def watch(step: Step) -> None:
        nonlocal now
        if step.entry:
            order.append(step.entry)
            turns[step.entry] = now
        now = replay.game.turn(replay.state())

    replay.run(watch=watch)
    return order, turns


def _moves(
    record: Record, order: Sequence[int], turns: Mapping[int, int]
) -> tuple[tuple[Move, ...], tuple[Entry, ...]]:
    """The moves in the order in which they are played, those that are not played behind them as they are written."""
    heads: dict[int, tuple[Entry, ...]] = {}
    acted, told, before, turn = list[int](), dict[int, int](), list[Entry](), 0
    for number, entry in enumerate(record.entries, 1):
        if isinstance(entry.what, Marker):
            before.append(entry)
            turn = entry.what.number
        else:
            acted.append(number)
            heads[number], told[number], before = tuple(before), turn, []
    first = [number for number in order if number in heads]
    numbers = [*first, *(number for number in acted if number not in set(first))]
    moves = [
        Move(record.entries[number - 1], heads[here], turns.get(number, told[number]), number)
        for here, number in zip(acted, numbers, strict=True)
    ]
    return tuple(moves), tuple(before)
