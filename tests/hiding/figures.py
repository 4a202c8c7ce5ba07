"""What judging of records of what was seen takes and finds, counted over random games."""

from collections.abc import Iterable, Iterator, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.seen.search import Judged, judge

from ..random_games import play, recorded
from . import hidden
from .impossible import impossible

LEAST: Mapping[str, int] = {"wars3x3": 95, "anoare": 95, "hackclad": 95, "drive": 80, "swordrion": 80}
"""Of a hundred legal games, so many must have a world that is found within the limit."""
LEAST_OF_BEGINNERS = 100
OUTCOMES = ("found", "proved", "limit", "undecided")
"""A world was found; it was proved that there is none; neither within the limit; undecided for another reason."""


class Told(NamedTuple):
    """What came of one record."""

    seed: int
    outcome: str
    replays: int
    ms: float


class Row(NamedTuple):
    """A row of the table: what came of the games of a mode for one viewer."""

    game: str
    mode: str
    view: str
    records: int
    found: int
    proved: int
    limit: int
    undecided: int
    least: int
    """How many of a hundred have to be found; 0 of impossible records, of which none may be."""
    replays_median: float
    replays_max: int
    ms_median: float
    ms_max: float
    seeds: dict[str, list[int]]
    """The games that did not come to what they should, by what came of them."""

    def is_right(self) -> bool:
        """Whether nothing is found that may never be, and as much as must be."""
        if not self.least:
            return not self.found
        return not self.proved and self.found * 100 >= self.least * self.records


def told(record: Record, seed: int) -> Told:
    """Judges a record, and says what came of it."""
    begun = perf_counter()
    judged = judge(GAMES, record)
    return Told(seed, outcome(judged), judged.trials, (perf_counter() - begun) * 1000)


def outcome(judged: Judged) -> str:
    """What came of a record, in a word."""
    if judged.world is not None:
        return "found"
    if judged.report.verdict.word != "undecidable":
        return "proved"
    return "limit" if judged.report.findings[0].message.key == "kernel.search.limit" else "undecided"


def of_legal(game: Game, mode: str, viewer: int, seeds: Iterable[int]) -> Iterator[Told]:
    """What comes of legal games of which a viewer tells what was seen."""
    for seed in seeds:
        yield told(hidden(game, recorded(play(game, seed, mode)), viewer), seed)


def of_impossible(game: Game, mode: str, seeds: Iterable[int]) -> Iterator[Told]:
    """What comes of games in which a card is named that all see elsewhere."""
    for seed in seeds:
        yield from (told(record, seed) for record in impossible(game, recorded(play(game, seed, mode))))


def row(game: Game, mode: str, viewer: int, seeds: Iterable[int], wrong: bool = False) -> Row:
    """The row of legal games, or of impossible ones where they are `wrong`."""
    every = list(of_impossible(game, mode, seeds) if wrong else of_legal(game, mode, viewer, seeds))
    came = {word: [one.seed for one in every if one.outcome == word] for word in OUTCOMES}
    replays, times = [one.replays for one in every] or [0], [one.ms for one in every] or [0]
    least = LEAST_OF_BEGINNERS if mode == "beginner" else LEAST[game.name]
    wanted = "proved" if wrong else "found"
    return Row(
        game.name,
        mode,
        "public" if viewer == PUBLIC else f"seat {viewer}",
        len(every),
        *(len(came[word]) for word in OUTCOMES),
        0 if wrong else least,
        median(replays),
        max(replays),
        round(median(times), 1),
        round(max(times), 1),
        {word: came[word] for word in OUTCOMES if came[word] and word != wanted},
    )
