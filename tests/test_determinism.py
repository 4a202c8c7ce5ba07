"""The engine's text holds nothing that could differ from one machine or run to the next, and what could is found."""

import ast
from functools import cache
from pathlib import Path

import pytest

from .determinism import ALLOWED_IMPORTS, imports, offences
from .set_uses import Known

ENGINE = Path(__file__).parents[1] / "engine" / "shinpan_engine"
PACKS = ENGINE / "kernel" / "packs" / "files.py"
MODULES = sorted(ENGINE.rglob("*.py"))

modules = pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))


def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text("utf-8"))


@cache
def known() -> Known:
    """What all modules of the engine tell of sets."""
    return Known.of(map(tree, MODULES))


@modules
def test_engine_imports_only_what_is_listed(module: Path) -> None:
    """The engine imports itself, the listed part of the standard library, msgspec and msgpack; nothing else."""
    assert set(imports(tree(module))) <= ALLOWED_IMPORTS


@modules
def test_engine_is_deterministic(module: Path) -> None:
    """The engine has no float, no `/`, no hash(), asks no set for its order, and calls nothing that looks outside; only
    packs are files, of which one is read after it was seen to be a plain one."""
    reads = {".is_file()", ".open()"} if module == PACKS else set()
    assert [line for line in offences(tree(module), known()) if line.rpartition(" ")[2] not in reads] == []


NUMBERS = [
    "x = 0.5",
    "x = a / b",
    "x /= 2",
    "x = 2 ** -1",
    "x = 2 ** a",
    "x **= a",
    "x = pow(2, a)",
    "x = float(a)",
    "x = map(float, a)",
    "x = round(a)",
    "x = a.__truediv__(b)",
    "from math import sqrt",
    "from math import *",
    "import math",
    "import math\nx = math.sqrt(2)",
    "import math as m\nx = m.sqrt(2)",
    "from operator import truediv",
]
OUTSIDE = [
    "x = hash(a)",
    "x = sorted(a, key=hash)",
    "x = a.__hash__()",
    "x = id(a)",
    "x = sorted(a, key=id)",
    "def f(id):\n    pass\nx = id(a)",
    "x = open('a')",
    "x = eval('a')",
    "import importlib.resources\nx = importlib.resources.os",
    "from importlib.resources import os",
    "import importlib.resources as r\nx = r.os.environ",
    "import re\nx = re.enum.sys",
    "import dataclasses\nx = dataclasses.sys.maxsize",
    "from typing import sys",
    "x = a.os.environ['HOME']",
    "x = a.getenv('HOME')",
    "path.write_text('x', 'utf-8')",
    "path.write_bytes(b'x')",
    "path.open('w')",
    "path.unlink()",
    "path.mkdir()",
    "x = path.stat()",
    "from pathlib import Path\nx = Path.cwd()",
    "from pathlib import Path\nx = Path.home()",
    "from pathlib import os",
    "from hashlib import file_digest",
    "x = path.read_text()",
    "x = f'{a:n}'",
    "x = '{:n}'.format(a)",
    "x = format(a, 'n')",
    "import re\nx = re.compile(a, re.LOCALE)",
]
LOOPS = [
    "for x in {1, 2}: pass",
    "for x in set(a): pass",
    "for x in a.union(b): pass",
    "for x in a.intersection(b): pass",
    "for x in a.difference(b): pass",
    "for x in set(a) | b: pass",
    "for x in a.keys() & b: pass",
    "for x in (set(a) or b): pass",
    "for x in (b if a else set(a)): pass",
    "for x in set(a).copy(): pass",
    "for x in path.iterdir(): pass",
    "x = [y for y in set(a)]",
    "x = [*frozenset(a)]",
    "a, b = {1, 2}",
    "x = {1, 2}\nfor y in x: pass",
    "def f():\n    x = set(a)\n    y = x\n    for z in y: pass",
    "if (x := set(a)):\n    for y in x: pass",
    "def f(x: frozenset[int]) -> None:\n    yield from x",
    "def f(x: 'set[int] | None') -> None:\n    for y in x: pass",
    "def f() -> set[int]: ...\nfor x in f(): pass",
    "class A:\n    def f(self) -> set[int]: ...\nfor x in a.f(): pass",
    "class A:\n    def __init__(self): self.x = set(a)\n    def f(self):\n        for y in self.x: pass",
    "class A:\n    x: ClassVar[frozenset[int]]\n    def f(self):\n        return tuple(self.x)",
    "x: dict[int, set[int]]\nfor y in x[1]: pass",
    "x: dict[int, set[int]]\nfor y in x.get(1): pass",
    "x: dict[int, set[int]]\nfor y, z in x.items():\n    for v in z: pass",
    "x = [set(a), set(b)]\nfor y in x:\n    for z in y: pass",
    "for x in (set(a), set(b)):\n    for y in x: pass",
    "x = defaultdict(set)\nfor y in x[1]: pass",
    "Cards = frozenset[int]\ndef f(x: Cards):\n    for y in x: pass",
    "from collections.abc import Set as Any",
]
HANDED_ON = [
    "x = max({1, 2}, key=f)",
    "x = min(set(a))",
    "x = sum(set(a))",
    "x = list({y for y in a})",
    "x = tuple(set(a))",
    "x = Counter(set(a))",
    "x = deque(set(a))",
    "x = dict.fromkeys(set(a))",
    "x = sorted(set(a), key=f)",
    "x = list(y for y in set(a))",
    "x = str(set(a))",
    "x = f'{set(a)}'",
    "x = ' '.join({'a', 'b'})",
    "x: set[int] = set()\nx.pop()",
    "x = set(a)\ny += x",
    "x.extend(set(a))",
    "x.update(set(a))",
    "x = json.encode(set(a))",
    "def f(xs):\n    for x in xs: pass\nf({1, 2})",
    "def f(xs: Iterable[int]):\n    for x in xs: pass\nf({1, 2})",
    "def f(xs: Iterable[int]):\n    for x in xs: pass\nf(xs=set(a))",
    "def f(xs: Iterable[int] = frozenset()): pass",
    "def f() -> Iterable[int]:\n    return {1, 2}",
    "def f():\n    yield {1, 2}",
    "f = lambda: {1, 2}",
    "f(*{1, 2})",
    "x: Iterable[int] = {1, 2}",
]


