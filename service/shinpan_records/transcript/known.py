"""Lines that are taken at once: the action is carried out where the game stands, or where silence leads to it.

One that is legal nowhere is left to be looked at closely. Records say the same things again and again, so what a line
can mean is kept: in every record with the same pack it means the same. Such a line is not even read.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from shinpan_engine.kernel.forms.text import NameBook, fields, printed_names, seat_name, verb
from shinpan_engine.kernel.judging.record import Action, Entry, Marker
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.decisions import Act

from ..words.record_lines import CLAIMS
from .along import Along
from .filling import Filling, Said
from .gathering import PASS
from .grammar import COMMENT, SHORTEST_HASH
from .lines import Line, Play
from .reading import Lines, Row
from .resolving import is_group, is_tidy

CLAIMED, REMARK, HASH = f" {CLAIMS} ", f" {COMMENT} ", " #"
"""How a line goes on after an action."""
SIGNS = f'"{COMMENT}#'
"""What begins a quotation, a comment and a hash."""
MOST_KNOWN, LONGEST_KNOWN, MOST_ACTS = 4096, 200, 256
"""Lines whose meaning is kept for the next record with the same names, the characters of one, and the actions that it
can mean."""


class Known:
    """What a line says: the turn it heads, or the actions that it can mean, with the words that name a card otherwise
    than by its full id, the steps that it took to find them, and whether it has groups."""

    __slots__ = ("_names", "_printed", "acts", "grouped", "head", "loose", "steps")

    def __init__(self, head: int, acts: tuple[Action, ...], loose: int, steps: int, names: NameBook) -> None:
        self.head = head
        self.acts = acts
        self.loose = loose
        self.steps = steps
        kinds: list[type[Struct]] = [type(act.what) for act in acts[:1]]
        self.grouped = any(is_group(field) for kind in kinds for field in fields(kind))
        self._names = names
        self._printed: str | None = None

    @property
    def printed(self) -> str:
        """The printed names that an export adds, if there is one action only."""
        if self._printed is None:
            self._printed = ", ".join(printed_names(self.acts[0].what, self._names)) if len(self.acts) == 1 else ""
        return self._printed


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
            said = Said(row.number, state_hash)
            if not (self._act(at, known, said) if known.acts else self._head(at, row, known)):
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
        seat, kind = acts[0].seat, type(acts[0].what)
        left_out = kind in along.game.done_at_once and verb(kind) == PASS
        if left_out and not self._filling.in_place(seat, kind, [act.what for act in acts]):
            return False
        return self._filling.take(at, acts, said)

    def _take_here(self, action: Action, said: Said) -> bool:
        """Takes an action where the game stands, and nowhere else."""
        along = self._along
        turn, step = along.turn(), along.step()
        taken = along.take(said.entry(action), said.claimed)
        if taken:
            along.saw(turn, step)
        return taken

    def take(self, at: int, line: Line, known: Known) -> bool:
        """Takes the action of a line that has been read. Its claims and hashes are left to be compared."""
        if self._along.match is None:
            return False
        claimed = bool(line.claims or line.link)
        comment = line.comment and comment_beside(line.comment, known.printed)
        return self._act(at, known, Said(line.number, b"" if claimed else line.state_hash, comment, bool(line.claims)))

    def of(self, at: int) -> Known | None:
        """What the action of a line can mean, if that is known, whatever stands behind it."""
        row = self._lines.row(at)
        known = None if row is None else self._known.get(row.text.partition(CLAIMED)[0].partition(REMARK)[0])
        return known if known is not None and known.acts else None

    def learn_head(self, at: int, line: Line, number: int) -> None:
        """Keeps what the head of a turn says."""
        if not line.claims and (said := self._said(at)) is not None:
            self._known[said] = Known(number, (), 0, 0, self._names)

    def learn(self, at: int, line: Line, seat: int, acts: Sequence[Act], loose: int, steps: int) -> Known | None:
        """What a line can mean, if it can be taken at once; kept for whatever record with the same names, unless a
        player's name stands there, which may mean another seat, or something that a note is due for. What is out of
        order may mean something else where it is refused."""
        if not 0 < len(acts) <= MOST_ACTS or not all(map(is_tidy, acts)):
            return None
        known = Known(0, tuple([Action(seat, act) for act in acts]), loose, steps, self._names)
        kept = isinstance(line.what, Play) and line.what.seat.text == seat_name(seat) and not line.what.past
        if kept and (said := self._said(at)) is not None:
            self._known[said] = known
        return known

    def _said(self, at: int) -> str | None:
        """What a line says before claims, hash and comment, if that can be kept; there is a place for it then."""
        row = self._lines.row(at)
        if row is None:
            return None
        said = row.text.partition(CLAIMED)[0].partition(REMARK)[0].partition(HASH)[0]
        if len(said) > LONGEST_KNOWN or CLAIMS in said or any(sign in said for sign in SIGNS):
            return None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        return said


def comment_beside(comment: str, printed: str) -> str:
    """A comment without the printed names that an export adds."""
    return "" if comment == printed else comment.removeprefix(f"{printed}; ") if printed else comment


def as_bytes(digits: str) -> bytes | None:
    """What hex digits say; nothing if they are none."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return None
