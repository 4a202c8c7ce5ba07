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


class OpenField(NamedTuple):
    """A field of a card that the pack leaves open: the table of the card as records name it, and its number there."""

    table: str
    number: int
    field: str
    called: str = ""
    """How a row without number is called."""


class EngineError(Exception):
    """The root of what the engine raises on purpose."""


class Undecidable(EngineError):
    """Nothing that is known decides this."""

    def __init__(self, message: str, clauses: tuple[str, ...], *open: OpenField) -> None:
        super().__init__(message)
        self.message = message
        self.clauses = clauses
        self.open = open
        """The fields that would decide it, where these are known."""


class Impossible(EngineError):
    """A recorded outcome names what was not there."""

    def __init__(self, label: str, value: int) -> None:
        self.label = label
        self.value = value
        super().__init__(self.told(f"number {value}"))

    def told(self, named: str) -> str:
        """The same with what was named as people write it."""
        return f"the outcome of “{self.label}” names {named}, which was not there to come up"


class PackError(EngineError):
    """A card pack that cannot be used: file, card, field, and what is allowed."""


class RequestError(EngineError):
    """The request cannot be judged at all: the field concerned and why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


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
        super().__init__("record", f"this takes more than {limit} steps of work, which is the limit of one call")
