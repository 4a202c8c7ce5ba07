"""Compiles the rules while the wheel is built, if `SHINPAN_COMPILE` is set: the same engine from the same text, faster.
With `SHINPAN_COMPILE=profile` it takes twice as long, and the rules are some percent faster again.

A package built without it, and every editable one, is plain Python and judges alike; CI holds both to the same goldens.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASKED = "SHINPAN_COMPILE"
ENGINE = Path("engine")
MYPY = "mypy>=2.4,<2.5"
"""`compile_rules.py` replaces calls in the C text that mypyc writes. Another may write it otherwise: look at the
numbers that the build prints with it and run the compiled part of CI, then widen this."""


class Compile(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to a wheel, beside their text."""

    def dependencies(self) -> list[str]:
        """What compiling needs; types of the libraries that the rules use are types of the rules."""
        return [MYPY, "setuptools>=75", "msgspec>=0.22"] if _asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not _asked() or self.target_name != "wheel" or version == "editable":
            return
        built = self._built = TemporaryDirectory()
        work, lib = Path(built.name) / "work", Path(built.name) / "lib"
        command = [sys.executable, "compile_rules.py", work, lib, os.environ[ASKED]]
        subprocess.run(command, cwd=Path(self.root) / ENGINE, check=True)
        for module in sorted(lib.rglob("*.so")) + sorted(lib.rglob("*.pyd")):
            build_data["force_include"][str(module)] = module.relative_to(lib).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_built"):
            self._built.cleanup()


def _asked() -> bool:
    return os.environ.get(ASKED, "") not in ("", "0")
