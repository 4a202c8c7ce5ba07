"""Lines whose meaning is known from before: records say the same things again and again.

A line that can mean one thing only means it in every record with the same pack. Such lines are not read: the action is
carried out where the game stands, or where silence leads to it. One that is legal nowhere is left to be read.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from shinpan_engine.kernel.forms.text import fields, printed_names, seat_name, verb
from shinpan_engine.kernel.judging.record import Action, Entry, Marker
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.decisions import Act

from .along import Along
from .filling import Filling
from .gathering import PASS
from .grammar import COMMENT, SHORTEST_HASH
from .reading import Line, Lines, Play, Row
from .resolving import is_group, tidy

REMARK, HASH = f" {COMMENT} ", " #"
"""How an export goes on after an action."""
SIGNS = f'"{COMMENT}#'
"""What begins a quotation, a comment and a hash."""
MOST_KNOWN, LONGEST_KNOWN, MOST_ACTS = 4096, 200, 256
"""Lines whose meaning is kept for the next record with the same names, the characters of one, and the actions that it
can mean."""


class Known(NamedTuple):
    """What a line says: the turn it heads, or the actions that it can mean, with the printed names that an export adds
    to the one, the words that name a card otherwise than by its full id, and whether it has groups."""

    head: int
    acts: tuple[Action, ...] = ()
    printed: str = ""
    loose: int = 0
    grouped: bool = False


@lru_cache(maxsize=8)
def known_lines(_game: str, _names: Hashable) -> dict[str, Known]:
    """The lines whose meaning is known for the names of a pack: they mean the same in every record. Facts may name
    cards, so the digest of the pack would not do."""
    return {}


class KnownLines:
    """Reads the known lines of one record, and learns others. `exact` says that nothing may be filled in."""

    def __init__(self, lines: Lines, along: Along, filling: Filling, pack: Pack, exact: bool, seats: int) -> None:
        self._lines = lines
        self._along = along
        self._filling = filling
        self._names = pack.names
        self._exact = exact
        self._seats = seats
        self._known = known_lines(along.game.name, pack.names)
        self.loose = 0
        """The words so far that name a card otherwise than by its full id."""

    def read(self, at: int) -> int:
        """Reads known lines from a place on; gives the place of the first that has to be read."""
        lines, along = self._lines, self._along
        if self._exact:
            played = along.match is not None and not along.steps
            return at + along.take_all(self._entries(at)) if played else at
        while at < len(lines) and along.match is not None:
            row = lines.row(at)
            if row is None or (found := self._found(row)) is None:
                break
            known, state_hash = found
            if not (self._act(at, row, known, state_hash) if known.acts else self._head(at, row, known)):
                break
            self.loose += known.loose
            at += 1
        return at

    def _entries(self, first: int) -> Iterator[Entry]:
        """The entries of known lines from a place on, where nothing is filled in. In an exported record nearly all
        lines are such, so each is looked at as little as can be."""
        known, seats = self._known.get, self._seats
        for row in self._lines.rows(first):
            said, _, remark = row.text.partition(REMARK)
            said, _, digits = said.partition(HASH)
            found = known(said)
            if found is None:
                return
            acts = found.acts
            if len(acts) == 1 and remark == found.printed and len(digits) == SHORTEST_HASH and digits.isalnum():
                action = acts[0]
                if action.seat > seats or (state_hash := as_bytes(digits)) is None:
                    return
                yield Entry(action, (), state_hash, b"", row.number)
                self.loose += found.loose
            elif not acts and said == row.text:
                yield Entry(Marker(found.head), (), b"", b"", row.number)
            else:
                return

    def _found(self, row: Row) -> tuple[Known, bytes] | None:
        """What a known line says, and its hash: without claims, and without a comment but the printed names."""
        if (known := self._known.get(row.text)) is not None:
            return known, b""
        said, _, remark = row.text.partition(REMARK)
        said, _, digits = said.partition(HASH)
        known = self._known.get(said)
        if known is None or (remark and remark != known.printed):
            return None
        if digits and not (len(digits) == SHORTEST_HASH and digits.isalnum() and len(known.acts) == 1):
            return None
        state_hash = as_bytes(digits)
        return None if state_hash is None else (known, state_hash)

    def _head(self, at: int, row: Row, known: Known) -> bool:
        """Takes the head of the turn that is played, or to which silence leads."""
        along = self._along
        self._filling.fill_to_turn(at, row.number, known.head)
        if along.match is None or along.turn() != known.head:
            return False
        along.take_head(Entry(Marker(known.head), (), b"", b"", row.number))
        return True

    def _act(self, at: int, row: Row, known: Known, state_hash: bytes) -> bool:
        """Takes an action where the game stands, or where silence leads to it."""
        along, acts = self._along, known.acts
        assert along.match is not None
        if acts[0].seat > self._seats or (known.grouped and along.game.one_by_one(along.match.table) is not None):
            return False
        seat, kind = acts[0].seat, type(acts[0].what)
        left_out = kind in along.game.done_at_once and verb(kind) == PASS
        if left_out and not self._filling.in_place(seat, kind, [act.what for act in acts]):
            return False
        return self._filling.take(at, row.number, acts, state_hash)

    def learn_head(self, at: int, line: Line, number: int) -> None:
        """Keeps what the head of a turn says."""
        if (said := self._said(at, line)) is not None:
            self._known[said] = Known(number)

    def learn(self, at: int, line: Line, seat: int, acts: Sequence[Act], loose: int) -> None:
        """Keeps what a line can mean, in whatever record with the same names. What is out of order may mean something
        else where it is refused, and a player's name another seat."""
        seated = isinstance(line.what, Play) and line.what.seat.text == seat_name(seat)
        if not seated or not 0 < len(acts) <= MOST_ACTS or any(tidy(act) != act for act in acts):
            return
        if (said := self._said(at, line)) is not None:
            kind: type[Struct] = type(acts[0])
            printed = ", ".join(printed_names(acts[0], self._names)) if len(acts) == 1 else ""
            grouped = any(map(is_group, fields(kind)))
            self._known[said] = Known(0, tuple(Action(seat, act) for act in acts), printed, loose, grouped)

    def _said(self, at: int, line: Line) -> str | None:
        """What a line says before hash and comment, if that can be kept; there is a place for it then."""
        row = self._lines.row(at)
        if row is None or line.claims or line.link:
            return None
        said = row.text.partition(REMARK)[0].partition(HASH)[0]
        if len(said) > LONGEST_KNOWN or any(sign in said for sign in SIGNS):
            return None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        return said


def as_bytes(digits: str) -> bytes | None:
    """What hex digits say; nothing if they are none."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return None