@pytest.mark.parametrize("code", [*NUMBERS, *OUTSIDE, *LOOPS, *HANDED_ON])
def test_offences_are_seen(code: str) -> None:
    """Each thing that the engine may not do is found where somebody writes it."""
    assert list(offences(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "x = 1",
        "x = a // b",
        "x = 2 ** 3",
        "from math import comb",
        "from importlib.resources import files\nx = files(a).joinpath('b').read_text('utf-8')",
        "import msgspec\nx = msgspec.json.encode(a)",
        "def f(id):\n    return id",
        "class A:\n    id: int\n    x = [b.id for id in c]",
        "x = f'{a:>3}'",
        "x = sorted(set(a))",
        "x = sorted(path.name for path in files(a).iterdir())",
        "x = {y + 1 for y in set(a)}",
        "x = {1, 2}\ny = 1 in x",
        "x = len({1})",
        "x = set(a)\nx.add(1)\nx |= b\nx.update(set(b))",
        "if not set(a) <= set(b) and set(a).issuperset(set(b)): pass",
        "def f(xs: set[int]) -> frozenset[int]:\n    return frozenset(xs)\nf({1})",
        "def f(xs: Container[int]) -> bool:\n    return 1 in xs\nf({1})",
        "def f():\n    x = set(a)\ndef g(x: list[int]):\n    for y in x: pass",
        "class A:\n    x: set[int]\nclass B:\n    x: list[int]\n    def f(self):\n        return list(self.x)",
        "x: dict[int, set[int]] = {1: set()}\nfor y in x: pass",
    ],
)
def test_what_is_allowed_is_let_pass(code: str) -> None:
    """Integers, sorted sets, tests of membership and what is handed to those who say they take sets are no offence."""
    assert list(offences(ast.parse(code))) == []


def test_sets_of_other_modules_are_known() -> None:
    """A field or result that another module declares as a set is one everywhere, or where its class is imported."""
    other = Known.of(
        [ast.parse("class A:\n    open: set[int]\nclass B:\n    both: set[int]\nclass C:\n    both: list[int]\n"),
         ast.parse("def made() -> frozenset[int]: ...")]
    )  # fmt: skip
    for code in ("list(a.open)", "list(made())", "from .b import B\nlist(b.both)"):
        assert list(offences(ast.parse(code), other)), code
    assert list(offences(ast.parse("list(c.both)"), other)) == []


@pytest.mark.parametrize(
    "code",
    ["import time", "import random", "from datetime import date", "import grpc", "import os", "import locale",
     "from importlib import import_module", "def f():\n    import secrets"],
)  # fmt: skip
def test_foreign_imports_are_seen(code: str) -> None:
    """A clock, chance, the network or the operating system is not on the list."""
    assert not set(imports(ast.parse(code))) <= ALLOWED_IMPORTS
