"""What the front keeps of a game that is played, and hands to a worker with every message: all that judging it takes.

A worker gives back what becomes of that, and the answer. So it may be another worker each time, and the front reads
neither messages nor entries.
"""

from collections.abc import Iterable

import msgspec

PLAY = "PlayGame"


class Kept(msgspec.Struct, array_like=True, frozen=True):
    """An entry, as the bytes of a record that has nothing else, and the outcomes that came with it, as those of a
    `shinpan.v1.Recorded`."""

    entry: bytes
    outcomes: bytes = b""

    @property
    def size(self) -> int:
        return len(self.entry) + len(self.outcomes)


class Session(msgspec.Struct, array_like=True):
    """A game as it is kept between two messages."""

    opening: bytes = b""
    """The `shinpan.v1.PlayOpening` without its entries; empty before there was one."""
    entries: list[Kept] = []
    told: int = 0
    """How many actions were told the client in steps."""

    @property
    def size(self) -> int:
        return len(self.opening) + sum(kept.size for kept in self.entries)


class Asked(msgspec.Struct, array_like=True, frozen=True):
    """What a worker gets: the game as it is, and the message of the client."""

    session: Session
    request: bytes


class Change(msgspec.Struct, array_like=True, frozen=True):
    """What becomes of a game: the first so many entries stay, others join them."""

    keep: int
    joined: list[Kept]
    told: int
    opening: bytes = b""
    """The new one, if there is one."""

    def made_of(self, session: Session) -> Session:
        """The game as it is then."""
        return Session(self.opening or session.opening, [*session.entries[: self.keep], *self.joined], self.told)


def together(entries: Iterable[Kept]) -> bytes:
    """The bytes of a record of these entries."""
    return b"".join([kept.entry for kept in entries])
