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
from collections.abc import Iterator, Sequence, Sized
from io import StringIO
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from shinpan_engine.kernel.judging.record import FORMAT, MOST_CLAIMS, MOST_ENTRIES, Claim, EventClaim, StateClaim
from shinpan_engine.kernel.judging.report import Note
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.words.record_words import canonical

from ..limits import LONGEST_LIST, MOST_RECORD_BYTES, MOST_WORDS
from ..words.record_lines import CLAIMING, CLAIMS, GAME, HEADS, STEP, heading_in, heads_apart, key_in, line_in, steps_in
from .grammar import (
    COMMENT,
    Token,
    Tokens,
    TranscriptError,
    bare,
    hash_bytes,
    is_mark,
    is_text,
    narrowed,
    told_where,
)  # fmt: skip

FIRST_LINE = f"shinpan {FORMAT}"
GAME_BEGINS = "--"
SEEN = "seen"
"""A heading without anything behind it: the record tells what was seen, and no more."""
MOST_CHARACTERS = MOST_RECORD_BYTES
"""Longer transcripts are refused whole, like longer requests."""
MOST_HEADINGS = LONGEST_LIST + 100
"""Lines of a header: the outcomes of chance, and what else it says."""

TURN = "turn"
NUMBER_OF = {TURN: say("transcript.want.turn_number"), "round": say("transcript.want.round_number")}
"""What is expected behind these words."""
ARGUMENTS, IN_BRACKETS = say("transcript.arguments"), say("transcript.in_brackets")
VALUES, EVENT_FIELDS = say("transcript.values"), say("transcript.event_fields")
"""What there may be too many of."""
_HOLE = re.compile(r"(?:^|[\s=\['])\?(?=[\s,\]']|$)")
_KEY = re.compile(r"""\s*([^\s\[\],;="\#]+)(?=[\s;]|$)""")


class Word(NamedTuple):
    """A word with the column it begins in."""

    text: str
    column: int


class Argument(NamedTuple):
    """A named argument with its values."""

    name: Word
    values: tuple[Word, ...]


class Group(NamedTuple):
    """Arguments in brackets that belong together."""

    arguments: tuple[Argument, ...]
    column: int


class Play(NamedTuple):
    """An action as it is written. `unread` is an argument text kept whole because it cannot be read."""

    seat: Word
    verb: Word
    parts: tuple[Argument | Group, ...]
    unread: str = ""


class TurnHead(NamedTuple):
    """`turn 4`, or `round 4` in games whose records have rounds for heads."""

    word: Word
    number: int


class StepHead(NamedTuple):
    """`step 3.2`."""

    step: Word


class Gathered(NamedTuple):
    """Nothing any more: what stood here was gathered into a line before."""


class Line(NamedTuple):
    """A line of the game."""

    what: Play | TurnHead | StepHead | Gathered
    claims: tuple[Claim, ...]
    state_hash: bytes
    link: bytes
    number: int
    comment: str


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
        return self._replace(key=self.key._replace(text=key_in(self.key.text, canonical(game))), game=game)


class Draft(NamedTuple):
    """A transcript that could be read, before any game has seen it."""

    header: tuple[HeaderLine, ...]
    lines: tuple[Line | Row, ...]
    """Each is read when it is its turn: most lines of an exported record need not be."""
    game_begins: int
    """The number of the line `--`."""
    steps: bool
    """Whether it has step lines."""
    notes: tuple[Note, ...] = ()
    """What was put right to read it."""
    game: str = ""
    """The game that the header names, in whose words the lines are."""

    def may_be_seen(self) -> bool:
        """Whether it may be a record of what was merely seen."""
        return any(line.key.text == SEEN for line in self.header) or self.has_holes(in_claims=True)

    def has_holes(self, in_claims: bool) -> bool:
        """Whether there is a `?` by itself in the header or in an action, or in claims if they count."""
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
        self._put: set[int] = set()
        """The places in which something else has been put."""

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: int) -> Line:
        line = self._lines[at]
        if isinstance(line, Line):
            return line
        read = self._lines[at] = game_line(line.text, line.number, self._work, self._game)
        self._claims += len(read.claims)
        if self._claims > MOST_CLAIMS:
            expected = say("transcript.want.at_most", most=MOST_CLAIMS, what=say("transcript.claims"))
            raise TranscriptError(line.number, 1, expected, "transcript.more")
        return read

    def row(self, at: int) -> Row | None:
        """A line as it stands, if nothing else has been put in its place."""
        row = self._rows[at]
        return row if type(row) is Row and at not in self._put else None

    def rows(self, first: int) -> Iterator[Row]:
        """The lines from one on as they stand, up to the first in whose place something else has been put."""
        for at, row in enumerate(islice(self._rows, first, None), start=first):
            if type(row) is not Row or at in self._put:
                return
            yield row

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


