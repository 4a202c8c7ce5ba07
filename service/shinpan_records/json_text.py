"""A text of JSON as data, and where in it something is wrong: by line, in words of ours. Python's are English only."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.from_json import NotAllowed, Place, way
from shinpan_engine.kernel.messages import Message, Value, say

WRONG = {
    "Expecting ','": "transcript.json.comma",
    "Expecting ':'": "transcript.json.colon",
    "Expecting property name": "transcript.json.name",
    "Illegal trailing comma before end of object": "transcript.json.name",
    "Unterminated string": "transcript.json.quote",
    "Invalid control": "transcript.json.control",
    "Invalid \\": "transcript.json.escape",
    "Extra data": "transcript.json.extra",
}
"""How Python begins to say what is wrong, and what is said here; else that a value is missing."""
_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
"""A part of a path: a name, or a place in a list."""
_SPACE = re.compile(r"[ \t\n\r]*")
_STRUCTURE = re.compile(r'(?P<name>"(?:[^"\\]|\\.)*")[ \t\n\r]*:|"(?:[^"\\]|\\.)*"|[{}\[\]]')
"""Names of fields, other texts, and brackets."""
_value_at = json.JSONDecoder(strict=False).raw_decode


class NotJson(ValueError):
    """A text that is not the JSON that is wanted: the message, with the line."""

    def __init__(self, key: str, /, **values: Value) -> None:
        super().__init__(key)
        self.message: Message = say(key, **values)

    def __str__(self) -> str:
        return str(self.message)


def json_object(data: bytes) -> tuple[str, dict[str, Any] | None]:
    """A text, and the object that it says; none if it says something else. Raises `NotJson`."""
    try:
        text = data.decode("utf-8-sig")
        said = json.loads(text, object_pairs_hook=_object, parse_float=_whole, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise NotJson("transcript.json.no_utf8", byte=error.start + 1) from None
    except json.JSONDecodeError as error:
        why = say("transcript.json.ends" if error.pos >= len(text.rstrip()) else _wrong(error.msg))
        raise NotJson("transcript.json.syntax", line=error.lineno, column=error.colno, said=why) from None
    except _Twice:
        raise _twice(text) from None
    except NotJson:
        raise
    except (RecursionError, ValueError):
        # Brackets inside each other, or more digits than Python reads.
        raise NotJson("transcript.json.too_deep") from None
    return text, said if isinstance(said, dict) else None


def not_allowed(text: str, error: NotAllowed, what: str | None = None) -> NotJson:
    """What is said about a value that a text has in a wrong place. The way to it begins with the name of the whole."""
    path = way(error.place if what is None else (what, *error.place))
    return NotJson("transcript.json.at", line=_line(text, error.place), path=path, said=error.message)


def located(data: bytes, error: RequestError) -> Message:
    """What is wrong with a request that a text says, with the line of the field concerned. The way to it begins with
    the name of the whole."""
    _, *place = [int(at) if at else name for name, at in _PART.findall(error.field)]
    line = _line(data.decode("utf-8-sig"), tuple(place))
    return say("transcript.json.at", line=line, path=error.field, said=error.message)


def _wrong(said: str) -> str:
    return next((key for start, key in WRONG.items() if said.startswith(start)), "transcript.json.value")


class _Twice(Exception):
    """A name is written twice in one object."""


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object that says nothing twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice
    try:
        "".join(found).encode()
    except UnicodeEncodeError:
        raise NotJson("transcript.json.half") from None
    return found


def _whole(text: str) -> float | int:
    """A number with a point or an exponent; a whole one is one all the same."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _constant(text: str) -> None:
    raise NotJson("transcript.json.constant", name=text)


def _twice(text: str) -> NotJson:
    """What is said about the first name that an object says a second time."""
    outer, names = list[set[str]](), set[str]()
    for found in _STRUCTURE.finditer(text):
        if found[0] in ("{", "["):
            outer.append(names)
            names = set()
        elif found[0] in ("}", "]"):
            names = outer.pop()
        elif found["name"] is not None:
            name = json.loads(found["name"])
            if name in names:
                return NotJson("transcript.json.twice", line=_line_at(text, found.start()), name=name)
            names.add(name)
    raise AssertionError("Python found a name that is written twice")


def _line(text: str, place: Place) -> int:
    """The line of a text on which what a way leads to is written; where that is not there, what it would be in."""
    at = _past(text, 0, 0)
    for part in place:
        at = next((start for name, start in _inside(text, at) if name == part), at)
    return _line_at(text, at)


def _line_at(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _inside(text: str, at: int) -> Iterator[tuple[str | int, int]]:
    """What an object or a list holds: its name or place, and where it begins."""
    if text[at] not in "{[":
        return
    named = text[at] == "{"
    at, count = _past(text, at), 0
    while text[at] not in "}]":
        name: str | int = count
        if named:
            name, at = _value_at(text, at)
            at = _past(text, _past(text, at, 0))
        yield name, at
        at = _past(text, _value_at(text, at)[1], 0)
        at = _past(text, at) if text[at] == "," else at
        count += 1


def _past(text: str, at: int, sign: int = 1) -> int:
    """Where something begins behind a sign, or here, and space."""
    return _SPACE.match(text, at + sign).end()  # type: ignore[union-attr]
