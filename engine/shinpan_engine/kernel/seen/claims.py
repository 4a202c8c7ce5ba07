"""Claims with holes: `?` agrees with anything. In a list that is a set the rest only has to be in it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from ..forms.text import Field, NameBook, fields, spell, verb
from ..game import Event
from ..judging import claims
from ..judging.claims import MOST_WRONG, NoSuchPath
from ..judging.record import Claim, EventClaim, StateClaim
from ..play.views import HIDDEN, HIDDEN_TEXT
from ..play.work import Work


class Wanted(NamedTuple):
    """Cards that a claim wants in the place of others; or only that these were not there."""

    table: str
    missing: list[int]
    there: list[int]


class Turned(NamedTuple):
    """A card that an event showed to all: at which entry, by which of its events, in which field."""

    entry: int
    number: int
    event: Event
    field: str
    card: tuple[str, int]

    @property
    def place(self) -> tuple[str, int]:
        """Tells it from any other."""
        return f"{verb(type(self.event))}.{self.field}/{self.entry}", self.number

    def fields(self, names: NameBook) -> dict[str, str]:
        """The fields of the event, with a hole for the card."""
        told = claims.event_fields(self.event, names)
        written = names.text(*self.card)
        told[self.field] = " ".join(HIDDEN_TEXT if word == written else word for word in told[self.field].split())
        return told

    def claimed(self, before: Sequence[Claim], number: int, names: NameBook) -> tuple[Claim, ...]:
        """The claims of the entry, with one that another card stands there: of whom, and nothing else of the event."""
        name, said = verb(type(self.event)), names.text(self.card[0], number)
        who = [(field, value) for field, value in self.fields(names).items() if field == "seat"]
        count = len(self.fields(names)[self.field].split())
        for at, claim in enumerate(before):
            if isinstance(claim, EventClaim) and claim.name == name and (told := dict(claim.arguments)).get(self.field):
                words = told[self.field].split()
                if HIDDEN_TEXT in words and list(told.items())[1:] == who:
                    words[words.index(HIDDEN_TEXT)] = said
                    return (*before[:at], EventClaim(name, ((self.field, " ".join(words)), *who)), *before[at + 1 :])
        values = " ".join([said, *[HIDDEN_TEXT] * (count - 1)])
        return (*before, EventClaim(name, ((self.field, values), *who)))


class Comparison(NamedTuple):
    """What a claim is compared with, and how."""

    state: Any
    events: Sequence[Event]
    names: NameBook
    ordered: Sequence[str]
    work: Work


def is_open(claim: Claim) -> bool:
    """Whether a claim leaves something open."""
    values = [claim.value] if isinstance(claim, StateClaim) else [value for _, value in claim.arguments]
    return any(HIDDEN_TEXT in value.split() for value in values)


def agrees(recorded: str, computed: str, in_order: bool, work: Work) -> bool:
    """Whether what is written can be what came out."""
    ours, theirs = recorded.split(), computed.split()
    if len(ours) != len(theirs) or HIDDEN_TEXT not in ours:
        return HIDDEN_TEXT not in ours and claims.same(recorded, computed, work)
    if in_order:
        return all(
            word == HIDDEN_TEXT or claims.same(word, there, work) for word, there in zip(ours, theirs, strict=True)
        )
    for word in ours:
        found = next((there for there in theirs if claims.same(word, there, work)), None)
        if word != HIDDEN_TEXT and found is None:
            return False
        if found is not None:
            theirs.remove(found)
    return True


def completed(claim: Claim, seen: Comparison, used: dict[int, None]) -> Claim | None:
    """The claim with what came out in its holes; nothing if it does not come out. An event answers one claim: `used`
    are those that have. Raises `NoSuchPath`."""
    if isinstance(claim, StateClaim):
        field, value = claims.find(seen.state, claim.path)
        computed = spell(field, value, seen.names)
        fits = agrees(claim.value, computed, field.name in seen.ordered, seen.work)
        return StateClaim(claim.path, computed) if fits else None
    for at, told in _events(claim, seen):
        arguments = _arguments(claim, [name for name, _ in told])
        values = dict(told)
        fits = all(name in values and agrees(value, values[name], False, seen.work) for name, value in arguments)
        if fits and at not in used:
            used[at] = None
            return EventClaim(claim.name, tuple((name, values[name]) for name, _ in arguments))
    return None


def _events(claim: EventClaim, seen: Comparison) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The fields of each event of that name, by its place."""
    for at, event in enumerate(seen.events):
        if verb(type(event)) == claim.name:
            yield at, list(claims.event_fields(event, seen.names).items())