MOST_KEPT, LONGEST_KEPT = 4096, 120
"""Lines that are kept once they have been read, and the characters of one."""
_READ: dict[str, tuple[Line, int]] = {}
"""What they say, and how many words they have."""


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
    return Draft(known, tuple(lines), number, steps_in(text), put_right, game)


def _game_of(header: Sequence[HeaderLine]) -> str:
    """The game that a header names; empty where it names none."""
    said = (line.rest.split() for line in header if key_in(line.key.text, canonical("")) == GAME)
    return next((words[0] for words in said if words), "")


def _rows(text: str) -> Iterator[Row]:
    """The lines that say anything, one at a time: a list of all would take many times the text."""
    for number, row in enumerate(StringIO(text.removeprefix("\ufeff"), newline="\n"), start=1):
        said = row.strip()
        if said and said[0] != COMMENT:
            yield Row(number, row.removesuffix("\n"))


def refuse_more(found: Sized, most: int, line: int, of_what: Message, column: int = 1) -> None:
    """Refuses one more where there may be no more."""
    if len(found) >= most:
        raise TranscriptError(line, column, say("transcript.want.at_most", most=most, what=of_what), "transcript.more")


def _header_line(number: int, row: str) -> HeaderLine:
    key = _KEY.match(row)
    if key is None:
        raise TranscriptError(number, 1, "transcript.want.heading", "transcript.found", text=row.strip())
    return HeaderLine(Word(key[1], key.start(1) + 1), row[key.end() :], key.end() + 1, number)


def game_line(row: str, number: int, work: Work | None = None, game: str = "") -> Line:
    """One line of the game. Short ones are kept: records say the same things again and again. Those in other words
    than the canonical ones are not, since each game has its own."""
    if (read := _READ.get(row)) is not None:
        line, words = read
        if work is not None:
            with told_where(number):
                work.spend(words)
        return line._replace(number=number)
    tokens = Tokens(row, number, work=work)
    own = tokens.foreign() and tokens.turned(lambda said: line_in(said, canonical(game)))
    line = _game_line(tokens, number)
    if len(row) <= LONGEST_KEPT and not own:
        if len(_READ) >= MOST_KEPT:
            _READ.clear()
        _READ[row] = line, len(tokens)
    return line


def _game_line(tokens: Tokens, number: int) -> Line:
    first = tokens.take_text("transcript.want.line")
    keyword = first.text if first.kind == "word" else ""
    what: Play | TurnHead | StepHead
    if keyword in HEADS:
        what = TurnHead(_word(first), tokens.take_number(NUMBER_OF[keyword]))
        claims = _claims(tokens) if tokens.take_mark(CLAIMS) or is_text(tokens.look()) else ()
    else:
        if keyword == STEP:
            what = StepHead(_word(tokens.take_text("transcript.want.step_number")))
        else:
            what = _play(_word(first), tokens)
        claims = _claims(tokens) if tokens.take_mark(CLAIMS) else ()
    state_hash, link = _hashes(tokens)
    tokens.end()
    return Line(what, claims, state_hash, link, number, tokens.comment)


def _word(token: Token) -> Word:
    return Word(token.text, token.column)


def _hashes(tokens: Tokens) -> tuple[bytes, bytes]:
    """The state hash and the link at the end of a line, each if it is there."""
    found = {"#": b"", "##": b""}
    while (token := tokens.look()) is not None and token.kind == "hash":
        sign = "##" if token.text.startswith("##") else "#"
        if found[sign]:
            raise tokens.wrong(token, "transcript.want.hash_once")
        found[sign] = hash_bytes(tokens.take("transcript.want.a_hash"))
    return found["#"], found["##"]


