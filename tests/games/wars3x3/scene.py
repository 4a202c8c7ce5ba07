"""Positions set up by hand, and what players try in them."""

from collections.abc import Sequence
from typing import Any

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.chapters.turn import turns
from shinpan_engine.games.wars3x3.chapters.victory import RESIGNATIONS
from shinpan_engine.games.wars3x3.table.actions import ATTACK, DRAW, END_COMBAT, END_TURN, PASS
from shinpan_engine.games.wars3x3.table.options import Setup
from shinpan_engine.games.wars3x3.table.state import Face, MagicCard, Side, Step, Unit
from shinpan_engine.games.wars3x3.table.table import WarsTable
from shinpan_engine.kernel.play.chance import Seeded
from shinpan_engine.kernel.play.match import Match

from ..positions import Position, header_of

UP_TO = {
    "1.1": 0,
    "2.1": Step.REMOVAL,
    "2.2": Step.STRENGTHENING,
    "3.1": Step.TRANSPARENT_ATTACK,
    "3.2": Step.ATTACK,
    "3.3": Step.COMBAT_END,
    "4.1": Step.TERRITORY,
    "4.2": Step.STRATEGY,
    "5.1": Step.TURN_END,
}
QUIET = {
    Step.DRAW: DRAW,
    Step.REMOVAL: PASS,
    Step.STRENGTHENING: PASS,
    Step.TRANSPARENT_ATTACK: ATTACK,
    Step.ATTACK: ATTACK,
    Step.COMBAT_END: END_COMBAT,
    Step.TERRITORY: PASS,
    Step.STRATEGY: PASS,
    Step.TURN_END: END_TURN,
}
"""What a player does who wants nothing."""


class Scene(Position):
    """A game at the start of a turn of seat `active`, with what lies where given by hand.

    Cards are numbers of the pack. `magics` are (number, face) or numbers of face-down magics. The deck is drawn from
    its left end.
    """

    def __init__(
        self,
        *,
        mode: str = "beginner",
        pack: str = "house",
        active: int = 1,
        hands: tuple[Sequence[int], Sequence[int]] = ((), ()),
        units: tuple[Sequence[int], Sequence[int]] = ((), ()),
        territory: tuple[Sequence[int], Sequence[int]] = ((), ()),
        magics: tuple[Sequence[Any], Sequence[Any]] = ((), ()),
        deck: Sequence[int] = (7, 6, 5, 4, 3, 41, 42, 43, 44),
        discard: Sequence[int] = (),
        mentors: tuple[int, int] = (0, 0),
        life: tuple[int, int] = (30, 30),
        turn: int = 1,
        **options: Any,
    ) -> None:
        cards = GAME.packs[pack].cards
        self.table = WarsTable(header_of(GAME, mode, Setup(active, **options)), Seeded(bytes(32)), cards)
        self.state = self.table.state
        self.state.turn = turn - 1
        self.state.deck = list(deck)
        self.state.discard = sorted(discard)
        for at, side in enumerate(self.state.sides):
            side.life = life[at]
            side.mentor = mentors[at]
            side.hand = sorted(hands[at])
            side.territory = sorted(territory[at])
            side.units = [Unit(card) for card in units[at]]
            side.magics = [MagicCard(*((m, Face.DOWN) if isinstance(m, int) else m)) for m in magics[at]]
        self.table.standing = RESIGNATIONS
        self.match = Match(self.table, turns(self.table))

    def side(self, seat: int) -> Side:
        return self.table.side[seat]

    def units(self, seat: int) -> list[int]:
        """The unit cards on a player's field."""
        return [unit.card for unit in self.side(seat).units]

    def quiet_until(self, step: str, turn: int | None = None) -> "Scene":
        """Plays on without doing anything until a step ("4.1") of this or a later turn asks for its own action."""
        wanted, turn = step, turn or self.state.turn
        for _ in range(500):
            here = self.state.step
            if self.state.turn == turn and here == (UP_TO[wanted] or Step.DRAW):
                return self
            assert self.match.ask.decisions, f"the game ended before {step} of turn {turn}"
            decision = self.match.ask.decisions[0]
            self.do(decision.seat, PASS if decision.ask == "counter" else QUIET[here])
        raise AssertionError(f"step {step} of turn {turn} never came")
