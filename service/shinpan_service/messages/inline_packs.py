"""Card packs that a request brings along: judged with like any other, and read once a content."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from shinpan_engine.kernel.errors import TooLarge
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.packs import MOST_PACK_BYTES, PackText
from shinpan_engine.kernel.play.work import Work

from .codec import Unreadable

MOST_PACKS = 4
MOST_KEPT = 8
MOST_BYTES_KEPT = 4 << 20
"""Of the files of all packs that are kept; the packs made of them take some thirty times that."""


class _Kept(NamedTuple):
    """A game with packs, made for a request and kept for the next."""

    plain: Game
    whole: Game
    size: int
    steps: int
    """That making it took; whoever comes next with the same packs pays as much."""


_kept: OrderedDict[tuple[str, tuple[bytes, ...]], _Kept] = OrderedDict()


def with_inline(games: Mapping[str, Game], name: str, packs: Sequence[bytes], work: Work) -> Mapping[str, Game]:
    """The games, and one of them with the packs that a request brings. Raises `Unreadable` for a file that is none,
    `TooLarge` for too much, and `WorkUsedUp` where reading them takes all the steps of a call."""
    if not packs:
        return games
    if len(packs) > MOST_PACKS:
        raise TooLarge("packs", "service.packs", count=len(packs), most=MOST_PACKS)
    for at, data in enumerate(packs):
        if len(data) > MOST_PACK_BYTES:
            raise TooLarge(f"packs[{at}]", "service.pack_bytes", count=len(data), most=MOST_PACK_BYTES)
    return {**games, name: _with_packs(games[name], packs, work)}


def _with_packs(plain: Game, packs: Sequence[bytes], work: Work) -> Game:
    key = (plain.name, tuple(sha256(data).digest() for data in packs))
    kept = _kept.get(key)
    if kept is None or kept.plain is not plain:
        before = work.spent
        made = _made(plain, packs, work)
        _kept[key] = kept = _Kept(plain, made, sum(map(len, packs)), work.spent - before)
    else:
        work.spend(kept.steps)
    _kept.move_to_end(key)
    while len(_kept) > MOST_KEPT or sum(one.size for one in _kept.values()) > MOST_BYTES_KEPT:
        _kept.popitem(last=False)
    return kept.whole


def _made(plain: Game, packs: Sequence[bytes], work: Work) -> Game:
    texts = [PackText(f"packs[{at}]", data) for at, data in enumerate(packs)]
    whole = plain.with_packs(texts, work)
    for broken in whole.made.broken[len(plain.made.broken) :]:
        raise Unreadable(broken.where, broken.why)
    return whole
