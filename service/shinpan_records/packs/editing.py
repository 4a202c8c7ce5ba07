"""A pack file with one thing changed: a field of a row, a row more, a row less. What else its owner has written stays
as it is, notes and order too.

The lines of the field are exchanged, and what comes of that is read: where a file is written so that this does not give
what was meant (a field on lines of its own, `[card.mana]`), the whole of it is written afresh, without notes.
"""

import re
import tomllib
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

from .slips import Row
from .toml_text import key, toml, toml_file

HEAD = "pack"
"""The table of which there is one."""
_TABLE = re.compile(r"\s*\[(?P<list>\[)?\s*(?P<name>[^\[\]]+?)\s*\]")
_HEAD_TOO = re.compile(r"\s*(#\s*)?\[")
"""A head, or that of a row that is still a note."""
_NOTED = re.compile(r"#\s*([A-Za-z0-9_-]+)\s*=")
"""A field that is still open, as a new file has it."""
MOST_LINES = 200
"""So many lines of one value are looked at; a longer one is written afresh."""
MOST_SIGNS = 20
"""So many signs on a line may begin the note behind a value."""
Data = dict[str, Any]


class Edited(NamedTuple):
    """The text of a file after a change, and whether its notes are still in it."""

    text: str
    noted: bool = True


def with_field(text: str, row: Row, field: str, value: Any) -> Edited:
    """The file with a value in a field of a row; with None nothing is said of it."""

    def exchange(data: Data) -> None:
        found = _row_in(data, row)
        if value is None:
            found.pop(field, None)
        else:
            found[field] = value

    return _changed(text, exchange, lambda lines: _with_field(lines, row, field, value))


def with_row(text: str, kind: str, values: Data) -> Edited:
    """The file with one row more, at its end."""
    lines = ["", f"[[{key(kind)}]]", *(f"{key(field)} = {toml(value)}" for field, value in values.items()), ""]
    added = "\n".join([text.rstrip("\n"), *lines])
    return _changed(text, lambda data: data.setdefault(kind, []).append(values), lambda _: added.split("\n"))


def without_row(text: str, row: Row) -> Edited:
    """The file with one row less."""

    def remove(data: Data) -> None:
        del data[row.kind][row.place]
        if not data[row.kind]:
            del data[row.kind]

    return _changed(text, remove, lambda lines: _without_row(lines, row))


def _row_in(data: Data, row: Row) -> Data:
    found: Data = data[row.kind] if row.kind == HEAD else data[row.kind][row.place]
    return found


def _changed(text: str, change: Callable[[Data], Any], edit: Callable[[list[str]], list[str]]) -> Edited:
    """The file after an edit of its lines, if it says then what is meant; else written afresh."""
    meant = tomllib.loads(text)
    change(meant)
    edited = "\n".join(edit(text.split("\n")))
    try:
        if tomllib.loads(edited) == meant:
            return Edited(edited)
    except (ValueError, RecursionError):
        pass
    return Edited(toml_file(meant), noted=False)


def _with_field(lines: list[str], row: Row, field: str, value: Any) -> list[str]:
    first, last = _span(lines, row)
    written = [] if value is None else [f"{key(field)} = {toml(value)}"]
    for at in range(first + 1, last):
        name = lines[at].partition("=")[0].strip(" \t\"'")
        if name == field and "=" in lines[at]:
            end = _value_ends(lines, at, last)
            return [*lines[:at], *(_with_note(one, lines[at:end]) for one in written), *lines[end:]]
    noted = (at for at in range(first + 1, last) if (open_ := _NOTED.match(lines[at])) and open_[1] == field)
    if (at := next(noted, -1)) >= 0 and written:
        return [*lines[:at], *written, *lines[at + 1 :]]
    return [*lines[:last], *written, *lines[last:]]


def _span(lines: list[str], row: Row) -> tuple[int, int]:
    """The head of a row, and where its own lines end: what follows them until the next head are notes on that."""
    heads = [(at, found) for at, line in enumerate(lines) if (found := _TABLE.match(line))]
    ours = [
        at
        for at, found in heads
        if found["name"].strip("\"'") == row.kind and bool(found["list"]) != (row.kind == HEAD)
    ]
    if row.place >= len(ours):
        return len(lines) - 1, len(lines)
    first = ours[row.place]
    last = next((at for at, _ in heads if at > first), len(lines))
    while last > first + 1 and not _is_said(lines[last - 1]):
        last -= 1
    return first, last


def _is_said(line: str) -> bool:
    """Whether something stands on a line, be it a field that is still open."""
    return bool(line.strip()) and (not line.lstrip().startswith("#") or _NOTED.match(line) is not None)


def _value_ends(lines: list[str], first: int, last: int) -> int:
    """Behind which line the value ends that begins on one."""
    for end in range(first + 1, min(last, first + MOST_LINES) + 1):
        try:
            tomllib.loads("\n".join(lines[first:end]))
        except (ValueError, RecursionError):
            continue
        return end
    return first + 1


def _with_note(written: str, before: list[str]) -> str:
    """A line with the note that stood behind the value before."""
    if len(before) > 1:
        return written
    (line,) = before
    for found in islice(re.finditer(r"\s*#", line), MOST_SIGNS):
        try:
            tomllib.loads(line[: found.start()])
        except (ValueError, RecursionError):
            continue
        return written + line[found.start() :]
    return written


def _without_row(lines: list[str], row: Row) -> list[str]:
    first, last = _span(lines, row)
    return [*lines[:first], *lines[last:]]
