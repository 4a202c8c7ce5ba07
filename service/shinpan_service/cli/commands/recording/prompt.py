"""Reads answers: from a terminal with completion, or from whatever stands in its stead."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console

from shinpan_records.limits import MOST_LINE_CHARACTERS

from ...output import say, visible

MARK = "> "
_WORD = re.compile(r"[^\s=\[\],;]*$")
MOST_OFFERED = 400
"""Words that are offered for completion, at the most."""


class Prompt:
    """Asks one line after the other."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self._words: Callable[[], Iterable[str]] = tuple
        self._is_terminal = sys.stdin.isatty()
        if self._is_terminal:
            self._complete_by_tab()

    def _complete_by_tab(self) -> None:
        # Where Python was built without it, lines are read without completion.
        try:
            import readline  # noqa: PLC0415
        except ImportError:
            return
        readline.set_completer_delims(" \t\n=[],;")
        readline.set_completer(self.completed)
        readline.parse_and_bind("tab: complete")

    def completed(self, begun: str, number: int) -> str | None:
        """The word of that number that goes on like what is typed."""
        return dict(enumerate(offered(begun, self._words()))).get(number)

    def line(self, words: Callable[[], Iterable[str]] = tuple) -> str | None:
        """The next line; nothing at the end. `words` are offered for completion."""
        self._words = words
        if self._is_terminal:
            try:
                return input(MARK)
            except EOFError:
                self.out.print()
                return None
        text = sys.stdin.readline(MOST_LINE_CHARACTERS + 2)
        if not text:
            return None
        if not text.endswith("\n") and len(text) > MOST_LINE_CHARACTERS:
            self._skip_line()
        shown = text.rstrip("\n")
        say(self.out, shown if len(shown) <= self.out.width else f"{shown[: self.out.width]}…", after=MARK)
        return text.rstrip("\n")

    @staticmethod
    def _skip_line() -> None:
        """Skips the rest of a line that is too long to be read; it is refused as a whole."""
        while (part := sys.stdin.readline(MOST_LINE_CHARACTERS)) and not part.endswith("\n"):
            pass

    def say(self, text: str, style: str = "", after: str = "") -> None:
        """Says a line."""
        say(self.out, text, style, after=after)

    def rows(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Rows of a list: a number, what it is in words, and how it is written."""
        for number, words, line in rows:
            say(self.out, f"{words}   {visible(line)}".rstrip(), after=f"{number:>4} ")


def offered(begun: str, words: Iterable[str]) -> list[str]:
    """The words that go on like what is typed."""
    fitting = dict.fromkeys(word for word in words if word.startswith(begun))
    return list(fitting)[:MOST_OFFERED]
