"""How long it takes to read and judge records as text, beside judging the same records decoded."""

import gc
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time
from typing import NamedTuple

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_records.transcript import dump, judged

from ..messages.records import record_from_message, record_to_message
from .bench import Told, records_of
from .by_hand import by_hand

WARM = 15
"""Games that are read before the first is measured: a server has read others before."""
JUDGED = 3
"""How often a decoded record is judged; the best counts. A text is read once, or its lines would be known."""


class Forms(NamedTuple):
    """A game in three forms: decoded from a message, as it is exported, as written by hand."""

    message: bytes
    canonical: str
    by_hand: str


class Row(NamedTuple):
    """Milliseconds of processor time that a game of a mode takes in each form."""

    game: str
    mode: str
    decoded: float
    canonical: float
    by_hand: float


def measure(game: Game, mode: str, count: int, seed: str, told: Told) -> Row:
    """The figures of a mode. They are taken in a process of its own, which has never read what texts are made of."""
    records = records_of(game, mode, count + WARM, seed, lambda _: None)
    forms = []
    for record in records:
        forms.append(Forms(record_to_message(record).SerializeToString(), dump(record, GAMES), by_hand(record)))
        told(1)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return Row(game.name, mode, *pool.submit(times, forms).result())


def times(forms: Sequence[Forms]) -> tuple[float, float, float]:
    """The mean times of all but the first games. The forms take turns, so that noise falls on all alike."""
    decoded = canonical = hand = 0.0
    gc.collect()
    gc.freeze()
    for number, game in enumerate(forms):
        record = record_from_message(record_pb2.Record.FromString(game.message))
        taken = min(_time(Replay, GAMES, record) for _ in range(JUDGED))
        as_exported, as_written = _time(_read, game.canonical), _time(_read, game.by_hand)
        if number >= WARM:
            decoded, canonical, hand = decoded + taken, canonical + as_exported, hand + as_written
    each = 1000 / (len(forms) - WARM)
    return decoded * each, canonical * each, hand * each


def _read(text: str) -> Replay:
    return judged(text, GAMES)


def _time(make: Callable[..., Replay], *said: object) -> float:
    """Seconds of processor time until a game is judged, which must be legal."""
    start = process_time()
    replay = make(*said)
    replay.run()
    taken = process_time() - start
    assert replay.report().verdict is Verdict.LEGAL, "random games are legal, however they are written"
    return taken
