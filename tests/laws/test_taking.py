"""Entries that are taken many at a time are judged like entries taken one by one."""

import random
from collections.abc import Sequence

import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Entry, Marker, Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_records import transcript
from tests.random_games import modes, play, seeds, told

ALTERED_EACH = 4
"""Records that are made of one by altering it."""


def with_heads(record: Record) -> list[Entry]:
    """The entries of a record with a hash each, and with the heads of turns."""
    return [*transcript.load(transcript.dump(record, GAMES), GAMES).record.entries]


def altered(entries: Sequence[Entry], dice: random.Random) -> list[Entry]:
    """Some entries of which one is altered, left out, said twice or moved."""
    found, at = [*entries], dice.randrange(len(entries) - 1)
    entry, what = found[at], found[at].what
    other = Marker(what.number + 1) if isinstance(what, Marker) else what
    if isinstance(what, Action):
        other = Action(1 if what.seat == 2 else 2, what.what)
    found[at : at + 2] = dice.choice(
        [
            [found[at + 1]],
            [entry, *found[at : at + 2]],
            [found[at + 1], entry],
            [msgspec.structs.replace(entry, what=other), found[at + 1]],
            [msgspec.structs.replace(entry, state_hash=bytes(4)), found[at + 1]],
            [msgspec.structs.replace(entry, state_hash=b""), found[at + 1]],
        ]
    )
    return found


def one_by_one(replay: Replay, entries: Sequence[Entry]) -> int:
    """Takes entries, each by itself, as long as it can be taken and nothing is found; says how many."""
    assert replay.match is not None
    for at, entry in enumerate(entries):
        if isinstance(entry.what, Marker):
            if entry.what.number != replay.game.turn(replay.match.table.state):
                return at
            replay.take_head(entry)
        elif not replay.take(entry):
            return at
        elif replay.finding is not None:
            return at + 1
    return len(entries)


@modes
def test_entries_are_taken_alike(game: Game, mode: str) -> None:
    """Random games, as they are and altered: as many entries are taken, and the same is found, with the same links."""
    for seed in seeds(2):
        dice, record = random.Random(seed), play(game, seed, mode)
        whole, bare = with_heads(record), Record(record.header, ())
        for entries in (whole, *(altered(whole, dice) for _ in range(ALTERED_EACH))):
            with told(seed):
                singly, together = Replay(GAMES, bare), Replay(GAMES, bare)
                assert together.take_all(entries) == one_by_one(singly, entries)
                assert together.entries == singly.entries
                assert (together.finding, together.links.link) == (singly.finding, singly.links.link)
                assert together.report() == singly.report()


@modes
def test_taking_goes_on(game: Game, mode: str) -> None:
    """In parts of any length the same game is judged."""
    for seed in seeds(1):
        record = play(game, seed, mode)
        entries, replay, first = with_heads(record), Replay(GAMES, Record(record.header, ())), 0
        while first < len(entries):
            part = entries[first : first + 1 + seed % 7 + first % 5]
            with told(seed):
                assert replay.take_all(part) == len(part)
            first += len(part)
        whole = Replay(GAMES, Record(record.header, tuple(entries)))
        for one in (replay, whole):
            one.run()
        assert replay.report() == whole.report()
