"""A command as it explains itself in the language of the call."""

import re
from copy import copy
from functools import partial
from inspect import cleandoc
from typing import Any, TypeVar

import click

from . import words
from .wide import WideContext

C = TypeVar("C", bound=click.Command)
_EXAMPLES = re.compile(r"\x08\n.*?(?=\n\n|\Z)", re.DOTALL)
"""The calls that English help shows."""


def in_words(command: C, name: str) -> C:
    """The command with help in the language of the call, or the command itself where that is English."""
    said = words.section(name)
    if not said:
        return command
    made: Any = copy(command)
    made._help_option = None
    made.context_class = WideContext
    made.help = _help(command, said["help"])
    made.short_help = said["about"]
    forms = words.section("metavars")
    made.options_metavar = forms["options"]
    made.params = [_option(one, said.get("options", {})) for one in command.params]
    if isinstance(command, click.Group):
        made.subcommand_metavar = forms["commands"]
        made.commands = {inner: in_words(one, f"{name} {inner}") for inner, one in command.commands.items()}
    found: C = made
    return found


def _help(command: click.Command, said: str) -> str:
    """A help text, with the examples of the English one."""
    examples = _EXAMPLES.search(cleandoc(command.help or ""))
    return said.strip().replace("{examples}", examples[0] if examples else "")


def _called(option: click.Option, _: click.Context | None) -> str:
    """An option in a sentence about it, with its variable if its help names one."""
    called = " / ".join(f"'{name}'" for name in option.opts)
    variable = words.said("env var: {var}").format(var=option.envvar)
    return f"{called} ({variable})" if option.show_envvar and option.envvar else called


def _option(parameter: click.Parameter, own: Any) -> click.Parameter:
    """An option with its explanation, and with a word for its value where it has none of its own."""
    if not isinstance(parameter, click.Option):
        return parameter
    made: Any = copy(parameter)
    made.get_error_hint = partial(_called, made)
    made.help = own.get(parameter.name) or words.section("options").get(parameter.name or "") or parameter.help
    if made.metavar is None and not made.is_flag:
        made.metavar = words.section("metavars").get(made.type.name)
    found: click.Option = made
    return found
