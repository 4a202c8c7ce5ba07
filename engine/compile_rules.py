"""Compiles the rules with mypyc: `python compile_rules.py WORK LIB` leaves the modules in LIB. With `profile` behind it
they are built twice: once to count where they are busy while games are played, and by these counts (gcc only).

What mypyc makes of the text is changed in one thing only: where it searches for a name, it calls `inline_caches.h`.
What is compiled, what stays text and how many searches were replaced is printed; too little of either fails, since
nothing else would show that a part of the speed is gone.
"""

import ast
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from mypyc.build import mypycify
from setuptools import Extension, setup

HERE = Path(__file__).resolve().parent
PACKAGE = Path("shinpan_engine")
HOT = {
    "forms": ("canon",),
    "judging": ("header", "position", "referee"),
    "packs": ("sources",),
    "play": ("chance", "choices", "copies", "decisions", "lists", "match", "work"),
    # A class of text cannot be made from a compiled one.
    "seen": ("trial",),
}
"""The modules of the kernel that every action goes through, by room."""
COLD = {"__init__", "names", "options", "pack_files", "view"}
"""The modules of a game that no action goes through, in whatever folder of it; or folders of such modules."""
Group = tuple[list[str], str | None]
"""The paths of modules that are compiled together, and the name that they go by."""
LEAST_MODULES = {"kernel": 13, "anoare": 22, "drive": 21, "hackclad": 26, "swordrion": 25, "wars3x3": 32}
"""As many are compiled today. Fewer only on purpose: a module that is overlooked runs as text, and nobody notices."""
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
LEAST_SITES = {
    "Shinpan_GetAttr": 5000,
    "Shinpan_SetAttr": 900,
    "Shinpan_GetItem": 3500,
    "Shinpan_IsInstance": 200,
    "Shinpan_CallMethod": 90,
}
"""Four fifths of the places that there are today: a mypyc that writes its calls otherwise has none or few of them."""
DIRECT = ["-fno-semantic-interposition", "-fno-plt"]
"""Calls go straight to what is called: nothing here is exchanged while it runs."""
COUNTING = ["-fprofile-generate"]
COUNTED = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"]
"""What no game came through is compiled as without counts."""
SERVICE = HERE.parent / "service"
PLAYING = """
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_service.workbench.simulation import random_record, seed_of
for game in GAMES.values():
    for mode in (one.name for one in game.modes if one.supported):
        records = [random_record(game, mode, game.packs["house"], seed_of("profile", number)) for number in range(3)]
        for record in records * 4:
            verify(GAMES, record)
"""
OWN_HEADERS = '#include "__native'
"""Where the generated code has read all that belongs to mypyc."""


def main(work: Path, lib: Path, how: str = "") -> None:
    """Writes the C text into one folder and what it compiles to into another."""
    groups = [*kernel_and_games(PACKAGE)]
    enough(
        "modules compiled", Counter({str(name).rpartition(".")[2]: len(paths) for paths, name in groups}), LEAST_MODULES
    )
    enough("searches replaced", build(groups, work, lib, play_games if how == "profile" else None), LEAST_SITES)


def enough(what: str, found: Mapping[str, int], least: Mapping[str, int]) -> None:
    """Says how many there are, and gives up if some are too few."""
    print(f"{what}: {', '.join(f'{name} {count}' for name, count in found.items())}", flush=True)
    if few := {name: count for name, count in least.items() if found[name] < count}:
        raise SystemExit(f"{what}: too few; at least {few} are wanted")