def _play(seat: Word, tokens: Tokens) -> Play:
    verb = _word(tokens.take_text("transcript.want.verb"))
    if (token := tokens.look()) is not None and token.kind == "quoted":
        return Play(seat, verb, (), tokens.take_text("transcript.want.arguments").text)
    try:
        return Play(seat, verb, parts(tokens))
    except TranscriptError as error:
        error.verb = verb.text
        raise


def parts(tokens: Tokens) -> tuple[Argument | Group, ...]:
    """Arguments and groups of arguments, up to what is neither."""
    found: list[Argument | Group] = []
    while is_text(token := tokens.look()) or is_mark(token, "["):
        refuse_more(found, LONGEST_LIST, tokens.line, ARGUMENTS, token.column)
        if tokens.take_mark("["):
            found.append(_group(tokens, token.column))
        else:
            found.append(_argument(tokens))
    return tuple(found)


def _group(tokens: Tokens, column: int) -> Group:
    inside: list[Argument] = []
    while not tokens.take_mark("]"):
        refuse_more(inside, LONGEST_LIST, tokens.line, IN_BRACKETS, column)
        inside.append(_argument(tokens))
    return Group(tuple(inside), column)


def _argument(tokens: Tokens) -> Argument:
    name = tokens.take_text("transcript.want.argument")
    if not tokens.take_mark("="):
        raise tokens.wrong(name, "transcript.want.argument")
    return Argument(_word(name), tuple(map(_word, _values(tokens))))


def _values(tokens: Tokens) -> list[Token]:
    """The values after `=`: up to the next name, mark or hash."""
    values: list[Token] = []
    while is_text(token := tokens.look()) and not is_mark(tokens.look(1), "="):
        refuse_more(values, LONGEST_LIST, tokens.line, VALUES, token.column)
        values.append(tokens.take("transcript.want.value"))
    return values


def _claims(tokens: Tokens) -> tuple[Claim, ...]:
    claims = [_claim(tokens)]
    while tokens.take_mark(","):
        claims.append(_claim(tokens))
    return tuple(claims)


def _claim(tokens: Tokens) -> Claim:
    path = _path(tokens)
    if path is not None:
        return StateClaim(path, _text(_values(tokens)))
    name = tokens.take_text("transcript.want.claim")
    arguments: list[tuple[str, str]] = []
    while is_text(token := tokens.look()) or is_mark(token, "["):
        refuse_more(arguments, LONGEST_LIST, tokens.line, EVENT_FIELDS, token.column)
        if tokens.take_mark("["):
            arguments.append(("", _text(_values(tokens))))
            if not tokens.take_mark("]"):
                raise tokens.wrong(tokens.take("transcript.want.bracket"), "transcript.want.bracket")
        elif is_mark(tokens.look(1), "="):
            argument = tokens.take("transcript.want.field").text
            tokens.take_mark("=")
            arguments.append((argument, _text(_values(tokens))))
        else:
            arguments.append(("", tokens.take("transcript.want.value").text))
    return EventClaim(name.text, tuple(arguments))


def _path(tokens: Tokens) -> str | None:
    """The path before the `=` of a claim about the state, taken with its `=`; None if this is no such claim."""
    signs = list[str]()
    while (token := tokens.look(len(signs))) is not None and not is_mark(token, "="):
        before = tokens.look(len(signs) - 1) if signs else None
        continues = token.kind == "word" and token.text.startswith(".")
        if is_text(token) and before and not is_mark(before, "[") and not continues:
            return None
        if not is_text(token) and not is_mark(token, "[", "]"):
            return None
        signs.append(token.text)
    if token is None or not signs or not is_text(tokens.look()):
        return None
    for _ in range(len(signs) + 1):
        tokens.take("transcript.want.path")
    return "".join(signs)


def _text(values: list[Token]) -> str:
    """What values say: a quotation by itself exactly, words with single spaces between."""
    return " ".join(value.text for value in values)
