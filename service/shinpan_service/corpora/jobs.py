"""Records judged in several processes, and taken in their order."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from shinpan_engine.kernel.messages import Language, say, sentence
from shinpan_service.serving.batches import GROUP_BYTES, GROUP_RECORDS
from shinpan_service.serving.workers import Prepare

from .crew import DEATHS, Crew, Group, Killed
from .files.sources import Source
from .judging import Outcome

__all__ = ["Killed", "groups", "judge", "outcome_in", "records_of"]

Take = Callable[[Source, bytes | None], None]
"""Takes what a child said of each record; nothing of one that cannot be had, or of which children died."""


def groups(found: Iterator[Source]) -> Iterator[Sequence[Source]]:
    """Records in groups as large as those of the server."""
    group: list[Source] = []
    size = 0
    for source in found:
        if group and (len(group) == GROUP_RECORDS or size + len(source.data) > GROUP_BYTES):
            yield group
            group, size = [], 0
        group.append(source)
        size += len(source.data)
    if group:
        yield group


def records_of(group: Sequence[Source]) -> Group:
    """What a child is given of some records: those that can be had."""
    return [(source.form, source.data) for source in group if source.broken is None]


async def judge(found: Iterator[Source], prepare: Prepare, jobs: int, take: Take) -> None:
    """Judges records. Raises `Killed` if no child can be kept alive."""
    async with Crew(prepare, jobs) as crew:
        pieces = ((group, records_of(group)) for group in groups(found))
        async for group, said in crew.in_order(pieces):
            of_each = iter(said)
            for source in group:
                take(source, next(of_each) if source.broken is None else None)


def outcome_in(said: bytes | None, language: Language) -> Outcome:
    """What became of a record, as its child said."""
    if said is None:
        killed = say("cli.jobs.killed", deaths=DEATHS)
        return Outcome(said=sentence(killed, language), code=killed.key)
    return msgspec.msgpack.decode(said, type=Outcome)
