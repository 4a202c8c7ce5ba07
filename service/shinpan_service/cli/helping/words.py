"""Which language a call asks for, and the words of click in it: it asks gettext, which would want compiled files."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from itertools import pairwise
from types import ModuleType
from typing import Any

from click import core, decorators, exceptions, formatting, parser, types

ENGLISH = "en"
LANGUAGES = (ENGLISH, "ja")
"""The languages of help: a test holds that they are those of the engine."""
OPTION = "--lang"
GIVEN = f"{__name__}.given"
"""Where the context of a command keeps whether a language was written, not found."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says the language of messages; the first that says anything counts."""
CLICK: tuple[ModuleType, ...] = (core, decorators, exceptions, formatting, parser, types)
_running: ContextVar[str] = ContextVar("language of this call")


def of_locale() -> str:
    """The language of the locale, if there are words in it; else English."""
    said = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if said.startswith(language)), ENGLISH)


def begin(arguments: Sequence[str]) -> None:
    """Notes the language of a call before it is read: help and errors are told in it too."""
    written = [after for before, after in pairwise(arguments) if before == OPTION]
    written += [one.partition("=")[2] for one in arguments if one.startswith(f"{OPTION}=")]
    _running.set(next((one for one in written if one in LANGUAGES), of_locale()))
    for module in CLICK:
        vars(module).update({"_": said, "ngettext": _said_of_many} if "_" in vars(module) else {})


def running() -> str:
    """The language of the call."""
    return _running.get(None) or of_locale()


@cache
def _read(language: str) -> Mapping[str, Any]:
    if language == ENGLISH:
        return {}
    return tomllib.loads((files(__package__) / f"help.{language}.toml").read_text("utf-8"))


def section(name: str) -> Mapping[str, Any]:
    """What is said of a command in the language of the call; in English it stands with the command."""
    found: Mapping[str, Any] = _read(running()).get(name, {})
    return found


def said(text: str) -> str:
    """A sentence of click."""
    return str(section("click").get(text, text))


def _said_of_many(one: str, many: str, count: int) -> str:
    """A sentence of click that has two forms in English."""
    english = one if count == 1 else many
    found = section("click")
    return str(found.get(english) or found.get(one) or english)
