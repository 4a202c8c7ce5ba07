"""Records for these tests: random games, played once."""

from functools import cache
from pathlib import Path

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
