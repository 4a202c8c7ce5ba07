"""Numbers of cards where several copies of a game are on one table. What is shuffled starts in ascending order, so the
first copy stands before the second, and within a copy the order is the printed one."""

NEXT_COPY = 10_000
"""What a card's number grows by from copy to copy: more than any game has cards, so that a new card moves no number."""


def in_copy(card: int, copy: int) -> int:
    """The number of a card of the first copy in another one; copies count from 0."""
    return card + copy * NEXT_COPY


def in_first_copy(card: int) -> int:
    """The number of the same card in the first copy, by which the pack knows it."""
    return card % NEXT_COPY


def copy_mark(card: int) -> str:
    """What stands after the id of a card that is not of the first copy: /2."""
    copy = card // NEXT_COPY
    return f"/{copy + 1}" if copy else ""
