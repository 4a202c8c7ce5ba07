"""Lists every Japanese text of ours that shares more than 20 characters in a row with a rulebook.

python -m tools.borrowed RULEBOOK…       text files of the printed rulebooks, which are no part of the project

Our sentences are worded by ourselves; a longer run that is the same may be borrowed, so it is read again and worded
again. Exit 1 if there is one. CI does not run this: the rulebooks are not there.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine" / "shinpan_engine"
MOST_SHARED = 20
_SLOT = re.compile(r"\{[\w:]*\}")
_BESIDE = re.compile(r"[\s|*#`]")
"""What is left out of the comparison: where a line ends is chance, and the marks of a document say nothing."""


def ours() -> Iterator[tuple[str, str]]:
    """Every Japanese text of ours, with the file it stands in."""
    for path in sorted([*ENGINE.rglob("*.ja.toml"), *ROOT.glob("service/**/*.ja.toml")]):
        for text in texts_in(tomllib.loads(path.read_text("utf-8"))):
            yield path.relative_to(ROOT).as_posix(), text
    for path in sorted([*ROOT.glob("*.ja.md"), *ROOT.glob("docs/*.ja.md")]):
        for line in path.read_text("utf-8").splitlines():
            yield path.relative_to(ROOT).as_posix(), line


def texts_in(words: object) -> Iterator[str]:
    """Every text in a table."""
    if isinstance(words, str):
        yield words
    elif isinstance(words, Mapping):
        for inner in words.values():
            yield from texts_in(inner)


def shared(text: str, print_: str) -> str:
    """The first run of characters that a text of ours shares with a print and that is too long; empty if none is."""
    for part in _SLOT.split(_BESIDE.sub("", text)):
        for at in range(len(part) - MOST_SHARED):
            if part[at : at + MOST_SHARED + 1] in print_:
                return part[at : at + MOST_SHARED + 1]
    return ""


def main(paths: list[str]) -> int:
    """Compares all texts with all rulebooks; gives the exit code."""
    prints = {path: _BESIDE.sub("", Path(path).read_text("utf-8")) for path in paths}
    found = 0
    for file, text in ours():
        for path, print_ in prints.items():
            if run := shared(text, print_):
                found += 1
                print(f"{file}: “{run}” stands in {path}: {text}")
    print(f"{found} texts share more than {MOST_SHARED} characters in a row with a rulebook")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
