"""One record of all that two records say of a game, or why there can be none."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

import msgspec

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Claim,
    Entry,
    Header,
    Marker,
    Notes,
    Outcome,
    Record,
    RecordedChance,
    SeenChance,
)
from shinpan_engine.kernel.messages import Message, Word, say
from shinpan_engine.kernel.play.chance import UNKNOWN
from shinpan_engine.kernel.play.views import HIDDEN
from shinpan_engine.kernel.seen.holes import leaves_open

from ..transcript import Loaded
from .aligned import Aligned, joined
from .side import Move, Side


class NoneFits(Exception):
    """No game fits both records: why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def merged(first: Side, second: Side, moves: Aligned, games: Mapping[str, Game]) -> Loaded:
    """The record of all that both say. Raises `NoneFits`."""
    ours, theirs = first.record.header, second.record.header
    if _agreed(ours) != _agreed(theirs):
        raise NoneFits(say("kernel.compare.none.header"))
    if not moves.one_goes_on:
        raise NoneFits(say("kernel.compare.none.moves"))
    if moves.claimed:
        raise NoneFits(say("kernel.compare.none.claims"))
    header = msgspec.structs.replace(ours, chance=_chance(first, second), commitment=None)
    notes = Notes(first.record.notes.players or second.record.notes.players, result=_result(first, second))
    return Loaded.of(Record(header, tuple(_entries(first, second, moves)), notes), games)


def _agreed(header: Header) -> Header:
    """What was agreed before the game, without what came up."""
    return msgspec.structs.replace(header, chance=None, commitment=None)


def _result(first: Side, second: Side) -> str:
    """The result that was noted; of two the one that says how the game ended."""
    noted = [side.record.notes.result for side in (first, second)]
    return next((one for one in noted if one and one != "none"), "")


def _chance(first: Side, second: Side) -> ChanceSource:
    """What came up, as far as either says it."""
    if first.record.header.chance == second.record.header.chance:
        assert first.record.header.chance is not None, "a record without chance is refused before"
        return first.record.header.chance
    ours, theirs = ({outcome.label: _known(outcome.values) for outcome in side.outcomes} for side in (first, second))
    game = first.game.name
    outcomes = [
        Outcome(label, _values(ours.get(label, []), theirs.get(label, []), label, game))
        for label in sorted({**ours, **theirs})
    ]
    kind = SeenChance if first.is_seen or second.is_seen else RecordedChance
    return ChanceSource(kind(outcomes))


def _known(values: Sequence[int]) -> Sequence[int]:
    """What came up without the sign that nobody knows the rest."""
    return values[:-1] if values and values[-1] == UNKNOWN else values


def _values(ours: Sequence[int], theirs: Sequence[int], label: str, game: str) -> list[int]:
    pairs = [*zip_longest(ours, theirs, fillvalue=HIDDEN)]
    if any(one and other and one != other for one, other in pairs):
        raise NoneFits(say("kernel.compare.none.outcome", label=Word(game, label, heads=True)))
    return [one or other for one, other in pairs]


def _entries(first: Side, second: Side, moves: Aligned) -> Iterable[Entry]:
    """The entries of both, one with the claims of the other."""
    for ours, theirs in moves.pairs:
        yield from _heads(ours.heads, theirs.heads)
        yield _one(ours, theirs)
    for move in moves.longer:
        yield from move.heads
        yield _bare(move.entry)
    yield from _heads(first.ends, second.ends)


def _heads(ours: Sequence[Entry], theirs: Sequence[Entry]) -> Iterable[Entry]:
    """The heads of turns of both, in their order."""
    numbers: dict[int, list[Claim]] = {}
    for entry in (*ours, *theirs):
        assert isinstance(entry.what, Marker), "nothing else stands before a move"
        numbers.setdefault(entry.what.number, []).extend(entry.claims)
    for number in sorted(numbers):
        yield Entry(Marker(number), tuple(dict.fromkeys(numbers[number])))


def _one(ours: Move, theirs: Move) -> Entry:
    what, other = ours.entry.what, theirs.entry.what
    if leaves_open(what):
        what = other
    elif isinstance(what, Action) and isinstance(other, Action):
        together = joined(what.what, other.what)
        assert together is not None, "the moves fit"
        what = Action(what.seat, together)
    claims = dict.fromkeys((*ours.entry.claims, *theirs.entry.claims))
    comment = "; ".join(dict.fromkeys(filter(None, (ours.entry.comment, theirs.entry.comment))))
    return Entry(what, tuple(claims), comment=comment)


def _bare(entry: Entry) -> Entry:
    """An entry without what holds in its own record only."""
    return msgspec.structs.replace(entry, state_hash=b"", link=b"", line=0)
