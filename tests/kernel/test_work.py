"""Work is counted in steps."""

import pytest

from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.play.work import Work


def test_all_steps_up_to_the_limit_can_be_taken() -> None:
    """The last step allowed is taken, the next one is not."""
    work = Work(3)
    work.spend(2)
    work.spend()
    assert work.spent == 3
    with pytest.raises(WorkUsedUp, match="more than 3 steps"):
        work.spend()


def test_steps_are_taken_off_before_they_are_done() -> None:
    """Many steps at once are refused as a whole."""
    with pytest.raises(WorkUsedUp):
        Work(10).spend(11)
