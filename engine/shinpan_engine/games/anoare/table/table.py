"""The table: the state of a game, and the moves that more than one chapter makes."""

from ....kernel.judging.record import Header
from ....kernel.play.chance import Chance
from ....kernel.play.decisions import Act
from ....kernel.play.match import Table
from ....kernel.play.violations import Violation
from ..cards.cards import STARTING_LEVEL, Cards
from ..cards.in_play import NOTHING, in_play
from . import events
from .misplaced import misplaced
from .options import AbilityStack, FragmentWindow, Setup
from .state import Modified, Side, State, Step

SEATS = (1, 2)
STARTING_LIFE = 10
"""AN-2.1-2 [AN-6.1-1]; also the end of the counter's scale [AN-1.3-7]."""


class AnoareTable(Table):
    """A table of エイノア. The rules of each chapter work on it."""

    setup: Setup
    cards: Cards
    state: State
    side: list[Side]

    def __init__(self, header: Header, chance: Chance, cards: Cards) -> None:
        # A counter's clip is told by three numbers of a side: life, level and stored damage [AN-1.3-1] [AN-1.3-3]. All
        # else of a side begins empty or at 0 [AN-2.1-10].
        sides = [Side(character, STARTING_LIFE, STARTING_LEVEL) for character in header.setup.characters]
        super().__init__(header, chance, State(0, Step.SETUP, 0, sides))
        self.cards = cards
        self.any_boundary = self.setup.fragment_window == FragmentWindow.ANY_BOUNDARY
        """Whether fragments may be turned up in every step [AN-2.3-5]."""
        self.revealed: dict[int, None] = {}
        """The skills used so far."""
        self.in_play = [NOTHING, NOTHING, NOTHING]
        """By seat, what is in play of a player's effects since the last change of skill, level or zone."""
        self.standing_kinds: set[Modified | None] = set()
        """What the continuous effects of both change, None for the distance."""

    def relaid(self, seat: int) -> None:
        """A level has changed, or a skill with a text has moved, and with it what is in play of a player's effects."""
        side, cards = self.side[seat], self.cards
        lowest = side.level if self.setup.ability_stack == AbilityStack.CURRENT_ONLY else STARTING_LEVEL
        used = side.skill.card if side.skill is not None else 0
        zone = tuple(sorted([stack.card for stack in side.zone if stack.card in cards.with_cd]))
        self.in_play[seat] = in_play(cards, side.character, lowest, side.level, used, zone)
        self.standing_kinds = self.in_play[1].standing.keys() | self.in_play[2].standing.keys()

    def misplaced(self, seat: int, act: Act) -> Violation:
        return misplaced(self.state, seat, act)

    def shift(self, by: int, clause: str) -> None:
        """Corrects the distance at once, without any limit [AN-5.1-4] [AN-5.1-5]. It is the state's, not a side's
        [AN-5.1-2], and nothing else changes it: only the reset and what corrects it come here [AN-5.1-3]."""
        self.state.distance += by
        self.events.append(events.Shifted(by=by, distance=self.state.distance, clause=clause))


def other(seat: int) -> int:
    """The opponent."""
    return 3 - seat
