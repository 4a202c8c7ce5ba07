"""A record as JSON: protobuf's mapping of its message, read and written without protobuf."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from shinpan_engine.kernel.errors import TooLarge
from shinpan_engine.kernel.forms.from_json import FromJson, NotAllowed, Place, shown, way
from shinpan_engine.kernel.forms.text import fields, verb
from shinpan_engine.kernel.forms.to_json import to_json
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import game_of
from shinpan_engine.kernel.judging.record import (
    MOST_CLAIMS,
    MOST_ENTRIES,
    Action,
    Claim,
    Entry,
    EventClaim,
    Header,
    Marker,
    Notes,
    Record,
    StateClaim,
    Unresolved,
)
from shinpan_engine.kernel.messages import Message, Value, say

from .limits import LONGEST_HASH, LONGEST_LIST, MOST_BRACKETS, MOST_ITEMS, SHORTEST_HASH
from .plain_files import plain_bytes

HEADER, NOTES, ENTRIES = "header", "notes", "entries"
WRONG = {
    "Expecting ','": "transcript.json.comma",
    "Expecting ':'": "transcript.json.colon",
    "Expecting property name": "transcript.json.name",
    "Illegal trailing comma before end of object": "transcript.json.name",
    "Unterminated string": "transcript.json.quote",
    "Invalid control": "transcript.json.control",
    "Invalid \\": "transcript.json.escape",
    "Extra data": "transcript.json.extra",
}
"""How Python begins to say what is wrong, and what is said here; else that a value is missing."""
_SPACE = re.compile(r"[ \t\n\r]*")
_value_at = json.JSONDecoder(strict=False).raw_decode


class NotJson(ValueError):
    """A text that is no record in JSON: the message, with the line."""

    def __init__(self, key: str, /, **values: Value) -> None:
        super().__init__(key)
        self.message: Message = say(key, **values)

    def __str__(self) -> str:
        return str(self.message)


class _Argument(msgspec.Struct):
    name: str
    value: str


class _Event(msgspec.Struct):
    name: str
    arguments: list[_Argument]


class _Claim(msgspec.Struct):
    what: Any


class _Entry(msgspec.Struct):
    """An entry as its message has it."""

    claims: list[_Claim]
    state_hash: bytes
    link: bytes
    line: int
    comment: str
    what: Any


CLAIMS: Mapping[str, type[msgspec.Struct]] = {"state": StateClaim, "event": _Event}


def load(path: Path, games: Mapping[str, Game]) -> Record:
    """The record in a file. Raises `NotJson` if there is none, and what `game_of` raises."""
    return read(plain_bytes(path), games)


def read(data: bytes, games: Mapping[str, Game]) -> Record:
    """The record that a text says."""
    text, said = _json(data)
    try:
        return _record(said, games)
    except NotAllowed as error:
        path = way(("record", *error.place))
        line = _line(text, error.place)
        raise NotJson("transcript.json.at", line=line, path=path, said=error.message) from None


def _json(data: bytes) -> tuple[str, dict[str, Any]]:
    """A text, and the object that it says."""
    if sum(map(data.count, (b"{", b"["))) > MOST_BRACKETS:
        raise NotJson("transcript.json.brackets", most=MOST_BRACKETS)
    try:
        text = data.decode("utf-8-sig")
        said = json.loads(text, object_pairs_hook=_object, parse_float=_whole, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise NotJson("transcript.json.no_utf8", byte=error.start) from None
    except json.JSONDecodeError as error:
        said = say("transcript.json.ends" if error.pos >= len(text.rstrip()) else _wrong(error.msg))
        raise NotJson("transcript.json.syntax", line=error.lineno, column=error.colno, said=said) from None
    except _Twice as error:
        raise NotJson("transcript.json.twice", line=_line_at(text, _second(text)), name=str(error)) from None
    except NotJson:
        raise
    except (RecursionError, ValueError):
        # Brackets inside each other, or more digits than Python reads.
        raise NotJson("transcript.json.too_deep") from None
    if not isinstance(said, dict):
        raise NotJson("transcript.json.no_object")
    return text, said


def _wrong(said: str) -> str:
    return next((key for start, key in WRONG.items() if said.startswith(start)), "transcript.json.value")


class _Twice(Exception):
    """A name that stands twice in one object."""


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object that says nothing twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _whole(text: str) -> float | int:
    """A number with a point or an exponent; a whole one is one all the same."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _constant(text: str) -> None:
    raise NotJson("transcript.json.constant", name=text)


def _record(said: Mapping[str, Any], games: Mapping[str, Game]) -> Record:
    for name in said:
        if name not in (HEADER, NOTES, ENTRIES):
            raise NotAllowed((name,), "kernel.json.field", known=(HEADER, NOTES, ENTRIES))
    if said.get(HEADER) is None:
        raise NotAllowed((HEADER,), "service.no_header")
    entries, notes = said.get(ENTRIES), said.get(NOTES)
    entries = [] if entries is None else entries
    if not isinstance(entries, list):
        raise NotAllowed((ENTRIES,), "kernel.json.list", found=shown(entries))
    if len(entries) > MOST_ENTRIES:
        raise TooLarge("record.entries", "service.entries", count=len(entries), most=MOST_ENTRIES)
    setups = {game.name: game.setup for game in games.values()}
    header = FromJson({Header: setups}).read(Header, said[HEADER], (HEADER,))
    _items_in(header, (HEADER,))
    reading = _Entries(game_of(games, header), header.seats)
    return Record(header, tuple(reading.all(entries)), _notes({} if notes is None else notes))


