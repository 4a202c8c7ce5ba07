"""A state as people see a table: what is common, then what each seat has, side by side."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any

import msgspec
from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from shinpan_engine.kernel.forms.text import Field, NameBook, enum_word, fields, seat_name, spell
from shinpan_engine.kernel.play.answers import Pending

from .output import print_table, visible

SIDES, DECK = "sides", "deck"
"""The field that holds what each seat has, and the one that nobody wants to read whole."""
WIDEST = 120
GAP = 2
"""Columns between cards that stand side by side."""
ROOM_BETWEEN = 3
"""Columns that a table puts between two of its own."""
NOTHING = "–"


class StateView:
    """Prints the states of one record."""

    def __init__(self, out: Console, names: NameBook, players: Sequence[str]) -> None:
        self._out = out
        self._names = names
        self._players = players

    def print(self, state: msgspec.Struct) -> None:
        """What is common, then one column for each seat."""
        sides: list[msgspec.Struct] = getattr(state, SIDES, [])
        common = [field for field in fields(type(state)) if field.name != SIDES and _says(state, field)]
        of_seats = [field for field in _fields_of(sides) if any(_says(side, field) for side in sides)]
        label = max((cell_len(field.name) for field in (*common, *of_seats)), default=0)
        self._print_common(state, common, label)
        if sides:
            self._out.print()
            self._print_sides(sides, of_seats, label)

    def _print_common(self, state: msgspec.Struct, told: Sequence[Field], label: int) -> None:
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, ROOM_BETWEEN, 0, 0))
        table.add_column(min_width=label, style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        room = self._width() - label - ROOM_BETWEEN
        for field in told:
            table.add_row(field.name, self._cell(state, field, room))
        print_table(self._out, table)

    def _print_sides(self, sides: Sequence[msgspec.Struct], told: Sequence[Field], label: int) -> None:
        room = max(1, (self._width() - label) // len(sides) - ROOM_BETWEEN)
        # One of the columns between two columns is the box's own.
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, ROOM_BETWEEN - 1, 0, 0), show_edge=False)
        table.add_column(min_width=label, style="dim", no_wrap=True)
        for seat in range(1, len(sides) + 1):
            name = self._players[seat - 1] if seat <= len(self._players) else ""
            table.add_column(Text(visible(f"{seat_name(seat)} {name}".rstrip())), width=room, overflow="fold")
        for field in told:
            table.add_row(field.name, *(self._cell(side, field, room) for side in sides))
        print_table(self._out, table)

    def _width(self) -> int:
        return min(self._out.width, WIDEST)

    def _cell(self, struct: msgspec.Struct, field: Field, room: int) -> Text:
        """A value; of many as many side by side as there is room for."""
        value = getattr(struct, field.attribute)
        if not field.repeated:
            return Text(visible(self._words(field, value)))
        if not value:
            return Text(NOTHING, "dim")
        if field.table and not any(value):
            return Text(f"{len(value)} hidden", "dim")
        if field.name == DECK:
            return Text(visible(f"{len(value)} cards, the top one {self._words(field, value[0])}"))
        return Text(flowed([visible(self._words(field, item)) for item in value], room))

    def _words(self, field: Field, item: Any) -> str:
        """One thing, with its printed name if it has one."""
        if isinstance(item, Pending):
            return f"{seat_name(item.seat)} {item.ask}{' (answered)' if item.answer else ''}"
        if isinstance(item, msgspec.Struct):
            return " ".join(self._struct_words(item))
        name = self._names.printed(field.table, item) if field.table else ""
        return f"{spell(field._replace(repeated=False), item, self._names)} {name}".rstrip()

    def _struct_words(self, struct: msgspec.Struct) -> Iterator[str]:
        """A small struct: its first field, then whatever is not at its default."""
        first, *others = fields(type(struct))
        yield self._all_words(first, getattr(struct, first.attribute))
        for field in others:
            value = getattr(struct, field.attribute)
            if isinstance(value, bool):
                yield from [field.name] * value
            elif isinstance(value, IntEnum):
                yield from [enum_word(value)] * bool(value)
            elif value and field.repeated:
                yield f"{field.name} ({self._all_words(field, value)})"
            elif value:
                yield f"{field.name}={self._words(field, value)}"

    def _all_words(self, field: Field, value: Any) -> str:
        return ", ".join(self._words(field, item) for item in (value if field.repeated else [value]))


def _fields_of(sides: Sequence[msgspec.Struct]) -> tuple[Field, ...]:
    return fields(type(sides[0])) if sides else ()


def _says(struct: msgspec.Struct, field: Field) -> bool:
    """Whether a field is worth telling: the first always, the others when they are not empty."""
    return field == fields(type(struct))[0] or bool(getattr(struct, field.attribute))


def flowed(words: Sequence[str], room: int) -> str:
    """The words in as many columns as there is room for, row by row."""
    widest = max(map(cell_len, words))
    count = max(1, (room + GAP) // (widest + GAP))
    return "\n".join(_row(words[at : at + count], widest) for at in range(0, len(words), count))


def _row(words: Iterable[str], widest: int) -> str:
    return (" " * GAP).join(set_cell_size(word, widest) for word in words).rstrip()
