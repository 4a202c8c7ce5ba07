"""Which language words are in: the one asked for, else that of the locale."""

import os
from collections.abc import Callable
from typing import Any

import click

from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language

_ASKED = f"{__name__}.asked"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says the language of messages; the first that says anything counts."""


def of_locale() -> Language:
    """The language of the locale, if there are words in it; else English."""
    said = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if said.startswith(language)), "en")


def asked_language() -> Language:
    """The language of messages that the running command was asked for; English where it takes none."""
    context = click.get_current_context(silent=True)
    found: Language = ENGLISH if context is None else context.meta.get(_ASKED, ENGLISH)
    return found


def _keep(context: click.Context, _: click.Parameter, value: Language) -> None:
    context.meta[_ASKED] = value


def messages_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the same option to a command whose messages come from a referee (`asked_language`)."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=of_locale,
        callback=_keep,
        expose_value=False,
        help="The language of the messages; if it is left out, that of the locale.",
    )(command)


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option to a command."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        default=of_locale,
        help="The language of the words; if it is left out, that of the locale.",
    )(command)
