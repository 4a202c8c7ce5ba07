"""What claims say of cards, whatever came out: read from a record before anything is replayed."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from ..forms.text import Field, NameBook, fields, verb
from ..game import Game
from ..judging.record import Claim, EventClaim
from ..packs.values import NONE
from ..play.views import HIDDEN_TEXT

_PLACE = re.compile(r"([a-z_]+)(?:\[p([0-9]{1,2})\])?")


class Known(NamedTuple):
    """That a claim names a card: as something of a seat, if it says so, and in which field."""

    seat: int
    field: str
    card: tuple[str, int]


class Knowledge:
    """Reads claims of one game."""

    def __init__(self, game: Game, names: NameBook) -> None:
        self._names = names
        self._state = {field.name: field for field in fields(game.state)}
        sides: type[msgspec.Struct] = self._state["sides"].kind
        self._side = {field.name: field for field in fields(sides)}
        self._events = {verb(kind): list(fields(kind)) for kind in game.events}

    def of(self, claim: Claim) -> Iterator[Known]:
        """The cards that a claim names."""
        for seat, field, word in self._words(claim):
            numbers = self._names.numbers(field.table, word)
            # A name that several cards have says nothing of one of them.
            if len(numbers) == 1:
                yield Known(seat, field.name, (field.table, numbers[0]))

    def of_none(self, claim: Claim) -> Iterator[tuple[str, str]]:
        """What a claim names that is in no row of the pack, with the table."""
        for _, field, word in self._words(claim):
            if word not in (HIDDEN_TEXT, NONE) and not self._names.numbers(field.table, word):
                yield field.table, word

    def _words(self, claim: Claim) -> Iterator[tuple[int, Field, str]]:
        """The words of a claim where it names cards, each with the field, and the seat if it says one."""
        if isinstance(claim, EventClaim):
            yield from self._of_event(claim)
        elif (place := _PLACE.fullmatch(claim.path)) is not None:
            name, seat = place.groups()
            field = (self._side if seat else self._state).get(name)
            if field is not None:
                yield from self._in(field, claim.value, int(seat or 0))

    def _of_event(self, claim: EventClaim) -> Iterator[tuple[int, Field, str]]:
        known = [field for field in self._events.get(claim.name, ()) if field.name not in ("clause", "private")]
        seat = self._seat_of(claim, known)
        for at, (name, value) in enumerate(claim.arguments):
            for field in known if name else known[at : at + 1]:
                if name in ("", field.name):
                    yield from self._in(field, value, seat)

    def _seat_of(self, claim: EventClaim, known: list[Field]) -> int:
        """The seat that an event is about, as far as the claim says it."""
        for at, (name, value) in enumerate(claim.arguments):
            if (name or (known[at].name if at < len(known) else "")) == "seat":
                return next(iter(self._names.numbers("seat", value)), 0)
        return 0

    def _in(self, field: Field, value: str, seat: int) -> Iterator[tuple[int, Field, str]]:
        if field.table and not field.open:
            yield from ((seat, field, word) for word in value.split())
