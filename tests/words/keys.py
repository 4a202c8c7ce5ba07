"""The keys of messages that a source names, each with the names of its values, read off the syntax tree."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

KEY_AT = {
    "say": 0,
    "ascending": 0,
    "Violation": 1,
    "Undecidable": 0,
    "EngineError": 0,
    "NoSuchPath": 0,
    "PackError": 0,
    "BrokenFile": 1,
    "broken": 1,
    "Endless": 0,
    "TranscriptError": 3,
    "Ambiguous": 2,
    "Unreadable": 1,
    "NotAllowed": 1,
    "NotJson": 0,
    "UnknownFields": 1,
    "RequestError": 1,
    "InvalidHeader": 1,
    "NotHere": 1,
    "NotSupported": 1,
    "NotComplete": 1,
    "TooLarge": 1,
}
"""Where the key stands among the arguments of what takes one."""
OWN = ("also", "compares")
"""Arguments by name that are no values."""
WRONG_ROW = 3
"""Where the key stands in `wrong(kind, number, field, key)`."""
_WHOLE = re.compile(r"(transcript|packfile|service|cli|kernel)(\.[a-z_0-9]+)+")
CALLED = "called"
"""The attribute of a decision that is a key."""


class Named(NamedTuple):
    """A key at its place; without a key what stands in its stead."""

    line: int
    key: str
    values: frozenset[str]
    instead: str = ""


def named(source: str) -> Iterator[Named]:
    """Every key in a source, in whatever order."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (at := _key_at(node)) is not None:
            values = frozenset(word.arg for word in node.keywords if word.arg and word.arg not in OWN)
            given = node.args[at] if len(node.args) > at else node
            for key in [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]:
                yield _named(key, values)
        elif isinstance(node, ast.Call) and _callee(node.func) in ("__init__", "told"):
            values = frozenset(word.arg for word in node.keywords if word.arg)
            yield from [one for one in [_named(arg, values) for arg in node.args] if one.key]
        elif isinstance(node, ast.ClassDef):
            yield from [_named(value, frozenset()) for value in _called(node)]


def _called(decision: ast.ClassDef) -> Iterator[ast.expr]:
    for node in decision.body:
        if isinstance(node, ast.Assign) and [ast.unparse(one) for one in node.targets] == [CALLED]:
            yield node.value


def _key_at(call: ast.Call) -> int | None:
    """Where the key stands among the arguments of a call."""
    if _callee(call.func) == "wrong":
        return WRONG_ROW if len(call.args) > WRONG_ROW else None
    return KEY_AT.get(_callee(call.func))


def mentioned(source: str) -> set[str]:
    """Every text in a source that is a key of what is common to all games, wherever it stands."""
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and _WHOLE.fullmatch(text)}


def _callee(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _named(given: ast.expr, values: frozenset[str]) -> Named:
    if isinstance(given, ast.Constant) and isinstance(given.value, str) and is_key(given.value):
        return Named(given.lineno, given.value, values)
    return Named(given.lineno, "", values, ast.unparse(given))


def is_key(text: str) -> bool:
    """Whether a text is a key and no sentence."""
    return "." in text and " " not in text
