"""Reads a transcript line by line, without knowing any game: text to a draft of headings, plays, turns and claims.

```
shinpan 1                              the first line
game wars3x3 beginner                  headings, up to the line --
--
turn 4  life[p2] = 26                  the head of a turn, with claims
p2 remove [target=040 with=028]        seat, verb, arguments; groups in brackets
step 3.2 => blocked, power 5           a step, with claims of what happened in it
p2 draw => drew 025 #362ca833 ; text   claims, state hash (## is a link), comment
```
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from shinpan_engine.kernel.judging.record import FORMAT, MOST_CLAIMS, MOST_ENTRIES
from shinpan_engine.kernel.judging.report import Note
from shinpan_engine.kernel.messages import say
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.words.record_words import canonical

from ..limits import LONGEST_LIST, MOST_RECORD_BYTES, MOST_WORDS
from ..words.record_lines import CLAIMING, CLAIMS, GAME, heading_in, heads_apart, key_in, steps_in
from .grammar import (
    COMMENT,
    Tokens,
    TranscriptError,
    bare,
    narrowed,
)  # fmt: skip
from .lines import Line, Word, game_line, refuse_more

FIRST_LINE = f"shinpan {FORMAT}"
GAME_BEGINS = "--"
SEEN = "seen"
"""A heading without anything behind it: the record tells what was seen, and no more."""
MOST_CHARACTERS = MOST_RECORD_BYTES
"""Longer transcripts are refused whole, like longer requests."""
MOST_HEADINGS = LONGEST_LIST + 100
"""Lines of a header: the outcomes of chance, and what else it says."""

BLOCK = 1 << 16
"""Lines that a transcript is cut into at a time."""

_HOLE = re.compile(r"(?:^|[\s=\['])\?(?=[\s,\]']|$)")
_KEY = re.compile(r"""\s*([^\s\[\],;="\#]+)(?=[\s;]|$)""")


class Row(Struct, frozen=True, gc=False):
    """A line of the game as it stands, not read yet. Of these there are many, so one costs as little as can be."""

    number: int
    text: str


class HeaderLine(NamedTuple):
    """A line of the header: its key, and what follows, as it stands."""

    key: Word
    rest: str
    column: int
    number: int
    game: str = ""

    def tokens(self, work: Work) -> Tokens:
        """What follows the key, in canonical words."""
        tokens = Tokens(self.rest, self.number, self.column, work)
        if tokens.foreign():
            tokens.turned(lambda said: heading_in(self.key.text, said, canonical(self.game)))
        return tokens

    def of(self, game: str) -> "HeaderLine":
        """The same in the words of a game, with its canonical key."""
        key = Word(key_in(self.key.text, canonical(game)), self.key.column)
        return HeaderLine(key, self.rest, self.column, self.number, game)


class Draft(NamedTuple):
    """A transcript that could be read, before any game has seen it."""

    header: tuple[HeaderLine, ...]
    lines: tuple[Line | Row, ...]
    """Each is read when it is its turn: most lines of an exported record need not be."""
    game_begins: int
    """The number of the line `--`."""
    steps: bool
    """Whether it has step lines."""
    hidden: bool = True
    """Whether there may be a `?` anywhere."""
    notes: tuple[Note, ...] = ()
    """What was put right to read it."""
    game: str = ""
    """The game that the header names, in whose words the lines are."""

    def may_be_seen(self) -> bool:
        """Whether it may be a record of what was merely seen."""
        return any(line.key.text == SEEN for line in self.header) or self.has_holes(in_claims=True)

    def has_holes(self, in_claims: bool) -> bool:
        """Whether there is a `?` by itself in the header or in an action, or in claims if they count."""
        if not self.hidden:
            return False
        said = [line.rest for line in self.header]
        for row in self.lines:
            if isinstance(row, Line):
                said += [repr(row.what), repr(row.claims) if in_claims else ""]
            elif HIDDEN_TEXT in row.text:
                head = row.text.split(maxsplit=1)[0] in CLAIMING
                said.append(row.text if in_claims else "" if head else row.text.partition(CLAIMS)[0])
        return any(HIDDEN_TEXT in text and _HOLE.search(text.partition(COMMENT)[0]) for text in said)

    def read(self) -> tuple[Line, ...]:
        """Every line, read."""
        lines = Lines(self.lines, self.game)
        return tuple(lines[at] for at in range(len(lines)))


class Lines:
    """The lines of a draft, each read when somebody looks at it. Raises `TranscriptError` for one that cannot be
    read."""

    def __init__(self, lines: Sequence[Line | Row], game: str) -> None:
        self._rows = lines
        self._game = game
        self._lines = list(lines)
        self._work = Work(MOST_WORDS)
        self._claims = 0
        self._claiming: set[int] = set()
        """The places of the lines with claims that have been read."""
        self._put: set[int] = set()
        """The places in which something else has been put."""

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: int) -> Line:
        line = self._lines[at]
        if isinstance(line, Line):
            return line
        read = self._lines[at] = game_line(line.text, line.number, self._work, self._game)
        if not self.claims(at, len(read.claims)):
            expected = say("transcript.want.at_most", most=MOST_CLAIMS, what=say("transcript.claims"))
            raise TranscriptError(line.number, 1, expected, "transcript.more")
        return read

    def claims(self, at: int, count: int) -> bool:
        """Counts the claims of a line, those of each once; says whether there may be so many."""
        if count and at not in self._claiming:
            self._claiming.add(at)
            self._claims += count
        return self._claims <= MOST_CLAIMS

    def row(self, at: int) -> Row | None:
        """A line as it stands, if nothing else has been put in its place."""
        row = self._rows[at]
        return row if type(row) is Row and at not in self._put else None

    def rows(self, first: int, most: int) -> Sequence[Line | Row]:
        """So many lines from one on as they stand, up to the first in whose place something else has been put."""
        end = first + most
        return self._rows[first : min((at for at in self._put if first <= at < end), default=end)]

    def begins(self, at: int, *words: str) -> bool:
        """Whether a line may begin with one of some words, as far as that shows without reading it."""
        line = self._lines[at]
        return type(line) is not Row or line.text.lstrip().startswith(words)

    def number(self, at: int) -> int:
        """Where a line stands in the transcript."""
        return self._lines[at].number

    def __setitem__(self, at: int, line: Line) -> None:
        self._lines[at] = line
        self._put.add(at)


