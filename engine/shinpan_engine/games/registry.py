"""The games, by their short names."""

from collections.abc import Mapping

from ..kernel.game import Game
from .anoare import GAME as ANOARE
from .drive import GAME as DRIVE
from .hackclad import GAME as HACKCLAD
from .swordrion import GAME as SWORDRION
from .wars3x3 import GAME as WARS3X3

GAMES: Mapping[str, Game] = {game.name: game for game in (WARS3X3, ANOARE, HACKCLAD, DRIVE, SWORDRION)}
