"""What a card does not say: the question that weighs it cites its own clause, and not that of the card's part."""

from typing import Any

import pytest

from shinpan_engine.games.swordrion.table.actions import PASS, Colour, Lay, Stock
from shinpan_engine.games.swordrion.table.options import StockAffordable
from shinpan_engine.games.swordrion.table.state import Cubes
from shinpan_engine.kernel.errors import Undecidable

from ..positions import Position
from .scene import Row, Scene, Whole, card, op, relic

NO_KIND: Row = {**card("9/1"), "kind": None}
NO_SKILLS: Row = {**card("9/1"), "skills": None}
"""Whether it is a 召喚 card is not told."""


def asked(position: Position, act: Any) -> tuple[str, ...]:
    """The clauses that are cited where an action of the first participant cannot be judged."""
    with pytest.raises(Undecidable) as raised:
        position.match.consider(1, act)
    return raised.value.clauses


def line_up(*hand: Row | str) -> Whole:
    """A solo game with this first hand, at its line-up."""
    return Whole(1, list(hand)).do(1, PASS)


@pytest.mark.clause("SW-2.3-7", "SW-S5-11")
@pytest.mark.parametrize(("enemy", "clause"), [(NO_KIND, "SW-2.3-7"), (NO_SKILLS, "SW-S5-11")])
def test_an_enemy_that_is_turned_up(enemy: Row, clause: str) -> None:
    """It is first asked whether it is a spell, then whether it is a 召喚 card."""
    with pytest.raises(Undecidable) as raised:
        Scene(["9/1"], [enemy])
    assert raised.value.clauses == (clause,)


@pytest.mark.clause("SW-2.1-6", "SW-2.1-9")
@pytest.mark.parametrize(("unknown", "clause"), [(NO_KIND, "SW-2.1-6"), (NO_SKILLS, "SW-2.1-9")])
def test_a_card_that_is_laid(unknown: Row, clause: str) -> None:
    """The card itself, or one that may be needed for the line while another is laid."""
    game = line_up(unknown, *["1/1"] * 6)
    assert asked(game, Lay(1)) == (clause,)
    assert asked(game, Lay(2)) == (clause,)


@pytest.mark.clause("SW-2.2-6")
def test_a_card_that_may_be_needed_as_a_relic() -> None:
    """Of a card of which all but that is told."""
    assert asked(line_up({**card("1/1"), "relic": None}, *["1/1"] * 6), Lay(2)) == ("SW-2.2-6",)


@pytest.mark.clause("SW-2.2-6", "SW-Z.5-1")
def test_a_card_that_nobody_needs_as_a_relic() -> None:
    """Where the rest of the hand fills all places, it may be laid whatever its relic text is."""
    point = relic("prep", op("gain", colour="green", count=1))
    game = line_up({**card("1/1"), "relic": None}, point, point, *["1/1"] * 4)
    assert game.match.consider(1, Lay(1)) is None
    assert asked(game, Lay(4)) == ("SW-2.2-6",)


@pytest.mark.clause("SW-4.6-4")
def test_a_card_that_is_stocked() -> None:
    """Its cost says whether it may be."""
    game = Whole(1, [*["1/0"] * 7, *["9/9"] * 5, {"cost": None}], stock_affordable=StockAffordable.FALSE).until("shop")
    game.side().cubes = Cubes(1, 0, 1)
    assert asked(game, Stock(13, Colour.GREEN)) == ("SW-4.6-4",)
