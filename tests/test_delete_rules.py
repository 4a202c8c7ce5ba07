"""The program that deletes rules finds them where they stand, and what is left without one can be read."""

import ast
import json
import re
import signal
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "delete_rules.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("delete_rules", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def left(tool: ModuleType, text: str) -> list[str]:
    """The text without each of its rules."""
    finder = tool.Finder(Path("game.py"), text.encode())
    finder.visit(ast.parse(text))
    return [tool.without(text.encode(), rule).decode() for rule in finder.rules]


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("class A(B):\n    clause = 'X-1'", ["class A(B):\n    pass"]),
        ("class A(B):\n    default = PASS", ["class A(B):\n    pass"]),
        ("class A(B):\n    least = 2", ["class A(B):\n    least = 2 + 1"]),
        ("class A(B):\n    least: ClassVar[int] = 2", ["class A(B):\n    least: ClassVar[int] = 2 + 1"]),
        ("MOST_X = 1", ["MOST_X = 1 + 1"]),
        ("class A(B):\n    takes = (C, D)", ["class A(B):\n    takes = (*(), D)", "class A(B):\n    takes = (C, *())"]),
        ("T = {1: 'a', 2: 'b'}", ["T = {**{}, 2: 'b'}", "T = {1: 'a', **{}}"]),
        ("T = frozenset({'漢', *U})", ["T = frozenset({*(), *U})", "T = frozenset({'漢', *()})"]),
        ("T: list[int] = [f(1)]", ["T: list[int] = [*()]"]),
        ("class A(B):\n    def f(self):\n        self.x = 1", ["class A(B):\n    def f(self):\n        pass"]),
        ("def f() -> Violation | None:\n    return a(1) or b(2)", [
            "def f() -> Violation | None:\n    return None or b(2)",
            "def f() -> Violation | None:\n    return a(1) or None",
        ]),
    ],
)  # fmt: skip
def test_rules_are_found(tool: ModuleType, text: str, without: list[str]) -> None:
    """A rule of a function, an attribute of a class, a number with a name and a row of a table is taken out alone."""
    assert left(tool, text) == without


@pytest.mark.parametrize(
    "text",
    [
        "class A(Struct, frozen=True):\n    cost: int = 0",
        "class A(IntEnum):\n    ONE = 1",
        "@dataclass\nclass A:\n    cost: int = 0",
        "__all__ = ['a']",
        "NAME = 'a'",
        "class A(B):\n    cost: int",
        "T = {1: (\n    'a'\n)}",
        "def f():\n    x = 1",
    ],
)
def test_what_is_no_rule_is_left(tool: ModuleType, text: str) -> None:
    """What data looks like, what has no value, and what could not be read without its brackets is no rule."""
    assert left(tool, text) == []


def test_every_rule_of_the_kernel_can_be_taken_out(tool: ModuleType) -> None:
    """The kernel has rules, and each of its modules can be read without any one of them."""
    rules = tool.rules_of(tool.ROOT, tool.KERNEL)
    assert len(rules) > 100
    for rule in rules:
        ast.parse(tool.without((tool.ROOT / rule.file).read_bytes(), rule))


def test_every_rule_of_the_kernel_can_be_marked(tool: ModuleType) -> None:
    """A module with all its rules marked, also those within others, can be read, and has each mark once."""
    rules = dict(enumerate(tool.rules_of(tool.ROOT, tool.KERNEL)))
    for file in dict.fromkeys(rule.file for rule in rules.values()):
        there = {number: rule for number, rule in rules.items() if rule.file == file and rule.runs}
        text = tool.marked((tool.ROOT / file).read_bytes(), there)
        ast.parse(text)
        assert sorted(map(int, re.findall(r"\.reach\((\d+)\)", text.decode()))) == sorted(there)


def test_a_marked_rule_does_as_before(tool: ModuleType) -> None:
    """What is marked does as before, and says so when it is done."""
    text = "def f(x) -> Violation | None:\n    print(x)\n    return g(x) or h(y.replace(b=x))\n"
    finder = tool.Finder(Path("game.py"), text.encode())
    finder.visit(ast.parse(text))
    marked = tool.marked(text.encode(), dict(enumerate(finder.rules))).decode().replace(tool.REACHED, "reach")
    first, second = "reach(0); print(x)", "(reach(2) or (g(x))) or (reach(3) or (h(y.replace(b=(reach(1) or (x))))))"
    assert marked == text.replace("print(x)", first).replace("g(x) or h(y.replace(b=x))", second)


def test_a_broken_off_run_goes_on(tool: ModuleType) -> None:
    """The same rules are picked each time, those of each seed by their numbers, and what is before the start is not."""
    rules = list("abcdefgh")
    first = tool.picked(rules, [], 5, [7])
    assert list(first) == sorted(first)
    assert [*first.values()] == [rules[number - 1] for number in first]
    assert list(tool.picked(rules, [], 5, [7], 4)) == [*first][3:]
    assert tool.picked(rules, [], 5, [7, 8]).keys() == first.keys() | tool.picked(rules, [], 5, [8]).keys()
    with pytest.raises(SystemExit, match="no rule 9"):
        tool.picked(rules, [2, 9], 5, [7])


def test_a_loop_without_end_is_broken_off(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs without a rule may take only so much of the processor's time, and only so much memory."""
    monkeypatch.setattr(tool, "ROOT", tmp_path / "small")
    (tmp_path / "small" / tool.ENGINE).mkdir(parents=True)
    copy = tool.Copy(tmp_path, "toy", by_hand=True)
    monkeypatch.setattr(copy, "_busiest", 1)
    assert copy._python("-c", "while True: pass").returncode == -signal.SIGXCPU
    assert "MemoryError" in copy._python("-c", f"bytearray({tool.MOST_MEMORY} + 1)").stderr


def test_the_tests_that_reach_a_rule_run_alone(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First all run, and what each reaches is written down; then those named run in their order, and one without end is
    broken off."""
    small = tmp_path / "small"
    (small / tool.ENGINE).mkdir(parents=True)
    (small / "tools").mkdir()
    plugin = (TOOL.parent / "reached.py").read_text("utf-8").replace("ALLOWED_SECONDS = 10", "ALLOWED_SECONDS = 1")
    (small / "tools" / "reached.py").write_text(plugin, "utf-8")
    (small / "pytest.ini").write_text("[pytest]\n", "utf-8")
    loop = "def test_a():\n    reach(7)\n    while 'LOOP' in os.environ: pass\n"
    imports = "import os\nfrom tools.reached import reach\n"
    (small / "test_x.py").write_text(f"{imports}{loop}def test_b(): pass\n", "utf-8")
    monkeypatch.setattr(tool, "ROOT", small)
    copy = tool.Copy(tmp_path, "toy", by_hand=True)
    assert copy._pytest("test_x.py").returncode == 0
    seen = {test: reached for _, test, reached in json.loads(copy._reached.read_text("utf-8"))}
    assert seen == {"test_x.py::test_a": [7], "test_x.py::test_b": []}
    only = [("test_x.py::test_b", 0.0), ("test_x.py::test_gone", 0.0)]
    assert "1 passed" in copy._pytest("test_x.py", only=only).stdout
    monkeypatch.setitem(copy._env, "LOOP", "1")
    assert copy._pytest("test_x.py", only=[("test_x.py::test_a", 0.0)]).returncode == -signal.SIGPROF
