"""The printed names of what is told by number: 016 is 突撃兵:水."""

from collections.abc import Iterable, Iterator

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import named, tables, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Header
from shinpan_engine.kernel.packs import Pack


class Naming:
    """Says the names that a record's pack prints, if that pack is here; a server may have others."""

    def __init__(self, header: Header) -> None:
        self.game = GAMES[header.game]
        self.pack = _pack(self.game, header)
        self._acts = {verb(kind): tables(kind) for kind in self.game.acts}

    def line(self, line: str) -> str:
        """A line of a transcript, with the names as its comment."""
        _, _, action = line.partition(" ")
        word, _, arguments = action.partition(" ")
        return _commented(line, self._names(named(arguments, self._acts.get(word, {}))))

    def _names(self, told: Iterable[tuple[str, str]]) -> Iterator[str]:
        """The names of what is told by number; what is told by name needs none."""
        for table, value in told:
            if self.pack is not None and table:
                names = self.pack.names
                for number in names.numbers(table, value)[:1]:
                    if names.text(table, number) == value and (name := names.printed(table, number)):
                        yield name


def _pack(game: Game, header: Header) -> Pack | None:
    pack = game.packs.get(header.pack.id) if header.pack else None
    return pack if pack is not None and header.pack is not None and pack.digest == header.pack.digest else None


def _commented(line: str, names: Iterable[str]) -> str:
    comment = ", ".join(names)
    return f"{line}  ; {comment}" if comment else line
