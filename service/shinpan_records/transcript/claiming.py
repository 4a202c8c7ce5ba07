"""The claims of a transcript: names in them become ids, what they belong to, and how a claim is written.

A claim belongs to the entry of its own line, or to where an event came that it is about.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice, product
from operator import itemgetter
from typing import Protocol

import msgspec

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms.text import NameBook, seat_name
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging.claims import NoSuchPath, come_out
from shinpan_engine.kernel.judging.record import Action, Claim, Entry, EventClaim, Marker, Record, StateClaim
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Locator, Note, Verdict
from shinpan_engine.kernel.messages import Claim as Told
from shinpan_engine.kernel.messages import say
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.trial import Trial
from shinpan_engine.words.record_words import canonical

from ..limits import MOST_IMPORT_STEPS
from .alike import Alike
from .along import Along, Seen
from .grammar import Ambiguous, quoted, word, words
from .header.heading import tables
from .resolving import MOST_KNOWN, MOST_MEANINGS

_PATH = re.compile(r"[a-z_]+(?:\[[a-z0-9]+\])?(?:\.[a-z_]+(?:\[[a-z0-9]+\])?)*")
_INDEX = re.compile(r"\[([^\]]+)\]")
MOST_AWAY = 60
"""Actions before and behind a line in which an event is looked for that the line claims."""


class Claiming:
    """Puts ids for the printed names, and seats for the players, in the claims of one record. Each word of each meaning
    is a step of work."""

    def __init__(self, game: Game, names: NameBook, seats: Mapping[str, int], work: Work) -> None:
        self._work = work
        self._tables = tables(game)
        self._ours = canonical(game.name).words
        self._names = names
        self._seats = seats
        players = [name for name, seat in seats.items() if name != seat_name(seat)]
        self._latin = names.kept(latin_names, tuple(self._tables)).union(filter(str.isascii, players))
        """Names that look like words of a record: each may be meant as one or as the other."""
        self._found = names.kept(ids_called)
        self._paths: set[str] = set()
        """Paths that name no player."""

    def meanings(self, claim: Claim) -> list[Claim]:
        """Every claim in ids that the words can mean; a name that nothing has stays as it is."""
        return [*self.each(claim)]

    def each(self, claim: Claim) -> Iterator[Claim]:
        """The same one by one; there is one at least."""
        if isinstance(claim, StateClaim):
            for value in self._values(claim.value):
                yield StateClaim(self._path(claim.path), value)
        elif self.is_plain(claim):
            yield claim
        else:
            names = [name for name, _ in claim.arguments]
            for values in self._few(product(*(self._values(value) for _, value in claim.arguments))):
                yield EventClaim(claim.name, tuple(zip(names, values, strict=True)))

    def is_plain(self, claim: Claim) -> bool:
        """Whether a claim is in ids already, and names no player."""
        if isinstance(claim, StateClaim):
            return self._path(claim.path) is claim.path and self._plain(claim.value)
        for _, value in claim.arguments:
            if not self._plain(value):
                return False
        return True

    def _path(self, path: str) -> str:
        """A path with seats for the players that it names."""
        if "[" not in path or path in self._paths:
            return path
        turned = _INDEX.sub(lambda found: f"[{self._seat(found[1])}]", path)
        if turned != path:
            return turned
        self._paths.add(path)
        return path

    def _plain(self, value: str) -> bool:
        """Whether a value has no name in it."""
        return value.isascii() and self._latin.isdisjoint(value.split())

    def _values(self, value: str) -> list[str]:
        if self._plain(value):
            return [value]
        return [" ".join(words) for words in self._few(product(*(self._words(text) for text in value.split())))]

    def certain(self, claim: Claim, line: int, alike: Alike) -> tuple[Claim, tuple[str, ...]]:
        """A claim as it holds in every world, and the names in it that are left open: a name that several cards have
        could be any of them. Raises `Ambiguous` where these are not alike."""
        left_open: list[str] = []

        def certain(value: str) -> str:
            if self._plain(value):
                return value
            return " ".join(HIDDEN_TEXT if self._is_open(text, line, alike) else text for text in value.split())

        def kept(value: str) -> str:
            said = certain(value)
            left_open.extend(word for word, now in zip(value.split(), said.split(), strict=True) if word != now)
            return said if said.split() != value.split() else value

        if isinstance(claim, StateClaim):
            return StateClaim(claim.path, kept(claim.value)), tuple(left_open)
        return EventClaim(claim.name, tuple([(name, kept(value)) for name, value in claim.arguments])), tuple(left_open)

    def _is_open(self, text: str, line: int, alike: Alike) -> bool:
        """Whether a name is that of several cards, all of them alike."""
        cards = [(table, number) for table in self._tables for number in self._names.numbers(table, text)]
        if len(cards) < 2 or text in [self._names.text(*card) for card in cards]:
            return False
        (table, first), *others = cards
        if not all(card[0] == table and alike.alike(table, first, card[1]) for card in others):
            candidates = [f"{self._names.text(*card)} ({self._names.printed(*card)})" for card in cards]
            raise Ambiguous(line, 1, "transcript.several_cards", candidates, word=text)
        return True

    def _few(self, meanings: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        """The first of all meanings."""
        for meaning in islice(meanings, MOST_MEANINGS):
            self._work.spend(len(meaning))
            yield meaning

    def _words(self, text: str) -> list[str]:
        if (found := self._found.get(text)) is None:
            found = [self._names.text(table, n) for table in self._tables for n in self._names.numbers(table, text)]
            if len(self._found) < MOST_KNOWN:
                self._found[text] = found
        if text.isascii():
            return list(dict.fromkeys((text, *found, self._seat(text))))
        return found or [self._seat(text)]

    def _seat(self, text: str) -> str:
        """The seat of a player, or the canonical word for one of another language."""
        return seat_name(self._seats[text]) if text in self._seats else self._ours.get(text, text)


def latin_names(names: NameBook, tables: tuple[str, ...]) -> frozenset[str]:
    """The printed names in some tables that are written in plain letters."""
    return frozenset(name for table in tables for name in names.known(table) if name.isascii())


def ids_called(_: NameBook) -> dict[str, list[str]]:
    """The words that have been looked up in the names of a pack: the ids that each may stand for."""
    return {}


class Beside(Protocol):
    """What a line says beside its action."""

    @property
    def claims(self) -> tuple[Claim, ...]: ...

    @property
    def state_hash(self) -> bytes: ...

    @property
    def link(self) -> bytes: ...

    @property
    def number(self) -> int: ...


class Placing:
    """Puts the claims of one record where they belong."""

    def __init__(self, along: Along, claiming: Claiming, pack: Pack, notes: list[Note]) -> None:
        self._along = along
        self._claiming = claiming
        self._names = pack.names
        self._alike = Alike(along.game, pack)
        self._notes = notes
        """What is told of the reading."""
        self.written = 0
        """The entries up to the last line that was written."""

    def own(self, said: Beside) -> None:
        """Puts what a line says beside its action into its entry, the last one. What it claims may have happened since
        the line before."""
        entries = self._along.replay.entries
        at, before = len(entries) - 1, self.written
        self.written = at + 1
        if not (said.claims or said.state_hash or said.link):
            return
        entry = entries[at]
        claims = None if entry.claims else self.agreed(said.claims)
        agreed = claims is not None
        if claims is None:
            places = [seen for seen in self._along.seen if seen.entry >= before]
            claims = (*entry.claims, *self.claims(at, said, places))
        hung = Entry(entry.what, claims, said.state_hash, said.link, entry.line, entry.comment)
        self._along.put(at, hung, agreed)

    def agreed(self, claims: Sequence[Claim]) -> tuple[Claim, ...] | None:
        """Claims about what is now, each in a meaning with which all of them come out; nothing if that shows only when
        each is looked at."""
        match, meant, agree = self._along.match, list[Claim](), False
        if match is None:
            return None
        for claim in claims:
            if self._claiming.is_plain(claim):
                meant.append(claim)
                agree = False
                continue
            each = self._claiming.each(claim)
            meaning, other = next(each), next(each, None)
            if agree := other is not None:
                found = self._first(match, meant, chain((meaning, other), each))
                if found is None:
                    return None
                meaning = found
            meant.append(meaning)
        return tuple(meant) if agree or self._comes_out(match, meant, match.table.events) else None

    def _first(self, match: Match, before: Sequence[Claim], meanings: Iterable[Claim]) -> Claim | None:
        """The first meaning of a claim that comes out beside those before it. In a world that is made up a name says
        no more than in others."""
        if isinstance(self._along.replay, Trial):
            return None
        fresh = (one for one in meanings if one not in before)
        return next((one for one in fresh if self._comes_out(match, [*before, one], match.table.events)), None)

    def claims(self, at: int, line: Beside, places: Sequence[Seen]) -> tuple[Claim, ...]:
        """The claims of a line as they are about an entry. An event that came in another of some places is claimed
        there."""
        told_now = all(isinstance(later.what, Marker) for later in self._along.entries[at + 1 :])
        claims: list[Claim] = []
        for claim in map(partial(self._in_any_world, line.number), line.claims):
            meanings = self._claiming.meanings(claim)
            if self._along.match is None:
                claims.append(meanings[0] if len(meanings) == 1 else claim)
            elif told_now:
                fresh = [meaning for meaning in meanings if meaning not in claims] or meanings
                claims += self._put(self._along.match, fresh, claims, at, places)
            elif len(meanings) == 1:
                claims += self._put(self._along.match, meanings, claims, at, places)
            else:
                told = [spelled_claim(meaning) for meaning in meanings]
                raise Ambiguous(line.number, 1, "transcript.several_in_claim", told)
        return tuple(claims)

    def look_at(self, line: Beside) -> None:
        """Raises `Ambiguous` for a line that claims a name which says too little of what was seen."""
        for claim in line.claims:
            self._in_any_world(line.number, claim)

    def _in_any_world(self, line: int, claim: Claim) -> Claim:
        """A claim as it holds whatever world is made up; where none is, as it stands."""
        if not isinstance(self._along.replay, Trial):
            return claim
        certain, left_open = self._claiming.certain(claim, line, self._alike)
        for name in dict.fromkeys(left_open):
            self._notes.append(Note(Locator(line=line), say("transcript.note.left_open", name=name)))
        return certain

    def _put(
        self, match: Match, meanings: Sequence[Claim], before: Sequence[Claim], at: int, places: Sequence[Seen]
    ) -> list[Claim]:
        """A claim by a name that several cards have says that one of them fits: that one, or else the first. It is put
        where an event came that it is about; what it is here for is given."""
        known = [one for one in self._along.entries[at].claims if one not in before]
        for meaning in meanings:
            if self._comes_out(match, [*known, *before, meaning], match.table.events):
                return [meaning]
        for meaning in meanings:
            for place in reversed(places):
                entry = self._along.entries[place.entry]
                if place.entry == at or not isinstance(meaning, EventClaim):
                    continue
                events = [one for one in entry.claims if isinstance(one, EventClaim)]
                if self._comes_out(match, [*events, meaning], place.events):
                    self._along.claim((meaning,), place.entry)
                    return []
        return [meanings[0]]

    def _comes_out(self, match: Match, claims: Sequence[Claim], events: Sequence[Event]) -> bool:
        table = match.table
        try:
            return come_out(claims, table.state, events, self._along.game, self._names, table.work)
        except (NoSuchPath, Undecidable):
            return False


def judged(along: Along) -> Replay:
    """The replay of the whole record, which says of an event claimed at the wrong place where it came."""
    replay = along.judged()
    if not isinstance(replay, Trial):
        note = elsewhere(along.games, replay, along.record())
        replay.notes += [note] if note and note not in replay.notes else []
    return replay


def elsewhere(games: Mapping[str, Game], replay: Replay, record: Record) -> Note | None:
    """Where the event came that a line claims in vain, if it came near by: the record is played once more."""
    finding = replay.finding
    if finding is None or finding.verdict is not Verdict.CONTRADICTED or not finding.where.entry:
        return None
    missed = [one.path for one in finding.differences]
    claims = [one for one in replay.entries[finding.where.entry - 1].claims if isinstance(one, EventClaim)]
    claim = next((one for one in claims if one.name in missed[:1]), None)
    if claim is None:
        return None
    bare = tuple([Entry(one.what, line=one.line) for one in record.entries if isinstance(one.what, Action)])
    again = Replay(games, msgspec.structs.replace(record, entries=bare), Work(MOST_IMPORT_STEPS))
    found: list[tuple[int, Locator]] = []
    moment = (0, "")

    def watch(step: Step) -> None:
        nonlocal moment
        away = abs(step.number - finding.where.step)
        if step.action and away <= MOST_AWAY and came(again, claim, step.events):
            found.append((away, Locator(step.entry, step.number, bare[step.entry - 1].line, *moment)))
        assert again.match is not None
        state = again.match.table.state
        moment = again.game.turn(state), again.game.printed_step(state, 0)

    again.run(watch=watch)
    if not found:
        return None
    # Of two that are equally near the first.
    where = min(found, key=itemgetter(0))[1]
    said, line, step = Told(replay.game.name, spelled_claim(claim)), finding.where.line, where.printed_step
    if not step:
        return Note(where, say("transcript.note.elsewhere", claim=said, line=line))
    return Note(where, say("transcript.note.elsewhere_step", claim=said, line=line, step=step))


def came(replay: Replay, claim: Claim, events: Sequence[Event]) -> bool:
    """Whether one of some events is the one that is claimed."""
    assert replay.match is not None
    table = replay.match.table
    try:
        return come_out([claim], table.state, events, replay.game, replay.names, table.work)
    except (NoSuchPath, Undecidable):
        return False


def spelled_claim(claim: Claim) -> str:
    """A claim as it is written."""
    if isinstance(claim, StateClaim):
        path = claim.path if _PATH.fullmatch(claim.path) else quoted(claim.path)
        return f"{path} = {words(claim.value)}"
    told, by_place = [word(claim.name)], True
    for name, value in claim.arguments:
        by_place = by_place and not name
        if name:
            # A plain word with a point in front would continue a path.
            told.append(f"{quoted(name) if name.startswith('.') else word(name)}={words(value)}")
        else:
            told.append(word(value) if by_place and word(value) == value else f"[{words(value)}]")
    return " ".join(told)
