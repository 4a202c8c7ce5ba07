"""Which clauses the tests hold, read off their marks; and which clauses the engine can cite, read off its code."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from shinpan_engine.kernel.game import Game


class Coverage(NamedTuple):
    """What is held and what is not."""

    missing: dict[str, list[str]]
    """For each mode the binding clauses without a test."""
    strangers: list[tuple[str, str]]
    """Marks that name no clause: where, and what."""


def coverage(game: Game, tests: Path) -> Coverage:
    """Compares the marks of the tests with the clauses that bind."""
    marks = list(marked(tests))
    held = {clause for _, clause in marks}
    prefix = next(iter(game.rules)).id.partition("-")[0] + "-"
    missing = {m.name: [c.id for c in game.rules.binding(m.name) if c.id not in held] for m in game.modes}
    strangers = [(place, clause) for place, clause in marks if clause.startswith(prefix) and clause not in game.rules]
    return Coverage(missing, strangers)


def marked(tests: Path) -> Iterator[tuple[str, str]]:
    """Every clause that a test is marked with, and where."""
    for path in sorted(tests.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield f"{path}:{argument.lineno}", argument.value


def citable(game: Game) -> dict[str, str]:
    """Every clause that some `Violation` of a game's rules cites, and where."""
    package = import_module(type(game).__module__)
    found: dict[str, str] = {}
    for path in sorted(Path(str(package.__file__)).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Violation":
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and re.fullmatch(r"[A-Z0-9]+-\S+-\d+", str(part.value)):
                        found.setdefault(str(part.value), f"{path.name}:{part.lineno}")
    return found
