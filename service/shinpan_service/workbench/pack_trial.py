"""Random games played with a pack: how far they come, and which of its operations stand on cards that were used.

Which cards were used is what a verdict tells of them: a copy of the pack is made in which every field of every row is
said to be from a place of its own, and after each game these places are read off what the verdict would rest on. So an
operation counts as used if the field it stands in has weighed in a game; whether its turn came is not known.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.errors import InvalidHeader, Undecidable
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import ENGLISH, Language, Message, sentence
from shinpan_engine.kernel.packs import Pack, called
from shinpan_engine.words.card_words import SOURCE
from shinpan_records.packs.rows import PackRows

from .simulation import Endless, RandomGame, seed_of

_PLACE = re.compile(r"house: place (\d+)")


class Trial(NamedTuple):
    """What came of some games."""

    ended: int
    modes: dict[str, tuple[int, int]]
    """For each mode that was played, how many games came to their end, of how many."""
    stopped: Counter[tuple[str, str]]
    """In which mode and why the others could not be played to their end, and how many."""
    used: list[str]
    """The operations on cards that were used, in the order of the pack."""
    unused: list[str]
    """The other operations that the pack has."""


def try_pack(read: PackRows, seed: str, numbers: Iterable[int], language: Language = ENGLISH) -> Trial:
    """Plays a game of each number, the modes in turn; why games stop is told in a language."""
    places = list(_places(read))
    marked = _marked(read, {place[:3]: number for number, place in enumerate(places)})
    modes = [mode.name for mode in read.game.modes if mode.supported]
    stopped: Counter[tuple[str, str]] = Counter()
    found: dict[int, None] = {}
    ended: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for number in numbers:
        mode = modes[number % len(modes)]
        stop, weighed = _played(read.game, mode, marked, seed_of(seed, number))
        why = sentence(stop, language, marked.names) if stop else ""
        found |= dict.fromkeys(weighed)
        played[mode] += 1
        ended[mode] += not why
        stopped.update([(mode, why)] if why else [])
    used = list(dict.fromkeys(op for number, place in enumerate(places) if number in found for op in place.ops))
    others = dict.fromkeys(op for place in places for op in place.ops if op not in used)
    counts = {mode: (ended[mode], count) for mode, count in played.items()}
    return Trial(ended.total(), counts, stopped, used, list(others))


class _Place(NamedTuple):
    """A field of a row, and the operations in it."""

    kind: str
    called: Any
    field: str
    ops: tuple[str, ...]


def _places(read: PackRows) -> Iterator[_Place]:
    for kind in read.game.pack_kind.rows:
        for row in getattr(read.rows, kind):
            for field in row.__struct_fields__:
                yield _Place(kind, called(row), field, tuple(ops_in(getattr(row, field))))


def _marked(read: PackRows, places: Mapping[tuple[str, Any, str], int]) -> Pack:
    """The pack with a place of its own as the source of every field."""
    kinds = {
        kind: [
            msgspec.structs.replace(
                row,
                source={
                    field: f"house: place {places[kind, called(row), field]}"
                    for field in row.__struct_fields__
                    if field != SOURCE
                },
            )
            for row in getattr(read.rows, kind)
        ]
        for kind in read.game.pack_kind.rows
    }
    return read.pack._replace(cards=read.game.pack_kind.cards(msgspec.structs.replace(read.rows, **kinds)))


def _played(game: Game, mode: str, pack: Pack, seed: bytes) -> tuple[Message | None, list[int]]:
    """Plays a game: why it stopped before its end, if it did, and the places that weighed in it."""
    try:
        one = RandomGame(game, mode, pack, seed)
    except (Undecidable, InvalidHeader) as error:
        return error.message.of(game.name), []
    why = None
    try:
        one.to_end()
    except Undecidable as error:
        why = error.message.of(game.name)
    except Endless as error:
        why = error.message
    resting = game.card_assumptions(pack, one.match.table, one.match.chosen)
    return why, [int(place) for found in resting for place in _PLACE.findall(str(found.text))]


def ops_in(value: Any) -> Iterator[str]:
    """The operations in a row, also those inside others."""
    if isinstance(value, list):
        for item in value:
            yield from ops_in(item)
    elif isinstance(value, msgspec.Struct):
        if value.__struct_config__.tag is not None:
            yield str(value.__struct_config__.tag)
        for field in value.__struct_fields__:
            yield from ops_in(getattr(value, field))
