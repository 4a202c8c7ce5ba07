"""How fast records are judged, beside the floor: encoding and hashing states of the same size and nothing else."""

import gc
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

import msgspec

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.canon import Links, decode, encode
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import ENGLISH, Message, Telling, say

from ..messages.records import record_from_message, record_to_message, report_to_message
from .simulation import random_record, seed_of

FLOOR_GAMES = 20
"""Games whose states the floor encodes, at the most."""
FIGURES = 3
"""How many figures there are."""
TOLD_EACH = 1000
"""Games after which it is told how far the judging has come."""

Told = Callable[[int], None]
"""Hears how much more of the work is done: games played, figures taken, games judged."""


class Row(NamedTuple):
    """One figure: actions and games a second, best of all rounds."""

    what: Message
    actions: float
    games: float


class Memory(NamedTuple):
    """Peak memory in KiB after some games."""

    games: int
    peak_kib: int


def records_of(game: Game, mode: str, count: int, seed: str, told: Told) -> list[Record]:
    """Random games to measure with."""
    found = []
    for number in range(count):
        found.append(random_record(game, mode, game.packs["house"], seed_of(seed, number)))
        told(1)
    return found


def measure(game: Game, records: Sequence[Record], rounds: int, told: Told) -> list[Row]:
    """All figures, each the best of some rounds taken in turn, so that noise falls on all alike."""
    encoded = [record_to_message(record).SerializeToString() for record in records]
    floor_games = min(FLOOR_GAMES, len(records))
    states = list(_states(records[:floor_games]))
    actions = sum(len(record.entries) for record in records)
    work: list[tuple[Message, Callable[[], None], int, int]] = [
        (say("cli.bench.row.floor"), lambda: _floor(states), len(states), floor_games),
        (say("cli.bench.row.decoded"), lambda: _decoded(records), actions, len(records)),
        (say("cli.bench.row.bytes"), lambda: _bytes(game, encoded), actions, len(records)),
    ]
    assert len(work) == FIGURES
    best = [float("inf")] * FIGURES
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for at, (_, run, _, _) in enumerate(work):
            start = perf_counter()
            run()
            best[at] = min(best[at], perf_counter() - start)
            told(1)
    gc.unfreeze()
    return [Row(what, a / b, g / b) for (what, _, a, g), b in zip(work, best, strict=True)]


def _states(records: Sequence[Record]) -> Iterator[tuple[msgspec.Struct, Action]]:
    """Every state of some games, each with the action before it."""
    for record in records:
        replay = Replay(GAMES, record)
        found: list[tuple[msgspec.Struct, Action]] = []

        def keep(step: Step, replay: Replay = replay, found: list[tuple[msgspec.Struct, Action]] = found) -> None:
            if step.action is not None and replay.match is not None:
                found.append((decode(encode(replay.match.table.state), replay.game.state), step.action))

        replay.run(watch=keep)
        yield from found


def _floor(states: Sequence[tuple[msgspec.Struct, Action]]) -> None:
    links = Links()
    for state, action in states:
        links.add(action, state)


def _decoded(records: Sequence[Record]) -> None:
    for record in records:
        report = verify(GAMES, record)
        assert report.verdict == Verdict.LEGAL, "random games are legal"


def _bytes(game: Game, encoded: Sequence[bytes]) -> None:
    for data in encoded:
        replay = Replay(GAMES, record_from_message(record_pb2.Record.FromString(data)))
        replay.run()
        # As the service does: with the names of the pack, of which most records have the same to say.
        report_to_message(replay.report(), game, Telling(ENGLISH, replay.names)).SerializeToString()


def memory(game: Game, records: Sequence[Record], games: int, told: Told) -> list[Memory]:
    """Peak memory after a tenth of the games and after all of them; nothing without any."""
    if not games:
        return []
    import resource  # noqa: PLC0415  # it is not there on Windows

    encoded = [record_to_message(record).SerializeToString() for record in records]
    found = []
    for number in range(1, games + 1):
        _bytes(game, [encoded[number % len(encoded)]])
        if number in (games // 10, games):
            found.append(Memory(number, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
        if number % TOLD_EACH == 0:
            told(TOLD_EACH)
    return found
