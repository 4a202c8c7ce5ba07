"""The variants of a line: the same action with one thing changed."""

from collections.abc import Iterator, Mapping
from enum import IntEnum

import msgspec

from shinpan_engine.kernel.forms.text import Field, NameBook, enum_word, fields, seat_name
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Message, Table, say

from ..transcript.grammar import Tokens, TranscriptError
from ..transcript.importing import verbs
from ..transcript.lines import Argument, Group, Play, Word, parts

MOST_NUMBER = 9
"""The largest number tried where one is declared."""

Parts = tuple[Argument | Group, ...]


def as_read(play: Play) -> Play:
    """A line whose arguments were kept as a text, with these read if they can be."""
    try:
        return play._replace(parts=parts(Tokens(play.unread, 0)), unread="") if play.unread else play
    except TranscriptError:
        return play


class Variants:
    """Changes the lines of one record."""

    def __init__(self, game: Game, seats: Mapping[str, int], count: int) -> None:
        self._game = game.name
        self._kinds = verbs(game)
        self._seats = seats
        self._count = count
        """How many seats there are."""

    def of(self, play: Play, others: Mapping[str, list[str]]) -> Iterator[tuple[Message, Play]]:
        """The line with one thing changed: its seat, its verb, or a value; of a table the values are `others`."""
        own = self._seats.get(play.seat.text)
        for seat in range(1, self._count + 1):
            if seat != own:
                yield say("kernel.repair.kind.seat"), play._replace(seat=Word(seat_name(seat), play.seat.column))
        for name, kind in self._kinds.items():
            if name != play.verb.text and (kept := _carried_over(play, kind)) is not None:
                yield say("kernel.repair.kind.verb"), play._replace(verb=Word(name, play.verb.column), parts=kept)
        if play.verb.text in self._kinds:
            for what, changed in _other_parts(self._kinds[play.verb.text], play.parts, others, self._game):
                yield what, play._replace(parts=changed)


def ids(state: msgspec.Struct, names: NameBook) -> dict[str, list[str]]:
    """The ids of everything that lies on the table, by the table of the pack."""
    found: dict[str, set[int]] = {}
    _collect(state, found)
    return {
        table: [names.text(table, number) for number in sorted(numbers) if number] for table, numbers in found.items()
    }


def _collect(struct: msgspec.Struct, found: dict[str, set[int]]) -> None:
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        for item in value if field.repeated else [value]:
            if isinstance(item, msgspec.Struct):
                _collect(item, found)
            elif field.table:
                found.setdefault(field.table, set()).add(item)


def _carried_over(play: Play, kind: type[msgspec.Struct]) -> Parts | None:
    """The arguments of a line for another kind of action: all of them if it takes these, none if it takes none."""
    known = fields(kind)
    if not known:
        return ()
    names = {field.name for field in known}
    grouped = any(_is_group(field) for field in known)
    fit = all(grouped if isinstance(part, Group) else part.name.text in names for part in play.parts)
    return play.parts if fit and play.parts else None


def _is_group(field: Field) -> bool:
    return field.repeated and issubclass(field.kind, msgspec.Struct)


def _other_parts(
    kind: type[msgspec.Struct], given: Parts, others: Mapping[str, list[str]], game: str
) -> Iterator[tuple[Message, Parts]]:
    """The arguments with one value changed, in the line itself or in one of its groups."""
    own = tuple(part for part in given if isinstance(part, Argument))
    groups = tuple(part for part in given if isinstance(part, Group))
    grouped = ((at, field.kind) for field in fields(kind) if _is_group(field) for at in range(len(groups)))
    for at, inner in grouped:
        for what, inside in _other_arguments(inner, groups[at].arguments, others, game):
            yield what, (*own, *groups[:at], groups[at]._replace(arguments=inside), *groups[at + 1 :])
    for what, changed in _other_arguments(kind, own, others, game):
        yield what, (*changed, *groups)


def _other_arguments(
    kind: type[msgspec.Struct], arguments: tuple[Argument, ...], others: Mapping[str, list[str]], game: str
) -> Iterator[tuple[Message, tuple[Argument, ...]]]:
    given = {argument.name.text: argument for argument in arguments}
    for field in fields(kind):
        if not _is_group(field):
            values = given[field.name].values if field.name in given else ()
            for what, changed in _other_values(field, tuple(value.text for value in values), others, game):
                rest = tuple(argument for argument in arguments if argument.name.text != field.name)
                new = Argument(Word(field.name, 0), tuple(Word(value, 0) for value in changed))
                yield what, (*rest, new) if changed else rest


def _other_values(
    field: Field, values: tuple[str, ...], others: Mapping[str, list[str]], game: str
) -> Iterator[tuple[Message, tuple[str, ...]]]:
    """The values of a field with one changed."""
    if field.table:
        of_table = say("kernel.repair.kind.value", field=Table(game, field.table))
        what = say("kernel.repair.kind.target") if field.name == "target" else of_table
        for changed in _one_replaced(values, others.get(field.table, [])):
            yield what, changed
    elif field.kind is bool:
        yield say("kernel.repair.kind.flag"), () if values == ("yes",) else ("yes",)
    elif issubclass(field.kind, IntEnum):
        for member in field.kind:
            yield say("kernel.repair.kind.value", field=field.name), (enum_word(member),)
    else:
        for changed in _other_numbers(field, values):
            yield say("kernel.repair.kind.number"), changed


def _other_numbers(field: Field, values: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    numbers = [str(number) for number in range(1, MOST_NUMBER + 1)]
    yield from _one_replaced(values, numbers)
    if field.repeated:
        for number in numbers:
            yield (*values, number)
    if values:
        yield values[:-1]


def _one_replaced(values: tuple[str, ...], others: list[str]) -> Iterator[tuple[str, ...]]:
    for at, value in enumerate(values):
        for other in others:
            if other != value:
                yield (*values[:at], other, *values[at + 1 :])
