"""A pack as its rows: one of a game by its id, or one in a file, wherever it lies."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.packs import MOST_PACK_BYTES, Pack, PackFolder, load, read_folder, rows_of


class PackRows(NamedTuple):
    """A pack with all its rows."""

    game: Game
    pack: Pack
    rows: Any
    """The rows in their shapes, a list for each kind."""
    base: str
    """The pack upon which the file says it stands; empty if none."""


def rows_of_game(game: Game, id: str) -> PackRows:
    """A pack of a game. Raises `PackError` if it is broken or not there."""
    if id not in game.packs and id not in game.made.broken:
        raise PackError(f"{game.name} has no pack “{id}”; there are: {', '.join(game.packs)}")
    folder = read_folder(game.pack_kind)
    rows = rows_of(game.pack_kind, folder, id)
    return PackRows(game, game.packs[id], rows, _head(folder.files[id]).get("base", ""))


def rows_of_file(path: Path) -> PackRows:
    """A pack in a file. Raises `PackError` if anything is wrong with it."""
    game = game_of_file(path)
    pack = load(game.pack_kind, path)
    data = path.read_bytes()
    folder = read_folder(game.pack_kind)
    here = PackFolder(str(path.parent), {**folder.files, pack.id: data}, {})
    return PackRows(game, pack, rows_of(game.pack_kind, here, pack.id), _head(data).get("base", ""))


def game_of_file(path: Path) -> Game:
    """The game that a pack file says it is for."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_PACK_BYTES + 1)
    except OSError as error:
        raise PackError(f"{path}: cannot be read: {error.strerror}") from None
    name = _head(data).get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise PackError(f"{path}: pack: game: the table [pack] says which game it is for: {', '.join(GAMES)}")
    return GAMES[name]


def _head(data: bytes) -> dict[str, Any]:
    """What a pack file says of itself, as far as it can be read."""
    try:
        head = tomllib.loads(data.decode("utf-8-sig")).get("pack", {})
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}
