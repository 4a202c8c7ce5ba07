"""The printed names of what a line of a transcript names by number: 016 is 突撃兵:水."""

from collections.abc import Iterator

from shinpan_engine.kernel.forms.text import NameBook, named, tables, verb
from shinpan_engine.kernel.game import Game


class LineNames:
    """Reads the lines of one game, with the names of its pack."""

    def __init__(self, game: Game, names: NameBook) -> None:
        self._names = names
        self._acts = {verb(kind): tables(kind) for kind in game.acts}

    def things(self, line: str) -> Iterator[tuple[str, int]]:
        """What a line names by number, in order: the table of the pack, and the number there."""
        _, _, action = line.partition(" ")
        word, _, arguments = action.partition(" ")
        for table, value in named(arguments, self._acts.get(word, {})):
            number = next(iter(self._names.numbers(table, value)), None) if table else None
            if number is not None and self._names.text(table, number) == value:
                yield table, number

    def of(self, line: str) -> list[str]:
        """The printed names of these, as far as they have any."""
        return [name for thing in self.things(line) if (name := self._names.printed(*thing))]
