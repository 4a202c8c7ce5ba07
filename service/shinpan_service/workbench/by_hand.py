"""Records as people write them, from records of every action: to measure with.

Passes, forced steps and most heads of turns are left out, every second card is called by its name, and what people note
is claimed: what happened, by place or by name, and what is there at the head of a turn.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import Spelling, fields, line, spell, verb
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging.header import game_of, pack_of
from shinpan_engine.kernel.judging.record import Action, EventClaim, Record, StateClaim
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.packs import Pack
from shinpan_records.transcript import TranscriptError, load
from shinpan_records.transcript.alike import Alike
from shinpan_records.transcript.claiming import spelled_claim
from shinpan_records.transcript.exporting import exporting
from shinpan_records.transcript.grammar import word
from shinpan_records.transcript.reading import GAME_BEGINS
from shinpan_records.transcript.resolving import SEAT_TABLE
from shinpan_records.words.record_lines import CLAIMS

NAMED_EACH, CLAIMED_EACH, HEADED_EACH = 2, 5, 3
"""Of so many cards, actions and turns one is called by its name, has a claim, keeps its head."""
MOST_TOGETHER = 10
"""Actions of a turn that are written in one way."""
DECIDED = "decisions "
"""How the line of a header begins that says that nothing is left out."""


class Told(NamedTuple):
    """An action as it was: its line, whether silence means it, its turn, what happened, what a head may claim."""

    said: str
    silent: bool
    turn: int
    events: Sequence[Event]
    there: str


class Names:
    """Names for about half of the numbers of a pack, where a name says which card is meant. Cards that are alike are
    all called by it, or none: whoever mixes names and numbers says that two cards are not the same."""

    def __init__(self, game: Game, pack: Pack) -> None:
        self._names = pack.names
        self._alike = Alike(game, pack)

    def text(self, table: str, number: int) -> str:
        """A number or the name for it."""
        said = self._names.text(table, number)
        name = "" if table == SEAT_TABLE else self._names.printed(table, number)
        meant = self._names.numbers(table, name) if name and word(name) == name else []
        plain = number in meant and all(self._alike.alike(table, number, other) for other in meant)
        return name if plain and meant[0] % NAMED_EACH else said


def by_hand(record: Record) -> str:
    """The record as somebody might write it by hand, so that it still means the same. Where that is not so with names,
    they are left out."""
    game = game_of(GAMES, record.header)
    pack = pack_of(game, record.header)
    text, _, _ = exporting(record, GAMES, hashes=False).partition(f"\n{GAME_BEGINS}\n")
    header = [*(row for row in text.splitlines() if not row.startswith(DECIDED)), GAME_BEGINS]
    for names in (Names(game, pack), pack.names):
        parts = [[_rows(game.heads, names, part, way) for way in WAYS] for part in _parts(_told(game, record, names))]
        written = _Written(header, parts, _kinds(record))
        if written.settled():
            break
    return written.text()


class _Written:
    """Looks for the shortest way to write each part of a game. What is not settled yet is whole, so that whatever goes
    wrong goes wrong in what is tried."""

    def __init__(
        self, header: Sequence[str], parts: Sequence[Sequence[Sequence[str]]], kinds: Sequence[object]
    ) -> None:
        self._header = header
        self._parts = parts
        self._kinds = [*kinds]
        self._ways = [-1] * len(parts)

    def settled(self) -> bool:
        """Looks for it; says whether the whole means what it should."""
        self._settle(0, len(self._parts))
        return self._means(0, 0, 0)

    def text(self) -> str:
        """What has been found."""
        rows = [row for ways, way in zip(self._parts, self._ways, strict=True) for row in ways[way]]
        return "\n".join([*self._header, *rows, ""])

    def _settle(self, first: int, end: int) -> None:
        """Settles some parts: all in the shortest way, or else each half by itself."""
        if end - first == 1:
            next((way for way in range(len(WAYS)) if self._means(first, end, way)), None)
        elif not self._means(first, end, 0):
            middle = (first + end) // 2
            self._settle(first, middle)
            self._settle(middle, end)

    def _means(self, first: int, end: int, way: int) -> bool:
        """Writes some parts in a way, if that means just the same: legal actions, and claims that come out."""
        before = self._ways[first:end]
        self._ways[first:end] = [way] * (end - first)
        try:
            loaded = load(self.text(), GAMES)
            means = _kinds(loaded.record) == self._kinds and loaded.judged().finding is None
        except TranscriptError:
            means = False
        if not means:
            self._ways[first:end] = before
        return means


def _kinds(record: Record) -> list[object]:
    """What is done in a record, and by whom. Cards that are alike are taken for each other, so these do not count."""
    return [(what.seat, type(what.what)) for entry in record.entries if isinstance(what := entry.what, Action)]


def _told(game: Game, record: Record, names: Spelling) -> list[Told]:
    """What happened, action by action."""
    replay = Replay(GAMES, record)
    found: list[Told] = []
    silent: list[Action] = []
    turn, there = 0, ""

    def watch(step: Step) -> None:
        nonlocal turn, there
        match = replay.match
        assert match is not None
        if (action := step.action) is not None:
            said = line(action.seat, action.what, names)
            found.append(Told(said, action in silent, turn, step.events, there))
        silent[:] = [Action(one.seat, one.default) for one in match.ask.decisions if one.default is not None]
        turn, there = game.turn(match.table.state), _there(match.table.state, replay)

    replay.run(watch=watch)
    return found


def _there(state: Struct, replay: Replay) -> str:
    """A claim on a number of the first player: the greatest, since nobody notes what there is none of."""
    side = getattr(state, "sides")[0]  # noqa: B009  # every state has sides, which no type says
    kind: type[Struct] = type(side)
    plain = [field for field in fields(kind) if field.kind is int and not field.repeated and not field.table]
    said = [(field.name, spell(field, getattr(side, field.attribute), replay.names)) for field in plain]
    numbers = [(int(value), name) for name, value in said if value.isdecimal()]
    if not numbers:
        return ""
    value, name = max(numbers)
    return spelled_claim(StateClaim(f"{name}[p1]", str(value)))


class Part(NamedTuple):
    """Actions of one turn that follow one another, and whether its head stands before them."""

    head: bool
    number: int
    actions: Sequence[Told]


def _parts(told: Sequence[Told]) -> Iterator[Part]:
    """The actions by turns, long turns in parts."""
    for turn, of_turn in groupby(told, lambda one: one.turn):
        actions = [*of_turn]
        for at in range(0, len(actions), MOST_TOGETHER):
            yield Part(turn > 0 and at == 0, turn, actions[at : at + MOST_TOGETHER])


class Way(NamedTuple):
    """What is left out of a part, and whether claims are added."""

    no_head: bool
    no_silence: bool
    claims: bool


WHOLE = Way(False, False, False)
WAYS = (Way(True, True, True), Way(False, True, True), Way(False, True, False), Way(False, False, True), WHOLE)
"""From what says least to what says all."""


def _rows(heads: str, names: Spelling, part: Part, way: Way) -> list[str]:
    """The lines of a part."""
    rows = []
    if part.head and not (way.no_head and part.number % HEADED_EACH):
        rows.append(f"{heads} {part.number} {part.actions[0].there if way.claims else ''}".rstrip())
    for at, one in enumerate(part.actions):
        if not (way.no_silence and one.silent):
            claim = _claim(one.events, at, names) if way.claims and at % CLAIMED_EACH == 0 else ""
            rows.append(f"{one.said} {CLAIMS} {claim}" if claim else one.said)
    return rows


def _claim(events: Sequence[Event], at: int, names: Spelling) -> str:
    """A claim on what happened, by place or by name of its field; empty where nothing has a plain one."""
    for event in events:
        first = next(iter(fields(type(event))), None)
        if first is not None and first.kind is int and not first.repeated:
            argument = ("" if at % 2 else first.name, spell(first, getattr(event, first.attribute), names))
            return spelled_claim(EventClaim(verb(type(event)), (argument,)))
    return ""
