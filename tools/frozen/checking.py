"""What has moved since a release, and the sentences for it."""

from collections.abc import Iterator, Sequence
from functools import cache

from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import line
from shinpan_engine.kernel.judging.record import Action, Entry
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Finding, Verdict
from shinpan_engine.kernel.messages import sentence
from shinpan_service.corpora.kept.changelog import Changelog
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.records import record_from_message

from .series import BLOCK, links_of, series_of
from .stored import REPOSITORY, Mode, Series, stored

NEVER = (
    "After 1.0 this must not be accepted: records that people keep would move in the same way. Take the change back, "
    "or let it hold only under a new edition, option or pack. If it mends a fault of ours, name each of these under "
    "its clause in CHANGELOG.md (docs/compatibility.md). Frozen files are never changed."
)
CHANGELOG = REPOSITORY / "CHANGELOG.md"


@cache
def changelog() -> Changelog:
    """The changes of this project, which name what has moved by mending a fault of ours."""
    return Changelog(CHANGELOG.read_text("utf-8"))


def moved_records(mode: Mode, numbers: Sequence[int] = ()) -> Iterator[str]:
    """What has moved in the stored records of a mode, all or some by number, without what the changelog names."""
    for name, data in stored(mode, numbers):
        if (moved := moved_record(data)) is not None and not changelog().names(name):
            yield f"{mode.path.name}, {name}: {moved}"


def moved_record(data: bytes) -> str | None:
    """What has moved in a record that was legal and came out link by link; None if nothing has."""
    try:
        replay = Replay(GAMES, record_from_message(record_pb2.Record.FromString(data)))
    except DecodeError:
        return "it can no longer be decoded"
    except Unreadable as error:
        return f"it can no longer be read: {error.path}: {sentence(error.message)}"
    except RequestError as error:
        return f"it is refused: {error.field}: {error}"
    finding = replay.run()
    if finding is not None:
        return _told(finding, replay)
    verdict = replay.report().verdict
    return None if verdict is Verdict.LEGAL else f"the game no longer ends: it is {verdict.word}"


def _told(finding: Finding, replay: Replay) -> str:
    """Which entry of how many, what stands there, and what is found."""
    where = finding.where
    place = f"entry {where.entry} of {len(replay.entries)}" if where.entry else "before the first action"
    done = finding.submitted or _line(replay.entries[where.entry - 1], replay) if where.entry else "the set-up"
    clauses = f" [{', '.join(finding.clauses)}]" if finding.clauses else ""
    told = f"{place} ({done}): {finding.verdict.word}{clauses}: {sentence(finding.message, names=replay.names)}"
    differences = [f"{one.path} was {one.recorded}, is {one.computed}" for one in finding.differences]
    return "; ".join([told, *differences])


def _line(entry: Entry, replay: Replay) -> str:
    assert type(entry.what) is Action
    return line(entry.what.seat, entry.what.what, replay.names)


def moved_beginning(mode: Mode, kept: Series, games: int) -> str | None:
    """Whether the first games of a mode's series come out."""
    return moved_series(mode, kept, [*links_of(mode, games)])


def moved_series(mode: Mode, kept: Series, links: Sequence[bytes]) -> str | None:
    """What has moved in the series of a mode, as far as it was played, without what the changelog names; else None."""
    now = series_of(links)
    for at, (was, block) in enumerate(zip(kept.blocks, now.blocks, strict=False)):
        if was != block and not changelog().names(_block(mode, at)):
            return f"{_block(mode, at)}: the digest was {was}, is {block}"
    for games, digest in now.digests.items():
        blocks = range(-(-games // BLOCK))
        if kept.digests.get(games, digest) != digest and not any(changelog().names(_block(mode, at)) for at in blocks):
            return f"{mode}, the first {games} games of play-1: the digest was {kept.digests[games]}, is {digest}"
    return None


def _block(mode: Mode, at: int) -> str:
    """What a hundred games are called, in a changelog too."""
    return f"{mode}, games {1 + at * BLOCK} to {at * BLOCK + BLOCK} of play-1"
