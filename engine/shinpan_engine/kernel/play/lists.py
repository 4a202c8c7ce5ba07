"""Lists in actions are written ascending, each item once: one action has one spelling."""

from collections.abc import Sequence

from ..messages import say
from .violations import UNREADABLE, Violation


def out_of_order(items: Sequence[int]) -> bool:
    """Whether a list of card numbers is not strictly ascending."""
    before = 0
    for item in items:
        if item <= before:
            return True
        before = item
    return False


def ascending(what: str) -> Violation:
    """Says that a list is badly written; `what` is the key of how it is called."""
    return Violation(UNREADABLE, "kernel.list.ascending", what=say(what))
