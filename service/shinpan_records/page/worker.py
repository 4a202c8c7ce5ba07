"""What the page asks of the engine in its worker. A question is a line of JSON, and so is its answer."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.messages import LANGUAGES, Message
from shinpan_engine.kernel.messages import Telling as Language
from shinpan_engine.kernel.packs import read_file
from shinpan_engine.kernel.play.views import REFEREE

from ..json_text import NotJson
from ..loading import NotRead, load_any, wrong_in
from ..plain_files import NotPlain
from ..transcript import TranscriptError, message_told
from .arbiter import Arbiter, Lost, Work
from .drafting import Drafting
from .owner import Owner
from .recording import VIEWERS, Recording, Telling, reported

FOLDER = Path("/")
"""Where the page puts the record that it asks about."""


class Asked:
    """The record that was opened last: views of it are asked for later. What takes long is answered with how far it has
    come, and goes on when the page asks for more; a page that no longer wants it asks for something else."""

    def __init__(self) -> None:
        self._open: Recording | None = None
        self._work: Work | None = None
        self._games = dict(GAMES)
        """The games, with the packs of somebody's own."""
        self._drafting = Drafting(self._games)
        self._arbiter = Arbiter(self._games)
        self._owner = Owner(GAMES, FOLDER)

    def record(self, asked: Mapping[str, Any]) -> Any:
        """What is asked next of the record that is being written."""
        return self._drafting.did(asked)

    def use(self, asked: Mapping[str, Any]) -> Any:
        """Has records judged with these pack files besides, the first one first. The answer has their digests, by which
        records name them; one that is broken has none."""
        texts = [read_file(FOLDER / name) for name in asked["names"]]
        self._games.update(with_packs(texts))
        found = {
            text.where: pack.digest
            for game in self._games.values()
            for pack in game.made.found.values()
            for text in pack.texts[:1]
        }
        return {"digests": [found[text.where].hex() if text.where in found else "" for text in texts]}

    def cards(self, asked: Mapping[str, Any]) -> Any:
        """What somebody does to the pack file that is being written."""
        self._work = self._owner.doing(asked)
        return self.more(asked)

    def verify(self, asked: Mapping[str, str]) -> Any:
        """The report alone."""
        return {"report": reported(load_any(FOLDER / asked["name"], self._games), self._games)}

    def open(self, asked: Mapping[str, str]) -> Any:
        """All that the page shows to the referee."""
        self._work = self._opened(FOLDER / asked["name"])
        return self.more(asked)

    def telling(self, asked: Mapping[str, str]) -> Any:
        """What a viewer is told of the record that is open."""
        self._work = self._told(viewer_of(asked["viewer"]))
        return self.more(asked)

    def repair(self, asked: Mapping[str, str]) -> Any:
        """What repairs a record."""
        self._work = self._arbiter.repairing(FOLDER / asked["name"])
        return self.more(asked)

    def repairs(self, _: Mapping[str, str]) -> Any:
        """What was found so far, where the search was given up."""
        self._work = None
        return self._arbiter.repairs()

    def correct(self, asked: Mapping[str, Any]) -> Any:
        """The text of the record after a repair, with who made it, and why."""
        return self._arbiter.corrected(asked["number"], asked["who"], asked["reason"])

    def compare(self, asked: Mapping[str, str]) -> Any:
        """Two records side by side."""
        self._work = self._arbiter.comparing(FOLDER / asked["name"], FOLDER / asked["other"])
        return self.more(asked)

    def facts(self, asked: Mapping[str, Any]) -> Any:
        """The text of a record with some facts more."""
        return self._arbiter.with_facts(FOLDER / asked["name"], asked["facts"])

    def forms(self, asked: Mapping[str, str]) -> Any:
        """A record as a transcript and as JSON."""
        return self._arbiter.forms(FOLDER / asked["name"])

    def more(self, asked: Mapping[str, str]) -> Any:
        """One more slice of the work that was begun, or what came of it."""
        if self._work is None:
            raise LookupError("nothing was begun")
        try:
            done, total = next(self._work)
        except StopIteration as ended:
            self._work = None
            return ended.value
        return {"done": done, "total": total}

    def _opened(self, path: Path) -> Work:
        recording = Recording(load_any(path, self._games), self._games, at_once=False)
        # Judging and putting into words are each as many steps; how many come about is known after the first.
        actions = len(recording.record.entries)
        for done in recording.slices():
            yield done, 2 * actions
        telling = Telling(recording, REFEREE)
        for done in telling.slices():
            yield recording.steps() + done, 2 * recording.steps()
        self._open = recording
        return recording.opened(telling.data())

    def _told(self, viewer: int) -> Work:
        if self._open is None:
            raise LookupError("no record is open")
        telling = Telling(self._open, viewer)
        for done in telling.slices():
            yield done, self._open.steps()
        return self._open.told_to(telling.data())


def viewer_of(word: str) -> int:
    """A viewer by the page's word."""
    known = {said: viewer for viewer, said in VIEWERS.items()}
    return known[word] if word in known else int(word.removeprefix("p"))


def _wrong(asked: Mapping[str, Any], error: EngineError) -> Message:
    """What is wrong with the record that is asked about."""
    return wrong_in(FOLDER / asked["name"], error) if "name" in asked else error.message


_ASKED = Asked()


def answer(question: str) -> str:
    """Answers one question. What is wrong with a record is an answer too."""
    asked = json.loads(question)
    try:
        found = getattr(_ASKED, asked["method"])(asked)
    except TranscriptError as error:
        found = {"error": {one: message_told(error.whole, Language(one)) for one in LANGUAGES}}
    except (NotJson, NotRead, NotPlain) as error:
        found = {"error": {one: Language(one).told(error.message) for one in LANGUAGES}}
    except Lost:
        found = {"lost": True}
    except EngineError as error:
        found = {"error": {one: Language(one).told(_wrong(asked, error)) for one in LANGUAGES}}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
