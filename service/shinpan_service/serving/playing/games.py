"""All games that are played at the moment: at most so many, and so many of each client."""

from collections.abc import Callable

from ...messages import wire_errors
from ..answers import Answers
from ..door.context import Context
from ..lines import Caller
from ..operating.calls import Call
from ..options import ServerOptions
from ..pool import Pool
from .game import Game


class Games:
    """The games that are played, each with the client whose it is."""

    def __init__(self, pool: Pool, answers: Answers, options: ServerOptions) -> None:
        self._pool = pool
        self._answers = answers
        self._options = options
        self._games: dict[Game, str] = {}

    def take(self, options: ServerOptions) -> None:
        """What holds for games that are opened from now on."""
        self._options = options

    async def play(self, call: Call, context: Context, caller: Callable[[], Caller]) -> None:
        """Plays a game to the end of its stream. Raises `WireError` if it does not end well, or is not begun."""
        client = caller().client
        self._admit(client)
        game = Game(self._pool, self._answers, self._options, call, context, caller)
        self._games[game] = client
        try:
            await game.run()
        finally:
            del self._games[game]

    def _admit(self, client: str) -> None:
        most, most_each = self._options.games, self._options.games_each
        if len(self._games) >= most:
            raise wire_errors.games_full(most)
        if sum(whose == client for whose in self._games.values()) >= most_each:
            raise wire_errors.games_full_each(most_each)

    def stop(self) -> None:
        """Ends all games, to be played on elsewhere."""
        for game in self._games:
            game.stop()
