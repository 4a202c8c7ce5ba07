"""Records for these tests: random games, played once."""

from functools import cache
from pathlib import Path

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_service.corpora.files.many import Form, Kept, Packing
from shinpan_service.corpora.files.writing import written
from shinpan_service.workbench.simulation import random_record, seed_of


@cache
def game(number: int, form: Form = Form.BINARY) -> bytes:
    """One of a series of beginner games."""
    wars = GAMES["wars3x3"]
    record = random_record(wars, "beginner", wars.packs["house"], seed_of("corpus", number))
    return written(record, form, GAMES, "en")


def packed(path: Path, count: int) -> Path:
    """A file of so many games."""
    with path.open("wb") as file:
        packing = Packing(file)
        for number in range(1, count + 1):
            packing.add(Kept(f"{number}.pb".encode(), Form.BINARY, game(number)))
    return path


SHORT_SHARDS = """
from shinpan_service.corpora.kept import shards
shards.MOST_RECORDS = 40
from shinpan_service.cli import main
main()
"""
"""The command line, with shards of which some are judged soon."""


def large(folder: Path, count: int) -> Path:
    """A corpus that takes some seconds: 40 games, each as played in several places."""
    path = folder / "m.records"
    with path.open("wb") as file:
        packing = Packing(file)
        for number in range(count):
            record = record_pb2.Record.FromString(game(1 + number % 40))
            record.notes.place = str(number)
            packing.add(Kept(f"{number}.pb".encode(), Form.BINARY, record.SerializeToString()))
    return path


def tables(out: Path) -> dict[str, bytes]:
    """Everything in a folder of results that is no diary."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.parent.name != "runs"
    }