def build(groups: list[Group], work: Path, lib: Path, train: Callable[[Path], None] | None = None) -> Counter[str]:
    """Compiles groups of modules; gives how many searches were replaced, by what took their place. `train` runs what is
    compiled, which lies in a folder, while it counts where it is busy.

    The cache of mypy lies with the work: two builds at once would lock each other out of one cache.
    """
    modules = mypycify(
        [
            "--explicit-package-bases",
            "--namespace-packages",
            "--strict",
            f"--cache-dir={work / 'mypy'}",
            *(path for paths, _ in groups for path in paths),
        ],
        opt_level="3",
        debug_level="0",
        separate=groups,
        target_dir=str(work),
    )
    sites: Counter[str] = Counter()
    for path in work.rglob("__native_*.c"):
        text = with_caches(path.read_text())
        path.write_text(text)
        sites.update({name: text.count(f" {name}(cpy_r_") for name in LEAST_SITES})
    direct = DIRECT if sys.platform != "win32" else []
    if train is None:
        compiled(modules, work, lib, direct)
    else:
        counts = f"-fprofile-dir={work / 'counts'}"
        compiled(modules, work, work / "counting", [*direct, *COUNTING, counts])
        train(work / "counting")
        if not any((work / "counts").rglob("*.gcda")):
            raise SystemExit("nothing was counted: rules by a profile need gcc")
        compiled(modules, work, lib, [*direct, *COUNTED, counts])
    return sites


def compiled(modules: Sequence[Extension], work: Path, lib: Path, flags: Sequence[str]) -> None:
    """Compiles the C text."""
    extensions = [
        Extension(
            one.name,
            one.sources,
            include_dirs=[*one.include_dirs, str(HERE)],
            extra_compile_args=[*one.extra_compile_args, *flags],
            extra_link_args=[*one.extra_link_args, *(flag for flag in flags if flag in COUNTING)],
        )
        for one in modules
    ]
    options = ["build_ext", "--force", "--build-lib", str(lib), "--build-temp", str(work), "--parallel", "4"]
    setup(name="shinpan_engine", packages=[], ext_modules=extensions, script_args=options)


def play_games(lib: Path) -> None:
    """Has compiled rules play some games of each mode, and judge them."""
    with TemporaryDirectory() as folder:
        shutil.copytree(PACKAGE, Path(folder) / PACKAGE, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        shutil.copytree(lib, folder, dirs_exist_ok=True)
        path = os.pathsep.join(filter(None, [folder, str(SERVICE), os.environ.get("PYTHONPATH")]))
        # Python looks for modules in the working folder first, and here the text lies in that.
        subprocess.run([sys.executable, "-c", PLAYING], check=True, cwd=folder, env={**os.environ, "PYTHONPATH": path})


def with_caches(text: str) -> str:
    """The generated code with its searches replaced."""
    text = text.replace(OWN_HEADERS, f'#include "{CACHES}"\n{OWN_HEADERS}', 1)
    for search, call in NAMED.items():
        text = text.replace(search, call)
    return text


def kernel_and_games(package: Path) -> Iterator[Group]:
    """The modules to compile, the kernel's together and those of each game, in whatever folders they lie."""
    hot = [str(package / "kernel" / room / f"{name}.py") for room, names in HOT.items() for name in names]
    yield hot, f"{package.name}.kernel"
    for game in sorted(path.parent for path in (package / "games").glob("*/__init__.py")):
        modules = {path: holds_rules(path, game) for path in sorted(game.rglob("*.py"))}
        for word, compiled in (("compiled", True), ("text", False)):
            names = [
                ".".join(path.relative_to(game).with_suffix("").parts) for path in modules if modules[path] is compiled
            ]
            print(f"{game.name}, {word}: {' '.join(names)}", flush=True)
        yield [str(path) for path in modules if modules[path]], f"{package.name}.games.{game.name}"


def holds_rules(path: Path, game: Path) -> bool:
    """Whether a module of a game is compiled: mypyc cannot build classes declared with keywords, as data is."""
    classes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ClassDef)]
    data = any(c.keywords or any(ast.unparse(base) in DATA for base in c.bases) for c in classes)
    return not data and COLD.isdisjoint(path.relative_to(game).with_suffix("").parts)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
