"""What claims say of cards, whatever came out: read from a record before anything is replayed."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ..forms.text import Field, NameBook, fields, verb
from ..game import Game
from ..judging.claims import CHARACTERS_A_STEP, loose
from ..judging.record import Claim, EventClaim, StateClaim
from ..packs.values import NONE
from ..play.views import HIDDEN_TEXT
from ..play.work import Work
from .told import Unseen

_PLACE = re.compile(r"([a-z_]+)(?:\[p([0-9]{1,2})\])?")


class Known(NamedTuple):
    """That a claim names a card: as something of a seat, if it says so, and in which field."""

    seat: int
    field: str
    card: tuple[str, int]


class Said(NamedTuple):
    """That an entry makes a claim on the state."""

    entry: int
    claim: StateClaim


class Value(NamedTuple):
    """What a claim says of one place of the state: its words, and the cards of which there is one each."""

    said: Said
    place: tuple[int, str]
    """The seat, 0 for none, and the name of the field; of other places the path."""
    words: list[str]
    cards: "Counter[tuple[str, int]]"
    in_order: bool

    def clashes(self, other: "Value") -> bool:
        """Whether two values cannot both come out of the same state."""
        if self.place == other.place:
            return not _may_be_one(self.words, other.words, self.in_order)
        return not self.cards.keys().isdisjoint(other.cards)


def _may_be_one(ours: list[str], theirs: list[str], in_order: bool) -> bool:
    """Whether one value may be what both say: it has as many words, and room for all that either names."""
    if len(ours) != len(theirs):
        return False
    if in_order:
        return all(one == other or HIDDEN_TEXT in (one, other) for one, other in zip(ours, theirs, strict=True))
    named = Counter(ours) | Counter(theirs)
    return sum(named.values()) - named[HIDDEN_TEXT] <= len(ours)


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

    def clash(self, said: Sequence[Said], unseen: Unseen, work: Work) -> tuple[Said, Said] | None:
        """Two claims on the same state that cannot both come out, whatever the cards not seen were; twice the same, if
        it cannot come out itself, since it names a card twice."""
        values: list[Value] = []
        for value in (self._value(one, unseen) for one in said):
            work.spend(1 + len(value.said.claim.value) // CHARACTERS_A_STEP)
            if any(count > 1 for count in value.cards.values()):
                return value.said, value.said
            for before in values:
                work.spend(1 + len(before.words))
                if before.clashes(value):
                    return before.said, value.said
            values.append(value)
        return None

    def _value(self, said: Said, unseen: Unseen) -> Value:
        path, place = said.claim.path, _PLACE.fullmatch(said.claim.path)
        name, seat = place.groups() if place is not None else (path.rpartition(".")[2].partition("[")[0], None)
        numbers = [
            (field.table, self._names.numbers(field.table, word))
            for _, field, word in self._words(said.claim)
            if field.name in unseen.apart
        ]
        cards = Counter((table, found[0]) for table, found in numbers if len(found) == 1)
        where = (int(seat or 0), name) if place is not None else (0, path)
        return Value(said, where, loose(said.claim.value), cards, name in unseen.ordered)

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
