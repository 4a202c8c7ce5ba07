"""What is wrong with a pack file: every slip that can be told in one run, each with the line it stands on.

The loader stops at the first slip. So once that has been told, what is wrong is taken out of a copy of the file, and
the copy is read again, until nothing is wrong with it any more. The words are those of the loader.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Field, Message, Value, say, sentence
from shinpan_engine.kernel.packs import PackText
from shinpan_engine.words.shapes import words_in

from .rows import what_is_wrong
from .toml_text import toml_file

MOST_SLIPS = 100
"""So many are told in one run."""
MOST_READ = 1 << 24
"""So many bytes are read in all: a file of an ordinary size some hundred times."""
_NAMED = re.compile(r"(?P<kind>\w+) (?P<called>.*?): (?P<what>.*)", re.DOTALL)
_ITEM = re.compile(r"(?P<field>\w+)\[(?P<item>\d+)\](?P<rest>.*)", re.DOTALL)
_UNNAMED = re.compile(r"no\. (\d+) of the file")
"""How a row is called that has no number or name."""
_LINE = re.compile(r"line (\d+), column \d+: ")
_TABLE = re.compile(r"\s*\[\[\s*(\w+)\s*\]\]")
Data = dict[str, Any]
_SHAPE = re.compile("; allowed: |; there are: ")
"""What the loader says of a single field, whatever stands in the others."""
_TWICE = sentence(say("packfile.twice"))
COPY = "copy"
"""Where the copy lies."""
GONE = object()
"""Stands for a field or a row that is taken out."""


class _Said(NamedTuple):
    """What the loader says, as a message and in English, by which it is compared; both empty where it says nothing."""

    why: Message | None
    text: str

    @classmethod
    def of(cls, why: Message | None) -> "_Said":
        return cls(why, str(why) if why else "")


class Row(NamedTuple):
    """A row of a file: its kind, and its place among the rows of that kind."""

    kind: str
    place: int


class Slip(NamedTuple):
    """Something wrong: the line it stands on, 0 if that is not known, the row if it is in one, and what."""

    line: int
    row: Row | None
    why: Message

    @property
    def field(self) -> str:
        """The field of the row that is wrong; empty if it is not about one."""
        what = dict(self.why.values).get("what")
        path = dict(what.values).get("field") if isinstance(what, Message) else None
        return re.split(r"[.\[]", path.path)[0] if isinstance(path, Field) else ""


def slips(game: Game, text: PackText, tell: Callable[[int], None] = lambda _: None) -> list[Slip]:
    """All that is wrong with a pack file; `tell` hears after each slip how many there are."""
    found: list[Slip] = []
    for slip in search(game, text):
        found.append(slip)
        tell(len(found))
    return found


def search(game: Game, text: PackText, most: int = MOST_READ) -> Iterator[Slip]:
    """What is wrong with a pack file, slip by slip, as far as reading so many bytes shows it."""
    first = _Said.of(what_is_wrong(game, text))
    if first.why is None:
        return
    try:
        written = text.data.decode("utf-8-sig")
        data = tomllib.loads(written)
    except (ValueError, RecursionError):
        line = _LINE.search(first.text)
        last = text.data.count(b"\n") + 1 if "at the end of the file: " in first.text else 0
        yield Slip(int(line[1]) if line else last, None, first.why)
        return
    for row, why in _all(_Copy(game, most), data, first):
        yield Slip(_line_of(written, row, str(why)), row, why)


class _Copy:
    """A copy of the file that is read again and again."""

    def __init__(self, game: Game, most: int) -> None:
        self.game = game
        self._left = most

    def error(self, data: Data) -> _Said:
        """What is wrong with this content; nothing if nothing is, or if it cannot be told."""
        lists = {name: _left(value) for name, value in data.items() if isinstance(value, list)}
        if not all(isinstance(row, dict) for rows in lists.values() for row in rows):
            return _Said.of(None)
        left = {name: [{field: _left(item) for field, item in row.items()} for row in of] for name, of in lists.items()}
        written = toml_file({name: left.get(name, value) for name, value in data.items()}).encode("utf-8")
        self._left -= len(written)
        return _Said.of(what_is_wrong(self.game, PackText(COPY, written)) if self._left >= 0 else None)


def _left(value: Any) -> Any:
    """A list without the items that are taken out; anything else as it is."""
    return [item for item in value if item is not GONE] if isinstance(value, list) else value


class _Cut(NamedTuple):
    """The content without something wrong: the row that it was in, what is gone of it, what is left of all, and what is
    said of that."""

    row: Row
    was: Data
    gone: tuple[str, ...]
    """The field that is gone; of a whole row all of them and the kind of row."""
    data: Data
    said: _Said


def _all(copy: _Copy, data: Data, said: _Said) -> Iterator[tuple[Row | None, Message]]:
    """Every slip with the row it is in, beginning with what is said of the whole file."""
    before: list[_Cut] = []
    for _ in range(MOST_SLIPS):
        if said.why is None:
            return
        rows = list(_rows_of(data, said.text))
        cuts = (_without(copy, data, row, said.text) for row in rows) if rows else _whole_rows(copy, data, said.text)
        cut = next((cut for cut in cuts if cut), None)
        if cut is None or not _follows(said.text, cut, before):
            row = cut.row if cut else rows[0] if rows else None
            yield row, _in_file(data, row, said.why) if row else said.why
        if cut is None:
            return
        before.append(cut)
        data, said = cut.data, cut.said


def _follows(said: str, cut: _Cut, before: list[_Cut]) -> bool:
    """Whether an error may only follow from what has been taken out: it weighs several fields, and is about a row of
    which a part is gone, also of what its base says then, or names such a row with the field that is gone."""
    if _SHAPE.search(said):
        return False
    named = _NAMED.fullmatch(said)
    words = re.findall(r"\w+", named["what"] if named else said)
    about = (named["kind"], named["called"]) if named else None
    return any(
        one.row == cut.row
        or (one.row.kind, _called(one.was)) == about
        or (any(field in words for field in one.gone) and _names(words, one.was))
        for one in before
    )


def _called(row: Data) -> str:
    """The number or name by which an error calls a row."""
    return str(row.get("number", row.get("name")))


def _names(words: list[str], row: Data) -> bool:
    """Whether an error names a row besides the one that it is about, by its name or with three digits."""
    number = row.get("number")
    return row.get("name") in words or (isinstance(number, int) and f"{number:03}" in words)


def _rows_of(data: Data, said: str) -> Iterator[Row]:
    """The rows that an error may be about, if it names one: of two that are called alike the second before the first
    if they are too many, else the other way."""
    named = _NAMED.fullmatch(said)
    rows = data.get(named["kind"]) if named else None
    if named is None or not isinstance(rows, list):
        return
    if unnamed := _UNNAMED.fullmatch(named["called"]):
        yield Row(named["kind"], [place for place, row in enumerate(rows) if row is not GONE][int(unnamed[1]) - 1])
        return
    calls = [_called(row) if isinstance(row, dict) else "" for row in rows]
    places = [place for place, call in enumerate(calls) if call == named["called"]]
    for place in reversed(places) if _TWICE in said else places:
        yield Row(named["kind"], place)


def _without(copy: _Copy, data: Data, at: Row, said: str) -> _Cut | None:
    """The content without what is wrong in a row; None if it is not found there."""
    row = data[at.kind][at.place]
    whole = _TWICE in said or " of the file: " in said
    for field in _suspects(copy.game, at.kind, row, said) if not whole else ():
        for value, part in _instead(copy.game, at.kind, field, row.get(field), said):
            less = {name: item for name, item in {**row, field: value}.items() if item is not GONE}
            changed = _exchanged(data, at, less)
            told = copy.error(changed)
            if told.text != said and (part or not _about(told.text, said, field)):
                return _Cut(at, row, (field,), changed, told)
    without = _exchanged(data, at, GONE)
    told = copy.error(without)
    return _Cut(at, row, (at.kind, *row), without, told) if whole or told.text != said else None


def _about(told: str, said: str, field: str) -> bool:
    """Whether an error is again about the row of another one, and about that field."""
    now, before = _NAMED.fullmatch(told), _NAMED.fullmatch(said)
    if now is None or before is None or now["called"] != before["called"]:
        return False
    return re.match(rf"{re.escape(field)}\b", now["what"]) is not None


def _whole_rows(copy: _Copy, data: Data, said: str) -> Iterator[_Cut | None]:
    """The content without a row that an error names, where it is about none of them."""
    words = re.findall(r"\w+", said)
    for kind, rows in data.items():
        for place, row in enumerate(rows if isinstance(rows, list) else []):
            if not isinstance(row, dict) or not _names(words, row):
                continue
            at = Row(kind, place)
            less = _exchanged(data, at, GONE)
            told = copy.error(less)
            yield _Cut(at, row, (kind, *row), less, told) if told.text != said else None


def _suspects(game: Game, kind: str, row: Data, said: str) -> list[str]:
    """The fields that may be wrong in a row: those that an error names, also if they are not there, then all others. By
    the first one a row is called, so it is never exchanged."""
    first, *fields = game.pack_kind.rows[kind].__struct_fields__
    named = [word for word in re.findall(r"\w+", said.partition(":")[2]) if word in row or word in fields]
    return [field for field in dict.fromkeys([*named, *row]) if field != first]


def _instead(game: Game, kind: str, field: str, value: Any, said: str) -> Iterator[tuple[Any, bool]]:
    """What may stand in a field instead of what is wrong, and whether that is a part of it: a list without the item
    that is named; nothing; or, where something must be there, what may."""
    item = re.search(rf"\b{re.escape(field)}\[(\d+)\]", said)
    if item and isinstance(value, list) and len(_left(value)) > 1:
        there = [place for place, one in enumerate(value) if one is not GONE]
        yield [GONE if place == there[int(item[1])] else one for place, one in enumerate(value)], True
    known = {one.name: one for one in msgspec.structs.fields(game.pack_kind.rows[kind])}
    if field not in known or not known[field].required:
        yield GONE, False
        return
    yield from ((some, False) for some in ({}, "x", *words_in(msgspec.inspect.type_info(known[field].type))))


def _in_file(data: Data, at: Row, why: Message) -> Message:
    """An error with the places that a row and an item of a list have in the file, where others have been taken out."""
    values = dict(why.values)
    if "place" in values:
        return _with(why, "place", at.place + 1)
    what = values.get("what")
    field = dict(what.values).get("field") if isinstance(what, Message) else None
    item = _ITEM.fullmatch(field.path) if isinstance(field, Field) else None
    value = data[at.kind][at.place].get(item["field"]) if item else None
    if not isinstance(what, Message) or not isinstance(field, Field) or item is None or not isinstance(value, list):
        return why
    there = [place for place, one in enumerate(value) if one is not GONE]
    path = f"{item['field']}[{there[int(item['item'])]}]{item['rest']}"
    return _with(why, "what", _with(what, "field", Field(field.game, path)))


def _with(message: Message, name: str, value: Value) -> Message:
    """A message with another value of a name."""
    return Message(message.key, tuple([(one, value if one == name else old) for one, old in message.values]))


def _exchanged(data: Data, at: Row, row: Any) -> Data:
    """The content with another row in a place, or with none. Those behind it keep their places."""
    return {**data, at.kind: [row if place == at.place else one for place, one in enumerate(data[at.kind])]}


def _line_of(text: str, row: Row | None, said: str) -> int:
    """The line on which a slip stands: that of the field which is named, or of the head of the row."""
    if row is None:
        return 0
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if (found := _TABLE.match(line)) and found[1] == row.kind]
    if row.place >= len(heads):
        return 0
    head = heads[row.place]
    after = (number for number, line in enumerate(lines) if number > head and _TABLE.match(line))
    field = _first_field(lines[head : next(after, len(lines))], said)
    return head + field + 1


def _first_field(lines: list[str], said: str) -> int:
    """The place of the line that begins with the field which an error is about; the head if there is none."""
    named = _NAMED.fullmatch(said)
    field = re.split(r"[.:\[]", named["what"])[0] if named else ""
    begun = {line.partition("=")[0].strip(' "'): place for place, line in reversed(list(enumerate(lines)))}
    return begun.get(field, 0)
