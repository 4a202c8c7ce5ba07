"""What is said of an answer: that it is awaited or has been given, or that it breaks a rule."""

import msgspec


class Violation(msgspec.Struct, frozen=True):
    """A rule that an action would break: the clause, and a sentence for players."""

    clause: str
    message: str
    also: tuple[str, ...] = ()


class Pending(msgspec.Struct, array_like=True):
    """A decision as it stands in the state."""

    seat: int
    ask: str
    answer: bytes = b""
