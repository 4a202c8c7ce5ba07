"""The marks of a transcript: what a line is cut into, and how texts are quoted.

A line is cut into words, texts in double quotes, the marks `[ ] , = =>` and hashes (`#` and hex digits, `##` for a
link). Spacing is free; `;` outside quotes starts a comment. A text that plain words cannot carry stands in quotes,
escaped as in JSON.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple, TypeGuard

from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.judging.report import Locator, Note
from shinpan_engine.kernel.messages import Message, Said, Value, say, sentence
from shinpan_engine.kernel.play.work import Work

from ..limits import MOST_LINE_CHARACTERS, MOST_LINE_WORDS

Kind = Literal["word", "quoted", "mark", "hash"]

COMMENT = ";"
SHORTEST_HASH, LONGEST_HASH = 8, 64
"""Hex digits of a recorded hash."""
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<quoted>"(?:[^"\\]|\\.)*")
  | (?P<mark>=>|[\[\],=])
  | (?P<hash>\#[^\s;]*)
  | (?P<comment>;.*)
  | (?P<word>[^\s\[\],;="\#][^\s\[\],;="]*)
    )""",
    re.VERBOSE,
)
_MARKED = re.compile(r"""[\[\],;="\#]""")
"""What makes a line more than plain words."""
_WORD = re.compile(r"\S+")
_HASH = re.compile(rf"##?(?P<hex>(?:[0-9a-fA-F]{{2}}){{{SHORTEST_HASH // 2},{LONGEST_HASH // 2}}})")
_PLAIN = re.compile(r"""[^\s\[\],;="\#>][^\s\[\],;="]*""")
"""A word that may stand anywhere without quotes, right behind a `=` too."""
_NUMBER = re.compile(r"[0-9]{1,9}")
_WIDE_SPACE, _WIDE_BEGINS = "\u3000", b"\xef"
"""The full-width space, and how full-width signs, digits and letters begin in UTF-8: a byte is found in no time."""
_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Each of them with its plain one."""
_PARTS = re.compile(r'(?P<kept>"(?:[^"\\\n]|\\.)*"|;[^\n]*)|[^";\n]+')


class TranscriptError(ValueError):
    """A transcript that cannot be read: the line and column, what was expected there, and what is wrong, each the key
    of a message or a message."""

    key: ClassVar[str] = "transcript.unreadable"

    def __init__(self, line: int, column: int, expected: Said, what: Said, **values: Value) -> None:
        said = say(what, **values) if isinstance(what, str) else what
        wanted = say(expected) if isinstance(expected, str) else expected
        self.whole = say(self.key, line=line, column=column, what=said, expected=wanted)
        super().__init__(self.whole)
        self.line = line
        self.column = column
        self.wanted = wanted
        self.what = said
        self.expected = str(wanted)
        self.message = str(said)
        self.more: tuple[TranscriptError, ...] = ()
        """What cannot be read further down."""
        self.verb = ""
        """What is done in the line, as far as that could be read."""

    def __str__(self) -> str:
        return sentence(self.whole)

    def in_form(self, form: Message, named: bool) -> "TranscriptError":
        """The same, with how the line is written. Where what belongs there has a name, a word without one is named."""
        text = str(dict(self.what.values).get("text", ""))
        bare = named and self.what.key == "transcript.found" and text[:1].isalnum()
        return TranscriptError(
            self.line, self.column, form, say("transcript.unnamed", text=text) if bare else self.what
        )

    def with_more(self, more: "Sequence[TranscriptError]") -> "TranscriptError":
        """The same with what cannot be read further down."""
        self.more = tuple(more)
        return self


class Ambiguous(TranscriptError):
    """Words that may mean several things which are not the same."""

    key = "transcript.ambiguous"

    def __init__(self, line: int, column: int, what: Said, candidates: Sequence[Value], **values: Value) -> None:
        super().__init__(line, column, say("transcript.want.one_of", candidates=tuple(candidates)), what, **values)
        self.candidates = tuple(candidates)


def told_where(line: int, column: int = 1) -> "_Where":
    """Says at which place of a transcript the work is used up."""
    return _Where(line, column)


class _Where:
    """The place. Every line passes here, so it costs less than a generator."""

    __slots__ = ("_column", "_line")

    def __init__(self, line: int, column: int) -> None:
        self._line = line
        self._column = column

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, WorkUsedUp):
            raise TranscriptError(self._line, self._column, "transcript.want.less_work", error.message) from None


def narrowed(text: str) -> tuple[str, tuple[Note, ...]]:
    """A transcript with plain signs and digits in place of full-width ones, outside of quotations and comments."""
    if _WIDE_SPACE not in text and _WIDE_BEGINS not in text.encode("utf-8", "surrogatepass"):
        return text, ()
    plain = _PARTS.sub(lambda found: found[0] if found["kept"] else found[0].translate(_NARROW), text)
    if plain == text:
        return text, ()
    line = next(
        number for number, (a, b) in enumerate(zip(text.split("\n"), plain.split("\n"), strict=True), 1) if a != b
    )
    return plain, (Note(Locator(line=line), say("transcript.note.full_width")),)


def bare(row: str) -> str:
    """A row without its comment, with single spaces."""
    return " ".join(row.partition(COMMENT)[0].split())


class Token(NamedTuple):
    """A word, a quoted text, a mark or a hash, with the column it begins in."""

    kind: Kind
    text: str
    column: int


class Tokens:
    """The tokens of one line, read from the left, and the line's comment. Each is a step of work."""

    def __init__(self, text: str, line: int, column: int = 1, work: Work | None = None) -> None:
        if len(text) > MOST_LINE_CHARACTERS:
            expected = say("transcript.want.line_characters", most=MOST_LINE_CHARACTERS)
            at = column + MOST_LINE_CHARACTERS
            raise TranscriptError(line, at, expected, "transcript.there_are", count=len(text))
        self.line = line
        self.comment = ""
        self._tokens: list[Token] = []
        self._written: list[Token] = []
        """The tokens before other words were put in place of some."""
        self._plain = text.isascii()
        self._at = 0
        self._end = column + len(text.rstrip())
        if _MARKED.search(text) is None:
            self._tokens = [Token("word", found[0], column + found.start()) for found in _WORD.finditer(text)]
            if len(self._tokens) > MOST_LINE_WORDS:
                raise self._too_many(self._tokens[MOST_LINE_WORDS].column)
        else:
            self._cut(text, column)
        if work is not None:
            with told_where(line, column):
                work.spend(len(self._tokens))

    def _cut(self, text: str, column: int) -> None:
        """The tokens of a line that is more than plain words."""
        at, end = 0, len(text.rstrip())
        for found in _TOKEN.finditer(text, 0, end):
            if found.start() > at:
                break
            if found.lastgroup == "word":
                self._add("word", found["word"], column + found.start("word"))
            elif found.lastgroup == "mark":
                self._add("mark", found["mark"], column + found.start("mark"))
            else:
                self._keep(found, column)
            at = found.end()
        if at < end:
            opened = column + at + len(text[at:]) - len(text[at:].lstrip())
            raise TranscriptError(self.line, opened, "transcript.want.closing_quote", "transcript.open_quote")

    def _add(self, kind: Kind, text: str, column: int) -> None:
        """Adds a token."""
        if len(self._tokens) == MOST_LINE_WORDS:
            raise self._too_many(column)
        self._tokens.append(Token(kind, text, column))

    def _too_many(self, column: int) -> TranscriptError:
        """The error for one token more than a line may have."""
        expected = say("transcript.want.line_words", most=MOST_LINE_WORDS)
        return TranscriptError(self.line, column, expected, "transcript.more")

    def _keep(self, found: re.Match[str], column: int) -> None:
        """Adds what is neither a word nor a mark."""
        kind = found.lastgroup
        raw, start = found[kind or 0], column + found.start(kind or 0)
        if kind == "comment":
            self.comment = comment_said(raw[1:])
        elif kind == "quoted":
            self._add("quoted", self._unquoted(raw, start), start)
        else:
            self._add("hash", self._hash(raw, start), start)

    def _unquoted(self, raw: str, column: int) -> str:
        text = unquoted(raw)
        if text is None:
            raise TranscriptError(self.line, column, "transcript.want.quotation", "transcript.no_quotation", text=raw)
        return text

    def _hash(self, raw: str, column: int) -> str:
        if _HASH.fullmatch(raw) is None:
            expected = say("transcript.want.hash", least=SHORTEST_HASH, most=LONGEST_HASH)
            raise TranscriptError(self.line, column, expected, "transcript.no_hash", text=raw)
        return raw.lower()

    def turned(self, turn: Callable[[list[Token]], list[Token]]) -> bool:
        """Puts other words in place of some; says whether there were any. They keep their columns."""
        before, self._tokens = self._tokens, turn(self._tokens)
        if self._tokens == before:
            return False
        self._written = self._written or before
        return True

    def foreign(self) -> bool:
        """Whether there may be a word of another language."""
        return not self._plain and any(token.kind == "word" and not token.text.isascii() for token in self._tokens)

    def __iter__(self) -> Iterator[Token]:
        return iter(self._tokens)

    def __len__(self) -> int:
        return len(self._tokens)

    def look(self, ahead: int = 0) -> Token | None:
        """The next token, or one further ahead, left where it is."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else None

    def take_values(self) -> list[Token]:
        """The words and texts up to the next name, mark or hash."""
        tokens, first = self._tokens, self._at
        end = first
        while end < len(tokens) and is_text(tokens[end]):
            end += 1
        if end < len(tokens) and end > first and is_mark(tokens[end], "="):
            end -= 1
        self._at = end
        return tokens[first:end]

    def take(self, expected: Said) -> Token:
        """The next token; there must be one. What is expected is a key or a message."""
        token = self.look()
        if token is None:
            raise TranscriptError(self.line, self._end, expected, "transcript.line_ends")
        self._at += 1
        return token

    def take_text(self, expected: Said) -> Token:
        """The next token, which must be a word or a quoted text."""
        token = self.take(expected)
        if not is_text(token):
            raise self.wrong(token, expected)
        return token

    def take_number(self, expected: Said) -> int:
        """The next token, which must be a number."""
        token = self.take(expected)
        number = as_number(token.text) if token.kind == "word" else None
        if number is None:
            raise self.wrong(token, expected)
        return number

    def take_mark(self, mark: str) -> bool:
        """Takes the next token if it is that mark; says whether it was."""
        token = self.look()
        if token is None or token.kind != "mark" or token.text != mark:
            return False
        self._at += 1
        return True

    def end(self, expected: Said = "transcript.want.line_end") -> None:
        """Nothing may follow."""
        if (token := self.look()) is not None:
            raise self.wrong(token, expected)

    def wrong(self, token: Token, expected: Said) -> TranscriptError:
        """The error for a token that does not belong here, quoted as it was written."""
        text = next((one.text for one in self._written if one.column == token.column), token.text)
        return TranscriptError(self.line, token.column, expected, "transcript.found", text=text)


def is_text(token: Token | None) -> TypeGuard[Token]:
    """Whether a token is a word or a quoted text."""
    return token is not None and token.kind in ("word", "quoted")


def is_mark(token: Token | None, *marks: str) -> TypeGuard[Token]:
    """Whether a token is one of some marks."""
    return token is not None and token.kind == "mark" and token.text in marks


def as_number(text: str) -> int | None:
    """The number that digits stand for; None for anything else and for more than nine digits."""
    return int(text) if _NUMBER.fullmatch(text) else None


def hash_bytes(token: Token) -> bytes:
    """The bytes of a hash token."""
    return bytes.fromhex(token.text.lstrip("#"))


def quoted(text: str) -> str:
    """A text in quotation marks, on one line."""
    return json.dumps(text, ensure_ascii=False).translate(_LINE_BREAKS)


_LINE_BREAKS = {code: f"\\u{code:04x}" for code in (0x7F, *range(0x80, 0xA0), 0x2028, 0x2029, 0xFEFF)}
"""Further signs that end a line or cannot be seen; JSON leaves them as they are."""


def unquoted(text: str) -> str | None:
    """What a quotation says; None if it is badly escaped."""
    try:
        said = json.loads(text, strict=False)
        said.encode("utf-8")
    except ValueError:
        return None
    return str(said)


def word(text: str) -> str:
    """A text as one word, quoted if it must be."""
    return text if _PLAIN.fullmatch(text) and quoted(text) == f'"{text}"' else quoted(text)


def words(text: str) -> str:
    """A text as plain words with single spaces between if that carries it, quoted otherwise."""
    parts = text.split()
    plain = parts and " ".join(parts) == text and all(word(part) == part for part in parts)
    return text if plain else quoted(text)


def comment(text: str) -> str:
    """A comment as it is written after the sign for it, quoted if it would not come back as it is."""
    plain = text == text.strip() and comment_said(text) == text and quoted(text) == f'"{_escaped(text)}"'
    return text if plain else quoted(text)


def _escaped(text: str) -> str:
    """The text with the two signs escaped that a comment may hold as they are."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def comment_said(text: str) -> str:
    """What a comment says that stands after the sign for it: one that is wholly a quotation says what is quoted."""
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] == '"':
        said = unquoted(text)
        return text if said is None else said
    return text
