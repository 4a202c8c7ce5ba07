"""What a game tells the kernel about itself."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import msgspec

from .clauses import RuleBook, rule_book
from .errors import InvalidHeader, NotHere
from .forms.text import enum_word
from .judging.record import Header
from .judging.report import Assumption, Result
from .messages import Word
from .names import NOTHING
from .packs import Pack, PackKind, Packs, PackText, packs_of, read_folder
from .play.chance import Chance, Stream
from .play.decisions import Flow
from .play.match import Match, Table
from .play.views import REFEREE, pending_for
from .play.work import Work
from .seen.told import Unseen


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
    """The seat whose secret it is, or 0 where everybody sees it whole."""


def events_in(module: ModuleType) -> tuple[type[Event], ...]:
    """Whatever can happen in a game: the events of a module in their order, but for those that others are made of."""
    kinds = [kind for kind in module.__dict__.values() if isinstance(kind, type) and issubclass(kind, Event)]
    bases = [base for kind in kinds for base in kind.__bases__]
    return tuple(kind for kind in kinds if kind not in bases)


Figures = Mapping[tuple[str, int], Mapping[str, int]]
"""Numbers of cards as they are in force: by the table and number of a card, by the name of the field."""


class OneByOne(NamedTuple):
    """Several answers of one decision that a record may list one by one: the verb, and the argument that tells them
    apart."""

    verb: str
    key: str


class Game:
    """One game. The classes mirror its schemas; the methods are all that the kernel asks of it."""

    name: ClassVar[str]
    title: ClassVar[str]
    editions: ClassVar[tuple[str, ...]]
    """The first is taken where a record names none."""
    modes: ClassVar[tuple[Mode, ...]]
    setup: ClassVar[type[msgspec.Struct]]
    state: ClassVar[type[msgspec.Struct]]
    acts: ClassVar[tuple[type[msgspec.Struct], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    steps: ClassVar[Mapping[str, int]]
    """The printed step names and the number of each in the state."""
    heads: ClassVar[str] = "turn"
    """What the heads in a record count, and where a state says it: turns, or rounds."""
    step_path: ClassVar[str] = "step"
    """Where a state says which step it is in."""
    outcomes: ClassVar[Mapping[str, str]]
    """The random events by the first part of their label (`mulligan` of `mulligan/p1/2`), and the table of the pack
    that the outcome of each is written in."""

    also_said: ClassVar[Mapping[str, str]] = NOTHING
    """What people write for an event: `damage 0` where an attack was blocked."""
    done_at_once: ClassVar[Mapping[Any, tuple[type[Event], ...]]] = NOTHING
    """The events by which it is told that an action came by itself, because nothing else was possible."""
    too_early: ClassVar[frozenset[str]] = frozenset()
    """The keys of what refuses an action only because its step has not come."""
    homes: ClassVar[Mapping[type, str]]
    """The clauses that say where the cards named by an action must be."""

    unseen: ClassVar[Unseen | None] = None
    """What the search for worlds has to know, if records of what was merely seen are judged."""

    pack_kind: ClassVar[PackKind]

    @cached_property
    def rules(self) -> RuleBook:
        """The clauses and options."""
        return rule_book(self.pack_kind.package)

    @cached_property
    def made(self) -> Packs:
        """The card packs and what is wrong with broken ones: those that the process was given (`use_packs`), or else
        those in the game's folder."""
        return packs_of(self.pack_kind, read_folder(self.pack_kind.package))

    @property
    def packs(self) -> Mapping[str, Pack]:
        """The card packs by id, of each id the one that was found first."""
        return self.made.whole

    def with_packs(self, texts: Iterable[PackText], work: Work | None = None) -> "Game":
        """This game with the packs of some files besides. Reading them is work, where that is counted."""
        game = type(self)()
        game.__dict__.update(self.__dict__)
        game.made = packs_of(self.pack_kind, texts, self.made, work)
        return game

    def check(self, header: Header, pack: Pack) -> None:
        """Raises `InvalidHeader` for facts of the set-up that cannot be; that an option can make a difference in the
        mode is seen to."""

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        """A table with nothing played yet, and the flow of the whole game on it."""
        raise NotImplementedError

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> msgspec.Struct:
        """A set-up for random play: its facts drawn, every option at its default."""
        raise NotImplementedError

    def turn(self, state: Any) -> int:
        """The turn a state is in, or the round if records have rounds for heads; 0 before the first."""
        return int(state.turn)

    def round(self, state: Any) -> int:
        """The round a state is in, in which every seat has a turn; 0 before the first."""
        seats = len(state.sides)
        return (self.turn(state) + seats - 1) // seats

    def step(self, state: Any) -> int:
        """The step a state is in."""
        return int(state.step)

    @cached_property
    def _printed(self) -> Mapping[int, str]:
        return {number: name for name, number in self.steps.items()}

    def step_of(self, state: Any, seat: int) -> int:
        """The step that a seat is in; of seat 0 that of the state."""
        return self.step(state)

    def printed_step(self, state: Any, seat: int = 0) -> str:
        """The same as printed; empty for one that is not."""
        return self._printed.get(self.step_of(state, seat), "")

    def printed_name(self, step: str) -> str:
        """How a step is printed that a state calls so; empty for one that is not."""
        return next((name for name, number in self.steps.items() if _called(number) == step), "")

    def result(self, state: Any) -> Result | None:
        """How the game ended, if it did."""
        return None if state.ending is None else self.came_to(state)

    def came_to(self, state: Any) -> Result:
        """How the game ended: who has won, or a draw, and by what."""
        ending = state.ending
        return Result((ending.winner,) if ending.winner else (), ending.reason.name.lower())

    def sees(self, state: Any, viewer: int, seat: int) -> bool:
        """Whether a viewer sees the secrets of a seat."""
        return viewer in (REFEREE, seat)

    def view(self, state: Any, viewer: int) -> Any:
        """The state as a viewer may see it. The state itself is left alone."""
        if viewer == REFEREE:
            return state
        pending = pending_for(state.pending, lambda seat: self.sees(state, viewer, seat))
        return msgspec.structs.replace(self.covered(state, viewer), pending=pending)

    def covered(self, state: Any, viewer: int) -> Any:
        """The state with the cards hidden that a seat or the public may not see."""
        return state

    def one_by_one(self, table: Table) -> OneByOne | None:
        """What is asked for together now although people may write it down one by one; None if nothing is."""
        return None

    def home(self, act: type, mode: str) -> str:
        """The clause that says where the cards named by an action must be."""
        return self.homes[act]

    def figures(self, table: Any) -> Figures:
        """The numbers in force of cards that lie open, where these are not the printed ones: by the table and number of
        a card, by the name of the printed field. Reading them changes nothing."""
        return {}

    def outcome_table(self, label: str) -> str:
        """The table of the pack that an outcome of chance is written in; empty if it is plain numbers."""
        return self.outcomes.get(label.partition("/")[0], "")

    def card_assumptions(self, pack: Pack, table: Any, acts: Iterable[Any]) -> list[Assumption]:
        """The inferred and stand-in card data that these actions used; there is no table if nothing could be dealt."""
        raise NotImplementedError

    def pack(self, id: str) -> Pack | None:
        """The pack of that id that was found first, if there is one. Raises `NotHere` if all that there are of it are
        broken."""
        if id not in self.packs and (why := self.made.why_not(id)):
            raise NotHere("record.header.pack.id", "kernel.header.pack_disabled", pack=id, why=why)
        return self.packs.get(id)


def _called(step: int) -> str:
    return enum_word(step) if isinstance(step, IntEnum) else str(step)


def at(header: Header, field: str) -> str:
    """Where a field of the set-up stands in a request."""
    return f"record.header.{header.game}.{field}"


def check_options(game: Game, header: Header) -> None:
    """An option that decides nothing in the mode is at its default: one game has one header."""
    for option in game.rules.idle_in(header.mode):
        if getattr(header.setup, option.name):
            name, mode = Word(game.name, option.name), Word(game.name, header.mode)
            raise InvalidHeader(at(header, option.name), "kernel.header.option", option=name, mode=mode)


def begin(game: Game, header: Header, chance: Chance, pack: Pack) -> Match:
    """A match at its first decision."""
    check_options(game, header)
    try:
        game.check(header, pack)
    except InvalidHeader as error:
        error.message = error.message.of(game.name)
        raise
    table, flow = game.start(header, chance, pack)
    return Match(table, flow)
