"""Places at which the engine once differed from the second judge, and the rulebook was with the judge."""

import pytest

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table.actions import PASS, Facing

from .printed import CRACKS, LUNA, ROSETTE
from .questions import number
from .scenes import ONE, card_of, do, hold, lay, own_turn
from .squares import CENTRE

ENCORE, PRAYER, THUNDER, PARADE = 7, 16, 5, 16
"""追奏, 祈禱, 雷鳴, 百鬼夜行: their places in the lists."""


@pytest.mark.clause("HC-12.1-10")
def test_encore_twice_is_still_two_targets() -> None:
    """追奏 gives the next attack 複数攻撃2; taken back by 祈禱 and used again, it gives no more than that."""
    match = own_turn(LUNA)
    legions = [(1, 3), (2, 3), (3, 3)]
    lay(match, [(2, 1)], CENTRE, legions=legions)
    encore, thunder = card_of(LUNA, ENCORE), card_of(LUNA, THUNDER)
    hold(match, encore, card_of(LUNA, PRAYER), thunder)
    do(match, actions.Use(encore), actions.Use(card_of(LUNA, PRAYER)), actions.Use(encore))
    targets = [number(legion) for legion in legions]
    assert match.consider(ONE, actions.Use(thunder, Facing.NORTH, targets[:2])) is None
    assert match.consider(ONE, actions.Use(thunder, Facing.NORTH, targets)) is not None


@pytest.mark.clause("HC-8.4.3.X-2")
def test_two_parades_are_still_two_cracks() -> None:
    """百鬼夜行 allows two cracks in all; drawn again from a rebuilt deck and used again, it allows no third."""
    match = own_turn(ROSETTE)
    lay(match, [(2, 1)])
    parade = card_of(ROSETTE, PARADE)
    hold(match, parade, cp=7)
    side = match.table.state.sides[0]
    side.deck = [card_of(ROSETTE, place) for place in (2, 14)]
    do(match, actions.Use(parade), PASS)
    side.discard.remove(parade)  # as if drawn again
    side.hand.append(parade)
    do(match, actions.Use(parade), PASS)
    for left in range(2):
        assert match.consider(ONE, actions.CRACK) is None, f"{left} used"
        do(match, actions.CRACK, PASS)
    assert side.cp >= CRACKS[ROSETTE]
    assert match.consider(ONE, actions.CRACK) is not None


@pytest.mark.clause("HC-8.4.3-7")
@pytest.mark.parametrize("card", [99, 70_000])
def test_an_order_from_no_card_of_the_own_discard_pile_is_illegal(card: int) -> None:
    """Where a card lies decides before its text: none that is elsewhere grants an action, told or untold."""
    match = own_turn(ROSETTE)
    hold(match, card_of(ROSETTE, PARADE))
    assert match.consider(ONE, actions.Activate(card)) is not None
