"""The table: the state of a game, and the moves that more than one chapter makes."""

from ...kernel.answers import Violation
from ...kernel.chance import Chance
from ...kernel.decisions import Act
from ...kernel.match import Table
from ...kernel.record import Header
from . import events
from .cards import Cards
from .in_play import NOTHING, in_play
from .misplaced import misplaced
from .options import AbilityStack, Setup
from .state import STARTING_LEVEL, Modified, Side, State, Step

SEATS = (1, 2)


class AnoareTable(Table):
    """A table of エイノア. The rules of each chapter work on it."""

    setup: Setup
    cards: Cards
    state: State
    side: list[Side]

    def __init__(self, header: Header, chance: Chance, cards: Cards) -> None:
        sides = [Side(character) for character in header.setup.characters]
        super().__init__(header, chance, State(0, Step.SETUP, 0, sides))
        self.cards = cards
        self.revealed: dict[int, None] = {}
        """The skills used so far."""
        self.in_play = [NOTHING, NOTHING, NOTHING]
        """By seat, what is in play of a player's effects since the last change of skill, level or zone."""
        self.standing_kinds: frozenset[Modified | None] = frozenset()
        """What the continuous effects of both change, None for the distance."""

    def relaid(self, seat: int) -> None:
        """A level has changed, or a skill with a text has moved, and with it what is in play of a player's effects."""
        side, cards = self.side[seat], self.cards
        lowest = side.level if self.setup.ability_stack == AbilityStack.CURRENT_ONLY else STARTING_LEVEL
        used = side.skill.card if side.skill is not None else 0
        zone = tuple(sorted([stack.card for stack in side.zone if stack.card in cards.with_cd]))
        self.in_play[seat] = in_play(cards, side.character, lowest, side.level, used, zone)
        self.standing_kinds = self.in_play[1].kinds | self.in_play[2].kinds

    def misplaced(self, seat: int, act: Act) -> Violation:
        return misplaced(self.state, seat, act)

    def shift(self, by: int, clause: str) -> None:
        """Corrects the distance at once, without any limit [AN-5.1-4] [AN-5.1-5]."""
        self.state.distance += by
        self.events.append(events.Shifted(by=by, distance=self.state.distance, clause=clause))


def other(seat: int) -> int:
    """The opponent."""
    return 3 - seat
