"""What can go wrong, and what each case means.

EngineError
├── Undecidable   the question rests on card data or hidden cards that neither record nor pack give
├── Impossible    a recorded outcome of chance that cannot have happened
├── PackError     a wrong entry in a card pack
└── RequestError  the request cannot be judged at all
    ├── InvalidHeader   it says something that cannot be
    ├── NotHere         this server does not have the edition, pack or scheme it names
    ├── NotSupported    the rulebook mentions it, but it is not played here
    ├── NotComplete     it asks of a record of what was seen what only a complete one tells
    ├── TooLarge        more than the limits allow
    └── WorkUsedUp      it takes more steps than one call may take
"""

from typing import NamedTuple

from .messages import Message, Said, Thing, Value, say


class OpenField(NamedTuple):
    """A field of a card that the pack leaves open: the table of the card as records name it, and its number there."""

    table: str
    number: int
    field: str
    called: str = ""
    """How a row without number is called."""


class EngineError(Exception):
    """The root of what the engine raises on purpose: the key of a message and its values, or a message."""

    def __init__(self, said: Said, **values: Value) -> None:
        super().__init__(said)
        self.message = say(said, **values) if isinstance(said, str) else said

    def __str__(self) -> str:
        return str(self.message)


class Undecidable(EngineError):
    """Nothing that is known decides this."""

    def __init__(self, said: Said, clauses: tuple[str, ...], *open: OpenField, **values: Value) -> None:
        super().__init__(said, **values)
        self.clauses = clauses
        self.open = open
        """The fields that would decide it, where these are known."""


class Impossible(EngineError):
    """A recorded outcome names what was not there."""

    def __init__(self, label: str, value: int) -> None:
        super().__init__("kernel.outcome.number", label=label, number=value)
        self.label = label
        self.value = value

    def told(self, table: str) -> Message:
        """The same about an entry of a table of the pack."""
        return say("kernel.outcome.not_there", label=self.label, card=Thing(table, self.value))


class PackError(EngineError):
    """A card pack that cannot be used: file, card, field, and what is allowed."""


class RequestError(EngineError):
    """The request cannot be judged at all: the field concerned and why."""

    def __init__(self, field: str, said: Said, /, **values: Value) -> None:
        super().__init__(said, **values)
        self.field = field


class InvalidHeader(RequestError):
    """The header says something that cannot be."""


class NotHere(RequestError):
    """This server does not have the edition, pack or scheme that the header names."""


class NotSupported(RequestError):
    """The rulebook mentions it, but it is not played here."""


class NotComplete(RequestError):
    """It asks of a record of what was merely seen what only a complete one tells."""


class TooLarge(RequestError):
    """More than the limits allow."""


class WorkUsedUp(RequestError):
    """It takes more steps than one call may take."""

    def __init__(self, limit: int) -> None:
        super().__init__("record", "kernel.work.used_up", limit=limit)
