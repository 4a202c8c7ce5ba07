"""What people and programs see: colours on a terminal, plain text elsewhere, one line of JSON when asked."""

import json
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.cells import cell_len
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from shinpan_engine.kernel.errors import EngineError

from .languages import in_words, system_said, told

PLAIN_WIDTH = 100
"""Columns of a table where there is no terminal."""
NARROWEST = 20
"""Columns that a text is given however narrow the terminal is."""
_DIRECTIONS = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Signs that turn the direction of what follows."""
_UNSEEN = dict.fromkeys((*range(32), *range(127, 160), 8232, 8233, *_DIRECTIONS), "�")

T = TypeVar("T")


class Failed(click.ClickException):
    """What was asked for cannot be done, and why."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(visible(message))


def unexpected(error: Exception) -> str:
    """What is said of an error that nobody foresaw: the system's words, or of a fault of ours enough to find it."""
    if isinstance(error, OSError):
        return system_said(error)
    if isinstance(error, EngineError):
        return in_words(error)
    *_, last = traceback.extract_tb(error.__traceback__)
    place = f"{Path(last.filename).name}, line {last.lineno}"
    return told("cli.fault", error=f"{type(error).__name__}: {error}", place=place)


class _Out(Console):
    """A console that leaves a closed pipe to the command."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        raise BrokenPipeError


def console() -> Console:
    """Standard output."""
    made = _Out(highlight=False)
    return made if made.is_terminal else _Out(highlight=False, width=PLAIN_WIDTH, no_color=True)


def error_console() -> Console:
    """Standard error, for progress."""
    return Console(stderr=True, highlight=False)


def visible(text: str) -> str:
    """The text with a mark for each sign that would do something to a terminal instead of being seen."""
    return text.translate(_UNSEEN)


def say(out: Console, text: str, style: str = "", *, after: str = "") -> None:
    """A line; on a terminal that is too narrow it goes on under itself, to the right of what it comes `after`."""
    head, body = visible(after), Text(visible(text), style)
    if not out.is_terminal:
        out.print(Text(head) + body, soft_wrap=True)
        return
    indent = cell_len(head)
    for at, part in enumerate(body.wrap(out, max(NARROWEST, out.width - indent)) or [Text()]):
        part.rstrip()
        out.print(Text(" " * indent if at else head, style) + part, soft_wrap=True)


def print_table(out: Console, table: Table) -> None:
    """A table; nothing but what is seen of it where there is no terminal."""
    if out.is_terminal:
        out.print(table)
        return
    with out.capture() as captured:
        out.print(table)
    for line in captured.get().splitlines():
        say(out, line.rstrip())


@contextmanager
def progress(items: Sequence[T], about: str, many: int, out: Console | None = None) -> Iterator[Iterable[T]]:
    """The items, from `many` on with a bar where somebody sees it: on the console `out`, to which lines are printed
    meanwhile, if that is a terminal, else on standard error."""
    shown = out if out is not None and out.is_terminal else error_console()
    if len(items) < many or not shown.is_terminal:
        yield items
        return
    told = sys.stderr.isatty()
    with Progress(console=shown, transient=True, redirect_stdout=False, redirect_stderr=told) as bar:
        yield bar.track(items, description=about)


@contextmanager
def counting(total: int, about: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if that is a terminal, for work that tells how much more of it is done. It moves only
    then, so that it does not disturb what is measured."""
    shown = error_console()
    with Progress(
        console=shown, transient=True, auto_refresh=False, redirect_stdout=False, disable=not shown.is_terminal
    ) as bar:
        task = bar.add_task(about, total=total)

        def advance(more: int) -> None:
            bar.advance(task, more)
            bar.refresh()

        yield advance


@contextmanager
def trying(about: str) -> Iterator[Callable[..., None]]:
    """A bar on standard error, if that is a terminal, for work that finds out on its way how much of it there is, and
    then tells how much is done, of how much, and what it is about from then on."""
    shown = error_console()
    with Progress(console=shown, transient=True, redirect_stdout=False, disable=not shown.is_terminal) as bar:
        task = bar.add_task(about, total=None)

        def tell(done: int, total: int, said: str = about) -> None:
            bar.update(task, description=said, completed=done, total=total)

        yield tell


def print_json(data: Any, out: Console | None = None) -> None:
    """One line of JSON; on a terminal through the console that shows a bar there."""
    line = json.dumps(data, ensure_ascii=False, sort_keys=True)
    if out is not None and out.is_terminal:
        out.print(Text(visible(line)), soft_wrap=True)
    else:
        click.echo(line)


def enum_word(kind: str, name: str) -> str:
    """A value of an enum as people write it: VERDICT_LEGAL of Verdict is legal."""
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", kind).upper()
    return name.removeprefix(f"{prefix}_").lower()
