"""Compiles the rules while the wheel is built, if `SHINPAN_COMPILE` is set: the same engine from the same text, faster.

A package built without it, and every editable one, is plain Python and judges alike; CI holds both to the same goldens.
"""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENGINE = Path("engine")
HOT = ("canon", "chance", "choices", "decisions", "lists", "match", "referee")
"""The modules of the kernel that every action goes through."""
COLD = ("__init__", "cards", "names", "options", "pack_files", "sources", "view")
"""The modules of a game that no action goes through."""
DATA = ("Event", "IntEnum")
"""Whose classes are read at run time."""
BUILD = """
from setuptools import setup
from mypyc.build import mypycify
groups = {groups!r}
setup(name="shinpan_engine", packages=[], ext_modules=mypycify(
    ["--explicit-package-bases", "--namespace-packages", "--strict", *[path for paths, _ in groups for path in paths]],
    opt_level="2", debug_level="0", separate=groups,
))
"""


class Compile(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to a wheel, beside their text."""

    def dependencies(self) -> list[str]:
        """What compiling needs; types of the libraries that the rules use are types of the rules."""
        return ["mypy>=1.15", "setuptools>=75", "msgspec>=0.22"] if _asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not _asked() or self.target_name != "wheel" or version == "editable":
            return
        built = self._built = TemporaryDirectory()
        script = Path(built.name) / "build.py"
        script.write_text(BUILD.format(groups=_groups(Path(self.root) / ENGINE)))
        lib = Path(built.name) / "lib"
        command = [
            sys.executable,
            script,
            "build_ext",
            "--build-lib",
            lib,
            "--build-temp",
            built.name,
            "--parallel",
            "4",
        ]
        subprocess.run(command, cwd=Path(self.root) / ENGINE, check=True)
        for module in sorted(lib.rglob("*.so")) + sorted(lib.rglob("*.pyd")):
            build_data["force_include"][str(module)] = module.relative_to(lib).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_built"):
            self._built.cleanup()


def _asked() -> bool:
    return os.environ.get("SHINPAN_COMPILE", "") not in ("", "0")


def _groups(engine: Path) -> list[tuple[list[str], str]]:
    """The modules to compile, the kernel's together and those of each game."""
    package = Path("shinpan_engine")
    kernel = [str(package / "kernel" / f"{name}.py") for name in HOT]
    games = sorted(folder for folder in (engine / package / "games").iterdir() if folder.is_dir())
    return [
        (kernel, "shinpan_engine.kernel"),
        *((list(_rules(engine, game)), f"shinpan_engine.games.{game.name}") for game in games),
    ]


def _rules(engine: Path, game: Path) -> Iterator[str]:
    """The modules of a game that hold rules: mypyc cannot build classes that are declared with keywords, as data is."""
    for path in sorted(game.glob("*.py")):
        classes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)]
        data = any(c.keywords or any(ast.unparse(base) in DATA for base in c.bases) for c in classes)
        if path.stem not in COLD and not data:
            yield str(path.relative_to(engine))
