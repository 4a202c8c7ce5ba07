"""The printed names of what is told by number: 016 is 突撃兵:水."""

from collections.abc import Iterable, Iterator

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import named, tables, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import pack_of
from shinpan_engine.kernel.judging.record import Header
from shinpan_engine.kernel.packs import Pack
from shinpan_records.transcript import line_told

from .games_given import games
from .languages import asked_language


class Naming:
    """Says the names that a record's pack prints, if that pack is here; a server may have others."""

    def __init__(self, header: Header) -> None:
        self.game = games()[header.game]
        self.pack = _pack(self.game, header)
        self._acts = {verb(kind): tables(kind) for kind in self.game.acts}

    def line(self, line: str) -> str:
        """A canonical line of a transcript in the words of the language asked for, with the names as its comment."""
        _, _, action = line.partition(" ")
        word, _, arguments = action.partition(" ")
        names = self._names(named(arguments, self._acts.get(word, {})))
        return _commented(line_told(line, self.game.name, asked_language()), names)

    def _names(self, told: Iterable[tuple[str, str]]) -> Iterator[str]:
        """The names of what is told by number; what is told by name needs none."""
        if self.pack is None:
            return
        names = self.pack.names
        for table, value in told:
            number = next(iter(names.numbers(table, value)), None) if table else None
            if number is not None and names.text(table, number) == value and (name := names.printed(table, number)):
                yield name


def _pack(game: Game, header: Header) -> Pack | None:
    """The pack of a record, with the facts that this brings, if both can be had here."""
    try:
        return pack_of(game, header)
    except RequestError:
        return None


def _commented(line: str, names: Iterable[str]) -> str:
    comment = ", ".join(names)
    return f"{line}  ; {comment}" if comment else line
