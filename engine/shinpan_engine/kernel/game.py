"""What a game tells the kernel about itself."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

import msgspec

from .chance import Chance, Stream
from .clauses import RuleBook
from .decisions import Flow
from .match import Match, Table
from .record import Header
from .report import Assumption, Result
from .text import NameBook


class Mode(NamedTuple):
    """A way to play a game."""

    name: str
    title: str
    supported: bool
    min_seats: int
    max_seats: int


class Event(msgspec.Struct, kw_only=True, gc=False):
    """Something that happened. Its fields are what records may claim of it."""

    clause: str
    private: int = 0
    """The only seat that sees it whole, or 0 for everybody."""


class Pack(NamedTuple):
    """A card pack: its id, what it is, the digest of its content, the cards as the game reads them, their spelling."""

    id: str
    title: str
    digest: bytes
    cards: Any
    names: NameBook


class OneByOne(NamedTuple):
    """Several answers of one decision that a record may list one by one: the verb, and the argument that tells them
    apart."""

    verb: str
    key: str


REFEREE = -1
"""The viewer who sees everything; a seat's number is that seat, 0 is the public."""
PUBLIC = 0


class Game:
    """One game. The classes mirror its schemas; the methods are all that the kernel asks of it."""

    name: ClassVar[str]
    title: ClassVar[str]
    editions: ClassVar[tuple[str, ...]]
    modes: ClassVar[tuple[Mode, ...]]
    setup: ClassVar[type[msgspec.Struct]]
    state: ClassVar[type[msgspec.Struct]]
    acts: ClassVar[tuple[type[msgspec.Struct], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    steps: ClassVar[Mapping[str, int]]
    """The printed step names and the number of each in the state."""
    outcomes: ClassVar[Mapping[str, str]]
    """The random events by the first part of their label (`mulligan` of `mulligan/p1/2`), and the table of the pack
    that the outcome of each is written in."""

    compares: ClassVar[frozenset[str]] = frozenset()
    """The clauses whose refusal compares card data, so that it rests on these."""

    rules: RuleBook
    packs: Mapping[str, Pack]

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[None]]:
        """A table with nothing played yet, and the flow of the whole game on it."""
        raise NotImplementedError

    def drawn_setup(self, pack: Pack, dice: Stream) -> msgspec.Struct:
        """A set-up for random play: its facts drawn, every option at its default."""
        raise NotImplementedError

    def turn(self, state: Any) -> int:
        """The turn a state is in."""
        raise NotImplementedError

    def step(self, state: Any) -> int:
        """The step a state is in."""
        raise NotImplementedError

    def result(self, state: Any) -> Result | None:
        """How the game ended, if it did."""
        raise NotImplementedError

    def view(self, state: Any, viewer: int) -> Any:
        """The state as a viewer may see it. The state itself is left alone."""
        raise NotImplementedError

    def one_by_one(self, table: Table) -> OneByOne | None:
        """What is asked for together now although people may write it down one by one; None if nothing is."""
        return None

    def homes(self, act: type, mode: str) -> str:
        """The clause that says where the card named by an action must be."""
        raise NotImplementedError

    def card_assumptions(self, pack: Pack, table: Table | None, acts: Iterable[Any]) -> list[Assumption]:
        """The inferred and stand-in card data that these actions used; there is no table if nothing could be dealt."""
        raise NotImplementedError

    def pack(self, id: str) -> Pack | None:
        """The pack of that id, if there is one."""
        return self.packs.get(id)


def begin(game: Game, header: Header, chance: Chance, pack: Pack) -> Match:
    """A match at its first decision."""
    table, flow = game.start(header, chance, pack)
    return Match(table, flow)
