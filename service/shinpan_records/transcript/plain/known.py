"""Lines that are taken at once: the action is carried out where the game stands, or where silence leads to it.

One that is legal nowhere is left to be looked at closely. Records say the same things again and again, so what a line
can mean is kept: in every record with the same pack it means the same. Such a line is not even read, and a plain one
that is new is read without the grammar.
"""

from binascii import unhexlify
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache

from msgspec import Struct

from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.forms.text import NameBook, printed_names, verb
from shinpan_engine.kernel.judging.record import Action, Entry, Marker
from shinpan_engine.kernel.names import SEATS
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.words.record_words import canonical, past_forms

from ...words.record_lines import HEADS
from ..along import Along
from ..claiming import Placing
from ..filling import Filling, Said
from ..gathering import PASS
from ..grammar import SHORTEST_HASH as DIGITS
from ..grammar import TranscriptError, as_number, comment_said
from ..lines import TURN, Line, Play, game_line
from ..reading import Lines, Row
from ..resolving import Resolver, has_groups, is_tidy
from .cutting import HASH, REMARK, cut, is_plain, plain_claims
from .spelled import Spelled

MOST_KNOWN, MOST_ACTS = 4096, 256
"""Lines whose meaning is kept for the next record with the same names, and the actions that one can mean."""


FEW = 64
"""Lines that are read at first before any is taken."""


class Known(Struct, frozen=True, gc=False):
    """What a line says: the turn it heads, or the actions that it can mean."""

    head: int
    acts: tuple[Action, ...] = ()
    only: Action | None = None
    """The action of a line that says one by ids."""
    loose: int = 0
    """The words that name a card otherwise than by its full id."""
    grouped: bool = False
    passes: bool = False
    """Whether it is a pass."""
    ending: str = ""
    """The comment with which an export ends the line: printed names, if there is one action only."""

    @property
    def printed(self) -> str:
        """The printed names alone."""
        return self.ending.removeprefix(REMARK)


def known_acts(acts: tuple[Action, ...], loose: int, names: NameBook) -> Known:
    """A line that can mean some actions of a kind."""
    kind: type[Struct] = type(acts[0].what)
    printed = printed_names(acts[0].what, names) if len(acts) == 1 else ()
    ending = REMARK + ", ".join(printed) if printed else ""
    only = acts[0] if len(acts) == 1 and not loose else None
    return Known(0, acts, only, loose, has_groups(kind), verb(kind) == PASS, ending)


@cache
def plainly_called(acts: tuple[type[Struct], ...], game: str) -> dict[str, type[Struct]]:
    """The kinds of action of a game by their verbs, of which none is read as another one's past tense."""
    # By what does not change: a game with packs of its own is made for each request that brings some.
    past = past_forms(game)
    return {verb(kind): kind for kind in acts if verb(kind) not in past}


def known_lines(_: NameBook) -> dict[str, Known]:
    """The lines whose meaning is known for the names of a pack: they mean the same in every record. Facts may name
    cards, so the digest of the pack would not do."""
    return {}


