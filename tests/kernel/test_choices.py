"""Decisions of a kind that several games have: the one thing to do, what may be left out, one and some of what is
there."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec
import pytest

from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.choices import Compulsory, MayPass, OneOf, SomeOf, chosen, combination
from shinpan_engine.kernel.play.decisions import Act, Decision, Flow, pick
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.violations import Violation

from .desk import Desk, Say, Shout


class Take(msgspec.Struct, array_like=True, frozen=True, tag=3):
    """Some of what lies there."""

    taken: list[int]


class Two(SomeOf):
    """Two of 3, 5, 6 and 9."""

    called = "things"
    takes = (Take,)
    field = "taken"
    refusal = Violation("X-3", "two of these")

    def candidates(self, table: Any) -> Sequence[int]:
        return (3, 5, 6, 9)

    def most(self, table: Any) -> int:
        return 2


class OneToThree(Two):
    """One to three of them, or silence."""

    takes = (Take, Shout)
    default = Shout()

    def most(self, table: Any) -> int:
        return 3

    def least(self, table: Any) -> int:
        return 1


class Named(OneOf):
    """5 or 3; a shout, which is taken but never legal, is refused as another number is."""

    takes = (Say, Shout)
    field = "number"

    def candidates(self, table: Any) -> Sequence[int]:
        return (5, 3)

    def refuse(self, table: Any, act: Act) -> Violation:
        return Violation("X-4", f"{type(act).__name__}: not this")


class Made(OneOf):
    """Whole actions, or silence."""

    takes = (Say, Take, Shout)
    default = Shout()
    refusal = Violation("X-5", "neither of the two")

    def candidates(self, table: Any) -> Sequence[Act]:
        return (Take([1]), Say(2))


class Perhaps(MayPass):
    """A 1, or silence."""

    takes = (Say, Shout)
    default = Shout()

    def law(self, table: Any, act: Act) -> Violation | None:
        return None if act == Say(1) else Violation("X-1", "only 1")

    def ways(self, table: Any) -> Iterator[Act]:
        return self.legal_among(table, map(Say, range(3)))


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
def test_so_many_of_some_stand_in_order(taken: list[int], clause: str | None) -> None:
    """Fewer, more and others break the rule; what stands out of order or twice cannot be read."""
    refused = Two(1).judge(Desk(), Take(taken))
    assert (refused and refused.clause) == clause


def test_between_a_least_and_a_most() -> None:
    """Any number from the least to the most is legal and no other is; the message calls them as the decision says."""
    judged = [OneToThree(1).judge(Desk(), Take(taken)) for taken in ([], [3], [3, 5, 6], [3, 5, 6, 9])]
    assert judged == [Two.refusal, None, None, Two.refusal]
    unreadable = OneToThree(1).judge(Desk(), Take([5, 3]))
    assert (unreadable.clause, str(unreadable.message)) == ("", "things are written in ascending order, each once")


def test_some_are_offered_by_their_number_and_in_order() -> None:
    """What silence means first, then fewer before more."""
    by_count = [combinations((3, 5, 6, 9), count) for count in (1, 2, 3)]
    several = [Take(list(taken)) for some in by_count for taken in some]
    assert list(OneToThree(1).options(Desk())) == [Shout(), *several]
    assert list(Two(1).options(Desk())) == [act for act in several if len(act.taken) == 2]


@pytest.mark.parametrize("decision", [Two(1), OneToThree(1), Named(1), Made(1)], ids=lambda one: type(one).__name__)
def test_random_play_draws_as_from_the_list(decision: Decision) -> None:
    """The same dice give the same action as drawing from all that is offered, and each comes up."""
    offered = list(decision.options(Desk()))
    dice, same = Stream(bytes(32), "choices"), Stream(bytes(32), "choices")
    drawn = [decision.sample(Desk(), dice) for _ in range(200)]
    assert drawn == [pick(same, offered) for _ in range(200)]
    assert all(act in drawn for act in offered)


def test_one_of_some_by_its_field() -> None:
    """What the field names must be there, and another kind of action names nothing; offered in the order they have."""
    assert list(Named(1).options(Desk())) == [Say(5), Say(3)]
    acts = (Say(3), Say(4), Shout(3))
    judged = [Named(1).judge(Desk(), act) for act in acts]
    assert judged == [None, Violation("X-4", "Say: not this"), Violation("X-4", "Shout: not this")]


def test_one_of_some_actions() -> None:
    """Of actions that are there as a whole, of several kinds, one is taken, or silence."""
    assert list(Made(1).options(Desk())) == [Shout(), Take([1]), Say(2)]
    judged = [Made(1).judge(Desk(), act) for act in (Shout(7), Take([1]), Say(2), Say(1), Take([2]))]
    assert judged == [None, None, None, Made.refusal, Made.refusal]


class AnyLeft(OneOf):
    """One of the numbers that the log has."""

    ask = "left"
    takes = (Say,)
    field = "number"

    def candidates(self, table: Any) -> Sequence[int]:
        return list(table.state.log)


def test_only_a_choice_is_asked_for() -> None:
    """Of several the seat names one, by its field or as the whole action; the only one is taken without a question, and
    of nothing comes nothing."""
    for there, asked, taken in (([], False, None), ([4], False, 4), ([4, 6], True, 6)):
        desk = Desk()
        desk.state.log = there
        match = Match(desk, note_choice(desk, AnyLeft))
        assert bool(match.ask.decisions) is asked
        assert not asked or match.play(1, Say(6)) is None
        assert desk.state.log == [taken]
    desk = Desk()
    match = Match(desk, note_choice(desk, Made))
    assert match.play(1, Say(2)) is None
    assert desk.state.log == [Say(2)]


def note_choice(desk: Any, kind: type[OneOf]) -> Flow[None]:
    """Writes down what is chosen."""
    desk.state.log = [(yield from chosen(desk, kind, 1))]


def test_what_may_be_passed_may_be_left_out() -> None:
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
