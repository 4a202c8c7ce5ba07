"""A shard judged, and what came of it: its rows, and what is counted and explained of them.

The children of this process judge, or those of the workers of a cluster (`clusters`): for a run that is the same.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from types import TracebackType
from typing import Any, Protocol

import msgspec

from shinpan_service.serving.workers import Prepare

from .crew import WAITING_EACH as GROUPS_EACH
from .crew import Crew, in_order
from .files.sources import Source
from .jobs import groups, records_of
from .kept.rows import Assumed, Said, killed
from .kept.shards import Shard

WAITING = 3
"""Shards that are under way at the same time: when the last records of one are judged, others are there."""

Told = Callable[[int], None]
"""Hears that so many records more have been judged."""


class Answer(msgspec.Struct, array_like=True, frozen=True):
    """What came of a shard."""

    lines: list[bytes]
    """Its rows, each a line of JSON."""
    verdicts: dict[str, int]
    assumed: list[Assumed]
    """The assumptions that its rows name."""


class Way(Protocol):
    """How shards are judged."""

    @property
    def most(self) -> int:
        """So many shards are under way at the same time."""
        ...

    @property
    def noted(self) -> dict[str, object]:
        """What is written down of it beside what a run did."""
        ...

    async def judge(self, shard: Shard, told: Told) -> Answer:
        """Judges a shard. Raises `Killed` or `EngineError` if that cannot be."""
        ...


class _Seen(msgspec.Struct):
    """What is looked at in a row."""

    verdict: str
    assumptions: Sequence[str] = ()


_SEEN = msgspec.json.Decoder(_Seen)
_SAID = msgspec.msgpack.Decoder(Said)


class Here:
    """Judged by children of this process, as long as the context lasts."""

    def __init__(self, prepare: Prepare, jobs: int) -> None:
        self._crew = Crew(prepare, jobs)
        self._jobs = jobs
        self._assumed: dict[str, Assumed] = {}
        """All that children have spoken of: each speaks of an assumption once."""

    @property
    def most(self) -> int:
        return WAITING

    @property
    def noted(self) -> dict[str, object]:
        return {"jobs": self._jobs, "deaths": self._crew.deaths}

    @property
    def pids(self) -> list[int]:
        """The numbers of the children."""
        return self._crew.pids

    async def __aenter__(self) -> "Here":
        await self._crew.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._crew.__aexit__(kind, error, at)

    async def judge(self, shard: Shard, told: Told) -> Answer:
        """Judges a shard. Raises `Killed`."""
        lines: list[bytes] = []
        verdicts: Counter[str] = Counter()
        names: set[str] = set()
        async for of_group in in_order(self._groups(shard), lambda: GROUPS_EACH * self._jobs):
            for line in of_group:
                seen = _SEEN.decode(line)
                verdicts[seen.verdict] += 1
                names.update(seen.assumptions)
            lines += of_group
            told(len(of_group))
        return Answer(lines, dict(verdicts), [self._assumed[name] for name in sorted(names)])

    async def _groups(self, shard: Shard) -> AsyncIterator[Coroutine[Any, Any, list[bytes]]]:
        for group in groups(iter(shard.records)):
            yield self._rows(group)

    async def _rows(self, group: Sequence[Source]) -> list[bytes]:
        """The rows of some records. What a child has explained is known before it is given others."""
        said = await self._crew.judge(records_of(group))
        return [self._row(source, of_record) for source, of_record in zip(group, said, strict=True)]

    def _row(self, source: Source, said: bytes | None) -> bytes:
        if said is None:
            return killed(source.data, source.form)
        row = _SAID.decode(said)
        self._assumed.update((one.name, one) for one in row.assumed)
        return row.line
