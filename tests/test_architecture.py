"""How the house is built: what the engine may use, and what every game must bring."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_service.codec import MESSAGES

from .laws.zones import KINDS, SCRAMBLES
from .random_games import SETUPS

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine" / "shinpan_engine"
MODULES = sorted(ENGINE.rglob("*.py"))
MOST_LINES = 450

ALLOWED_IMPORTS = {
    "bisect", "collections", "collections.abc", "dataclasses", "enum", "functools", "hashlib", "importlib.resources",
    "itertools", "math", "msgpack", "msgspec", "operator", "pathlib", "re", "struct", "tomllib", "types", "typing",
}  # fmt: skip
"""Nothing here knows a clock, a network or chance."""
INTEGER_MATHS = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}
FORBIDDEN_CALLS = {"hash", "id", "float", "complex", "round", "open", "input", "eval", "exec", "__import__"}
SETS = {"set", "frozenset"}
SET_TYPES = {*SETS, "Set", "AbstractSet", "MutableSet"}
ORDERED_USES = {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "reversed", "next", "islice", "chain"}

modules = pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@modules
def test_engine_imports_only_what_is_listed(module: Path) -> None:
    """The engine imports itself, the listed part of the standard library, msgspec and msgpack; nothing else."""
    assert set(imports(ast.parse(module.read_text("utf-8")))) <= ALLOWED_IMPORTS


@modules
def test_engine_is_deterministic(module: Path) -> None:
    """The engine has no float, no `/`, no hash(), no iteration over a set, and calls nothing that looks outside."""
    assert list(offences(ast.parse(module.read_text("utf-8")))) == []


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules from outside the engine that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)


def offences(tree: ast.Module) -> Iterator[str]:
    """What in a module could differ from one machine or run to the next."""
    sets = set_names(tree)
    for node in ast.walk(tree):
        place = f"line {getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield f"{place}: a float"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"{place}: /"
        elif isinstance(node, ast.ImportFrom) and node.module == "math":
            yield from (f"{place}: math.{a.name}" for a in node.names if a.name not in INTEGER_MATHS)
        elif isinstance(node, ast.Call) and called(node) in FORBIDDEN_CALLS:
            yield f"{place}: {called(node)}()"
        elif any(is_set(walked, sets) for walked in walked_over(node)):
            yield f"{place}: the order of a set"


def called(node: ast.Call) -> str:
    """The bare name that a call calls."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def walked_over(node: ast.AST) -> list[ast.expr]:
    """What a node goes through in order."""
    if isinstance(node, ast.For | ast.comprehension):
        return [node.iter]
    if isinstance(node, ast.Starred | ast.YieldFrom) and isinstance(node.value, ast.expr):
        return [node.value]
    if isinstance(node, ast.Call) and called(node) in ORDERED_USES:
        return list(node.args)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("pop", "join"):
        return [node.func.value, *node.args]
    return []


