"""All games that are played at the moment: at most so many, and so many of each client. When all are taken, of the
client who has most of them a quiet one gives way to that of a client who has fewer."""

from collections import Counter
from collections.abc import Callable

from ...messages import wire_errors
from ..answers import Answers
from ..door.context import Context
from ..lines import Caller
from ..operating.calls import Call
from ..options import ServerOptions
from ..pool import Pool
from .game import Game

SAFE_SECONDS = 10
"""So long a game may be quiet before it has to give way."""


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
            self._games.pop(game, None)

    def _admit(self, client: str) -> None:
        most, most_each = self._options.games, self._options.games_each
        own = sum(whose == client for whose in self._games.values())
        if own >= most_each:
            raise wire_errors.games_full_each(most_each)
        if len(self._games) >= most and not self._made_room(own):
            raise wire_errors.games_full(most)

    def _made_room(self, own: int) -> bool:
        """Ends a game of the client who has most, if a client with so many has fewer with one more. It is the one in
        which nothing was sent for longest, if that is long enough."""
        client, count = Counter(self._games.values()).most_common(1)[0]
        games = [game for game, whose in self._games.items() if whose == client]
        quiet = max(games, key=lambda game: game.quiet_seconds)
        if count <= own + 1 or quiet.quiet_seconds < SAFE_SECONDS:
            return False
        del self._games[quiet]
        quiet.end(wire_errors.game_gave_way())
        return True

    def stop(self) -> None:
        """Ends all games, to be played on elsewhere."""
        for game in self._games:
            game.end(wire_errors.game_stopping())
