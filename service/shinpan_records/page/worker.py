"""What the page asks of the engine in its worker. A question is a line of JSON, and so is its answer."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import EngineError, RequestError
from shinpan_engine.kernel.messages import LANGUAGES, Telling

from ..loading import NotRead, load_any
from ..transcript import TranscriptError, message_told
from .recording import VIEWERS, Recording, reported

FOLDER = Path("/")
"""Where the page puts the record that it asks about."""


class Asked:
    """The record that was opened last: views of it are asked for later."""

    def __init__(self) -> None:
        self._open: Recording | None = None

    def verify(self, asked: Mapping[str, str]) -> Any:
        """The report alone."""
        return {"report": reported(load_any(FOLDER / asked["name"], GAMES), GAMES)}

    def open(self, asked: Mapping[str, str]) -> Any:
        """All that the page shows to the referee."""
        self._open = Recording(load_any(FOLDER / asked["name"], GAMES), GAMES)
        return self._open.opened()

    def telling(self, asked: Mapping[str, str]) -> Any:
        """What a viewer is told of the record that is open."""
        if self._open is None:
            raise LookupError("no record is open")
        return self._open.told_to(viewer_of(asked["viewer"]))


def viewer_of(word: str) -> int:
    """A viewer by the page's word."""
    known = {said: viewer for viewer, said in VIEWERS.items()}
    return known[word] if word in known else int(word.removeprefix("p"))


_ASKED = Asked()


def answer(question: str) -> str:
    """Answers one question. What is wrong with a record is an answer too."""
    asked = json.loads(question)
    try:
        found = getattr(_ASKED, asked["method"])(asked)
    except TranscriptError as error:
        found = {"error": {one: message_told(error.whole, Telling(one)) for one in LANGUAGES}}
    except NotRead as error:
        found = {"error": {one: Telling(one).told(error.message) for one in LANGUAGES}}
    except EngineError as error:
        field = f"{error.field}: " if isinstance(error, RequestError) else ""
        found = {"error": {one: field + Telling(one).told(error.message) for one in LANGUAGES}}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
