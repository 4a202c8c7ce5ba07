"""Which language words are in: the one asked for, else that of the locale."""

import os
from collections.abc import Callable
from typing import Any

import click

from shinpan_engine.kernel.messages import LANGUAGES, Language

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says the language of messages; the first that says anything counts."""


def of_locale() -> Language:
    """The language of the locale, if there are words in it; else English."""
    said = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if said.startswith(language)), "en")


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option to a command."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        default=of_locale,
        help="The language of the words; if it is left out, that of the locale.",
    )(command)