class KnownLines:
    """Reads the known lines of one record, and learns others. `exact` says that nothing may be filled in."""

    def __init__(
        self,
        lines: Lines,
        along: Along,
        filling: Filling,
        placing: Placing,
        seats: Mapping[str, int],
        names: NameBook,
        resolver: Resolver,
        exact: bool,
    ) -> None:
        self._lines = lines
        self._along = along
        self._filling = filling
        self._placing = placing
        self._kinds = plainly_called(along.game.acts, along.game.name)
        self._called = seats
        self._resolver = resolver
        self._names = names
        self._exact = exact
        self._seats = along.replay.header.seats
        self._game = along.game.name
        self._known = names.kept(known_lines)
        self._spelled = names.kept(Spelled, canonical(self._game).worded)
        self.loose = 0
        """The words so far that name a card otherwise than by its full id."""

    def read(self, at: int) -> int:
        """Reads lines from a place on, as long as each can be taken at once; gives the place of the first other one."""
        lines, along, end = self._lines, self._along, len(self._lines)
        while at < end and along.match is not None:
            if self._exact and not along.steps:
                at += self._take_all(at)
                self._placing.written = len(along.entries)
            row = lines.row(at) if at < end and along.match is not None else None
            if row is None or not self._read(at, row):
                break
            at += 1
        return at

    def _take_all(self, first: int) -> int:
        """Takes lines from a place on where nothing is filled in, as long as each can be; says how many. While all are
        taken, twice as many are read the next time: so not many are read in vain."""
        count, most, along = 0, FEW, self._along
        while along.match is not None:
            entries = self._entries(first + count, most)
            taken = along.take_all(entries)
            count += taken
            if taken < most:
                break
            most *= 2
        return count

    def _entries(self, first: int, most: int) -> list[Entry]:
        """The entries of so many lines, up to the first that does not say one action by ids, with its hash or without,
        or the head of a turn. In an exported record nearly all lines do, so each is looked at as little as can be."""
        known, learned, seats, found = self._known.get, self._learned, self._seats, list[Entry]()
        for row in self._lines.rows(first, most):
            if type(row) is not Row:
                break
            said, sign, behind = row.text.partition(HASH)
            if (line := known(said)) is None and (line := learned(said)) is None:
                break
            if (act := line.only) is not None and act.seat <= seats and (not sign or behind[DIGITS:] == line.ending):
                state_hash = as_bytes(behind[:DIGITS]) if sign else b""
                if state_hash is None:
                    break
                found.append(Entry(act, (), state_hash, b"", row.number))
            elif line.head and not sign:
                found.append(Entry(Marker(line.head), (), b"", b"", row.number))
            else:
                break
        return found

    def _read(self, at: int, row: Row) -> bool:
        """Reads a line, if it can be taken at once."""
        if (known := self._known.get(row.text)) is not None:
            return self._take(at, known, Said(row.number))
        said, claimed, digits, remark = cut(row.text)
        known = self._known.get(said) or self._learned(said)
        claims, state_hash = plain_claims(said, claimed, self._game), as_bytes(digits) if digits else b""
        if known is None or claims is None or state_hash is None or (digits and len(known.acts) != 1):
            return False
        if claims and not self._lines.claims(at, len(claims)):
            return False
        comment = comment_in(remark, known.printed) if remark else ""
        return self._take(at, known, Said(row.number, claims, state_hash, comment))

    def _take(self, at: int, known: Known, said: Said) -> bool:
        """Takes what a line says, if that can be at once, and puts what stands beside it into its entry."""
        try:
            taken = self._act(at, known, said) if known.acts else self._head(at, known, said)
        except WorkUsedUp:
            # When the grammar reads the line, it is told where the work has ended.
            return False
        if taken:
            self.loose += known.loose
            if said.claims:
                self._placing.own(said)
            else:
                self._placing.written = len(self._along.replay.entries)
        return taken

    def _head(self, at: int, known: Known, said: Said) -> bool:
        """Takes the head of the turn that is played, or to which silence leads."""
        along = self._along
        if not self._exact:
            self._filling.fill_to_turn(at, said.number, known.head)
        if along.match is None or along.turn() != known.head:
            return False
        along.take_head(Entry(Marker(known.head), (), b"", b"", said.number, said.comment))
        return True

    def _act(self, at: int, known: Known, said: Said) -> bool:
        """Takes an action where the game stands, or where silence leads to it."""
        along, acts = self._along, known.acts
        assert along.match is not None
        if acts[0].seat > self._seats:
            return False
        if self._exact:
            return len(acts) == 1 and self._take_here(acts[0], said)
        if known.grouped and along.game.one_by_one(along.match.table) is not None:
            return False
        if known.passes and not self._passes_here(acts[0]):
            return False
        return self._filling.take(at, acts, said)

    def _passes_here(self, action: Action) -> bool:
        """Whether a pass stands where it is asked for, in a game in which it may write down what came by itself."""
        kind = type(action.what)
        at_once = kind in self._along.game.done_at_once
        return not at_once or self._filling.in_place(action.seat, kind, [action.what])

    def _take_here(self, action: Action, said: Said) -> bool:
        """Takes an action where the game stands, and nowhere else."""
        along = self._along
        along.spend()
        return along.take(said.entry(action), along.turn(), along.step(), bool(said.claims))

    def take(self, at: int, line: Line, seat: int, acts: Sequence[Act]) -> bool:
        """Takes what a line can mean that has been read, if that can be at once. Its claims, and hashes beside them,
        are left to be compared."""
        known = self._meaning(seat, acts)
        if known is None or self._along.match is None:
            return False
        comment = line.comment and comment_beside(line.comment, known.printed)
        return self._act(at, known, Said(line.number, line.claims, line.state_hash, comment, line.link))

    def _meaning(self, seat: int, acts: Sequence[Act], loose: int = 0) -> Known | None:
        """Actions that a line can mean, if it can be taken at once: what is out of order may mean something else where
        it is refused."""
        if not 0 < len(acts) <= MOST_ACTS or not all(map(is_tidy, acts)):
            return None
        return known_acts(tuple([Action(seat, act) for act in acts]), loose, self._names)

    def _learned(self, said: str) -> Known | None:
        """What a plain line says, kept for every record with the same names; nothing if it cannot be taken at once."""
        if not is_plain(said):
            return None
        first, _, rest = said.partition(" ")
        known = self._head_of(first, rest) if first in HEADS else self._spelled_act(first, rest) or self._read_act(said)
        if known is not None and (known.head or first in SEATS):
            # A player's name may mean another seat elsewhere.
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[said] = known
        return known

    def _head_of(self, word: str, rest: str) -> Known | None:
        """What the head of a turn says."""
        number = as_number(rest)
        if number is None or word not in (self._along.game.heads, TURN):
            return None
        return Known(number)

    def _spelled_act(self, seat: str, rest: str) -> Known | None:
        """What a seat does."""
        name, _, said = rest.partition(" ")
        if seat not in SEATS or not said.isascii():
            return None
        try:
            act = self._spelled.act(self._kinds[name], said)
        except KeyError:
            return None
        return self._meaning(SEATS[seat], (act,))

    def _read_act(self, said: str) -> Known | None:
        """What a seat does, in words that may mean several things; nothing if a note is due for them."""
        resolver = self._resolver
        loose = resolver.loose
        try:
            seat, acts = self._acts(said)
            return self._meaning(self._called[seat], acts, resolver.loose - loose)
        except (KeyError, TranscriptError, WorkUsedUp):
            # What is wrong is told where the line is read closely.
            return None
        finally:
            resolver.loose = loose

    def _acts(self, said: str) -> tuple[str, list[Act]]:
        """Who does something, and every action that the words can mean. Raises KeyError for what is none, or has a note
        due."""
        seat, _, rest = said.partition(" ")
        name, _, arguments = rest.partition(" ")
        with suppress(KeyError):
            return seat, [*self._spelled.acts(self._kinds[name], arguments, self._resolver)]
        play = game_line(said, 0, game=self._game).what
        if not isinstance(play, Play) or play.unread or play.past:
            raise KeyError(said)
        return play.seat.text, self._resolver.acts(self._kinds[play.verb.text], play.parts, play.verb, 0)


def comment_in(remark: str, printed: str = "") -> str:
    """What a comment says, without the printed names that an export adds."""
    return comment_beside(comment_said(remark), printed) if remark and remark != printed else ""


def comment_beside(comment: str, printed: str) -> str:
    """A comment without the printed names that an export adds."""
    return "" if comment == printed else comment.removeprefix(f"{printed}; ") if printed else comment


def as_bytes(digits: str) -> bytes | None:
    """What the digits of a short hash say; nothing if they are none."""
    try:
        return unhexlify(digits) if len(digits) == DIGITS else None
    except ValueError:
        return None
