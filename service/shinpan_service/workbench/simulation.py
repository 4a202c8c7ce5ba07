"""Random legal play: whole games, each determined by its seed."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.game import Game, begin
from shinpan_engine.kernel.judging.record import (
    FORMAT,
    Action,
    ChanceSource,
    Entry,
    Header,
    PackRef,
    Record,
    SeededChance,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import SCHEME, Seeded, Stream

from .players import PLAYERS, QUICK, Player, Quick

MOST_ACTIONS = 10_000
"""A random game that goes on longer would never end."""


class Endless(EngineError):
    """A random game that did not end, with what replays it."""


def seed_of(text: str, number: int) -> bytes:
    """The seed of one game of a series. The text may be whatever a command line can hold."""
    return sha256(f"shinpan-simulate {text} {number}".encode("utf-8", "surrogateescape")).digest()


def header_of(game: Game, mode: str, pack: Pack, seed: bytes) -> Header:
    """The header of a seeded game: how many play is drawn, every option is at its default."""
    dice = Stream(seed, "setup")
    seats = drawn_seats(game, mode, dice)
    chance = ChanceSource(SeededChance(SCHEME, seed))
    reference = PackRef(pack.id, pack.digest)
    setup = game.drawn_setup(mode, seats, pack, dice)
    return Header(FORMAT, game.name, mode, game.editions[0], reference, chance, None, seats, [], setup)


def drawn_seats(game: Game, mode: str, dice: Stream) -> int:
    """How many play; where a mode has only one number nothing is drawn."""
    least, most = next((one.min_seats, one.max_seats) for one in game.modes if one.name == mode)
    return least + dice.below(most - least + 1)


def random_record(game: Game, mode: str, pack: Pack, seed: bytes, player: str = QUICK) -> Record:
    """A whole game of random legal play, by a player with a name (`players`)."""
    played = RandomGame(game, mode, pack, seed, PLAYERS[player](seed))
    played.to_end()
    return Record(played.header, tuple(Entry(action) for action in played.actions))


class RandomGame:
    """A game of random legal play, which may stop where the pack does not tell enough."""

    def __init__(self, game: Game, mode: str, pack: Pack, seed: bytes, player: Player | None = None) -> None:
        self.header = header_of(game, mode, pack, seed)
        self.match = begin(game, self.header, Seeded(seed), pack)
        self.actions: list[Action] = []
        self._seed = seed
        self._player = player or Quick(seed)

    def to_end(self) -> None:
        """Plays on until the game ends."""
        while self.match.ask.decisions:
            if len(self.actions) == MOST_ACTIONS:
                game, mode, seed = self.header.game, self.header.mode, self._seed.hex()
                raise Endless("cli.play.endless", game=game, mode=mode, seed=seed, most=MOST_ACTIONS)
            action = self._player.act(self.match)
            refused = self.match.play(action.seat, action.what)
            assert refused is None, f"seed {self._seed.hex()}: {action.what} was chosen, but {refused}"
            self.actions.append(action)


def digest_of(links: Iterable[bytes]) -> str:
    """One digest for a series of games, by the last link of each in their order."""
    return sha256(b"shinpan-digest-1" + b"".join(links)).hexdigest()


def last_link(games: Mapping[str, Game], record: Record) -> bytes:
    """The last link of a random game, which the referee must find legal."""
    report = verify(games, record)
    assert report.verdict is Verdict.LEGAL, f"{record.header.game} {record.header.mode}: {report.findings}"
    return report.last_link
