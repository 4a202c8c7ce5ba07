"""The printed names of what is told by number: 016 is 突撃兵:水."""

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import pack_of
from shinpan_engine.kernel.judging.record import Header
from shinpan_engine.kernel.packs import Pack
from shinpan_records.transcript import line_told
from shinpan_records.words.lines import LineNames

from .games_given import games
from .languages import asked_language


class Naming:
    """Says the names that a record's pack prints, if that pack is here; a server may have others."""

    def __init__(self, header: Header) -> None:
        self.game = games()[header.game]
        self.pack = _pack(self.game, header)
        self._lines = LineNames(self.game, self.pack.names) if self.pack else None

    def line(self, line: str) -> str:
        """A canonical line of a transcript in the words of the language asked for, with the names as its comment."""
        names = self._lines.of(line) if self._lines else []
        said = line_told(line, self.game.name, asked_language())
        return f"{said}  ; {', '.join(names)}" if names else said


def _pack(game: Game, header: Header) -> Pack | None:
    """The pack of a record, with the facts that this brings, if both can be had here."""
    try:
        return pack_of(game, header)
    except RequestError:
        return None
