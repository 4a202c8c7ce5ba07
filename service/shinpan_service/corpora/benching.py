"""How fast many records are judged: as text, as protobuf, in one file; by one process and by two. All in one run, in
turn, so that noise falls on all alike: only the ratios mean something.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import ENGLISH
from shinpan_service.workbench.bench import Told

from . import judging
from .crew import Crew
from .files.many import END, Form, Kept, Packing
from .files.sources import sources
from .files.writing import written
from .jobs import groups, records_of
from .kept import rows

JOBS = (1, 2)
FORMS = {"transcripts": Form.TRANSCRIPT, "protobuf": Form.BINARY}
PACKED = "one file"
FIGURES = len(JOBS) * (len(FORMS) + 1)
"""Steps of a round."""


class Figure(NamedTuple):
    """Records a second of a form with so many processes, best of all rounds; the start of processes is not counted."""

    form: str
    jobs: int
    records: float


class Peak(NamedTuple):
    """The memory of the first process at its peak, after so many records."""

    records: int
    peak_kib: int


def measure(records: Sequence[Record], rounds: int, memory_records: int, told: Told) -> tuple[list[Figure], list[Peak]]:
    """All figures, and the memory over so many records if any are asked for."""
    with TemporaryDirectory(prefix="shinpan-bench-") as folder:
        return asyncio.run(_measured(_made(Path(folder), records), len(records), rounds, memory_records, told))


async def _measured(
    made: Mapping[str, Path], count: int, rounds: int, memory_records: int, told: Told
) -> tuple[list[Figure], list[Peak]]:
    prepare = partial(judging.prepare, rows.say_row, ())
    best: dict[tuple[str, int], float] = {}
    async with AsyncExitStack() as stack:
        crews = {jobs: await stack.enter_async_context(Crew(prepare, jobs)) for jobs in JOBS}
        for crew, jobs in zip(crews.values(), crews, strict=True):
            # Until all children have loaded everything.
            await asyncio.gather(*(_seconds(crew, made[PACKED]) for _ in range(jobs)))
        for _ in range(rounds):
            for form, path in made.items():
                for jobs, crew in crews.items():
                    taken = await _seconds(crew, path)
                    best[form, jobs] = min(best.get((form, jobs), taken), taken)
                    told(1)
        peaks = await _memory(crews[JOBS[-1]], made[PACKED], count, memory_records, told)
    return [Figure(form, jobs, count / taken) for (form, jobs), taken in best.items()], peaks


async def _seconds(crew: Crew, path: Path) -> float:
    """How long it takes to read and judge all records at a place."""
    begun = perf_counter()
    await _judge(crew, [str(path)])
    return perf_counter() - begun


async def _judge(crew: Crew, named: Sequence[str]) -> None:
    pieces = ((len(group), records_of(group)) for group in groups(sources(named)))
    async for count, said in crew.in_order(pieces):
        assert len(said) == count, "each record has its row"


async def _memory(crew: Crew, path: Path, count: int, records: int, told: Told) -> list[Peak]:
    """The peak after a tenth of the records and after all of them; nothing without any."""
    if not records:
        return []
    import resource  # noqa: PLC0415  # it is not there on Windows

    found, judged = list[Peak](), 0
    for part in (records // 10, records):
        while judged < part:
            await _judge(crew, [str(path)])
            judged += count
            told(count)
        found.append(Peak(judged, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
    return found


def _made(folder: Path, records: Sequence[Record]) -> dict[str, Path]:
    """The records in every form."""
    made = {}
    for name, form in FORMS.items():
        made[name] = folder / name
        made[name].mkdir()
        for number, record in enumerate(records):
            (made[name] / f"{number:06d}{form.value}").write_bytes(written(record, form, GAMES, ENGLISH))
    made[PACKED] = folder / f"all{END}"
    with made[PACKED].open("wb") as file:
        packing = Packing(file)
        for path in sorted(made["protobuf"].iterdir()):
            packing.add(Kept(path.name.encode(), Form.BINARY, path.read_bytes()))
    return made
