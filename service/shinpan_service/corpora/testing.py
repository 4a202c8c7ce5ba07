"""Records as tests of pytest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import ENGLISH
from shinpan_engine.kernel.packs import read_file, read_files
from shinpan_service.workbench import goldens

from .files.many import Form
from .files.reading import NotRead, read
from .files.sources import ENDS, Source, sources
from .kept.rows import row_in, say_row

KEPT = ("legal", "incomplete")


class Differs(Exception):
    """A record that does not come out as it should."""


def collected(path: Path, parent: pytest.Collector, packs: Sequence[str]) -> pytest.File | None:
    """The tests of a file, if it can have any."""
    if path.suffix not in ENDS:
        return None
    file: RecordFile = RecordFile.from_parent(parent, path=path)
    file.games = games_with(tuple(packs))
    return file


@cache
def games_with(packs: tuple[str, ...]) -> Mapping[str, Game]:
    """The games with some packs besides."""
    texts = [text for path in map(Path, packs) for text in (read_files(path) if path.is_dir() else [read_file(path)])]
    return with_packs(texts) if texts else GAMES


class RecordFile(pytest.File):
    """A file with a record, or with many."""

    games: Mapping[str, Game] = GAMES

    def collect(self) -> Iterable[pytest.Item]:
        """A test for each record that says what is expected of it."""
        for source in sources([str(self.path)]):
            if (check := self._check(source)) is not None:
                item: RecordItem = RecordItem.from_parent(self, name=source.inner)
                item.check = check
                yield item

    def _check(self, source: Source) -> Any:
        if source.broken is not None:
            return partial(_fail, str(source.broken))
        if source.form is Form.TRANSCRIPT and goldens.golden_path(Path(source.name)).is_file():
            return partial(_as_golden, Path(source.name), self.games)
        try:
            record = read(source.data, source.form, self.games, ENGLISH).record
        except NotRead as error:
            return partial(_fail, error.said)
        return partial(_as_sealed, source, self.games) if any(_hashes(record)) else None


class RecordItem(pytest.Item):
    """A record that comes out as it should, or not."""

    check: Any

    def runtest(self) -> None:
        """Judges it."""
        self.check()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What does not come out, without what pytest would show of our code."""
        return str(excinfo.value) if isinstance(excinfo.value, Differs) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where it is, and what it is called."""
        # pytest would take the dots of a name alone for those of a module.
        return self.path, None, f"record {self.name}"


def _fail(why: str) -> None:
    raise Differs(why)


def _as_golden(path: Path, games: Mapping[str, Game]) -> None:
    if (difference := goldens.check(path, games)) is not None:
        raise Differs(difference)


def _hashes(record: Record) -> Iterator[bytes]:
    """The hashes that a record has of its own."""
    yield record.notes.last_link
    yield from (found for entry in record.entries for found in (entry.link, entry.state_hash))


def _as_sealed(source: Source, games: Mapping[str, Game]) -> None:
    """The referee compares the hashes, and stops where one differs."""
    row = row_in(say_row(source.data, source.form, games))
    if row.verdict not in KEPT:
        place = f"entry {row.entry}: " if row.entry else ""
        raise Differs(
            f"{source.name}: {place}{row.verdict} {row.clause} {row.code}; again: shinpan verify {source.name}"
        )