def is_set(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression is a set, by its form or by the name it was given."""
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return is_set(node.left, names) or is_set(node.right, names)
    if isinstance(node, ast.Call):
        function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        return isinstance(function, ast.Name) and function.id in SETS
    return (isinstance(node, ast.Name) and node.id in names) or (isinstance(node, ast.Attribute) and node.attr in names)


def set_names(tree: ast.Module) -> set[str]:
    """The variables, arguments and attributes of a module that hold a set."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and of_sets(node.annotation):
            found.update(names_in(node.target))
        elif isinstance(node, ast.arg) and node.annotation is not None and of_sets(node.annotation):
            found.add(node.arg)
        elif isinstance(node, ast.Assign) and is_set(node.value, set()):
            found.update(name for target in node.targets for name in names_in(target))
    return found


def of_sets(annotation: ast.expr) -> bool:
    """Whether an annotation names a set."""
    if isinstance(annotation, ast.Subscript):
        inner = annotation.slice if names_in(annotation.value) == ["ClassVar"] else annotation.value
        return of_sets(inner)
    return any(name in SET_TYPES for name in names_in(annotation))


def names_in(node: ast.expr) -> list[str]:
    """The last part of a name or attribute."""
    return [node.id] if isinstance(node, ast.Name) else [node.attr] if isinstance(node, ast.Attribute) else []


@pytest.mark.parametrize(
    "code",
    [
        "x = 0.5",
        "x = a / b",
        "x /= 2",
        "x = hash(a)",
        "x = id(a)",
        "x = float(a)",
        "x = round(a)",
        "from math import sqrt",
        "for x in {1, 2}: pass",
        "for x in set(a): pass",
        "x = [y for y in set(a)]",
        "x = list({y for y in a})",
        "x = [*frozenset(a)]",
        "x: set[int] = set()\nx.pop()",
        "x = {1, 2}\nfor y in x: pass",
        "def f(x: frozenset[int]) -> None:\n    yield from x",
        "class A:\n    x: ClassVar[frozenset[int]]\n    def f(self):\n        return tuple(self.x)",
        "x = ' '.join({'a', 'b'})",
        "x = list(set(a) | b)",
    ],
)
def test_offences_are_seen(code: str) -> None:
    """Each thing that the engine may not do is found where somebody writes it."""
    assert list(offences(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    ["x = a // b", "x = sorted(set(a))", "x = {1, 2}\ny = 1 in x", "x = len({1})", "from math import comb", "x = 1"],
)
def test_what_is_allowed_is_let_pass(code: str) -> None:
    """Integers, sorted sets and tests of membership are no offence."""
    assert list(offences(ast.parse(code))) == []


@pytest.mark.parametrize(
    "code", ["import time", "import random", "from datetime import date", "import grpc", "import os"]
)
def test_foreign_imports_are_seen(code: str) -> None:
    """A clock, chance, the network or the operating system is not on the list."""
    assert not set(imports(ast.parse(code))) <= ALLOWED_IMPORTS


def test_engine_runs_without_the_service() -> None:
    """Importing every game brings in no protobuf, no gRPC and nothing of the service."""
    code = "import sys, shinpan_engine.games.registry; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "msgspec" in loaded
    assert not [name for name in loaded if name.split(".")[0] in ("google", "grpc", "shinpan", "shinpan_service")]


@pytest.mark.parametrize("folder", ["engine", "service/shinpan_service", "tests", "tools"])
def test_modules_stay_short(folder: str) -> None:
    """No module is longer than somebody reads in one go."""
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sorted((ROOT / folder).rglob("*.py"))
        if (lines := len(path.read_text("utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


@games
def test_a_game_has_its_schemas(game: Game) -> None:
    """A game has a folder of protos with state, action and set-up, generated code, and messages in the codec."""
    folder = ROOT / "proto" / "shinpan" / game.name / "v1"
    assert {"action.proto", "setup.proto", "state.proto"} <= {path.name for path in folder.iterdir()}
    for path in folder.iterdir():
        assert f"package shinpan.{game.name}.v1;" in path.read_text("utf-8")
        assert (ROOT / "service" / "shinpan" / game.name / "v1" / f"{path.stem}_pb2.py").exists()
    assert game.name in MESSAGES


@games
def test_a_game_has_its_packs(game: Game) -> None:
    """A game has at least the packs `print` and `house`, each under its own id with a digest of its own."""
    assert {"print", "house"} <= set(game.packs)
    assert all(pack.id == id and pack.title and len(pack.digest) == 32 for id, pack in game.packs.items())
    assert len({pack.digest for pack in game.packs.values()}) == len(game.packs)


@games
def test_a_game_has_its_rules(game: Game) -> None:
    """A game has a table of clauses for every mode that can be played, and every default of an option is a value."""
    assert files(type(game).__module__).joinpath("rules.toml").is_file()
    for mode in game.modes:
        assert not mode.supported or game.rules.binding(mode.name)
    for option in game.rules.options:
        assert option.default in option.values
        assert option.rule in game.rules


@games
def test_a_game_has_its_fixtures(game: Game) -> None:
    """A game has recorded games to show."""
    assert list((ROOT / "fixtures" / game.name).glob("*.shinpan"))


@games
def test_every_record_has_its_golden(game: Game) -> None:
    """Beside every recorded game lies what the referee should say of it."""
    records = sorted((ROOT / "fixtures" / game.name).glob("*.shinpan"))
    assert [path.name for path in records if not path.with_suffix(".golden").exists()] == []


@games
def test_a_game_has_its_tests(game: Game) -> None:
    """A game has chapter tests, a way to be played at random, and zones in which its cards are counted."""
    assert list((ROOT / "tests" / "games" / game.name).glob("test_*.py"))
    assert game.name in SETUPS
    assert game.name in KINDS
    assert game.name in SCRAMBLES


@games
def test_the_readme_tells_of_a_game(game: Game) -> None:
    """The README names every game, by its short name and its title."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert game.name in readme
    assert game.title.split(" ")[0] in readme


def test_folders_and_registry_agree() -> None:
    """Every folder of a game, a schema or fixtures belongs to a game of the registry, and the codec knows them all."""
    shared = {"v1", "common", "conformance"}
    for parent in (ENGINE / "games", ROOT / "proto" / "shinpan", ROOT / "fixtures"):
        found = {path.name for path in parent.iterdir() if path.is_dir() and not path.name.startswith("_")}
        assert found - shared == set(GAMES), parent
    assert list(MESSAGES) == list(GAMES)


@games
def test_every_clause_that_binds_has_a_test(game: Game) -> None:
    """Each clause that binds in a mode that can be played is named by a test that holds it."""
    marked = set(marked_clauses())
    binding = {clause.id: None for mode in game.modes if mode.supported for clause in game.rules.binding(mode.name)}
    missing = [id for id in binding if id not in marked]
    assert missing == [], f"{len(missing)} of {len(binding)} clauses are held by no test"


def test_marks_name_clauses_that_exist() -> None:
    """A test is marked only with clauses that some rulebook has."""
    unknown = [id for id in marked_clauses() if not any(id in game.rules for game in GAMES.values())]
    assert unknown == []


@cache
def marked_clauses() -> list[str]:
    """The clauses that tests are marked with, in decorators and in the marks of parameters."""
    return [
        argument.value
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    ]


@games
def test_clauses_in_the_code_exist(game: Game) -> None:
    """Every clause that the code of a game names is one of its rulebook."""
    folder = ENGINE / "games" / game.name
    prefix = next(iter(game.rules)).id.partition("-")[0]
    unknown = {
        f"{path.name}: {id}"
        for path in sorted(folder.glob("*.py"))
        for id in re.findall(rf"\b{prefix}-[A-Z0-9.]+-\d+\b", path.read_text("utf-8"))
        if id not in game.rules
    }
    assert sorted(unknown) == []


def test_every_test_says_what_must_hold() -> None:
    """Each test has a docstring of one sentence, and none is left without a check."""
    silent = [
        f"{path.name}::{node.name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_no_stray_words() -> None:
    """No module of the project carries a reminder of work undone."""
    reminder = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    found = [
        str(path.relative_to(ROOT))
        for folder in ("engine", "service/shinpan_service", "proto", "tools")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".proto", ".toml") and reminder.search(path.read_text("utf-8"))
    ]
    assert found == []
