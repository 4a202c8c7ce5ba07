"""The moves of two records against each other. Moves fit each other if they may be the same one: what is left open in
one of them may be what the other says."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms.text import Field, fields
from shinpan_engine.kernel.judging.record import Action, Entry, StateClaim
from shinpan_engine.kernel.play.views import HIDDEN, HIDDEN_TEXT
from shinpan_engine.kernel.seen.holes import leaves_open

from ..transcript.header.header_text import said_in_header
from .side import Move, Side

WINDOW = 40
"""So many moves are looked through for the place from which on two records are alike again."""
NOT_COMPARED = ("link", "header", "state", "decisions", "corrected", "seen")
"""What says nothing of the game itself, or follows from the rest."""


class Apart(NamedTuple):
    """A place where two records differ: the moves of each there, up to where they are alike again."""

    turn: int
    first: tuple[Move, ...]
    second: tuple[Move, ...]


class Claimed(NamedTuple):
    """A value that two records note otherwise after the same move."""

    turn: int
    path: str
    first: str
    second: str


class Aligned(NamedTuple):
    """Two records against each other."""

    pairs: tuple[tuple[Move, Move], ...]
    """Moves that fit each other, up to the first that do not."""
    apart: tuple[Apart, ...]
    claimed: tuple[Claimed, ...]
    unread: tuple[bool, bool] = (False, False)
    """Whether a record is not compared any further, because it is not read behind what is wrong in it."""

    @property
    def one_goes_on(self) -> bool:
        """Whether the records are alike, but that one of them may end before the other."""
        return all(not one.first or not one.second for one in self.apart) and len(self.apart) < 2

    @property
    def longer(self) -> tuple[Move, ...]:
        """The moves by which one record goes on behind the end of the other."""
        return next(((*one.first, *one.second) for one in self.apart), ())


def aligned(first: Side, second: Side) -> Aligned:
    """Two records, move by move."""
    ours, theirs = first.moves, second.moves
    pairs: list[tuple[Move, Move]] = []
    apart: list[Apart] = []
    at, there, unread = 0, 0, (False, False)
    while at < len(ours) and there < len(theirs):
        if fits(ours[at].entry, theirs[there].entry):
            if not apart:
                pairs.append((ours[at], theirs[there]))
            at, there = at + 1, there + 1
            continue
        unread = (at >= first.breaks_off, there >= second.breaks_off)
        if any(unread):
            apart.append(Apart(ours[at].turn, ours[at : at + 1], theirs[there : there + 1]))
            break
        more, over = _alike_again(ours[at:], theirs[there:])
        apart.append(Apart(ours[at].turn, ours[at : at + more], theirs[there : there + over]))
        at, there = at + more, there + over
    if not any(unread) and (at < len(ours) or there < len(theirs)):
        left = (*ours[at:], *theirs[there:])
        apart.append(Apart(left[0].turn, ours[at:], theirs[there:]))
    return Aligned(tuple(pairs), tuple(apart), tuple(_claimed(pairs)), unread)


def _alike_again(ours: Sequence[Move], theirs: Sequence[Move]) -> tuple[int, int]:
    """How many moves of each come before those from which on both are alike; all, if that is nowhere near."""
    for passed in range(1, 2 * WINDOW):
        for more in range(max(0, passed - WINDOW), min(passed, WINDOW) + 1):
            over = passed - more
            if more < len(ours) and over < len(theirs) and _two_fit(ours[more:], theirs[over:]):
                return more, over
    return len(ours), len(theirs)


def _two_fit(ours: Sequence[Move], theirs: Sequence[Move]) -> bool:
    """Whether two moves in a row fit, or the only one that is left."""
    return all(fits(one.entry, other.entry) for one, other in zip(ours[:2], theirs[:2], strict=False))


def fits(one: Entry, other: Entry) -> bool:
    """Whether two moves may be the same."""
    ours, theirs = one.what, other.what
    if ours == theirs:
        return True
    if leaves_open(ours) or leaves_open(theirs):
        return bool(ours.seat == theirs.seat)  # type: ignore[union-attr]
    if not isinstance(ours, Action) or not isinstance(theirs, Action):
        return False
    return ours.seat == theirs.seat and joined(ours.what, theirs.what) is not None


def joined(ours: msgspec.Struct, theirs: msgspec.Struct) -> msgspec.Struct | None:
    """What two actions say together; None if they say different things."""
    if type(ours) is not type(theirs):
        return None
    said: dict[str, Any] = {}
    for field in fields(type(ours)):
        one, other = getattr(ours, field.attribute), getattr(theirs, field.attribute)
        if one == other:
            continue
        found = _both(field, one, other) if field.table and not field.open else None
        if found is None:
            return None
        said[field.attribute] = found
    return msgspec.structs.replace(ours, **said)


def _both(field: Field, one: Any, other: Any) -> Any:
    """What two values of a field say together, as far as each leaves cards open; None if that cannot be."""
    if not field.repeated:
        return other if one == HIDDEN else one if other == HIDDEN else None
    if len(one) != len(other):
        return None
    if field.ordered:
        pairs = [*zip(one, other, strict=True)]
        return None if any(a and b and a != b for a, b in pairs) else [a or b for a, b in pairs]
    known = sorted({*one, *other} - {HIDDEN})
    holes = len(one) - len(known)
    return None if holes < 0 else [*known, *[HIDDEN] * holes]


def _claimed(pairs: Sequence[tuple[Move, Move]]) -> Iterator[Claimed]:
    """The values that are noted otherwise."""
    for ours, theirs in pairs:
        for one, other in ((ours.entry, theirs.entry), *_same_heads(ours, theirs)):
            noted = _states(other)
            for path, value in _states(one).items():
                if path in noted and noted[path] != value and HIDDEN_TEXT not in (value + noted[path]).split():
                    yield Claimed(ours.turn, path, value, noted[path])


def _same_heads(ours: Move, theirs: Move) -> Iterator[tuple[Entry, Entry]]:
    for one in ours.heads:
        yield from ((one, other) for other in theirs.heads if one.what == other.what)


def _states(entry: Entry) -> dict[str, str]:
    return {claim.path: claim.value for claim in entry.claims if isinstance(claim, StateClaim)}


def header_differences(first: Side, second: Side) -> tuple[tuple[str, str, str], ...]:
    """The lines of the headers that are not alike: the key, and what each says; empty where there is no such line."""
    ours, theirs = (_header(side) for side in (first, second))
    keys = [key for key in {**ours, **theirs} if key not in NOT_COMPARED]
    return tuple((key, ours.get(key, ""), theirs.get(key, "")) for key in keys if ours.get(key) != theirs.get(key))


def _header(side: Side) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for key, said in said_in_header(side.record, side.game, side.pack.names):
        found.setdefault(key, []).append(said)
    return {key: "; ".join(said) for key, said in found.items()}
