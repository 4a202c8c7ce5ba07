"""Series of seeded games by `play-1`.

Game n of a mode has the header of its stored record 1 + (n − 1) mod 200, with the seed
sha256("shinpan-simulate frozen-1.0 n") in place of its chance: nothing about seats, options, edition or pack is drawn.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import FunctionType

import msgspec

import shinpan_engine
from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.header import chance_of, pack_of
from shinpan_engine.kernel.judging.record import ChanceSource, Entry, Header, Record, SeededChance
from shinpan_engine.kernel.play.chance import SCHEME
from shinpan_engine.kernel.play.match import Match
from shinpan_service.messages.records import record_from_message
from shinpan_service.workbench import players
from shinpan_service.workbench.players import Play1, Player
from shinpan_service.workbench.simulation import MOST_ACTIONS, digest_of, last_link, seed_of

from .stored import RECORDS, REPOSITORY, Mode, Series, modes, stored

SEED = "frozen-1.0"
BLOCK = 100
TOLD_AT = (20, 1_000, 10_000)
"""After so many games the digest is written down."""
SHORT = 8
LINK_BYTES = 32
ENGINE = Path(shinpan_engine.__file__).parent
"""The rules that run here, which may be installed ones."""
KEPT = REPOSITORY / "build" / "frozen"
"""Where links wait, so that a series that was interrupted goes on where it was, with the same rules and Python."""

Told = Callable[[int], None]
"""Hears how many games have been played."""


@cache
def headers(mode: Mode) -> list[Header]:
    """The headers of the stored records of a mode."""
    return [record_from_message(record_pb2.Record.FromString(data)).header for _, data in stored(mode)]


def header(mode: Mode, number: int) -> Header:
    """The header of one game of the series, the first being 1."""
    known = headers(mode)
    chance = ChanceSource(SeededChance(SCHEME, seed_of(SEED, number)))
    return msgspec.structs.replace(known[(number - 1) % len(known)], chance=chance)


def played(mode: Mode, number: int) -> Record:
    """One game of the series."""
    return play(header(mode, number), Play1(seed_of(SEED, number)))


def play(head: Header, player: Player) -> Record:
    """The game that a player plays by a header, to its end."""
    game = GAMES[head.game]
    match = begin(game, head, chance_of(head), pack_of(game, head))
    entries: list[Entry] = []
    while match.ask.decisions:
        action = player.act(match)
        refused = match.play(action.seat, action.what)
        assert refused is None, f"{head}: {action.what} was chosen, but {refused}"
        entries.append(Entry(action))
        assert len(entries) < MOST_ACTIONS, f"{head}: the game does not end"
    return Record(head, tuple(entries))


def links_of(mode: Mode, count: int, first: int = 1) -> Iterator[bytes]:
    """The last links of games of the series, from one on."""
    return (last_link(GAMES, played(mode, number)) for number in range(first, first + count))


def kept_links(mode: Mode, count: int, jobs: int, told: Told) -> list[bytes]:
    """The last links of the first so many games. Those that these very rules have played before are read from `KEPT`,
    and what is played is added there block by block."""
    path = KEPT / fingerprint() / f"{mode}.links"
    path.parent.mkdir(parents=True, exist_ok=True)
    there = path.stat().st_size // (BLOCK * LINK_BYTES) if path.exists() else 0
    blocks = range(there, -(-count // BLOCK))
    with path.open("ab") as file, ProcessPoolExecutor(jobs) as pool:
        file.truncate(there * BLOCK * LINK_BYTES)
        told(min(there * BLOCK, count))
        for at, links in zip(blocks, pool.map(_block, [str(mode)] * len(blocks), blocks), strict=True):
            file.write(links)
            file.flush()
            told((at + 1) * BLOCK)
    data = path.read_bytes()
    return [data[at * LINK_BYTES : (at + 1) * LINK_BYTES] for at in range(count)]


def _block(name: str, block: int) -> bytes:
    mode = next(mode for mode in modes() if str(mode) == name)
    return b"".join(links_of(mode, BLOCK, 1 + block * BLOCK))


def series_of(links: Sequence[bytes]) -> Series:
    """What is written down of a series."""
    told = {games: digest_of(links[:games]) for games in (*TOLD_AT, len(links)) if 0 < games <= len(links)}
    whole = range(0, len(links) - BLOCK + 1, BLOCK)
    return Series(len(links), told, [digest_of(islice(links, at, at + BLOCK))[:SHORT] for at in whole])


@cache
def fingerprint() -> str:
    """Names what a kept link rests on: Python, whether the rules are compiled, their text and packs, the player, the
    headers."""
    found = sha256(f"{sys.version} {isinstance(Match.play, FunctionType)}".encode())
    for path in [*_texts(ENGINE), *_texts(Path(players.__file__).parent), Path(__file__), *sorted(RECORDS.iterdir())]:
        found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()[:SHORT]


def _texts(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))