def _arguments(claim: EventClaim, names: Sequence[str]) -> list[tuple[str, str]]:
    """The arguments of a claim, those given by place too, by name."""
    return [(name or (names[at] if at < len(names) else ""), value) for at, (name, value) in enumerate(claim.arguments)]


def wanted(recorded: Sequence[Claim], seen: Comparison) -> Iterator[Wanted]:
    """What would have to lie elsewhere for the claims about cards that do not come out: in the place
    of any of what happened, the likeliest first."""
    used: dict[int, None] = {}
    wrong = (claim for claim in recorded if not _comes_out(claim, seen, used))
    for claim in list(islice(wrong, MOST_WRONG)):
        if isinstance(claim, StateClaim):
            yield from _wanted_of_state(claim, seen)
        else:
            for event in _nearest(claim, seen, used):
                yield from _wanted_of(event, claim, seen)


def _wanted_of_state(claim: StateClaim, seen: Comparison) -> Iterator[Wanted]:
    """What would have to lie elsewhere in a zone; nothing for a path that does not exist here."""
    try:
        field, value = claims.find(seen.state, claim.path)
    except NoSuchPath:
        return
    yield from _difference(field, claim.value, value, seen)


def _comes_out(claim: Claim, seen: Comparison, used: dict[int, None]) -> bool:
    try:
        return completed(claim, seen, used) is not None
    except NoSuchPath:
        return False


def _nearest(claim: EventClaim, seen: Comparison, used: dict[int, None]) -> list[Event]:
    """The events of that name that answer no other claim, those first of which most is as the claim says; only those
    that differ in no more than cards, if there are any."""
    found = {at: dict(told) for at, told in _events(claim, seen) if at not in used}

    def alike(at: int) -> int:
        return sum(value == found[at].get(name) for name, value in _arguments(claim, list(found[at])))

    def differs_in_cards(at: int) -> bool:
        known = _known(type(seen.events[at]))
        open_ones = [name for name in found[at] if name in known and (not known[name].table or known[name].open)]
        return all(found[at][name] == value for name, value in _arguments(claim, list(found[at])) if name in open_ones)

    ranked = sorted(found, key=alike, reverse=True)
    return [seen.events[at] for at in list(filter(differs_in_cards, ranked)) or ranked]


def _known(kind: type[Event]) -> dict[str, Field]:
    """The fields of an event that can be claimed."""
    return {field.name: field for field in fields(kind) if field.name not in ("clause", "private")}


def _wanted_of(event: Event, claim: EventClaim, seen: Comparison) -> Iterator[Wanted]:
    known = _known(type(event))
    for name, recorded in _arguments(claim, list(known)):
        if name in known:
            yield from _difference(known[name], recorded, getattr(event, known[name].attribute), seen)


def _difference(field: Field, recorded: str, value: Any, seen: Comparison) -> Iterator[Wanted]:
    while isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
        first = fields(type(value[0]))[0]
        field, value = first._replace(repeated=True), [getattr(item, first.attribute) for item in value]
    if not field.table or field.open:
        return
    words = [word for word in recorded.split() if word != HIDDEN_TEXT]
    numbers = [number for word in words for number in seen.names.numbers(field.table, word)[:1]]
    there = list(value) if field.repeated else [value]
    missing = [number for number in numbers if number not in there]
    others = [number for number in there if number not in numbers and number != HIDDEN]
    if missing or (others and HIDDEN_TEXT not in recorded.split()):
        yield Wanted(field.table, missing, others)


def written(claim: Claim) -> str:
    """A claim as people write it."""
    if isinstance(claim, StateClaim):
        return f"{claim.path} {claim.value}"
    return " ".join([claim.name, *(f"{name}={value}" if name else value for name, value in claim.arguments)])
