"""3.0 戦闘フェイズ."""

import pytest
from shinpan_engine.games.wars3x3.actions import ATTACK, END_COMBAT, PASS

from .scene import Scene


@pytest.mark.clause("W3-3.2-3", "W3-R-10")
def test_attack_above_defence_takes_the_difference() -> None:
    """3.2: attack minus defence goes off the opponent's life at once."""
    scene = Scene(units=([16, 17, 9], [29])).quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - (5 + 6 + 7 - 6)


@pytest.mark.clause("W3-3.0-1")
def test_declining_to_attack_is_illegal() -> None:
    """3.0: with a unit able to attack, the attack must be made."""
    scene = Scene(units=([16], [])).quiet_until("3.2")
    assert scene.refuses(1, PASS)[0] == "W3-3.0-1"
    assert scene.refuses(1, END_COMBAT)[0] == "W3-3.0-1"
