"""Which clauses the tests hold, read off their marks; and which clauses the engine can cite, read off its code."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game

MARK = "pytest.mark.clause"
CLAUSE = re.compile(r"[A-Z0-9]+-\S+-\d+")


class Coverage(NamedTuple):
    """What is held and what is not."""

    missing: dict[str, list[str]]
    """For each mode the binding clauses without a test."""
    strangers: list[tuple[str, str]]
    """Marks that name no clause of any game: where, and what."""


def coverage(game: Game, tests: Path) -> Coverage:
    """Compares the marks of the tests with the clauses that bind."""
    marks = list(marked(tests))
    held = {clause for _, clause in marks}
    missing = {m.name: [c.id for c in game.rules.binding(m.name) if c.id not in held] for m in game.modes}
    strangers = [mark for mark in marks if not any(mark[1] in known.rules for known in GAMES.values())]
    return Coverage(missing, strangers)


def marked(tests: Path) -> Iterator[tuple[str, str]]:
    """Every clause that a test is marked with, and where. Raises `SyntaxError` for a test that is no Python."""
    for path in sorted(tests.rglob("*.py")):
        arguments = (argument for call in _calls(_tree(path), MARK) for argument in call.args)
        for argument in arguments:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield f"{path}:{argument.lineno}", argument.value


def _calls(tree: ast.Module, name: str) -> Iterator[ast.Call]:
    """Every call of that name in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield node


def _tree(path: Path) -> ast.Module:
    """A module's tree; what is no Python is told with its file."""
    try:
        return ast.parse(path.read_bytes(), str(path))
    except SyntaxError as error:
        error.filename = str(path)
        raise


def citable(game: Game) -> dict[str, str]:
    """Every clause that some `Violation` of a game's rules cites, and where."""
    package = import_module(type(game).__module__)
    found: dict[str, str] = {}
    for path in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
        parts = (part for call in _calls(_tree(path), "Violation") for part in ast.walk(call))
        for part in parts:
            if isinstance(part, ast.Constant) and CLAUSE.fullmatch(str(part.value)):
                found.setdefault(str(part.value), f"{path.name}:{part.lineno}")
    return found
