"""Records whose simultaneous answers stand as they may be given at a table: whoever is ready first says so first."""

from msgspec.structs import replace

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Entry, Record
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.play.chance import Stream
from tests.random_games import start, take


def mixed(record: Record, dice: Stream) -> Record:
    """The same game with answers to simultaneous questions in any order, each seat's own in theirs."""
    link = verify(GAMES, record).last_link
    for first, behind in _answers(record):
        entries = [*record.entries[:first], *_mixed(record.entries[first:behind], dice), *record.entries[behind:]]
        other = replace(record, entries=tuple(entries))
        # What looks like the answers to one question may belong to two, the second asked when all have answered.
        if verify(GAMES, other).last_link == link and _may_happen(other):
            record = other
    return record


def _may_happen(record: Record) -> bool:
    """Whether each entry is legal at the time at which it comes."""
    replay = Replay(GAMES, replace(record, entries=()))
    return all(replay.add(entry) is None for entry in record.entries)


def _answers(record: Record) -> list[tuple[int, int]]:
    """Where entries begin and end that all answer what is asked at once."""
    match, found, at = start(record.header), list[tuple[int, int]](), 0
    for place, entry in enumerate(record.entries):
        together = match.ask.simultaneous
        if place >= at and together:
            at = place
            while at < len(record.entries) and type(record.entries[at].what.what) in together:
                at += 1
            found.append((place, at))
        take(match, entry.what)
    return found


def _mixed(entries: tuple[Entry, ...], dice: Stream) -> list[Entry]:
    """The entries in any order that leaves those of one seat in theirs."""
    seats = dice.shuffle([entry.what.seat for entry in entries])
    own = {seat: iter([entry for entry in entries if entry.what.seat == seat]) for seat in sorted(set(seats))}
    return [next(own[seat]) for seat in seats]
