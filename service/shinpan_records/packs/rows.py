"""A pack as its rows: one of a game by its id, or one in a file, wherever it lies."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.packs import Pack, PackText, game_in, packs_of, read_file, rows_of


class PackRows(NamedTuple):
    """A pack with all its rows."""

    game: Game
    pack: Pack
    rows: Any
    """The rows in their shapes, a list for each kind."""
    base: str
    """The pack upon which the file says it stands; empty if none."""
    own: frozenset[tuple[str, Any]]
    """The rows that the file itself has, by kind and number or name."""


def rows_of_game(game: Game, id: str) -> PackRows:
    """A pack of a game: the first of an id, or with `@` and the beginning of a digest exactly that one. Raises
    `PackError` if it is broken or not there."""
    name, _, digits = id.partition("@")
    found = next((pack for pack in game.made.of(name) if pack.digest.hex().startswith(digits)), None)
    if found is None:
        why = game.made.why_not(name) or say("packfile.there_are", packs=tuple(game.packs))
        raise PackError("packfile.no_pack", game=game.name, pack=id, why=why)
    return _read(game, found)


def rows_of_text(game: Game, text: PackText) -> PackRows:
    """A pack in a file. Raises `PackError` if anything is wrong with it."""
    if why := what_is_wrong(game, text):
        raise PackError("packfile.file", where=text.where, why=why)
    made = packs_of(game.pack_kind, [text], game.made)
    # The same content may have been found elsewhere before.
    return _read(game, next(pack for pack in reversed(made.found.values()) if text.data == pack.texts[0].data))


def what_is_wrong(game: Game, text: PackText) -> Message | None:
    """What the loader says first of a pack file; None if nothing is wrong with it."""
    made = packs_of(game.pack_kind, [text], game.made)
    return next((one.why for one in reversed(made.broken) if one.where == text.where), None)


def read_pack_file(games: Mapping[str, Game], path: Path) -> tuple[Game, PackText]:
    """A pack file, and the game that it says it is for; of one that is no TOML any game says what is wrong."""
    text = read_file(path)
    why = text.unread
    try:
        if why is None:
            return game_of(games, text), text
    except PackError as error:
        why = error.message
    raise PackError("packfile.file", where=str(path), why=why)


def game_of(games: Mapping[str, Game], text: PackText) -> Game:
    """The game that a file says it is for, likewise. Raises `PackError` if it names none."""
    game = game_in(text)
    if game in games:
        return games[game]
    try:
        tomllib.loads(text.data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return next(iter(games.values()))
    raise PackError("packfile.which_game", games=tuple(games))


def _read(game: Game, pack: Pack) -> PackRows:
    file = tomllib.loads(pack.texts[0].data.decode("utf-8-sig"))
    shapes = game.pack_kind.rows.items()
    own = frozenset((kind, row[shape.__struct_fields__[0]]) for kind, shape in shapes for row in file.get(kind, []))
    return PackRows(game, pack, rows_of(game.pack_kind, pack), file["pack"].get("base", ""), own)
