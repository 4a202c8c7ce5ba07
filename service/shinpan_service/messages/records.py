"""Between the messages of `shinpan.v1` and what the referee reads and writes."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from google.protobuf.message import Message

from shinpan.v1 import record_pb2, report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import TooLarge
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging import record, report
from shinpan_engine.kernel.judging.header import game_of
from shinpan_engine.kernel.judging.record import MOST_CLAIMS, MOST_ENTRIES
from shinpan_engine.kernel.messages import ENGLISH, Language, Spelling, Telling
from shinpan_records.limits import LONGEST_HASH, LONGEST_LIST, MOST_ITEMS, SHORTEST_HASH
from shinpan_records.transcript import line_told

from .codec import MESSAGES, Reader, Unreadable, reader, refuse_long, to_message
from .told import tell

IN_ENGLISH = Telling()
MOST_KEPT = 2000
"""Assumptions of a pack that are kept as they were told, before those of a report are added."""
MOST_LOOKED_THROUGH = 1 << 20
"""Bytes of known fields among which the place of unknown ones is told."""
FEW_BYTES = 32
"""An entry that is no longer holds few items, so that these are not counted."""
MOST_READ_BEFORE = 5000
"""Short entries of a game that are kept as they were read."""


class UnknownFields(Unreadable):
    """A message with fields that this schema does not have: a newer client. They might change its meaning."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "service.unknown_fields")


def record_from_message(message: record_pb2.Record, looked_through: bool = False) -> record.Record:
    """The record that a message carries. Raises `Unreadable` for what its schema allows and nobody can read, and
    what `game_of` raises for a header that names no game played here. `looked_through` says that the message is known
    to have no unknown fields."""
    if not message.HasField("header"):
        raise Unreadable("record.header", "service.no_header")
    # Counted before they are read: reading what is not judged would be work for nothing.
    if len(message.entries) > MOST_ENTRIES:
        raise TooLarge("record.entries", "service.entries", count=len(message.entries), most=MOST_ENTRIES)
    if not looked_through:
        refuse_unknown_fields(message, "record", "record.")
    header: record.Header = _read_at("record.header", _header_reader(), message.header)
    game = game_of(GAMES, header)
    return record.Record(header, _entries(message, game.name, header.seats), _notes(message.notes))


def refuse_unknown_fields(message: Message, path: str, inside: str) -> None:
    """Finds unknown fields by what is left when they are thrown away, and names the message that has some. To throw
    them away in place takes less memory than a copy; what is refused is not used any more. In a large message they are
    not looked for."""
    data = message.SerializeToString()
    message.DiscardUnknownFields()
    known = message.ByteSize()
    if known != len(data):
        large = known > MOST_LOOKED_THROUGH
        raise UnknownFields(path if large else _unknown(type(message).FromString(data), message, path, inside))


def _unknown(message: Message, known: Message, path: str, inside: str) -> str:
    """The way to a message with unknown fields, compared with the same without them."""
    for there, part, known_part in _parts(message, known):
        if part.ByteSize() != known_part.ByteSize():
            return _unknown(part, known_part, f"{inside}{there}", f"{inside}{there}.")
    return path


def _parts(message: Message, known: Message) -> Iterator[tuple[str, Message, Message]]:
    """The messages inside a message, each with its place and the same without unknown fields."""
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        other = getattr(known, field.name)
        if not field.is_repeated:
            yield field.name, value, other
        elif len(value) <= MOST_ENTRIES:
            for at, (one, two) in enumerate(zip(value, other, strict=True)):
                yield f"{field.name}[{at}]", one, two


def _read_at(path: str, read: Reader, message: Message) -> Any:
    try:
        return read(message)
    except Unreadable as error:
        raise Unreadable(f"{path}.{error.path}", error.message) from None


@cache
def _header_reader() -> Reader:
    return reader(record.Header, record_pb2.Header.DESCRIPTOR, tuple(game.setup for game in GAMES.values()))


