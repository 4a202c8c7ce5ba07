"""All games that are played at the moment: at most so many, and so many of each client. When all are taken, of the
client who has most of them a quiet one gives way to that of a client who has fewer."""

from collections.abc import Callable

from ...messages import wire_errors
from ..answers import Answers
from ..door.context import Context
from ..lines import Caller, Full, Places
from ..operating.calls import Call
from ..options import ServerOptions
from ..pool import Pool
from .game import Game

FULL = Full(wire_errors.games_full_each, wire_errors.games_full, wire_errors.game_gave_way)


class Games:
    """The games that are played, each with the client whose it is."""

    def __init__(self, pool: Pool, answers: Answers, options: ServerOptions) -> None:
        self._pool = pool
        self._answers = answers
        self._options = options
        self._games = Places(FULL)

    def take(self, options: ServerOptions) -> None:
        """What holds for games that are opened from now on."""
        self._options = options

    async def play(self, call: Call, context: Context, caller: Callable[[], Caller]) -> None:
        """Plays a game to the end of its stream. Raises `WireError` if it does not end well, or is not begun."""
        client = caller().client
        self._games.admit(client, self._options.games, self._options.games_each)
        game = Game(self._pool, self._answers, self._options, call, context, caller)
        with self._games.held(game, client):
            await game.run()

    def stop(self) -> None:
        """Ends all games, to be played on elsewhere."""
        self._games.end(wire_errors.game_stopping())
