"""The program that deletes rules finds them where they stand, and what is left without one can be read."""

import ast
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


def test_a_broken_off_run_goes_on(tool: ModuleType) -> None:
    """The same rules are picked each time, in the order of their numbers, and as many before the start are left out."""
    rules = list("abcdefgh")
    all_of_them = list(tool.picked(rules, [], 5, 7))
    assert len(all_of_them) == 5
    assert all_of_them == sorted(all_of_them)
    assert list(tool.picked(rules, [], 5, 7, 4)) == all_of_them[3:]


def test_a_loop_without_end_is_broken_off(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs without a rule may take only so much of the processor's time, and only so much memory."""
    monkeypatch.setattr(tool, "ROOT", tmp_path / "small")
    (tmp_path / "small" / tool.ENGINE).mkdir(parents=True)
    copy = tool.Copy(tmp_path, "toy", by_hand=True)
    monkeypatch.setattr(copy, "_busiest", 1)
    assert copy._python("-c", "while True: pass").returncode == -signal.SIGXCPU
    assert "MemoryError" in copy._python("-c", f"bytearray({tool.MOST_MEMORY} + 1)").stderr
