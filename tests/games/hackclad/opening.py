"""Whole games from the set-up on, as the header says."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table.actions import Extend
from shinpan_engine.games.hackclad.table.options import Setup
from shinpan_engine.games.hackclad.table.state import Side, State, Step
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.record import FORMAT, Header
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import Chance, Recorded, Seeded

from ..positions import Position
from .scene import HOUSE, MIA, ROSETTE, WITCHES, facts_of


def header_of(
    *witches: str,
    mode: str = "versus",
    seats: int = 0,
    characters: Sequence[int] = (),
    edition: str = "1.0.0+errata",
    **options: Any,
) -> Header:
    """A header; the witches by name, or any characters by number."""
    numbers = list(characters) or [WITCHES.index(name) + 1 for name in witches or (ROSETTE, MIA)]
    setup = Setup(numbers, **{**facts_of(mode, numbers), **options})
    return Header(FORMAT, "hackclad", mode, edition, None, None, None, seats or len(numbers), [], setup)


class Opening(Position):
    """A game at its first decision."""

    def __init__(
        self, *witches: str, pack: Pack = HOUSE, chance: Mapping[str, Sequence[int]] | None = None, **facts: Any
    ) -> None:
        source: Chance = Seeded(bytes(32)) if chance is None else Recorded(chance)
        self.match = begin(GAME, header_of(*witches, **facts), source, pack)
        self.table = self.match.table
        self.state: State = self.table.state

    def side(self, seat: int) -> Side:
        side: Side = self.table.side[seat]
        return side

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(decision.seat, decision.ask) for decision in self.match.ask.decisions]

    def extends(self) -> Self:
        """Each seat puts her first extended card into the deck."""
        for seat in self.table.seats:
            self.do(seat, Extend(self.side(seat).extended[0]))
        return self

    def quietly(self) -> Self:
        """The first thing asked is answered with what silence means, or the first that is possible."""
        decision = self.match.ask.decisions[0]
        act = decision.default if decision.default is not None else next(decision.options(self.table))
        return self.do(decision.seat, act)

    def until(self, step: Step, round: int = 0) -> Self:
        """Plays on quietly to a question in a step."""
        for _ in range(3000):
            if self.state.step == step and (not round or self.state.round == round):
                return self
            assert self.match.ask.decisions, f"the game ended before {step.name} of round {round}"
            self.quietly()
        raise AssertionError(f"{step.name} never came")
