"""Help for languages that are written without spaces, in signs that take two columns."""

import re
import unicodedata
from collections.abc import Iterable

import click

_PIECES = re.compile(r"[!-~]+|.", re.DOTALL)
"""What is never torn apart: a word in Latin letters; else any sign."""
_BEGINS_NO_LINE = "、。」)』,.:;]ーっゃゅょッャュョァィゥェォ"
_KEPT = "\b"
GAP = 2
FIRST_COLUMN = 30


def cells(text: str) -> int:
    """The columns that a text takes."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def wrapped(text: str, width: int) -> list[str]:
    """A paragraph in lines of at most so many columns, as far as its words let it."""
    lines: list[list[str]] = [[]]
    for piece in _PIECES.findall(text.replace("\n", " ")):
        if lines[-1] and cells("".join(lines[-1])) + cells(piece) > width:
            lines.append(_taken_along(lines[-1], piece))
        if lines[-1] or piece != " ":
            lines[-1].append(piece)
    return ["".join(line).rstrip() for line in lines]


def _taken_along(line: list[str], piece: str) -> list[str]:
    """What the next line takes from the end of the last one, so that it does not begin with a sign that begins none."""
    taken: list[str] = []
    while (taken or [piece])[0][0] in _BEGINS_NO_LINE and len(line) > 1:
        taken.insert(0, line.pop())
    return taken


class WideHelp(click.HelpFormatter):
    """Writes paragraphs and lists by the columns that signs take."""

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        for at, part in enumerate(re.split(r"\n{2,}", text.strip("\n"))):
            if at:
                self.write("\n")
            kept = part.startswith(_KEPT)
            lines = part[1:].strip("\n").split("\n") if kept else wrapped(part, self.width - self.current_indent)
            for line in lines:
                self.write(f"{indent}{line}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = FIRST_COLUMN, col_spacing: int = GAP) -> None:
        listed = list(rows)
        first = min(max(cells(name) for name, _ in listed), col_max) + col_spacing
        for name, about in listed:
            self.write(f"{'':{self.current_indent}}{name}")
            fits = cells(name) <= first - col_spacing
            self.write(" " * (first - cells(name)) if fits else f"\n{'':{first + self.current_indent}}")
            room = self.width - first - self.current_indent
            self.write(f"\n{'':{first + self.current_indent}}".join(wrapped(about, room)) + "\n")


class WideContext(click.Context):
    """The context of a command that explains itself so."""

    formatter_class = WideHelp
