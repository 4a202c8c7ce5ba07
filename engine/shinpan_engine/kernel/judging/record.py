"""A recorded game as the referee reads it. The classes mirror `shinpan.v1.record`; the header is hashed.

Nothing here can hold itself, so the collector of circles need not follow it (`gc=False`): a game has many entries.
"""

from typing import Any

import msgspec

from ..play.decisions import Act

FORMAT = 1
MOST_ENTRIES = 20_000
"""Longer records are refused whole: no game of ours comes near."""
MOST_CLAIMS = 20_000
"""The same for all claims of a record together."""


class PackRef(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A card pack, by name and content."""

    id: str
    digest: bytes


class SeededChance(msgspec.Struct, array_like=True, frozen=True, gc=False, tag=1):
    """Chance drawn from a seed."""

    scheme: str
    seed: bytes


class Outcome(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """What one random event gave."""

    label: str
    values: list[int]


class RecordedChance(msgspec.Struct, array_like=True, frozen=True, gc=False, tag=2):
    """Outcomes written down, in ascending order of the label."""

    outcomes: list[Outcome]


class SeenChance(msgspec.Struct, array_like=True, frozen=True, gc=False, tag=3):
    """As much as was seen of what came up."""

    outcomes: list[Outcome]


class ChanceSource(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """Where chance comes from."""

    source: SeededChance | RecordedChance | SeenChance | None = None


class Fact(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A field of a card, as the record gives it."""

    table: str
    number: int
    field: str
    value: str


class Commitment(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """What was promised about the seed."""

    digest: bytes = b""
    salt: bytes = b""
    secret: bytes = b""
    contributions: list[bytes] = msgspec.field(default_factory=list)


class Header(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """Everything that decides a game before its first action, and nothing else."""

    format: int
    game: str
    mode: str
    edition: str
    pack: PackRef | None
    chance: ChanceSource | None
    commitment: Commitment | None
    seats: int
    facts: list[Fact]
    setup: Any
    """The game's own Setup, a member of the header's `oneof`."""


class Correction(msgspec.Struct, frozen=True, gc=False):
    """What somebody put right after the game was written down. It says so, and nothing is compared with it."""

    who: str
    reason: str
    turn: int = 0
    """The turn or round of the line; 0 before the first."""
    before: str = ""
    """What was written; empty for a line that was missing."""
    after: str = ""
    """What is written instead; empty for a line too many."""


class Notes(msgspec.Struct, frozen=True, gc=False):
    """What is told beside the header; no verdict depends on it."""

    players: tuple[str, ...] = ()
    place: str = ""
    date: str = ""
    result: str = ""
    last_link: bytes = b""
    header_hash: bytes = b""
    first_state_hash: bytes = b""
    corrections: tuple[Correction, ...] = ()


class Action(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An action of one seat, as every game's schema writes it: the seat, then the member of the `oneof`."""

    seat: int
    what: Act


class Unresolved(msgspec.Struct, frozen=True, gc=False):
    """An action in words, because a name in it fits no card there."""

    seat: int
    verb: str
    arguments: str


class Marker(msgspec.Struct, frozen=True, gc=False):
    """The head of a turn, or of a round (`Game.heads`)."""

    number: int


class StateClaim(msgspec.Struct, frozen=True, gc=False):
    """A value in the state, by path, in the transcript's spelling."""

    path: str
    value: str


class EventClaim(msgspec.Struct, frozen=True, gc=False):
    """An event by name, with the fields that were noted; an empty name means by place."""

    name: str
    arguments: tuple[tuple[str, str], ...] = ()


Claim = StateClaim | EventClaim


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a record."""

    what: Action | Unresolved | Marker
    claims: tuple[Claim, ...] = ()
    state_hash: bytes = b""
    link: bytes = b""
    line: int = 0
    comment: str = ""


class Record(msgspec.Struct, frozen=True, gc=False):
    """A recorded game."""

    header: Header
    entries: tuple[Entry, ...]
    notes: Notes = Notes()
