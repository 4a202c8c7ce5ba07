"""The games, by their short names, and the packs that a process judges with."""

from collections.abc import Mapping

from ..kernel.game import Game
from ..kernel.packs import PackFolder, Packs, packs_of, read_folder
from .anoare import GAME as ANOARE
from .drive import GAME as DRIVE
from .hackclad import GAME as HACKCLAD
from .swordrion import GAME as SWORDRION
from .wars3x3 import GAME as WARS3X3

GAMES: Mapping[str, Game] = {game.name: game for game in (WARS3X3, ANOARE, HACKCLAD, DRIVE, SWORDRION)}


def read_packs(games: Mapping[str, Game] = GAMES) -> dict[str, PackFolder]:
    """The contents of every game's folder of packs, for `made_of` and `use_packs`, here or in another process."""
    return {name: read_folder(game.pack_kind) for name, game in games.items()}


def made_of(contents: Mapping[str, PackFolder], games: Mapping[str, Game] = GAMES) -> dict[str, Packs]:
    """The packs of every game. Raises `PackError` if one of ours is broken."""
    return {name: packs_of(game.pack_kind, contents[name]) for name, game in games.items()}


def use_packs(contents: Mapping[str, PackFolder], games: Mapping[str, Game] = GAMES) -> None:
    """Has every game judge with these contents instead of what lies in its folder, or changes nothing. It comes before
    any pack is used: one process has one mind."""
    if used := [name for name, game in games.items() if "made" in game.__dict__]:
        raise RuntimeError(f"the packs of {', '.join(used)} are in use already")
    for name, made in made_of(contents, games).items():
        games[name].made = made
