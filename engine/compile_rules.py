"""Compiles the rules with mypyc: `python compile_rules.py WORK LIB` leaves the modules in LIB.

What mypyc makes of the text is changed in one thing only: where it searches for a name, it calls `inline_caches.h`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

PACKAGE = Path("shinpan_engine")
HOT = ("canon", "chance", "choices", "decisions", "header", "lists", "match", "referee")
"""The modules of the kernel that every action goes through."""
COLD = ("__init__", "names", "options", "pack_files", "view")
"""The modules of a game that no action goes through."""
DATA = ("Event", "IntEnum")
"""Whose classes are read at run time."""
CACHES = "inline_caches.h"
NAMED = {
    " CPyObject_GetAttr(cpy_r_": " Shinpan_GetAttr(cpy_r_",
    " PyObject_SetAttr(cpy_r_": " Shinpan_SetAttr(cpy_r_",
    " CPyDict_GetItem(cpy_r_": " Shinpan_GetItem(cpy_r_",
    " PyObject_IsInstance(cpy_r_": " Shinpan_IsInstance(cpy_r_",
    " PyObject_VectorcallMethod(cpy_r_": " Shinpan_CallMethod(cpy_r_",
}
"""The searches for a name or class, and what takes their place."""
DIRECT = ["-fno-semantic-interposition", "-fno-plt"]
"""Calls go straight to what is called: nothing here is exchanged while it runs."""
OWN_HEADERS = '#include "__native'
"""Where the generated code has read all that belongs to mypyc."""


def main(work: Path, lib: Path) -> None:
    """Writes the C text into one folder and what it compiles to into another."""
    groups = [*kernel_and_games()]
    modules = mypycify(
        [
            "--explicit-package-bases",
            "--namespace-packages",
            "--strict",
            *(path for paths, _ in groups for path in paths),
        ],
        opt_level="3",
        debug_level="0",
        separate=groups,
        target_dir=str(work),
    )
    for path in work.rglob("__native_*.c"):
        path.write_text(with_caches(path.read_text()))
    for module in modules:
        module.include_dirs.append(str(Path.cwd()))
        if sys.platform != "win32":
            module.extra_compile_args += DIRECT
    build = ["build_ext", "--build-lib", str(lib), "--build-temp", str(work), "--parallel", "4"]
    setup(name="shinpan_engine", packages=[], ext_modules=modules, script_args=build)


def with_caches(text: str) -> str:
    """The generated code with its searches replaced."""
    text = text.replace(OWN_HEADERS, f'#include "{CACHES}"\n{OWN_HEADERS}', 1)
    for search, call in NAMED.items():
        text = text.replace(search, call)
    return text


def kernel_and_games() -> Iterator[tuple[list[str], str]]:
    """The modules to compile, the kernel's together and those of each game."""
    yield [str(PACKAGE / "kernel" / f"{name}.py") for name in HOT], "shinpan_engine.kernel"
    for game in sorted(folder for folder in (PACKAGE / "games").iterdir() if folder.is_dir()):
        if modules := [str(path) for path in sorted(game.glob("*.py")) if holds_rules(path)]:
            yield modules, f"shinpan_engine.games.{game.name}"


def holds_rules(path: Path) -> bool:
    """Whether a module of a game is compiled: mypyc cannot build classes declared with keywords, as data is."""
    classes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)]
    data = any(c.keywords or any(ast.unparse(base) in DATA for base in c.bases) for c in classes)
    return path.stem not in COLD and not data


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
