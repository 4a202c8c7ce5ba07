"""A record as the page is given it: a transcript, or JSON. What else it may be is said, with what to do."""

from collections.abc import Mapping
from pathlib import Path

from shinpan_engine.kernel.errors import EngineError, RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Message, say

from . import json_record, transcript
from .json_text import located
from .plain_files import plain_bytes
from .transcript import Loaded

JSON = ".json"
OTHER_FORMS = {".pb": "cli.page.binary", ".zip": "cli.page.archive"}
BEGINNINGS = {b"PK\x03\x04": ".zip", b"{": JSON, b"\xef\xbb\xbf{": JSON}
"""How files of other forms begin, whatever they are called."""
LONGEST_BEGINNING = 64


class NotRead(ValueError):
    """A file in a form that cannot be read here, and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def load_any(path: Path, games: Mapping[str, Game]) -> Loaded:
    """The record in a file."""
    form = _form(path)
    if form in OTHER_FORMS:
        raise NotRead(say(OTHER_FORMS[form], file=path.name))
    return Loaded.of(json_record.load(path, games), games) if form == JSON else transcript.load(path, games)


def wrong_in(path: Path, error: EngineError) -> Message:
    """Why a file that could be read cannot be judged: the field concerned, in JSON with its line."""
    if not isinstance(error, RequestError):
        return error.message
    if _form(path) == JSON:
        return located(plain_bytes(path), error)
    return say("cli.file.field", field=error.field, why=error.message)


def is_transcript(path: Path) -> bool:
    """Whether a record is read as a transcript."""
    return _form(path) not in (JSON, *OTHER_FORMS)


def _form(path: Path) -> str:
    return _begins(path) or path.suffix


def _begins(path: Path) -> str:
    """The form that a file shows by its beginning, if it is another."""
    with path.open("rb") as file:
        head = file.read(LONGEST_BEGINNING).lstrip()
    return next((form for sign, form in BEGINNINGS.items() if head.startswith(sign)), "")
