"""`--packs`: card packs from anywhere, for the commands that read records or packs."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.packs import PackText, read_file, read_files

from .files import FILE
from .games_given import META, TEXTS
from .languages import told

F = TypeVar("F", bound=Callable[..., Any])
VARIABLE = "SHINPAN_PACKS"
"""Files and folders of packs in the environment, between the signs that part paths there; after those of the option."""


def packs_in(context: click.Context, parameter: click.Parameter, value: tuple[Path, ...]) -> tuple[PackText, ...]:
    """The files that the option and the environment name."""
    named = [Path(path) for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]
    for path, where in [*((path, None) for path in value), *((path, VARIABLE) for path in named)]:
        if not path.exists():
            missing = told("cli.file.none", file=click.format_filename(path))
            raise click.BadParameter(missing, context, None if where else parameter, where)
    found = [text for path in (*value, *named) for text in (read_files(path) if path.is_dir() else [read_file(path)])]
    # A file that is named twice, by itself and in its folder, is one.
    return tuple({text.where: text for text in found}.values())


def _given(context: click.Context, parameter: click.Parameter, value: tuple[Path, ...]) -> None:
    texts = packs_in(context, parameter, value)
    context.meta[TEXTS] = texts
    context.meta[META] = with_packs(texts) if texts else GAMES


def option(callback: Any, expose: bool) -> Callable[[F], F]:
    """The option `--packs`."""
    return click.option(
        "--packs",
        multiple=True,
        metavar="PATH",
        type=FILE,
        callback=callback,
        expose_value=expose,
        help=f"A pack file, or a folder of such; as often as need be. {VARIABLE} names more.",
    )


packs_option = option(_given, expose=False)
"""For commands that judge, read or list: what it names is among `games()`."""
