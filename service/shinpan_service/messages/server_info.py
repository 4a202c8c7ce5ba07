"""What a server is and has. What only the front knows of it comes to the workers with the packs."""

from collections.abc import Mapping
from importlib.metadata import version

from shinpan.v1 import referee_pb2
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import MOST_ENTRIES
from shinpan_engine.kernel.play import chance
from shinpan_engine.kernel.play.work import MOST_STEPS

from .catalog import game_to_message
from .judged import Give
from .verifying import language_of

VERSION = version("shinpan")
"""Of the code that runs, whatever is installed in its place later."""
MOST_REQUEST_BYTES = 4 << 20
FIXED = {"steps": MOST_STEPS, "entries": MOST_ENTRIES, "request_bytes": MOST_REQUEST_BYTES}
"""Limits that nobody can set."""


def info_of(snapshot: int = 0, limits: Mapping[str, float] | None = None) -> referee_pb2.GetServerInfoResponse:
    """All but the games."""
    known = {**FIXED, **(limits or {})}
    return referee_pb2.GetServerInfoResponse(
        version=VERSION,
        snapshot=snapshot,
        schemes=[canon.SCHEME, chance.SCHEME],
        limits=[referee_pb2.Limit(name=name, value=value) for name, value in sorted(known.items())],
    )


class ServerInfo:
    """What this process says about its server, or about itself where there is none."""

    def __init__(self) -> None:
        self._front: bytes | None = None

    def use(self, front: bytes | None) -> None:
        """Takes what the front knows, if there is one. Raises `RuntimeError` if that is another version: a package was
        replaced under a running server, and one server would judge by two."""
        if front is not None:
            other = referee_pb2.GetServerInfoResponse.FromString(front).version
            if other != VERSION:
                raise RuntimeError(f"the server is shinpan {other}, and here is {VERSION} now: start it again")
        self._front = front

    def give(self, request: referee_pb2.GetServerInfoRequest, give: Give, games: Mapping[str, Game]) -> None:
        """Gives it, with the games that this process judges."""
        language = language_of(request.language)
        info = info_of() if self._front is None else referee_pb2.GetServerInfoResponse.FromString(self._front)
        for game in games.values():
            message = game_to_message(game, language, with_clauses=False)
            message.ClearField("options")
            info.games.append(message)
        give(info)


HERE = ServerInfo()