@cache
def action_reader(game: str) -> Reader:
    """Reads an action of a game, seat and all."""
    return reader(record.Action, MESSAGES[game].action.DESCRIPTOR, GAMES[game].acts)


_short_read: dict[tuple[str, int], dict[bytes, record.Action]] = {}


def _entries(message: record_pb2.Record, game: str, seats: int) -> tuple[record.Entry, ...]:
    """The entries of a record. Of short ones that say the same and have only an action, as most do, one is read; each
    is an entry of its own, with an action of its own."""
    entries: list[record.Entry] = []
    read = _read_before(game, seats)
    actions = _Actions(game, seats)
    claims = 0
    for at, message_of_one in enumerate(message.entries[:]):
        content = message_of_one.SerializeToString()
        same = read.get(content)
        if same is not None:
            entries.append(record.Entry(record.Action(same.seat, same.what)))
            continue
        try:
            entry = _entry(message_of_one, actions)
        except Unreadable as error:
            raise Unreadable(f"record.entries[{at}].{error.path}", error.message) from None
        entries.append(entry)
        if len(content) <= FEW_BYTES and type(entry.what) is record.Action and entry == record.Entry(entry.what):
            read[content] = entry.what
        claims += len(entry.claims)
        if claims > MOST_CLAIMS:
            raise TooLarge("record.entries", "service.claims", most=MOST_CLAIMS)
    return tuple(entries)


def _read_before(game: str, seats: int) -> dict[bytes, record.Action]:
    """The actions of short entries that were read before, by the bytes of the entry: what games are made of is the same
    in all of them."""
    read = _short_read.setdefault((game, seats), {})
    if len(read) > MOST_READ_BEFORE:
        read.clear()
    return read


class _Actions:
    """Reads the actions of one record, and counts what its entries list. Of those that say the same, as most do, one is
    read; each entry still has an action of its own."""

    def __init__(self, game: str, seats: int) -> None:
        self.game = game
        self._seats = seats
        self._reader = action_reader(game)
        self._read: dict[bytes, record.Action] = {}
        self._items = 0

    def action(self, message: Message) -> record.Action:
        """The action that a message carries."""
        content = message.SerializeToString()
        same = self._read.get(content)
        if same is not None:
            return record.Action(same.seat, same.what)
        if len(content) > FEW_BYTES:
            self.count(_items_in(message))
        action: record.Action = _read_at(self.game, self._reader, message)
        if action.what is None:
            raise Unreadable(f"{self.game}.what", "service.no_action")
        if not 1 <= action.seat <= self._seats:
            raise Unreadable(f"{self.game}.seat", "service.no_seat", seat=action.seat, seats=self._seats)
        self._read[content] = action
        return action

    def count(self, items: int) -> None:
        """Adds items of lists to those of the record."""
        self._items += items
        if self._items > MOST_ITEMS:
            raise TooLarge("record.entries", "service.items", most=MOST_ITEMS)


def _items_in(message: Message) -> int:
    """The items of the lists of a message and of what is in it; of a list that is too long not what is in its items."""
    count = 0
    for field, value in message.ListFields():
        inside = [value] if not field.is_repeated else value if len(value) <= LONGEST_LIST else []
        count += len(value) if field.is_repeated else 0
        count += sum(map(_items_in, inside)) if field.message_type is not None else 0
    return count


def _entry(entry: record_pb2.Entry, actions: _Actions) -> record.Entry:
    member = entry.WhichOneof("what")
    what = actions.action(getattr(entry, member)) if member == actions.game else _other(entry, member)
    if entry.claims:
        actions.count(len(entry.claims) + sum(map(_items_in, entry.claims)))
    elif not (entry.state_hash or entry.link or entry.comment):
        return record.Entry(what, line=entry.line)
    return record.Entry(
        what,
        tuple(_claim(f"claims[{n}]", claim) for n, claim in enumerate(entry.claims)),
        _hash("state_hash", entry.state_hash),
        _hash("link", entry.link),
        entry.line,
        entry.comment,
    )


