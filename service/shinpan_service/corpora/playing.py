"""Random games in any number, written down as they are played, in one process or in several."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import NamedTuple

from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import Language, say, sentence
from shinpan_engine.kernel.packs import PackText
from shinpan_service.spawning import SPAWN, deaf_to_ctrl_c
from shinpan_service.workbench.simulation import Endless, last_link, random_record, seed_of

from .files.many import Form
from .files.writing import written

BLOCK = 25
"""Games that a process plays before it hands them over."""
WAITING_EACH = 3
"""Blocks for each process that are asked for before the earliest is there."""


class NotPlayed(Exception):
    """A game that cannot be played to its end, and why, in words."""


class Played(NamedTuple):
    """A game as it is written down, and its last link if that was asked for."""

    data: bytes
    link: bytes


class Series(NamedTuple):
    """What says which games are played, and how they are written down."""

    game: str
    mode: str
    pack: str
    seed: str
    player: str
    form: Form | None
    """None if nothing is written down."""
    language: Language
    """Of messages."""
    words: Language
    """Of transcripts."""
    with_links: bool = False
    texts: tuple[PackText, ...] = ()
    """Packs besides ours."""

    def games(self, count: int, jobs: int) -> Iterator[Played]:
        """The first so many games, in order. Raises `NotPlayed`."""
        if jobs == 1:
            play = Player(self)
            return map(play.game, range(1, count + 1))
        return self._on_jobs(count, jobs)

    def _on_jobs(self, count: int, jobs: int) -> Iterator[Played]:
        waiting: deque[Future[Sequence[Played]]] = deque()
        with ProcessPoolExecutor(jobs, SPAWN, _begin, (self,)) as pool:
            try:
                for first in range(1, count + 1, BLOCK):
                    with deaf_to_ctrl_c():
                        waiting.append(pool.submit(_block, first, min(first + BLOCK, count + 1)))
                    if len(waiting) >= WAITING_EACH * jobs:
                        yield from waiting.popleft().result()
                while waiting:
                    yield from waiting.popleft().result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


class Player:
    """A series with its game and pack at hand."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._games = with_packs(series.texts) if series.texts else GAMES
        self._game = self._games[series.game]
        pack = self._game.pack(series.pack)
        assert pack is not None, "the pack was found before"
        self._pack = pack

    def game(self, number: int) -> Played:
        """One game."""
        record, series = self._record(number), self._series
        link = last_link(self._games, record) if series.with_links else b""
        data = written(record, series.form, self._games, series.words) if series.form else b""
        return Played(data, link)

    def _record(self, number: int) -> Record:
        series, pack = self._series, self._pack
        try:
            return random_record(self._game, series.mode, pack, seed_of(series.seed, number), series.player)
        except Undecidable as error:
            why = sentence(error.message.of(series.game), series.language, pack.names)
            raise NotPlayed(sentence(say("cli.play.not_enough", pack=pack.id, why=why), series.language)) from None
        except Endless as error:
            raise NotPlayed(sentence(error.message, series.language)) from None


_here: list[Player] = []
"""What a process of the pool plays."""


def _begin(series: Series) -> None:
    _here.append(Player(series))


def _block(first: int, behind: int) -> list[Played]:
    return [_here[0].game(number) for number in range(first, behind)]
