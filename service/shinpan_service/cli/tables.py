"""A state as people see a table: what is common, then what each seat has, two side by side."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from shinpan_engine.kernel.forms.text import Field, NameBook, fields, seat_name
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_records.words.fields import StateWords

from .languages import asked_language
from .output import print_table, visible

SIDES = "sides"
"""The field that holds what each seat has."""
ABREAST = 2
"""Seats that stand side by side if each has `LEAST_ROOM`; more stand below them."""
LEAST_ROOM = 14
MOST_HIDDEN = 10
"""Hidden cards that are shown one by one."""
WIDEST = 120
GAP = 2
"""Columns between cards that stand side by side."""
ROOM_BETWEEN = 3
"""Columns that a table puts between two of its own."""
NOTHING = "–"


class StateView:
    """Prints the states of one record."""

    def __init__(self, out: Console, game: Game, names: NameBook, players: Sequence[str]) -> None:
        self._out = out
        self._game = game
        self._names = names
        self._players = players

    def print(self, state: msgspec.Struct) -> None:
        """What is common, then one column for each seat."""
        self._words = StateWords(self._game, self._names, self._game.turn(state), asked_language())
        sides: list[msgspec.Struct] = getattr(state, SIDES, [])
        common = [field for field in fields(type(state)) if self._says(state, field)]
        of_seats = [field for field in _fields_of(sides) if any(self._says(side, field) for side in sides)]
        labels = [self._label(state, field) for field in common] + [self._label(sides[0], field) for field in of_seats]
        label = max(map(cell_len, labels), default=0)
        self._print_common(state, common, label)
        abreast = ABREAST if self._room(label, ABREAST) >= LEAST_ROOM else 1
        for at in range(0, len(sides), abreast):
            self._out.print()
            self._print_sides(at, sides[at : at + abreast], of_seats, label)

    def _says(self, struct: msgspec.Struct, field: Field) -> bool:
        """Whether a field is worth telling: the first always, the others when they are not empty."""
        words = self._words.of(type(struct), field)
        value = getattr(struct, field.attribute)
        return bool(words.say) and bool(field == fields(type(struct))[0] or value or words.none)

    def _label(self, struct: msgspec.Struct, field: Field) -> str:
        return self._words.of(type(struct), field).say

    def _print_common(self, state: msgspec.Struct, told: Sequence[Field], label: int) -> None:
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, ROOM_BETWEEN, 0, 0))
        table.add_column(min_width=label, style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        room = self._width() - label - ROOM_BETWEEN
        for field in told:
            table.add_row(self._label(state, field), self._cell(state, field, room))
        print_table(self._out, table)

    def _print_sides(self, first: int, sides: Sequence[msgspec.Struct], told: Sequence[Field], label: int) -> None:
        """The seats that stand side by side, from the one at that place on."""
        room = max(1, self._room(label, len(sides)))
        # One of the columns between two columns is the box's own.
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, ROOM_BETWEEN - 1, 0, 0), show_edge=False)
        table.add_column(min_width=label, style="dim", no_wrap=True)
        for at in range(first, first + len(sides)):
            name = self._players[at] if at < len(self._players) else ""
            table.add_column(Text(visible(f"{seat_name(at + 1)} {name}".rstrip())), width=room, overflow="fold")
        for field in told:
            table.add_row(self._label(sides[0], field), *(self._cell(side, field, room) for side in sides))
        print_table(self._out, table)

    def _room(self, label: int, seats: int) -> int:
        return (self._width() - label) // seats - ROOM_BETWEEN

    def _width(self) -> int:
        return min(self._out.width, WIDEST)

    def _cell(self, struct: msgspec.Struct, field: Field, room: int) -> Text:
        """A value; of many as many side by side as there is room for."""
        words, value = self._words.of(type(struct), field), getattr(struct, field.attribute)
        if not field.repeated:
            said = words.none if words.none and not value else self._one(field, value)
            return Text(visible(said))
        if not value:
            return Text(NOTHING, "dim")
        hidden = bool(field.table) and not any(value)
        if words.pile:
            return Text(visible(self._words.pile(len(value), self._one(field, value[0]) if value[0] else "")))
        if hidden and len(value) > MOST_HIDDEN:
            return Text(f"{len(value)} × {HIDDEN_TEXT}")
        return Text(flowed([visible(self._one(field, item)) for item in value], room))

    def _one(self, field: Field, value: Any) -> str:
        return NOTHING if value is None else self._words.one(field, value)


def _fields_of(sides: Sequence[msgspec.Struct]) -> tuple[Field, ...]:
    return fields(type(sides[0])) if sides else ()


def flowed(words: Sequence[str], room: int) -> str:
    """The words in as many columns as there is room for, row by row."""
    widest = max(map(cell_len, words))
    count = max(1, (room + GAP) // (widest + GAP))
    return "\n".join(_row(words[at : at + count], widest) for at in range(0, len(words), count))


def _row(words: Iterable[str], widest: int) -> str:
    return (" " * GAP).join(set_cell_size(word, widest) for word in words).rstrip()