def reading(text: str) -> Draft:
    """The draft of a transcript, cut into its lines; raises `TranscriptError` for what is not even that."""
    if len(text) > MOST_CHARACTERS:
        expected = say("transcript.want.at_most", most=MOST_CHARACTERS, what=say("transcript.characters"))
        raise TranscriptError(1, 1, expected, "transcript.too_long", count=len(text))
    narrow, put_right = narrowed(text)
    text = heads_apart(narrow)
    rows = _rows(text)
    first = next(rows, Row(1, ""))
    number = first.number
    if bare(first.text) != FIRST_LINE:
        raise TranscriptError(number, 1, say("transcript.want.word", word=FIRST_LINE), "transcript.no_transcript")
    header: list[HeaderLine] = []
    for row in rows:  # where the header ends is told
        number = row.number
        if bare(row.text) == GAME_BEGINS:
            break
        refuse_more(header, MOST_HEADINGS, number, say("transcript.header_lines"))
        header.append(_header_line(number, row.text))
    else:
        raise TranscriptError(number, 1, say("transcript.want.before_game", word=GAME_BEGINS), "transcript.header_open")
    lines = [*islice(rows, MOST_ENTRIES + 1)]
    if len(lines) > MOST_ENTRIES:
        expected = say("transcript.want.at_most", most=MOST_ENTRIES, what=say("transcript.game_lines"))
        raise TranscriptError(lines[-1].number, 1, expected, "transcript.more")
    game = _game_of(header)
    known = tuple(line.of(game) for line in header)
    return Draft(known, tuple(lines), number, steps_in(text), HIDDEN_TEXT in text, put_right, game)


def _game_of(header: Sequence[HeaderLine]) -> str:
    """The game that a header names; empty where it names none."""
    said = (line.rest.split() for line in header if key_in(line.key.text, canonical("")) == GAME)
    return next((words[0] for words in said if words), "")


def _rows(text: str) -> Iterator[Row]:
    """The lines that say anything, block by block: a list of all may take many times the text."""
    number, rest = 1, text.removeprefix("\ufeff").split("\n", BLOCK)
    while rest:
        rows, rest = rest[:BLOCK], rest[BLOCK:]
        yield from [Row(at, row) for at, row in enumerate(rows, number) if row[:1].isalnum() or says_anything(row)]
        number += len(rows)
        rest = rest[0].split("\n", BLOCK) if rest else []


def says_anything(row: str) -> bool:
    """Whether there is anything on a line but a comment."""
    said = row.lstrip()
    return bool(said) and said[0] != COMMENT


def _header_line(number: int, row: str) -> HeaderLine:
    key = _KEY.match(row)
    if key is None:
        raise TranscriptError(number, 1, "transcript.want.heading", "transcript.found", text=row.strip())
    return HeaderLine(Word(key[1], key.start(1) + 1), row[key.end() :], key.end() + 1, number)
