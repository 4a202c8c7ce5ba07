"""How far a draft comes: it is read and judged up to the first thing that is wrong."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import NameBook
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Finding, Legal, Verdict

from ..transcript.grammar import TranscriptError
from ..transcript.header.heading import Heading, heading
from ..transcript.importing import Importer
from ..transcript.reading import Draft, HeaderLine
from .budget import Budget

NOT_COUNTED = Legal((), 0, False)


class Reach(NamedTuple):
    """Where a draft breaks off, and why. Without a finding all of it comes out."""

    finding: Finding | None
    verdict: Verdict
    at: int
    """The place of the line, past the last one for what shows only at the end."""
    left: int
    """How many lines come from there on."""
    wrong: int
    """How many things are wrong there."""
    importer: Importer
    names: NameBook

    @property
    def order(self) -> tuple[int, int]:
        """The smaller, the further."""
        return (self.left, self.wrong)


class Watched(Replay):
    """A replay that keeps what was found first, and does not count what would have been legal."""

    def __init__(self, games: Mapping[str, Game], record: Record, budget: Budget) -> None:
        self.broke: Finding | None = None
        super().__init__(games, record, budget.work)

    def overlook(self) -> None:
        """Keeps what is overlooked."""
        self.broke = self.broke or self.finding
        super().overlook()

    def legal(self, seat: int) -> Legal:
        """Nobody asks for it."""
        return NOT_COUNTED


class Plain:
    """Judges drafts of complete records."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games
        self._headings: dict[tuple[HeaderLine, ...], Heading] = {}
        """The headers that have been read: most drafts share one."""

    def importer(self, draft: Draft, budget: Budget, watch: Any = None) -> Importer:
        """What reads a draft and plays it alongside."""
        if draft.header not in self._headings:
            self._headings[draft.header] = heading(draft, self.games, budget.work)
        known = self._headings[draft.header]
        return Importer(
            draft, self.games, watch, budget.work, lambda games, record: Watched(games, record, budget), known
        )

    def reach(self, draft: Draft, budget: Budget) -> Reach | None:
        """How far a draft comes; None if it cannot be read. Raises `WorkUsedUp`."""
        budget.replay()
        try:
            return self.judged(draft, budget)
        except (TranscriptError, RequestError):
            budget.check()
            return None

    def judged(self, draft: Draft, budget: Budget) -> Reach:
        """The same; what cannot be read is raised."""
        importer = self.importer(draft, budget)
        at = importer.read_known(0)
        while (broke := self._broke(importer, draft, at - 1)) is None and at < len(draft.lines):
            importer.read(at)
            if (broke := self._broke(importer, draft, at, here=True)) is not None:
                return broke
            at = importer.read_known(at + 1)
        return broke or self._at_end(importer, draft)

    def _broke(self, importer: Importer, draft: Draft, at: int, here: bool = False) -> Reach | None:
        """What has been found up to a line; `here` in that line."""
        replay = importer.along.replay
        assert isinstance(replay, Watched)
        if importer.match is not None and replay.broke is None:
            return None
        finding = replay.broke or replay.finding or importer.loaded().judged().finding
        if finding is None:
            return None
        return _reach(importer, draft, finding, at if here else place_of(draft, finding, at))

    def _at_end(self, importer: Importer, draft: Draft) -> Reach:
        replay = importer.loaded().judged()
        verdict = replay.report().verdict
        if (finding := replay.finding) is None:
            return Reach(None, verdict, len(draft.lines), 0, 0, importer, importer.names)
        return _reach(importer, draft, finding, place_of(draft, finding, len(draft.lines)))


def _reach(importer: Importer, draft: Draft, finding: Finding, at: int) -> Reach:
    left = len(draft.lines) - at
    return Reach(finding, finding.verdict, at, left, max(1, len(finding.differences)), importer, importer.names)


def place_of(draft: Draft, finding: Finding, last: int) -> int:
    """The line of a draft at which a finding lies, among those up to one; that one if it has no line."""
    for at in range(min(last, len(draft.lines) - 1), -1, -1):
        if draft.lines[at].number == finding.where.line:
            return at
    return max(last, 0)