def _other(entry: record_pb2.Entry, member: str | None) -> record.Unresolved | record.Marker:
    """An entry that is not an action of the game."""
    if member == "unresolved":
        return record.Unresolved(entry.unresolved.seat, entry.unresolved.verb, entry.unresolved.arguments)
    if member == "marker":
        return record.Marker(entry.marker.number)
    if member is None:
        raise Unreadable("what", "service.no_entry")
    raise Unreadable(member, "service.other_game")


def _claim(path: str, message: record_pb2.Claim) -> record.Claim:
    member = message.WhichOneof("what")
    if member == "state":
        return record.StateClaim(message.state.path, message.state.value)
    if member == "event":
        refuse_long(f"{path}.event.arguments", message.event.arguments)
        return record.EventClaim(message.event.name, tuple((a.name, a.value) for a in message.event.arguments))
    raise Unreadable(path, "service.no_claim")


def _hash(path: str, recorded: bytes) -> bytes:
    if recorded and not SHORTEST_HASH <= len(recorded) <= LONGEST_HASH:
        raise Unreadable(path, "service.hash", least=SHORTEST_HASH, most=LONGEST_HASH, found=len(recorded))
    return recorded


def _notes(message: record_pb2.Notes) -> record.Notes:
    refuse_long("record.notes.players", message.players)
    refuse_long("record.notes.corrections", message.corrections)
    return record.Notes(
        tuple(message.players),
        message.place,
        message.date,
        message.result,
        _hash("record.notes.last_link", message.last_link),
        _hash("record.notes.header_hash", message.header_hash),
        _hash("record.notes.first_state_hash", message.first_state_hash),
        tuple(record.Correction(c.who, c.reason, c.turn, c.before, c.after) for c in message.corrections),
    )


def record_to_message(source: record.Record) -> record_pb2.Record:
    """The message that carries a record."""
    message = record_pb2.Record(header=to_message(source.header, record_pb2.Header))
    notes = to_message(source.notes, record_pb2.Notes)
    if notes.ByteSize():
        message.notes.CopyFrom(notes)
    for entry in source.entries:
        message.entries.append(entry_to_message(source.header.game, entry))
    return message


def entry_to_message(game: str, entry: record.Entry) -> record_pb2.Entry:
    """The message that carries one line of a record."""
    message = record_pb2.Entry(state_hash=entry.state_hash, link=entry.link, line=entry.line, comment=entry.comment)
    match entry.what:
        case record.Action():
            getattr(message, game).CopyFrom(to_message(entry.what, MESSAGES[game].action))
        case record.Unresolved(seat, verb, arguments):
            message.unresolved.CopyFrom(record_pb2.Unresolved(seat=seat, verb=verb, arguments=arguments))
        case record.Marker(number):
            message.marker.CopyFrom(record_pb2.Marker(number=number))
    for claim in entry.claims:
        if isinstance(claim, record.StateClaim):
            message.claims.add().state.CopyFrom(record_pb2.StateClaim(path=claim.path, value=claim.value))
        else:
            pairs = [record_pb2.Argument(name=name, value=value) for name, value in claim.arguments]
            message.claims.add().event.CopyFrom(record_pb2.EventClaim(name=claim.name, arguments=pairs))
    return message


def report_to_message(
    source: report.Report,
    game: Game | None,
    telling: Telling = IN_ENGLISH,
    file: str = "",
    into: report_pb2.Report | None = None,
) -> report_pb2.Report:
    """The message that carries a report. The clauses are written out from the game's rules. `into` is an empty one that
    is in an answer already: nothing need be copied there."""
    message = report_pb2.Report() if into is None else into
    message.verdict = report_pb2.Verdict.ValueType(int(source.verdict))
    message.actions_total = source.actions_total
    message.actions_replayed = source.actions_replayed
    message.header_hash = source.header_hash
    message.state_hash = source.state_hash
    message.last_link = source.last_link
    for finding in source.findings:
        message.findings.append(_finding(finding, game, telling, file))
    message.MergeFromString(_assumed(source.assumptions, telling))
    for note in source.notes:
        message.notes.append(note_to_message(note, telling, file))
    if source.result is not None:
        message.result.CopyFrom(result_to_message(source.result))
    return message