class _Entries:
    """Reads the entries of one record, and counts what they list."""

    def __init__(self, game: Game, seats: int) -> None:
        whats: dict[str, type[msgspec.Struct]] = {game.name: Action, "unresolved": Unresolved, "marker": Marker}
        acts = {verb(act): act for act in game.acts}
        self._read = FromJson({_Entry: whats, Action: acts, _Claim: CLAIMS}).read
        self._game, self._seats = game.name, seats
        self._items = self._claims = 0

    def all(self, entries: Sequence[Any]) -> Iterator[Entry]:
        """The entries, one after the other."""
        for at, said in enumerate(entries):
            yield self._entry(said, (ENTRIES, at))

    def _entry(self, said: Any, place: Place) -> Entry:
        found = self._read(_Entry, said, place)
        if found.what is None:
            raise NotAllowed(place, "service.no_entry")
        if isinstance(found.what, Action):
            self._check(found.what, (*place, self._game))
        self._items += _items_in(found, place)
        self._claims += len(found.claims)
        if self._items > MOST_ITEMS:
            raise TooLarge("record.entries", "service.items", most=MOST_ITEMS)
        if self._claims > MOST_CLAIMS:
            raise TooLarge("record.entries", "service.claims", most=MOST_CLAIMS)
        return Entry(
            found.what,
            tuple(_claim(claim, (*place, "claims", at)) for at, claim in enumerate(found.claims)),
            _hash(found.state_hash, (*place, "state_hash")),
            _hash(found.link, (*place, "link")),
            found.line,
            found.comment,
        )

    def _check(self, action: Action, place: Place) -> None:
        if action.what is None:
            raise NotAllowed(place, "service.no_action")
        if not 1 <= action.seat <= self._seats:
            raise NotAllowed((*place, "seat"), "service.no_seat", seat=action.seat, seats=self._seats)


def _items_in(struct: msgspec.Struct, place: Place) -> int:
    """The items of the lists of a struct and of what is in it; none is longer than any game has."""
    count = 0
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        items = value if isinstance(value, list) else []
        if len(items) > LONGEST_LIST:
            raise NotAllowed((*place, field.name), "service.list", count=len(items), most=LONGEST_LIST)
        inside = [one for one in (*items, value) if isinstance(one, msgspec.Struct)]
        count += len(items) + sum(_items_in(one, (*place, field.name)) for one in inside)
    return count


def _claim(claim: _Claim, place: Place) -> Claim:
    what = claim.what
    if what is None:
        raise NotAllowed(place, "service.no_claim")
    if isinstance(what, _Event):
        return EventClaim(what.name, tuple((one.name, one.value) for one in what.arguments))
    found: StateClaim = what
    return found


def _hash(recorded: bytes, place: Place) -> bytes:
    if recorded and not SHORTEST_HASH <= len(recorded) <= LONGEST_HASH:
        raise NotAllowed(place, "service.hash", least=SHORTEST_HASH, most=LONGEST_HASH, found=len(recorded))
    return recorded


def _notes(said: Any) -> Notes:
    found = FromJson({}).read(Notes, said, (NOTES,))
    _items_in(found, (NOTES,))
    for name in ("last_link", "header_hash", "first_state_hash"):
        _hash(getattr(found, name), (NOTES, name))
    return msgspec.structs.replace(found, players=tuple(found.players), corrections=tuple(found.corrections))


def _line(text: str, place: Place) -> int:
    """The line of a text on which what a way leads to is written; where that is not there, what it would be in."""
    at = _past(text, 0, 0)
    for part in place:
        at = next((start for name, start in _inside(text, at) if name == part), at)
    return _line_at(text, at)


def _line_at(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _second(text: str, at: int = 0) -> int:
    """Where what is said a second time in an object begins; 0 if nothing is."""
    seen = set[str | int]()
    for name, start in _inside(text, _past(text, at, 0)):
        if name in seen:
            return start
        seen.add(name)
        if inner := _second(text, start):
            return inner
    return 0


def _inside(text: str, at: int) -> Iterator[tuple[str | int, int]]:
    """What an object or a list holds: its name or place, and where it begins."""
    if text[at] not in "{[":
        return
    named = text[at] == "{"
    at, count = _past(text, at), 0
    while text[at] not in "}]":
        name: str | int = count
        if named:
            name, at = _value_at(text, at)
            at = _past(text, _past(text, at, 0))
        yield name, at
        at = _past(text, _value_at(text, at)[1], 0)
        at = _past(text, at) if text[at] == "," else at
        count += 1


def _past(text: str, at: int, sign: int = 1) -> int:
    """Where something begins behind a sign, or here, and space."""
    return _SPACE.match(text, at + sign).end()  # type: ignore[union-attr]


def written(record: Record) -> bytes:
    """The text of a record."""
    said: dict[str, Any] = {HEADER: to_json(record.header)}
    lists = {"players": [*record.notes.players], "corrections": [*record.notes.corrections]}
    if notes := to_json(msgspec.structs.replace(record.notes, **lists)):
        said[NOTES] = notes
    if record.entries:
        said[ENTRIES] = [_said(record.header.game, entry) for entry in record.entries]
    return (json.dumps(said, indent=2) + "\n").encode("ascii")


def _said(game: str, entry: Entry) -> dict[str, Any]:
    """An entry, its fields in the order of their numbers."""
    what = entry.what
    own = to_json(_Entry([], entry.state_hash, entry.link, entry.line, entry.comment, None))
    claims = {"claims": [_claimed(claim) for claim in entry.claims]} if entry.claims else {}
    if isinstance(what, Action):
        return {**claims, **own, game: to_json(what)}
    return {verb(type(what)): to_json(what), **claims, **own}


def _claimed(claim: Claim) -> dict[str, Any]:
    if isinstance(claim, StateClaim):
        return {"state": to_json(claim)}
    return {"event": to_json(_Event(claim.name, [_Argument(*one) for one in claim.arguments]))}
