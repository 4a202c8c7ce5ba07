"""Which language words are in: the one asked for, else that of the locale."""

import socket
from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.forms.system import why_of_system
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language, Table, Telling, Value, say, sentence, spelled
from shinpan_records.transcript import message_told

from .helping import words

_ASKED = f"{__name__}.asked"


def of_call() -> Language:
    """The language of the call: the one that is written, else that of the locale, else English."""
    return next(language for language in LANGUAGES if language == words.running())


def asked_language() -> Language:
    """The language of messages that the running command was asked for; that of the locale where it takes none."""
    context = click.get_current_context(silent=True)
    if context is None:
        return ENGLISH
    found: Language = context.meta[_ASKED] if _ASKED in context.meta else of_call()
    return found


def written_language() -> Language:
    """The language in whose words the running command writes transcripts: the one that it was asked for, else that of
    the canonical form. What a file says depends on no locale."""
    context = click.get_current_context(silent=True)
    return asked_language() if context is not None and context.meta.get(words.GIVEN) else ENGLISH


def told(key: str, /, **values: Value) -> str:
    """A message in the language that was asked for."""
    return sentence(say(key, **values), asked_language())


def system_said(error: OSError) -> str:
    """Why the system could not do something, in the language that was asked for."""
    why = say("cli.system.no_host") if isinstance(error, socket.gaierror) else why_of_system(error)
    return sentence(why, asked_language())


def table_told(game: str, name: str) -> str:
    """What a table of packs is called in the language that was asked for."""
    return spelled(Table(game, name), asked_language())


def in_words(error: EngineError) -> str:
    """An error of the engine in the language that was asked for."""
    return message_told(error.message, Telling(asked_language()))


def _keep(context: click.Context, option: click.Parameter, value: Language) -> Language:
    context.meta[_ASKED] = value
    if context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE:
        context.meta[words.GIVEN] = True
    return value


def messages_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the same option to a command whose messages come from a referee (`asked_language`)."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=of_call,
        callback=_keep,
        is_eager=True,
        expose_value=False,
        help="The language of the messages; if it is left out, that of the locale.",
    )(command)


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option to a command."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        default=of_call,
        callback=_keep,
        is_eager=True,
        help="The language of the words; if it is left out, that of the locale.",
    )(command)
