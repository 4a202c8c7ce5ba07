"""Records of which so little was not seen that every world can be tried: the search finds one where there is one, and
proves that there is none only where there is none.

`SHINPAN_GAMES=1000 python -m pytest -n0 -s tests/seen/test_small_worlds.py` tries ten times as many as usual.
"""

from collections.abc import Iterator
from itertools import islice, permutations

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Entry,
    Outcome,
    Record,
    RecordedChance,
    SeenChance,
)
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.seen.holes import agrees, has_holes, named
from shinpan_engine.kernel.seen.search import judge

from ..hiding import replaced, with_holes
from ..random_games import MODES, changed, enough, play, recorded, seeds, told

SMALL = [(game, mode) for game, mode in MODES if game.unseen is not None]
FOUND = (Verdict.LEGAL, Verdict.INCOMPLETE)
PROVED = (Verdict.ILLEGAL, Verdict.CONTRADICTED, Verdict.MALFORMED)
CASES = 4
"""Records made of one game."""
MOST_ENTRIES, MOST_HIDDEN, MOST_HOLES = 60, 4, 2
EARLY = 12
"""Places of an outcome that come up early."""
MOST_WORLDS = 400


@pytest.mark.parametrize(("game", "mode"), SMALL, ids=[f"{game.name} {mode}" for game, mode in SMALL])
def test_all_worlds_agree_with_the_search(game: Game, mode: str) -> None:
    """Hide a few cards of a game, and in most cases name another card once: the search says that there is a world
    exactly where one of all worlds is legal, and calls nothing illegal that is legal in one of them."""
    compared = proved = found = 0
    for seed in seeds(2):
        with told(seed):
            for case in range(CASES):
                seen = small(game, mode, seed, case)
                there = any_is_legal(seen)
                if there is None:
                    continue
                verdict = judge(GAMES, seen).report.verdict
                assert (verdict in FOUND) == there, f"case {case}: {verdict.word}"
                compared += 1
                found += there
                proved += verdict in PROVED
    print(f"{game.name} {mode}: {compared} compared, {found} with a world, {proved} of the others proved illegal")
    enough(compared, CASES)


def small(game: Game, mode: str, seed: int, case: int) -> Record:
    """The beginning of a game of which a few places of one outcome and a few secret choices are hidden."""
    dice = Stream(seed.to_bytes(32, "big"), f"small/{case}")
    whole = recorded(play(game, seed, mode))
    entries = list(whole.entries[: 1 + dice.below(MOST_ENTRIES)])
    outcomes = drawn(msgspec.structs.replace(whole, entries=tuple(entries)))
    long = [label for label in outcomes if len(outcomes[label]) > MOST_HIDDEN]
    if long:
        label = long[dice.below(len(long))]
        for _ in range(1 + dice.below(MOST_HIDDEN)):
            outcomes[label][dice.below(min(EARLY, len(outcomes[label])))] = 0
    assert game.unseen is not None
    secret = [at for at, entry in enumerate(entries) if type(entry.what.what) in game.unseen.secrets]
    for at in dice.shuffle(secret)[: dice.below(MOST_HOLES + 1)]:
        what = entries[at].what
        entries[at] = Entry(Action(what.seat, with_holes(what.what, game.unseen.secrets[type(what.what)])))
    record = with_seen(Record(whole.header, tuple(entries)), outcomes)
    return record if case == 0 else misnamed(game, record, dice)


def drawn(record: Record) -> dict[str, list[int]]:
    """What came up in a record."""
    replay = Replay(GAMES, record)
    replay.run(until=len(record.entries))
    return {label: list(order) for label, order in replay.chance.outcomes.items()}


def misnamed(game: Game, record: Record, dice: Stream) -> Record:
    """The record with one card named instead of another that somebody must have."""
    assert game.unseen is not None
    places = [
        (at, table, number)
        for at, entry in enumerate(record.entries)
        for path, table, number in named(entry.what.what)
        if path in game.unseen.uses.get(type(entry.what.what), {})
    ]
    if not places:
        return record
    at, table, number = places[dice.below(len(places))]
    others = sorted({other for _, kind, other in places if kind == table})
    what = record.entries[at].what
    other = others[dice.below(len(others))]
    return changed(record, at, what=Action(what.seat, replaced(what.what, (table, number), other)))


def any_is_legal(seen: Record) -> bool | None:
    """Whether one of all worlds is legal; nothing if there are too many to try."""
    tried = list(islice(worlds(seen), MOST_WORLDS + 1))
    if len(tried) > MOST_WORLDS:
        return None
    return any(verify(GAMES, world).verdict in FOUND for world in tried)


def worlds(seen: Record) -> Iterator[Record]:
    """Every complete record that is as told, made one choice after the other: what came up where nothing is told, and
    what was legal to choose in secret. Nothing of the search is asked."""
    assert seen.header.chance is not None
    told = {one.label: list(one.values) for one in seen.header.chance.source.outcomes}
    hole = next((at for at, entry in enumerate(seen.entries) if has_holes(entry)), len(seen.entries))
    replay = Replay(GAMES, with_outcomes(seen, {one: up_to_hole(told[one]) for one in told}, hole))
    replay.run(until=hole)
    label = next(iter(replay.chance.short), None)
    if label is not None:
        left = [number for number in replay.chance.left[label] if number not in told[label]]
        for order in orders(told[label], left):
            yield from worlds(with_seen(seen, {**told, label: order}))
    elif hole == len(seen.entries):
        yield with_outcomes(seen, told, hole)
    elif replay.finding is None:
        for act in choices(replay, seen.entries[hole].what):
            yield from worlds(changed(seen, hole, what=act))


def with_seen(record: Record, outcomes: dict[str, list[int]]) -> Record:
    """A record of what was seen with these outcomes; what is hidden at the end of one is left out."""
    told = {label: order[: most_told(order)] for label, order in outcomes.items()}
    chance = SeenChance([Outcome(label, told[label]) for label in sorted(told)])
    return msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, chance=ChanceSource(chance)))


def most_told(order: list[int]) -> int:
    """The places up to the last of which something is told."""
    return max((at for at, number in enumerate(order, start=1) if number), default=0)


def up_to_hole(told: list[int]) -> list[int]:
    """The places of an outcome before the first of which nothing is told."""
    return told[: told.index(0)] if 0 in told else told


def with_outcomes(seen: Record, outcomes: dict[str, list[int]], until: int) -> Record:
    """The first entries, with an ordinary record of what came up."""
    chance = RecordedChance([Outcome(label, order) for label, order in outcomes.items()])
    header = msgspec.structs.replace(seen.header, chance=ChanceSource(chance))
    return Record(header, seen.entries[:until])


def orders(told: list[int], left: list[int]) -> Iterator[list[int]]:
    """An outcome with what is left in the places of which nothing is told, in every way."""
    for filling in permutations(left) if len(left) >= told.count(0) else ():
        rest = iter(filling)
        yield [*(number or next(rest) for number in told), *rest]


def choices(replay: Replay, what: Action) -> Iterator[Action]:
    """What may have been chosen in secret: the legal ones of all options."""
    assert replay.match is not None
    route = replay.match.ask.route(what.seat, type(what.what))
    if route is not None:
        secrets = replay.game.unseen.secrets[type(what.what)]
        for act in route[0].options(replay.match.table):
            if agrees(what.what, act, secrets):
                yield Action(what.seat, act)
