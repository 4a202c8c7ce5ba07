"""Scenes of the engine for one question about squares."""

from collections.abc import Callable, Iterable
from typing import Any

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table import state as engine
from shinpan_engine.kernel.play.match import Match

from .positions import CHARACTERS, match_of
from .printed import SET
from .questions import number
from .squares import CENTRE, FRONTS, SQUARES, Square

NUMBERS = range(1, len(SQUARES) + 1)
ONE = 1
"""The seat whose turn it is."""


def card_of(character: int, place: int) -> int:
    """A card of the first box."""
    return SET * (character - 1) + place


def own_turn(character: int, seats: int = 4, before: str = "turn", **options: Any) -> Match:
    """The first own turn of a character, the others after her; or the last draft before it."""
    others = [other for other in range(1, CHARACTERS + 1) if other != character]
    match = match_of("versus", [character, *others][:seats], **options)
    while match.ask.decisions[0].ask != before:
        decision = match.ask.decisions[0]
        act = next(iter(decision.options(match.table)))
        if decision.ask == "place":
            act = actions.Place(act.card, decision.seat)
        assert match.play(decision.seat, act) is None
    lay(match)
    return match


def lay(
    match: Match,
    witches: Iterable[Square | None] = (),
    clad: Square = CENTRE,
    front: str = FRONTS[0],
    legions: Iterable[Square] = (),
) -> None:
    """Pieces stand so, and no stones lie about; witches of whom nothing is said are off the field."""
    state = match.table.state
    squares = [*witches, *(None for _ in state.sides)]
    for side, square in zip(state.sides, squares, strict=False):
        side.square = number(square) if square else 0
    state.clad_square, state.clad_facing = number(clad), facing(front)
    state.legions = [engine.Legion(at, engine.LegionKind.TAIL) for at in sorted(number(legion) for legion in legions)]
    state.stones = []


def hold(match: Match, *cards: int, discard: Iterable[int] = (), **gauges: Any) -> None:
    """What is in the hand of whoever's turn it is, all MP, and gauges that differ."""
    side = match.table.state.sides[0]
    side.hand, side.discard, side.mp = sorted(cards), list(discard), 7
    for name, value in gauges.items():
        setattr(side, name, value)


def facing(front: str) -> actions.Facing:
    """A direction in the engine's words."""
    return actions.Facing(1 + FRONTS.index(front))


def do(match: Match, *acts: Any) -> None:
    """Whoever's turn it is does this, which must be legal."""
    for act in acts:
        refused = match.play(ONE, act)
        assert refused is None, refused


def allowed(match: Match, act: Callable[[int], Any]) -> set[Square]:
    """The squares with which an action is legal."""
    return {SQUARES[at - 1] for at in NUMBERS if match.consider(ONE, act(at)) is None}
