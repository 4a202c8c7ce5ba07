"""What is wrong with an action."""

import msgspec

UNREADABLE = ""
"""The clause of what is badly written and so breaks no rule of the game."""


class Violation(msgspec.Struct, frozen=True):
    """A rule that an action would break: the clause, and a sentence for players."""

    clause: str
    message: str
    also: tuple[str, ...] = ()
    compares: bool = False
    """Whether it weighs facts of the cards named, so that the refusal rests on these."""
