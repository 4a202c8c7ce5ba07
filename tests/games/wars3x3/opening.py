"""Beginner games from the deal on, and the judgement on records of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import KeepMagic, StartTerritory
from shinpan_engine.games.wars3x3.table.options import Setup
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.header import chance_of
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Claim,
    Entry,
    Header,
    Outcome,
    PackRef,
    Record,
    RecordedChance,
    SeededChance,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Report

from .scene import Scene

TAKEN_OUT = [1, 2, 12, 13, 22, 23, 38, 39]
DECK = [card for card in range(1, 49) if card not in TAKEN_OUT]
MAGICS = [1, 4, 5, 8, 11, 12, 14, 16]
Outcomes = Mapping[str, Sequence[int]]


def header(
    seed: int = 0,
    outcomes: Outcomes | None = None,
    pack: str = "house",
    mode: str = "beginner",
    seats: int = 2,
    **options: int,
) -> Header:
    """A header with a seed of one byte, or with outcomes by label; seat 1 begins unless told otherwise."""
    source: SeededChance | RecordedChance = SeededChance("sha256ctr-1", bytes([seed]) * 32)
    if outcomes is not None:
        source = RecordedChance([Outcome(label, list(outcomes[label])) for label in sorted(outcomes)])
    ref = PackRef(pack, GAME.packs[pack].digest)
    setup = Setup(**{"first": 1, **options})
    return Header(1, "wars3x3", mode, "1.2", ref, ChanceSource(source), None, seats, [], setup)


def entry(seat: int, act: Any, *claims: Claim) -> Entry:
    """An action of a record, and what its recorder saw."""
    return Entry(Action(seat, act), claims)


def judged(*entries: Entry, **game: Any) -> Report:
    """The judgement on a record of these entries; `game` as for `header`."""
    return verify(GAMES, Record(header(**game), entries))


class Opening(Scene):
    """A game as it is dealt, before its first decision; `game` as for `header`."""

    def __init__(self, **game: Any) -> None:
        head = header(**game)
        self.match = begin(GAME, head, chance_of(head), GAME.packs[head.pack.id])
        self.table = self.match.table
        self.state = self.table.state

    def placed(self) -> "Opening":
        """Both players place the first cards they can."""
        for seat in (1, 2):
            side = self.side(seat)
            self.do(seat, StartTerritory(side.hand[:3]), KeepMagic(side.spare_magics[:1]))
        return self
