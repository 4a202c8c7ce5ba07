"""Kuhn's matching, and who is too many."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.kernel.seen.matching import Matching

from ..random_games import WIDE

FITTING = st.lists(st.lists(st.integers(0, 4), unique=True, max_size=5), min_size=1, max_size=5)


@WIDE
@given(FITTING)
def test_as_many_are_matched_as_can_be(fitting: list[list[int]]) -> None:
    """Whoever is left over together with others wants more than there is; as many as possible are matched."""
    matching: Matching[int, int] = Matching(lambda left: fitting[left])
    left_over = []
    for left in range(len(fitting)):
        violator = matching.add(left)
        if violator:
            left_over.append(left)
            assert violator[0] == left
            wanted = {right for one in violator for right in fitting[one]}
            assert len(wanted) == len(violator) - 1
    matched = matching.of()
    assert all(right in fitting[left] for left, right in matched.items())
    assert len({*matched.values()}) == len(matched) == len(fitting) - len(left_over) == most(fitting)


def most(fitting: list[list[int]]) -> int:
    """As many as some order of taking one after the other gives."""
    return max(greedy(fitting, order) for order in permutations(range(len(fitting))))


def greedy(fitting: list[list[int]], order: tuple[int, ...]) -> int:
    found = {0}
    for left in order:
        found |= {taken | 1 << right for taken in found for right in fitting[left] if not taken >> right & 1}
    return max(taken.bit_count() for taken in found)
