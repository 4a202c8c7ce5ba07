"""What the page asks for an arbiter: repairs of a record and their effect, a correction, two records side by side, the
forms in which a record is saved."""

from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import LANGUAGES, Language, Message, sentence

from .. import json_record
from ..comparing import PARTS, Comparing, Comparison
from ..limits import quoted
from ..loading import is_transcript, load_any
from ..repair import Edit, NothingToRepair, Repair, Repairs, repair_of
from ..transcript import draft_of, dump, reading, text_of
from ..transcript.header.fact_lines import KEY as FACT
from .told import Texts

Work = Generator[tuple[int, int], None, Any]
"""Long work in slices: after each how many steps are done, of how many; at its end an answer."""
Data = dict[str, Any]


class Lost(Exception):
    """Nothing was repaired here: the worker that knew it was replaced."""


class Arbiter:
    """The repair that was looked for last, and what else is done with whole records."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._text = ""
        self._repair: Repair | None = None

    def repairing(self, path: Path) -> Work:
        """Looks for what repairs a record."""
        self._repair = None
        yield 0, 0
        try:
            self._text, self._repair = self._begun(path)
        except NothingToRepair as nothing:
            said = nothing.message
            return {"repair": {"said": _texts(lambda language: [sentence(said, language)])}}
        for part in self._repair.slices():
            yield part.done, part.total
        return self.repairs()

    def _begun(self, path: Path) -> tuple[str, Repair]:
        if is_transcript(path):
            return text_of(path)[0], Repair(draft_of(path), self._games)
        return repair_of(load_any(path, self._games).record, self._games)

    def repairs(self) -> Data:
        """What was found so far. Raises `Lost`."""
        if self._repair is None:
            raise Lost
        return {"repair": repairs_told(self._repair.found())}

    def corrected(self, number: int, who: str, reason: str) -> Data:
        """The text of the record after one of the repairs. Raises `Lost`."""
        if self._repair is None:
            raise Lost
        return {"text": self._repair.corrected(self._text, number, (who, reason))}

    def comparing(self, first: Path, second: Path) -> Work:
        """Looks at two records side by side."""
        yield 0, PARTS
        work = Comparing(load_any(first, self._games), load_any(second, self._games), self._games)
        for done in work.slices():
            yield done, PARTS
        return {"compared": self._compared(work.found())}

    def _compared(self, found: Comparison) -> Data:
        said = _texts(found.lines)
        both = found.fits_both
        return {"said": said, "alike": found.alike, "text": dump(both, self._games) if both else ""}

    def with_facts(self, path: Path, facts: Sequence[str]) -> Data:
        """The text of a record with some facts more: lines at the end of its header."""
        text = text_of(path)[0] if is_transcript(path) else dump(load_any(path, self._games).record, self._games)
        rows, begins = text.split("\n"), reading(text).game_begins - 1
        said = [f"{FACT} {fact}" for fact in facts]
        return {"text": "\n".join([*rows[:begins], *said, *rows[begins:]])}

    def forms(self, path: Path) -> Data:
        """A record as a transcript and as JSON. A transcript stays as it is written."""
        record = load_any(path, self._games).record
        text = text_of(path)[0] if is_transcript(path) else dump(record, self._games)
        return {"text": text, "json": json_record.written(record).decode("ascii")}


def repairs_told(found: Repairs) -> Data:
    """What repairs a record, or comes furthest, as data."""
    told: list[tuple[Sequence[Edit], Message | None]] = [(edits, None) for edits in found.repairs]
    told += [(one.edits, one.then()) for one in found.partial]
    return {
        "said": _texts(lambda language: _in_words(found, found.said(), language)),
        "then": _texts(lambda language: _in_words(found, found.then(), language)),
        "repairs": [{"edits": _edits(found, edits), "next": _next(found, then)} for edits, then in told],
    }


def _in_words(found: Repairs, messages: Sequence[Message], language: Language) -> list[str]:
    return [quoted(found.in_words(one, language)) for one in messages]


def _next(found: Repairs, then: Message | None) -> Texts:
    """What is wrong after a repair that does not mend all."""
    return {one: quoted(found.in_words(then, one)) for one in LANGUAGES} if then else {}


def _edits(found: Repairs, edits: Sequence[Edit]) -> list[Data]:
    def told(edit: Edit, text: str) -> Texts:
        return {one: quoted(edit.told(text, found.game, one)) for one in LANGUAGES} if text else {}

    return [
        {
            "place": {one: edit.place(one) for one in LANGUAGES},
            "before": told(edit, edit.before),
            "after": told(edit, edit.after),
        }
        for edit in edits
    ]


def _texts(lines: Callable[[Language], list[str]]) -> dict[str, list[str]]:
    return {one: lines(one) for one in LANGUAGES}
