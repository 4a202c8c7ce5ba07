"""The games, by their short names, and the packs that a process judges with."""

from collections.abc import Iterable, Mapping

from ..kernel.game import Game
from ..kernel.messages import Message
from ..kernel.packs import Packs, PackText, game_in, packs_of, read_folder
from .anoare import GAME as ANOARE
from .drive import GAME as DRIVE
from .hackclad import GAME as HACKCLAD
from .swordrion import GAME as SWORDRION
from .wars3x3 import GAME as WARS3X3

GAMES: Mapping[str, Game] = {game.name: game for game in (WARS3X3, ANOARE, HACKCLAD, DRIVE, SWORDRION)}
Contents = Mapping[str, tuple[PackText, ...]]
"""The pack files of every game."""


def read_packs(games: Mapping[str, Game] = GAMES, besides: Iterable[PackText] = ()) -> Contents:
    """The files in every game's folder of packs and those besides, each with its game, for `made_of` and `use_packs`,
    here or in another process."""
    by_game = sorted_in(besides, games)
    return {name: (*read_folder(game.pack_kind.package), *by_game[name]) for name, game in games.items()}


def sorted_in(texts: Iterable[PackText], games: Mapping[str, Game] = GAMES) -> Mapping[str, list[PackText]]:
    """Pack files from anywhere by the games that they say they are of. One that names none is every game's: nobody
    knows which records would need it."""
    found: dict[str, list[PackText]] = {name: [] for name in games}
    for text in texts:
        game = game_in(text)
        for name in [game] if game in games else games:
            found[name].append(text)
    return found


def made_of(contents: Contents, games: Mapping[str, Game] = GAMES) -> dict[str, Packs]:
    """The packs of every game. Raises `PackError` if one of ours is broken."""
    return {name: packs_of(game.pack_kind, contents[name]) for name, game in games.items()}


def broken_of(made: Iterable[Packs]) -> list[Message]:
    """What is wrong with each file that is left out, once."""
    return [*{one.where: one.told for packs in made for one in packs.broken}.values()]


def use_packs(contents: Contents, games: Mapping[str, Game] = GAMES) -> None:
    """Has every game judge with these contents instead of what lies in its folder, or changes nothing. It comes before
    any pack is used: one process has one mind."""
    if used := [name for name, game in games.items() if "made" in game.__dict__]:
        raise RuntimeError(f"the packs of {', '.join(used)} are in use already")
    for name, made in made_of(contents, games).items():
        games[name].made = made


def with_packs(texts: Iterable[PackText], games: Mapping[str, Game] = GAMES) -> Mapping[str, Game]:
    """The games with the packs of some files besides."""
    by_game = sorted_in(texts, games)
    return {name: game.with_packs(by_game[name]) if by_game[name] else game for name, game in games.items()}
