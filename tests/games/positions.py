"""A position in the middle of a game, whatever the game: what is done in it, what it refuses and what it allows."""

from typing import Any, Self

import msgspec

from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import FORMAT, Header
from shinpan_engine.kernel.play.match import Match


def header_of(game: Game, mode: str, setup: msgspec.Struct, seats: int = 2) -> Header:
    """The header of a position, which names neither pack nor chance: it brings its own cards."""
    return Header(FORMAT, game.name, mode, game.editions[-1], None, None, None, seats, [], setup)


class Position:
    """A match at some decision. The games' own scenes lay it out."""

    table: Any
    state: Any
    match: Match

    def events(self, name: str) -> list[Any]:
        """The events of a name since the last action."""
        return [event for event in self.table.events if type(event).__name__ == name]

    def do(self, seat: int, *acts: Any) -> Self:
        """Legal actions, one after the other."""
        for act in acts:
            self.table.events = []
            refused = self.match.play(seat, act)
            assert refused is None, f"{act} was refused: {refused}"
        return self

    def refuses(self, seat: int, act: Any) -> tuple[str, ...]:
        """The clauses that forbid an action; asking must change nothing."""
        before = encode(self.state)
        refused = self.match.consider(seat, act)
        assert refused is not None, f"{act} was allowed"
        assert encode(self.state) == before, "judging changed the state"
        assert act not in [option for who, option in self.match.options() if who == seat], "refused, but offered"
        return (refused.clause, *refused.also)

    def allows(self, seat: int, act: Any) -> bool:
        """Whether an action is legal now; asking must change nothing."""
        before = encode(self.state)
        refused = self.match.consider(seat, act)
        assert encode(self.state) == before, "judging changed the state"
        offered = act in [option for who, option in self.match.options() if who == seat]
        assert offered == (refused is None), "judge and options differ"
        return offered
