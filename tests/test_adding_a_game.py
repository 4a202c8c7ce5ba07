"""`docs/adding-a-game.md` adds a game that works: what is tested is the page itself."""

import ast
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "adding-a-game.md"
TOY = ROOT / "tests" / "kernel" / "toy.py"
RULES = "engine/shinpan_engine/games/toy/chapters/auction.py"
LEFT_BEHIND = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "node_modules", "build", "dist")
PORT = "50051"
"""The port that the page names; another is taken where that may be in use."""
BLOCK = re.compile(r"(?:^`([^`\n]+)`(?:[^\n]|\n(?!\n))*:\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""Code in the page, with the file that the sentence before it begins with."""


class Block(NamedTuple):
    """Code in the page: the file it belongs to, if any, its language, the text."""

    path: str
    kind: str
    text: str


def blocks() -> Iterator[Block]:
    """What the page tells to write or to run, in its order."""
    for found in BLOCK.finditer(GUIDE.read_text("utf-8")):
        yield Block(*found.groups(""))


def changed(text: str, change: str) -> str:
    """A file with lines put behind others or at the end, or taken away. Lines that stay say where, so each stands there
    once."""
    if all(line.startswith("+") for line in change.splitlines()):
        return text + "".join(f"{line[1:]}\n" for line in change.splitlines())
    lines, at = text.split("\n"), -1
    for line in change.splitlines():
        sign, said = line[:1], line[1:]
        if sign == "+":
            at += 1
            lines.insert(at, said)
            continue
        (at,) = [number for number, known in enumerate(lines) if known == said]
        if sign == "-":
            del lines[at]
            at -= 1
    return "\n".join(lines)


class Copy:
    """A copy of the project in which the page is followed."""

    def __init__(self, root: Path, tools: Path) -> None:
        self.root = root
        self._port = free_port()
        self._running = ExitStack()
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        own = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
        path = os.pathsep.join([str(Path(sys.executable).parent), own["PATH"]])
        modules = os.pathsep.join([str(root / "engine"), str(root / "service")])
        self._environment = {**own, "PATH": path, "PYTHONPATH": modules, "SHINPAN_TOOLS": str(tools)}

    def __enter__(self) -> "Copy":
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def follow(self, block: Block) -> str:
        """Does what a block tells; gives what its commands print."""
        if block.kind == "sh":
            return self._served(block.text) if block.text.startswith("shinpan serve") else self._run(block.text)
        path = self.root / block.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changed(path.read_text("utf-8"), block.text) if block.kind == "diff" else block.text, "utf-8")
        return ""

    def _run(self, commands: str) -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands.replace(PORT, self._port)],
            cwd=self.root,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{commands}{done.stdout}{done.stderr}"
        return done.stdout

    def _served(self, command: str) -> str:
        """Starts a server that runs to the end of the test; gives its first line, printed when it is ready."""
        words = command.replace(PORT, self._port).split()
        process = self._running.enter_context(
            subprocess.Popen(words, cwd=self.root, env=self._environment, stdout=subprocess.PIPE, text=True)
        )
        self._running.callback(process.terminate)
        assert process.stdout is not None
        return process.stdout.readline()


def free_port() -> str:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return str(probe.getsockname()[1])


def generating() -> Path:
    """The environment in which `.ci/generate` works. Only CI makes one, since that needs a package index."""
    tools = ROOT / os.environ.get("SHINPAN_TOOLS", ".venv/tools")
    if not (tools / "bin" / "python").exists() and os.environ.get("CI") != "true":
        pytest.skip(f"no generating environment in {tools}: run .ci/generate once, or say SHINPAN_TOOLS")
    return tools


def test_who_follows_the_page_has_a_game_that_is_served(tmp_path: Path) -> None:
    """Every file and command as the page has them; in the end the new game is judged over gRPC."""
    with Copy(tmp_path / "shinpan", generating()) as copy:
        told = [copy.follow(block) for block in blocks()]
        goldens = [*(copy.root / "fixtures" / "toy").glob("*.golden")]
    assert told[-1].split()[0] == "legal"
    assert "p2は金5でAmberを落札した。" in "".join(told)
    verdicts = {path.stem: path.read_text("utf-8").split()[1] for path in goldens}
    assert verdicts.pop("T-2-the-highest-bid-takes-the-card") == "legal"
    assert len(verdicts) == 4
    assert set(verdicts.values()) == {"illegal"}


def test_a_change_has_one_place() -> None:
    """A line that the page finds in a file stands there once, or the page is out of date."""
    assert changed("a\nb\nc\n", " a\n+1\n+2\n-c\n+3\n") == "a\n1\n2\nb\n3\n"
    assert changed("a\n", "+\n+1\n") == "a\n\n1\n"
    for text in ("b\n", "a\na\n"):
        with pytest.raises(ValueError, match="values to unpack"):
            changed(text, " a\n+1\n")


def test_the_page_has_the_rules_of_the_toy() -> None:
    """Every decision and every step of the page is word for word that of the game which the kernel's tests play."""
    (shown,) = [block.text for block in blocks() if block.path == RULES]
    page, toy = (
        {
            node.name: ast.unparse(node)
            for node in ast.parse(text).body
            if isinstance(node, ast.ClassDef | ast.FunctionDef)
        }
        for text in (shown, TOY.read_text("utf-8"))
    )
    assert {"auction", "sold", "BidDecision"} <= page.keys()
    assert {name: toy.get(name) for name in page} == page
