"""Settings from a file and from the environment. What is written in the call counts first, then the environment."""

import tomllib
from pathlib import Path
from typing import Any

import click

from shinpan_engine.kernel.forms.toml import why_no_toml
from shinpan_engine.kernel.messages import Message, say
from shinpan_records.plain_files import plain_bytes

from .files import FILE
from .languages import system_said, told
from .output import Failed

VARIABLES = "SHINPAN_"
"""What the names of variables begin with: SHINPAN_WORKERS is `--workers`."""
MOST_BYTES = 1 << 16
_NOT_IN_FILES = ("config", "check", "language", "help")


def variable(name: str) -> str:
    """The variable of a setting."""
    return f"{VARIABLES}{name.upper()}"


def _from_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Takes the settings of a file for defaults."""
    if path is None:
        return
    known = {name: one for one in context.command.params if (name := one.name or "") and _may_stand(one)}
    table = _read(path)
    for name, value in table.items():
        if name not in known:
            raise Failed(told("cli.config.unknown", file=str(path), name=name, known=tuple(sorted(known))))
        _check(context, path, known[name], value)
    for name in table:
        if isinstance(known[name].type, click.Path):
            # As whoever wrote the file sees it.
            table[name] = _beside(path, table[name])
    context.default_map = {**(context.default_map or {}), **table}


def _beside(path: Path, named: Any) -> Any:
    """The paths that a file names, from its folder."""
    return [str(path.parent / one) for one in named] if isinstance(named, list) else str(path.parent / named)


def _may_stand(option: click.Parameter) -> bool:
    return option.expose_value and option.name not in _NOT_IN_FILES


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(plain_bytes(path, MOST_BYTES).decode())
    except OSError as error:
        raise Failed(told("cli.config.unread", file=str(path), why=system_said(error))) from None
    except (ValueError, RecursionError) as error:
        raise Failed(told("cli.config.no_toml", file=str(path), why=why_no_toml(error))) from None


def _check(context: click.Context, path: Path, option: click.Parameter, value: Any) -> None:
    """Refuses what the option would not take, and what it would take for something else."""
    assert isinstance(option, click.Option)
    fits, else_write = _fits(option, value)
    if not fits:
        raise Failed(told("cli.config.wrong", file=str(path), name=option.name or "", why=else_write))
    if not option.multiple:
        try:
            option.type_cast_value(context, value)
        except click.BadParameter as error:
            why = error.message
            raise Failed(told("cli.config.wrong", file=str(path), name=option.name or "", why=why)) from None


def _fits(option: click.Option, value: Any) -> tuple[bool, Message]:
    """Whether a value is of the kind that an option takes, and what to write if it is not."""
    if option.multiple:
        texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return texts, say("cli.config.kind.list")
    if option.is_flag:
        return isinstance(value, bool), say("cli.config.kind.flag")
    if isinstance(option.type, click.FloatRange):
        return type(value) in (int, float), say("cli.config.kind.number")
    if isinstance(option.type, click.IntRange):
        return type(value) is int, say("cli.config.kind.whole")
    return isinstance(value, str), say("cli.config.kind.text")


config_option = click.option(
    "--config",
    type=FILE,
    envvar=variable("config"),
    is_eager=True,
    callback=_from_file,
    expose_value=False,
    help="A TOML file with settings, named as these options.",
)
