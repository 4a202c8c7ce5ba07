"""Deletes one rule at a time from the code of a game, or of the kernel, and sees whether a test notices.

    python tools/delete_rules.py --list                 every rule that can be deleted, numbered
    python tools/delete_rules.py --count 10 --seed 7    ten of them, the same ten each time
    python tools/delete_rules.py 12 40                  these two

A rule is one refusal (`return Violation(...)`), one question of several, one guard, one field that is replaced, or one
statement that does something. It is deleted in a copy of the project; the project itself is left alone.
"""

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
ENGINE = Path("engine/shinpan_engine")
KERNEL = "kernel"
LEFT_BEHIND = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "*.egg-info")
LONGEST_RUN_SECONDS = 600
SHOWN_CHARACTERS = 68
NO_RULES = ("__init__", "sample")
"""Functions that only set up, or only choose for random play."""
LEAVES = ast.Return | ast.Continue | ast.Raise
"""What a guard does."""


class Rule(NamedTuple):
    """One place in the code, and what stands there without the rule."""

    file: Path
    line: int
    function: str
    start: int
    end: int
    instead: str
    text: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line} {self.function}: {self.text}"


class Finder(ast.NodeVisitor):
    """Finds the rules of one module."""

    def __init__(self, file: Path, source: bytes) -> None:
        self.rules: list[Rule] = []
        self._file = file
        self._source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._functions: list[ast.FunctionDef] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in NO_RULES:
            return
        self._functions.append(node)
        for statement in node.body:
            self.visit(statement)
        self._functions.pop()

    def visit_Return(self, node: ast.Return) -> None:
        self.generic_visit(node)
        if not self._refuses() or node.value is None or _is_none(node.value):
            return
        if isinstance(node.value, ast.BoolOp):
            for question in node.value.values:
                self._add(question, "None")
        else:
            self._add(node, "return None")

    def visit_If(self, node: ast.If) -> None:
        guard = len(node.body) == 1 and not node.orelse and isinstance(node.body[0], LEAVES)
        if guard and self._functions and not self._refuses():
            self._add(node.test, "False")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.YieldFrom):
            self._add(node, "pass")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "replace":
            for field in node.keywords:
                self._add(field, "**{}")
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._add(node, "pass")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add(node, "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self._add(node, "pass")

    def _refuses(self) -> bool:
        """Whether the function around answers with a violation or None."""
        returns = self._functions[-1].returns if self._functions else None
        return returns is not None and "Violation | None" in ast.unparse(returns)

    def _add(self, node: ast.stmt | ast.expr | ast.keyword, instead: str) -> None:
        if not self._functions or node.end_lineno is None or node.end_col_offset is None:
            return
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        text = " ".join(self._source[start:end].decode().split())
        if len(text) > SHOWN_CHARACTERS:
            text = f"{text[:SHOWN_CHARACTERS]}…"
        self.rules.append(Rule(self._file, node.lineno, self._functions[-1].name, start, end, instead, text))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def rules_of(root: Path, part: str) -> list[Rule]:
    """Every rule of a game or of the kernel, by module and line."""
    found: list[Rule] = []
    folder = ENGINE / KERNEL if part == KERNEL else ENGINE / "games" / part
    for path in sorted((root / folder).glob("*.py")):
        source = path.read_bytes()
        finder = Finder(path.relative_to(root), source)
        finder.visit(ast.parse(source))
        found += sorted(finder.rules, key=lambda rule: (rule.line, rule.start))
    return found


class Copy:
    """A copy of the project, in which one rule at a time is missing."""

    def __init__(self, folder: Path, part: str) -> None:
        self.root = folder / "project"
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        sources = [str(self.root / "engine"), str(self.root / "service")]
        self._env = {**os.environ, "PYTHONPATH": os.pathsep.join(sources), "PYTHONDONTWRITEBYTECODE": "1"}
        if part == KERNEL:
            own, only = ["tests/kernel", "tests/games/wars3x3"], "kernel or wars3x3"
        else:
            own, only = [f"tests/games/{part}", f"tests/second_opinion/{part}"], part
        self._tests = [*own, "tests/golden", "tests/laws", "-k", only]
        """Of what belongs to several games only the cases of this one; the kernel is told by 3x3Wars."""
        self._set_aside: list[str] = []

    def check(self) -> None:
        """Sees that the copy is what is tested, and sets aside what fails there with every rule in place."""
        code = "import shinpan_engine; print(shinpan_engine.__file__)"
        made = self._python("-c", code)
        if not made.stdout.startswith(str(self.root)):
            raise SystemExit(f"the copy is not what is imported: {made.stdout or made.stderr}")
        result = self._pytest()
        self._set_aside = _named(result.stdout, "FAILED")
        if result.returncode not in (0, 1) or _named(result.stdout, "ERROR"):
            raise SystemExit(f"the tests do not run with every rule in place:\n{result.stdout[-3000:]}")
        for test in self._set_aside:
            print(f"set aside, fails with every rule in place: {test}", flush=True)

    def without(self, rule: Rule) -> str:
        """The first test that fails without the rule, or an empty text if none does."""
        path = self.root / rule.file
        source = path.read_bytes()
        path.write_bytes(source[: rule.start] + rule.instead.encode() + source[rule.end :])
        try:
            result = self._pytest("-x", *(f"--deselect={test}" for test in self._set_aside))
        except subprocess.TimeoutExpired:
            return f"no end within {LONGEST_RUN_SECONDS} seconds"
        finally:
            path.write_bytes(source)
        if result.returncode == 0:
            return ""
        failed = _named(result.stdout, "FAILED") or _named(result.stdout, "ERROR")
        return failed[0] if failed else f"the tests broke off with code {result.returncode}"

    def _pytest(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        options = ("-n0", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider")
        return self._python("-m", "pytest", *options, *arguments, *self._tests)

    def _python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=self._env,
            capture_output=True,
            text=True,
            timeout=LONGEST_RUN_SECONDS,
            check=False,
        )


def _named(output: str, word: str) -> list[str]:
    """The tests that pytest's summary names under a word."""
    return re.findall(rf"^{word} (\S+?(?:\[.*?\])?)(?: - .*)?$", output, re.MULTILINE)


def picked(rules: Sequence[Rule], numbers: Sequence[int], count: int, seed: int) -> Iterator[tuple[int, Rule]]:
    """The rules asked for by number, or so many at random, in the order of their numbers."""
    chosen = numbers or random.Random(seed).sample(range(1, len(rules) + 1), min(count, len(rules)))
    for number in sorted(chosen):
        if not 1 <= number <= len(rules):
            raise SystemExit(f"there is no rule {number}; there are 1 to {len(rules)}")
        yield number, rules[number - 1]


def main() -> int:
    """Lists the rules, or deletes some of them; the exit code is 1 if one was missed by every test."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=int, help="rules to delete, by their number in the list")
    parser.add_argument("--of", default="wars3x3", help="the game, or kernel (%(default)s)")
    parser.add_argument("--list", action="store_true", help="list every rule with its number")
    parser.add_argument("--count", type=int, default=10, help="how many to delete (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (%(default)s)")
    asked = parser.parse_args()
    rules = rules_of(ROOT, asked.of)
    if asked.list:
        for number, rule in enumerate(rules, start=1):
            print(f"{number:4}  {rule}")
        return 0
    survived = 0
    with tempfile.TemporaryDirectory(prefix="rules-") as folder:
        copy = Copy(Path(folder), asked.of)
        copy.check()
        for number, rule in picked(rules_of(copy.root, asked.of), asked.numbers, asked.count, asked.seed):
            killer = copy.without(rule)
            survived += not killer
            print(f"{number:4}  {rule}\n      {f'killed by {killer}' if killer else 'SURVIVED'}", flush=True)
    print(f"{survived} survived")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
