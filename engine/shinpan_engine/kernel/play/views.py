"""What views of every game share: who looks, what stands for a hidden card, and who sees which answer."""

from collections.abc import Callable, Sequence

from .answers import Pending
from .chance import UNKNOWN

REFEREE = -1
"""The viewer who sees everything; a seat's number is that seat, 0 is the public."""
PUBLIC = 0
HIDDEN = UNKNOWN
"""Stands for every card that a viewer may not see; the count stays true."""
HIDDEN_TEXT = "?"
"""The same as records write it."""


def hidden(cards: Sequence[int]) -> list[int]:
    """So many cards face down."""
    return [HIDDEN] * len(cards)


def pending_for(pending: Sequence[Pending], sees: Callable[[int], bool]) -> list[Pending]:
    """What is asked, with the answers of those seats only whose secrets a viewer sees."""
    return [Pending(one.seat, one.ask, one.answer if sees(one.seat) else b"") for one in pending]