def result_to_message(ended: report.Result) -> report_pb2.Result:
    """The message that carries the end of a game."""
    return report_pb2.Result(winners=ended.winners, reason=ended.reason, lost=ended.lost, score=ended.score)


_Kept = dict[Language, dict[report.Assumption, bytes]]
_kept: WeakKeyDictionary[Spelling, _Kept] = WeakKeyDictionary()


def _assumed(assumptions: Sequence[report.Assumption], telling: Telling) -> bytes:
    """What a verdict rests on, as the bytes of a report. Each is told once for a pack and language, since most records
    of a pack rest on the same; bytes are put together in a third of the time that messages take."""
    kept = {} if telling.names is None else _kept.setdefault(telling.names, {}).setdefault(telling.language, {})
    if len(kept) > MOST_KEPT:
        kept.clear()
    for new in [assumption for assumption in assumptions if assumption not in kept]:
        kept[new] = report_pb2.Report(assumptions=[_told_assumption(new, telling)]).SerializeToString()
    return b"".join([kept[assumption] for assumption in assumptions])


def _told_assumption(assumption: report.Assumption, telling: Telling) -> report_pb2.Assumption:
    found = report_pb2.Assumption(kind=assumption.kind, id=assumption.id)
    tell(assumption.text, telling, found, "text")
    return found


def note_to_message(note: report.Note, telling: Telling = IN_ENGLISH, file: str = "") -> report_pb2.Note:
    """The message that carries a note."""
    message = report_pb2.Note(where=_locator(note.where, file))
    tell(note.text, telling, message, "text")
    return message


def _finding(finding: report.Finding, game: Game | None, telling: Telling, file: str) -> report_pb2.Finding:
    message = report_pb2.Finding(
        verdict=report_pb2.Verdict.ValueType(int(finding.verdict)),
        where=_locator(finding.where, file),
        seat=finding.seat,
        submitted=finding.submitted,
        legal=finding.legal,
        legal_counted=finding.legal_counted,
        legal_not_all_counted=finding.legal_not_all_counted,
    )
    if game is not None and telling.language != ENGLISH:
        _put_in_words(message, game.name, telling.language)
    tell(finding.message, telling, message, "message")
    for id in finding.clauses:
        message.rules.append(rule_to_message(id, game, telling.language))
    for difference in finding.differences:
        message.differences.add(path=difference.path, recorded=difference.recorded, computed=difference.computed)
    return message


def _put_in_words(finding: report_pb2.Finding, game: str, language: Language) -> None:
    """Puts the lines of a finding in the words of another language, and beside them the canonical ones."""
    finding.submitted_canonical = finding.submitted
    finding.submitted = line_told(finding.submitted, game, language)
    finding.legal_canonical.extend(finding.legal)
    finding.legal[:] = [line_told(line, game, language) for line in finding.legal_canonical]


def rule_to_message(id: str, game: Game | None, language: Language) -> report_pb2.RuleRef:
    """A clause with its section and text in a language."""
    if game is None or id not in game.rules:
        return report_pb2.RuleRef(id=id)
    clause = game.rules.told(game.rules[id], language)
    return report_pb2.RuleRef(id=id, section=clause.section, text=clause.text, inferred=clause.inferred)


def _locator(where: report.Locator, file: str) -> report_pb2.Locator:
    return report_pb2.Locator(
        file=file,
        line=where.line,
        entry=where.entry,
        step=where.step,
        turn=where.turn,
        printed_step=where.printed_step,
    )


def state_to_message(game: Game, state: Any) -> report_pb2.GameState:
    """The message that carries a state."""
    message = report_pb2.GameState()
    getattr(message, game.name).CopyFrom(to_message(state, MESSAGES[game.name].state))
    return message
