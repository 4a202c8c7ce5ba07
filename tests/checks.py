"""Which tests check anything: by an `assert`, by what pytest is told to expect, or by a helper that does."""

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

EXPECTING = ("pytest.raises", "pytest.warns", "pytest.fail")


class Function(NamedTuple):
    """A function of the tests: whether it checks something itself, and the names of those that it calls."""

    checks: bool
    calls: frozenset[str]


def idle(modules: Mapping[str, ast.Module]) -> list[str]:
    """The tests that check nothing, of modules by their dotted names."""
    found = dict(function for name, tree in modules.items() for function in functions(name, tree))
    checking = {name for name, function in found.items() if function.checks}
    while more := {name for name, function in found.items() if name not in checking and function.calls & checking}:
        checking |= more
    return [name for name in found if name.rpartition(".")[2].startswith("test_") and name not in checking]


def functions(module: str, tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions of a module by their whole names; a method by its own name, whatever its class."""
    named = {alias.asname or alias.name: f"{origin}.{alias.name}" for origin, alias in imported(module, tree)}
    named |= {node.name: f"{module}.{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            name = named[node.name] if node in tree.body else f".{node.name}"
            yield name, Function(any(map(is_check, ast.walk(node))), frozenset(called(node, named)))


def imported(module: str, tree: ast.Module) -> Iterator[tuple[str, ast.alias]]:
    """What a module takes from others, each with the whole name of the module that it comes from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            yield from ((".".join([*above, *filter(None, [node.module])]), alias) for alias in node.names)


def is_check(node: ast.AST) -> bool:
    """Whether it can fail: something that does not hold whatever comes out is asserted or expected."""
    if isinstance(node, ast.Assert):
        return not isinstance(node.test, ast.Constant)
    return isinstance(node, ast.Call) and ast.unparse(node.func) in EXPECTING


def called(function: ast.FunctionDef, named: Mapping[str, str]) -> Iterator[str]:
    """What a function calls, by whole names, and methods by their own."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield named.get(node.func.id, "")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield f".{node.func.attr}"
