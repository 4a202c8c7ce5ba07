"""Claims: what a recorder saw, compared with what came out. Compared, never believed."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from .errors import Undecidable
from .game import Event
from .record import Claim, EventClaim, StateClaim
from .report import Difference
from .text import OPEN, Field, NameBook, fields, spell, verb

_SEGMENT = re.compile(r"([a-z_]+)(?:\[(p?)([0-9]{1,9})\])?")


class NoSuchPath(ValueError):
    """A claim about something that does not exist."""


def check(
    claims: Sequence[Claim], state: Any, events: Sequence[Event], known: Sequence[type[Event]], names: NameBook
) -> list[Difference]:
    """The claims that do not come out. Raises `NoSuchPath` for one that names nothing."""
    wrong = []
    left = list(events)
    for claim in claims:
        if isinstance(claim, StateClaim):
            found = read(state, claim.path, names)
            if not _same(claim.value, found):
                wrong.append(Difference(claim.path, claim.value, found))
        else:
            event = _matching(claim, left, known, names)
            if event is None:
                happened = "; ".join(describe(e, names) for e in events) or "nothing"
                wrong.append(Difference(claim.name, _spelled(claim), happened))
            else:
                left = [other for other in left if other is not event]
    return wrong


def read(state: Any, path: str, names: NameBook) -> str:
    """The value at a path, spelled. `life[p2]` is the field of seat 2's side, `a.b[1]` goes into lists and members."""
    here: Any = state
    field: Field | None = None
    for part in path.split("."):
        match = _SEGMENT.fullmatch(part)
        if match is None or not isinstance(here, msgspec.Struct):
            raise NoSuchPath(f"“{path}” is not a path")
        name, seat, index = match.groups()
        if seat and name != "sides":
            sides = getattr(here, "sides", [])
            here, index = _item(sides, int(index) - 1, path), None
        field = next((f for f in fields(here.__class__) if f.name == name), None)
        if field is None:
            raise NoSuchPath(f"“{path}”: there is no “{name}”")
        here = getattr(here, field.attribute)
        if index is not None:
            here, field = _item(here, int(index) - 1, path), field._replace(repeated=False)
    assert field is not None
    return spell(field, here, names)


def _item(items: Any, at: int, path: str) -> Any:
    if not isinstance(items, list) or not 0 <= at < len(items):
        raise NoSuchPath(f"“{path}”: there is no such item")
    return items[at]


def _matching(
    claim: EventClaim, events: Sequence[Event], known: Sequence[type[Event]], names: NameBook
) -> Event | None:
    if not any(verb(kind) == claim.name for kind in known):
        raise NoSuchPath(f"there is no event “{claim.name}”")
    undecided = None
    for event in events:
        if verb(type(event)) == claim.name:
            try:
                if _fits(claim, event, names):
                    return event
            except Undecidable as error:
                undecided = error
    if undecided is not None:
        raise undecided
    return None


def _fits(claim: EventClaim, event: Event, names: NameBook) -> bool:
    told = event_fields(event, names)
    for at, (given, value) in enumerate(claim.arguments):
        name = given or (list(told)[at] if at < len(told) else "")
        if name not in told:
            raise NoSuchPath(f"the event “{claim.name}” has no such field: {name or value}")
        if not _same(value, told[name]):
            return False
    return True


def event_fields(event: Event, names: NameBook) -> dict[str, str]:
    """The fields of an event, spelled, without what every event has."""
    return {
        f.name: spell(f, getattr(event, f.attribute), names)
        for f in fields(type(event))
        if f.name not in ("clause", "private")
    }


def describe(event: Event, names: NameBook) -> str:
    """An event in a line: its name, then its fields."""
    told = event_fields(event, names)
    return " ".join([verb(type(event)), *(f"{name}={value}" for name, value in told.items())])


def _spelled(claim: EventClaim) -> str:
    return " ".join([claim.name, *(f"{name}={value}" if name else value for name, value in claim.arguments)])


def _same(recorded: str, computed: str) -> bool:
    """Whether two spellings say the same: spacing and leading zeros do not matter."""
    if OPEN in computed:
        least, most = computed.split(OPEN)
        if recorded.removeprefix("-").isdecimal() and not int(least) <= int(recorded) <= int(most):
            return False
        raise Undecidable(f"the record says {recorded}, and what the pack leaves open comes to {computed}", ())
    return recorded == computed or _loose(recorded) == _loose(computed)


def _loose(text: str) -> list[str]:
    return [re.sub(r"^(-?)0+(?=\d)", r"\1", word) for word in text.split()]
