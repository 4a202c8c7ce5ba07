"""Whole games played at random through the engine."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from hypothesis import strategies as st
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.options import Setup
from shinpan_engine.games.wars3x3.state import State
from shinpan_engine.kernel.chance import SCHEME, Seeded, Stream
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.match import Match
from shinpan_engine.kernel.record import ChanceSource, Header, PackRef, SeededChance

SEEDS = st.integers(0, 2**32 - 1)
"""A seed for a whole game; a failing test prints it, and `random_game` plays it again."""


class Played(NamedTuple):
    """An action of a random game, what it caused, and the state after it; the first one is the state before any."""

    seat: int
    act: Any
    events: list[Any]
    state: State


def begun(seed: int, **options: Any) -> Match:
    """A beginner game with the house pack before its first decision."""
    chance = sha256(b"%d" % seed).digest()
    pack = GAME.packs["house"]
    source = ChanceSource(SeededChance(SCHEME, chance))
    header = Header(
        1, "wars3x3", "beginner", "1.2", PackRef(pack.id, pack.digest), source, None, 2, Setup(1 + seed % 2, **options)
    )
    return begin(GAME, header, Seeded(chance), pack)


def random_game(seed: int, **options: Any) -> Iterator[Played]:
    """Plays a beginner game to its end, choosing at random."""
    match = begun(seed, **options)
    dice = Stream(sha256(b"%d" % seed).digest(), "play")
    yield Played(0, None, match.table.events, match.table.state)
    while match.ask.decisions:
        decision = random_decision(match, dice)
        act = decision.sample(match.table, dice)
        match.table.events = []
        match.take(match.consider(decision.seat, act))  # type: ignore[arg-type]  # samples are legal
        yield Played(decision.seat, act, match.table.events, match.table.state)


def random_decision(match: Match, dice: Stream) -> Any:
    """One of the decisions asked for, if there is anything to decide in it; else the first."""
    chosen = match.ask.decisions[dice.below(len(match.ask.decisions))]
    return chosen if next(chosen.options(match.table), None) is not None else match.ask.decisions[0]
