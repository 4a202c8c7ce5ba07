"""Decisions of a kind that several games have: the one thing to do, what may be left out, so many of some."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec
import pytest

from shinpan_engine.kernel.answers import Violation
from shinpan_engine.kernel.chance import Stream
from shinpan_engine.kernel.choices import Compulsory, Optional, Pick, combination
from shinpan_engine.kernel.decisions import Act

from .desk import Desk, Say, Shout


class Take(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """Some of what lies there."""

    taken: list[int]


class Two(Pick):
    """Two of 3, 5, 6 and 9."""

    takes = (Take,)
    field = "taken"

    def candidates(self, table: Any) -> Sequence[int]:
        return (3, 5, 6, 9)

    def count(self, table: Any) -> int:
        return 2

    def wrong(self, table: Any, chosen: Sequence[int]) -> Violation:
        return Violation("X-3", "two of these")


class Perhaps(Optional):
    """A 1, or silence."""

    takes = (Say, Shout)
    default = Shout()

    def law(self, table: Any, act: Act) -> Violation | None:
        return None if act == Say(1) else Violation("X-1", "only 1")

    def ways(self, table: Any) -> Iterator[Act]:
        yield Say(1)


class Only(Compulsory):
    """Nothing else can be done."""

    takes = (Shout,)
    default = Shout()


@pytest.mark.parametrize("count", range(7))
def test_every_combination_has_its_number(count: int) -> None:
    """From 0 on they come in the order of `combinations`."""
    listed = [list(chosen) for chosen in combinations((2, 3, 5, 7, 11, 13), count)]
    assert [combination((2, 3, 5, 7, 11, 13), count, number) for number in range(len(listed))] == listed


@pytest.mark.parametrize(
    ("taken", "clause"),
    [([3, 5], None), ([6, 9], None), ([5, 3], ""), ([5, 5], ""), ([3], "X-3"), ([3, 5, 6], "X-3"), ([3, 4], "X-3")],
)
def test_a_pick_is_so_many_of_some_in_order(taken: list[int], clause: str | None) -> None:
    """Fewer, more and others break the rule; what stands out of order or twice cannot be read."""
    refused = Two(1).judge(Desk(), Take(taken))
    assert (refused and refused.clause) == clause


def test_a_pick_offers_and_draws_what_is_legal() -> None:
    """Every legal action once, in order; each of them comes up at random."""
    offered = list(Two(1).options(Desk()))
    assert offered == [Take(taken) for taken in ([3, 5], [3, 6], [3, 9], [5, 6], [5, 9], [6, 9])]
    dice = Stream(bytes(32), "picks")
    assert {tuple(Two(1).sample(Desk(), dice).taken) for _ in range(100)} == {tuple(act.taken) for act in offered}


def test_what_is_optional_may_be_left_out() -> None:
    """Silence is always legal and offered first, everything else by its law."""
    decision = Perhaps(1)
    assert list(decision.options(Desk())) == [Shout(), Say(1)]
    assert [decision.judge(Desk(), act) for act in (Shout(), Say(1))] == [None, None]
    assert decision.judge(Desk(), Say(2)) == Violation("X-1", "only 1")
    assert decision.stands(Desk(), Shout())
    assert not decision.stands(Desk(), Say(2))


def test_what_is_compulsory_is_all_there_is() -> None:
    """One action, always legal."""
    assert list(Only(1).options(Desk())) == [Shout()]
    assert Only(1).judge(Desk(), Shout()) is None
