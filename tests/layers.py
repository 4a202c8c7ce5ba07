"""Who imports whom, read from source text: nothing is run, and an import counts wherever it is written.

Seen are `import` and `from … import`, absolute and relative, at the top, inside functions and under `TYPE_CHECKING`,
and `import_module` of a written-out name. A name that is put together at run time is not seen.
"""

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate
from pathlib import Path, PurePosixPath

Sources = Mapping[str, str]
"""The text of modules by their path below a source root."""
Graph = dict[str, set[str]]
"""What every module imports, by dotted names."""


def sources(root: Path, package: str) -> dict[str, str]:
    """The modules of a package below a source root."""
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8") for path in sorted((root / package).rglob("*.py"))
    }


def graph(sources: Sources) -> Graph:
    """What each of the modules imports: modules among them, and the names of others as they are written."""
    names = {dotted(path): path for path in sources}
    return {
        name: {*imported(name, path.endswith("__init__.py"), sources[path], names)} - {name}
        for name, path in names.items()
    }


def dotted(path: str) -> str:
    """A module's name, from its path below the source root."""
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(name: str, is_package: bool, text: str, known: Mapping[str, str]) -> Iterator[str]:
    """What one module imports. Of `from package import name` that is the module of this name, if there is one."""
    package = name.split(".") if is_package else name.split(".")[:-1]
    for node in importing(text):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in known or base not in known else base
        else:
            yield from (str(given.value) for given in node.args[:1] if isinstance(given, ast.Constant))


@cache
def importing(text: str) -> list[ast.Import | ast.ImportFrom | ast.Call]:
    """The places where a text imports something."""
    return [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("import_module", "__import__"))
    ]


def cycle(graph: Graph) -> list[str]:
    """Modules that import each other in a circle, if any do."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def within(name: str, *packages: str) -> bool:
    """Whether a name is one of the packages or lies in one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def crossings(graph: Graph, inside: str, *forbidden: str) -> list[str]:
    """The imports of a package that lead to what it must not know."""
    return sorted(
        f"{name} imports {other}"
        for name, others in graph.items()
        if within(name, inside)
        for other in others
        if within(other, *forbidden)
    )


def games_apart(graph: Graph, games: str) -> list[str]:
    """The imports that lead from one game to another, or from a game to the registry of all."""
    rooms = {name.removeprefix(f"{games}.").split(".")[0] for name in graph if within(name, games)} - {games}
    return [
        line
        for room in sorted(rooms - {"registry"})
        for line in crossings(graph, f"{games}.{room}", *(f"{games}.{other}" for other in rooms - {room}))
    ]


def upward(graph: Graph, package: str, layers: list[set[str]]) -> list[str]:
    """The imports of a package that lead to the same layer or a higher one; the lowest layer comes first. A module or
    folder without a layer is told, too."""
    height = {name: at for at, layer in enumerate(layers) for name in layer}
    found = []
    for name, others in graph.items():
        own = unit(name, package, height)
        if own and own not in height:
            found.append(f"{name} has no layer")
        for other in others:
            above = unit(other, package, height)
            if own and above and own != above and height.get(above, 0) >= height.get(own, 0):
                found.append(f"{name} imports {other}")
    return sorted(found)


def unit(name: str, package: str, known: Collection[str]) -> str:
    """The room or module of a package that has a layer and holds a name, or what has none and should. An empty text for
    what lies elsewhere, for the package itself and for a room of which every module has a layer of its own."""
    inner = name.removeprefix(f"{package}.")
    if inner == name or any(one.startswith(f"{inner}.") for one in known):
        return ""
    return next((unit for unit in accumulate(inner.split("."), "{}.{}".format) if unit in known), inner)
