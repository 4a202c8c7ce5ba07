"""A card in use, and what the texts of many have in common."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad.table import actions

from .decks import ready
from .effects import gain_mp, go_to, strike
from .position import Witch
from .questions import Flow, Question, number, one_of
from .squares import SQUARES, Square, beside, opposite, towards

if TYPE_CHECKING:
    from .judge import Judge

MOST_TRAPS = 2


class Using:
    """A card that is being used, or what else is carried out, and what has come of it."""

    def __init__(self, judge: "Judge", seat: int, card: int, act: actions.Use | None = None) -> None:
        self.judge = judge
        self.at = judge.at
        self.readings = judge.readings
        self.seat = seat
        self.witch: Witch = judge.at.witches[seat]
        self.card = card
        self.act = act
        self.first = True
        """Whether it is the first of its name in this turn."""
        self.pushes = False
        self.stays = False

    def may(self) -> Generator[Question, tuple[int, Any], bool]:
        """してもよい."""
        yes = actions.Choose([1])
        _, act = yield Question("may", self.seat, lambda s, a: s == self.seat and a in (actions.PASS, yes))
        return bool(act == yes)

    def legal_steps(self) -> list[Square]:
        """Where the witch can step."""
        if self.witch.square is None or self.witch.no_steps:
            return []
        near = beside(self.witch.square)
        free = [square for square in near if not (self.readings.blocked and self.at.occupied(square))]
        return sorted(free, key=SQUARES.index)

    def go(self, square: Square) -> None:
        """The witch moves to a square."""
        go_to(self.at, self.seat, square)

    def hit(self, damages: dict[Square, int]) -> None:
        """Deals damage, all at once."""
        strike(self.at, self.seat, damages, self.readings.cp_most)


def chosen_square(
    kind: str, seat: int, squares: Sequence[Square], act: type
) -> Generator[Question, tuple[int, Any], Square]:
    """One of some squares, of which the only one is not asked about."""
    if len(squares) == 1:
        return squares[0]
    return (yield from one_of(kind, seat, squares, act))


def mill(using: Using) -> Generator[Question, tuple[int, Any], int]:
    """The top card of the deck is discarded; 0 if there is none."""
    yield from ready(using.judge, using.seat)
    if not using.witch.deck:
        return 0
    using.witch.discard.append(using.witch.deck.pop(0))
    return using.witch.discard[-1]


def turn_clad(using: Using, to_her: bool) -> None:
    """The clad turns to a witch beside it, or its back."""
    at, square = using.at, using.witch.square
    front = towards(at.clad, square) if square else None
    if front:
        at.front = front if to_her else opposite(front)


def ready_trap(using: Using) -> None:
    using.witch.traps = min(MOST_TRAPS, using.witch.traps + 1)


def may_go(using: Using, squares: Sequence[Square]) -> Flow:
    """She may go to one of some squares."""
    legal = [actions.PASS, *(actions.Move(number(square)) for square in squares)]
    _, act = yield Question("may_move", using.seat, lambda s, a: s == using.seat and a in legal)
    if isinstance(act, actions.Move):
        using.go(SQUARES[act.square - 1])


def may_step(using: Using) -> Flow:
    """She may step once."""
    if using.legal_steps():
        yield from may_go(using, using.legal_steps())


def step(using: Using) -> Flow:
    if using.legal_steps():
        using.go((yield from one_of("move", using.seat, using.legal_steps(), actions.Move)))


def oracle(using: Using) -> None:
    """神託: to look changes nothing; an empty clad deck gives MP."""
    if not using.at.clad_deck:
        gain_mp(using.witch, 1)
