"""What in the engine's text could differ from one machine or run to the next, read off the syntax trees.

Sets are known by their form and by annotations: of arguments, variables and fields, of what functions return, of what
containers hold. A set may only stand where its order cannot matter; every other place is an offence. Not seen: a set
that comes out of untyped data, a field whose name also means something ordered in another class (it is known in the
modules that declare or import the class), what `getattr` finds by a name put together, and the text of an object
that has no text of its own.
"""

import ast
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from .set_uses import SETS, Known, misuses

ALLOWED_IMPORTS = {
    "bisect", "collections", "collections.abc", "dataclasses", "enum", "errno", "functools",
    "hashlib", "importlib.resources", "itertools", "math", "msgpack", "msgspec", "operator", "pathlib", "re", "struct",
    "tomllib", "types", "typing",
}  # fmt: skip
"""Nothing here knows a clock, a network or chance."""
ONLY = {
    "hashlib": {"sha256"},
    "importlib.resources": {"files"},
    "math": {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"},
    "operator": {"attrgetter", "itemgetter", "methodcaller"},
    "pathlib": {"Path", "PurePath", "PurePosixPath"},
}
"""Of these modules only the names here, by `from … import`: the rest has floats or looks outside."""
BARRED = {
    "collections.abc.MutableSet", "collections.abc.Set", "pathlib.Path.cwd", "pathlib.Path.home", "re.L", "re.LOCALE",
    "typing.AbstractSet", "typing.FrozenSet", "typing.MutableSet", "typing.Set",
}  # fmt: skip
"""What depends on the machine, and types of sets by which one would not know them."""
FORBIDDEN_NAMES = {
    "__import__", "breakpoint", "compile", "complex", "eval", "exec", "float", "globals", "hash", "id", "input",
    "locals", "open", "pow", "print", "round", "vars",
}  # fmt: skip
FORBIDDEN_ATTRIBUTES = {
    "__builtins__", "__hash__", "__pow__", "__rtruediv__", "__subclasses__", "__truediv__", "environ", "getenv",
}  # fmt: skip
FORBIDDEN_METHODS = {
    "absolute", "chmod", "exists", "expanduser", "hardlink_to", "is_dir", "is_file", "lchmod", "mkdir",
    "open", "readlink", "rename", "rmdir", "samefile", "stat", "symlink_to", "touch", "unlink", "write_bytes",
    "write_text",
}  # fmt: skip
"""Of paths: what writes, or depends on the machine."""


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules from outside the engine that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)


def offences(tree: ast.Module, known: Known | None = None) -> Iterator[str]:
    """What in a module could differ, each with its line; `known` is what other modules tell of sets."""
    for node in ast.walk(tree):
        for found in (*arithmetic(node), *outside(node), *by_locale(node), *hidden_sets(node)):
            yield f"line {getattr(node, 'lineno', 0)}: {found}"
    for name in built_in(tree):
        yield f"line {name.lineno}: {name.id}"
    for line, found in reached(tree):
        yield f"line {line}: {found}"
    for used in misuses(tree, known or Known.of([tree])):
        yield f"line {used.lineno}: the order of {ast.unparse(used)}"


def arithmetic(node: ast.AST) -> Iterator[str]:
    """Numbers that are no integers, and what makes them. Of a power it must be seen that it is none below 0."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
        yield "a float"
    elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
        yield "/"
    elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Pow):
        power = node.right if isinstance(node, ast.BinOp) else node.value
        if not (isinstance(power, ast.Constant) and isinstance(power.value, int)):
            yield "a power that may be negative"


def outside(node: ast.AST) -> Iterator[str]:
    """What looks at the machine or changes it."""
    if isinstance(node, ast.Attribute) and node.attr in FORBIDDEN_ATTRIBUTES:
        yield f".{node.attr}"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FORBIDDEN_METHODS:
        yield f".{node.func.attr}()"


def by_locale(node: ast.AST) -> Iterator[str]:
    """Text that is read or written as the machine is used to."""
    if isinstance(node, ast.FormattedValue) and node.format_spec and written(node.format_spec).endswith("n"):
        yield "a number formatted by locale"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "read_text" and not (node.args or node.keywords):
            yield "text read in the encoding of the machine"
        elif node.func.attr == "format" and "n}" in written(node.func.value):
            yield "a number formatted by locale"
    elif isinstance(node, ast.Call) and [written(a)[-1:] for a in node.args[1:] if called(node) == "format"] == ["n"]:
        yield "a number formatted by locale"


def hidden_sets(node: ast.AST) -> Iterator[str]:
    """A type of sets under another name: by it one would not know them."""
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    while isinstance(value, ast.BinOp):
        value = value.left
    if isinstance(value, ast.Subscript) and ast.unparse(value.value) in SETS:
        yield "a type of sets under another name"


def called(node: ast.Call) -> str:
    """The bare name that a call calls."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def written(node: ast.expr) -> str:
    """The text that stands in the code."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def built_in(tree: ast.AST, own: frozenset[str] = frozenset()) -> Iterator[ast.Name]:
    """The uses of forbidden built-in names, called or handed on; a variable may be called so."""
    bound = own | bound_here(tree)
    for node in inner(tree):
        if isinstance(node, ast.Name) and node.id in FORBIDDEN_NAMES - bound:
            yield node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from built_in(node, bound if not isinstance(tree, ast.ClassDef) else own)


def bound_here(scope: ast.AST) -> frozenset[str]:
    """The names that a scope itself gives to something."""
    stored = {node.id for node in inner(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return frozenset(stored | {node.arg for node in inner(scope) if isinstance(node, ast.arg)})


def inner(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a scope, not in those inside it; these themselves are given."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from inner(node)


def reached(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What is reached in or through modules from outside, and is not on the lists."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
                if alias.name in ONLY:
                    yield node.lineno, f"import {alias.name}, not names from it"
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                if unlisted(f"{node.module}.{alias.name}"):
                    yield node.lineno, f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            root, _, rest = ast.unparse(node).partition(".")
            if root in modules and unlisted(f"{modules[root]}.{rest}"):
                yield node.lineno, f"{modules[root]}.{rest}"


def unlisted(name: str) -> bool:
    """Whether a dotted name from outside is barred itself, or is a module that is not on the list."""
    module = max((known for known in ALLOWED_IMPORTS if f"{name}.".startswith(f"{known}.")), key=len, default="")
    part = name.removeprefix(module).strip(".").partition(".")[0]
    if not module:
        return not any(known.startswith(f"{name}.") for known in ALLOWED_IMPORTS)
    if not part:
        return False
    if part == "*" or name in BARRED or (module in ONLY and part not in ONLY[module]):
        return True
    value = getattr(import_module(module), part, None)
    return isinstance(value, ModuleType) and not f"{value.__name__}.".startswith(f"{module}.")
