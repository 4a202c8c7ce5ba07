"""What is wrong with an action."""

from ..messages import Message, Value, say

UNREADABLE = ""
"""The clause of what is badly written and so breaks no rule of the game."""


class Violation:
    """A rule that an action would break: the clause, and the key of the message with its values. Looking for legal
    actions makes many that nobody reads, so no sentence is made here."""

    __slots__ = ("also", "clause", "compares", "key", "values")

    def __init__(
        self, clause: str, key: str, also: tuple[str, ...] = (), compares: bool = False, **values: Value
    ) -> None:
        self.clause = clause
        self.key = key
        self.also = also
        self.compares = compares
        """Whether it weighs facts of the cards named, so that the refusal rests on these."""
        self.values = values

    @property
    def message(self) -> Message:
        """What is told of it."""
        return say(self.key, **self.values)

    def under(self, clause: str, also: tuple[str, ...] = (), compares: bool = False) -> "Violation":
        """The same by another clause."""
        return Violation(clause, self.key, also, compares, **self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Violation) and self._said() == other._said()

    def _said(self) -> tuple[object, ...]:
        return self.clause, self.key, self.also, self.compares, self.values

    __hash__ = None  # type: ignore[assignment]  # its values are a dict

    def __repr__(self) -> str:
        return f"Violation{self._said()}"
