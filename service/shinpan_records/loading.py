"""A record as the page is given it: a transcript. What else it may be is said, with what to do."""

from collections.abc import Mapping
from pathlib import Path

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Message, say

from . import transcript
from .transcript import Loaded

OTHER_FORMS = {".pb": "cli.page.binary", ".json": "cli.page.json"}


class NotRead(ValueError):
    """A file in a form that cannot be read here, and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def load_any(path: Path, games: Mapping[str, Game]) -> Loaded:
    """The record in a file."""
    if path.suffix in OTHER_FORMS:
        raise NotRead(say(OTHER_FORMS[path.suffix], file=path.name))
    return transcript.load(path, games)
