"""A record as JSON: protobuf's mapping of its message, read and written without protobuf."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from shinpan_engine.kernel.errors import TooLarge
from shinpan_engine.kernel.forms.from_json import FromJson, NotAllowed, Place, shown
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

from .json_text import NotJson, json_object, not_allowed
from .limits import LONGEST_HASH, LONGEST_LIST, MOST_BRACKETS, MOST_ITEMS, SHORTEST_HASH
from .plain_files import plain_bytes

HEADER, NOTES, ENTRIES = "header", "notes", "entries"


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
    if sum(map(data.count, (b"{", b"["))) > MOST_BRACKETS:
        raise NotJson("transcript.json.brackets", most=MOST_BRACKETS)
    text, said = json_object(data)
    if said is None:
        raise NotJson("transcript.json.no_object")
    try:
        return _record(said, games)
    except NotAllowed as error:
        raise not_allowed(text, error, "record") from None


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
