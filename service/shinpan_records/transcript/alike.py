"""Which actions come to the same: they differ in nothing but cards that are alike."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms.text import Field, fields
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.copies import in_first_copy
from shinpan_engine.kernel.play.decisions import Act

from .resolving import is_group


class Swap(NamedTuple):
    """Numbers of a table that change places with others."""

    table: str
    partner: dict[int, int]


class Alike:
    """Which cards of a pack are alike: whatever the pack says of them is the same."""

    def __init__(self, game: Game, pack: Pack) -> None:
        self._tables = game.pack_kind.tables
        self._pack = pack

    def interchangeable(self, one: Act, another: Act, state: Any) -> bool:
        """Whether two actions differ only in cards that are alike, and exchanging these leaves the state as it is."""
        swaps = self._swaps(_named(one), _named(another))
        if swaps is None or _layout(one, swaps) != _layout(another, ()):
            return False
        return _stays(state, swaps, frozenset(swap.table for swap in swaps))

    def alike(self, table: str, one: int, another: int) -> bool:
        """Whether nothing tells two cards apart but their numbers."""
        if one == another:
            return True
        said = [self._said(table, number) for number in (one, another)]
        return said[0] == said[1] and self._pack.names.printed(table, one) == self._pack.names.printed(table, another)

    def _said(self, table: str, number: int) -> dict[str, Any]:
        """What the pack says of a card, without its number and sources; nothing of what is no card."""
        rows = self._pack.tables.get(self._tables.get(table, ""), {})
        row = rows.get(in_first_copy(number), {})
        return {name: value for name, value in row.items() if name not in ("number", "source")}

    def _swaps(self, mine: dict[str, list[int]], theirs: dict[str, list[int]]) -> list["Swap"] | None:
        """The cards to be exchanged for each other; None if some that would have to be are not alike. Where both name
        the same cards, those in one place of the two are exchanged."""
        swaps = []
        for table in dict.fromkeys((*mine, *theirs)):
            out = sorted(set(mine.get(table, ())) - set(theirs.get(table, ())))
            into = sorted(set(theirs.get(table, ())) - set(mine.get(table, ())))
            if len(out) != len(into):
                return None
            pairs = list(zip(out, into, strict=True)) or list(zip(mine[table], theirs[table], strict=True))
            if not all(self.alike(table, one, another) for one, another in pairs):
                return None
            swaps.append(Swap(table, dict([*((b, a) for a, b in pairs), *pairs])))
        return swaps


def _named(act: msgspec.Struct) -> dict[str, list[int]]:
    """The numbers an action names, by table."""
    found: dict[str, list[int]] = {}
    for field in fields(type(act)):
        value = getattr(act, field.attribute)
        for item in value if field.repeated else [value]:
            if isinstance(item, msgspec.Struct):
                for table, numbers in _named(item).items():
                    found.setdefault(table, []).extend(numbers)
            elif field.table:
                found.setdefault(field.table, []).append(item)
    return found


@cache
def _naming(kind: type[msgspec.Struct], tables: frozenset[str]) -> tuple[Field, ...]:
    """The fields of a class in which, or inside of which, numbers of some tables stand."""
    return tuple(
        field
        for field in fields(kind)
        if field.table in tables
        or (isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct) and _naming(field.kind, tables))
    )


def _stays(struct: msgspec.Struct, swaps: Sequence[Swap], tables: frozenset[str]) -> bool:
    """Whether some swaps leave a Struct as it is. Only where numbers of their tables stand can they change it, and of a
    list of Structs those in which such numbers are looked at together."""
    for field in _naming(type(struct), tables):
        value = getattr(struct, field.attribute)
        if isinstance(value, msgspec.Struct):
            if not _stays(value, swaps, tables):
                return False
            continue
        if is_group(field):
            value = [item for item in value if _names_swapped(item, swaps, tables)]
        if _layout_of(field, value, swaps) != _layout_of(field, value, ()):
            return False
    return True


def _names_swapped(struct: msgspec.Struct, swaps: Sequence[Swap], tables: frozenset[str]) -> bool:
    """Whether a Struct names anything that is exchanged."""
    for field in _naming(type(struct), tables):
        value = getattr(struct, field.attribute)
        for item in value if field.repeated else [value]:
            if isinstance(item, msgspec.Struct):
                if _names_swapped(item, swaps, tables):
                    return True
            elif _swapped(field.table, item, swaps) != item:
                return True
    return False


def _layout(struct: msgspec.Struct, swaps: Sequence[Swap]) -> tuple[Any, ...]:
    """A Struct as nested tuples after some swaps. The order of ascending lists and of lists of Structs is left out:
    the first are sets unless they say that they have an order, and of the second no rule tells the places apart."""
    return tuple(_layout_of(field, getattr(struct, field.attribute), swaps) for field in fields(type(struct)))


def _layout_of(field: Field, value: Any, swaps: Sequence[Swap]) -> Any:
    if not field.repeated:
        return _layout(value, swaps) if isinstance(value, msgspec.Struct) else _swapped(field.table, value, swaps)
    if is_group(field):
        return tuple(sorted((_layout(item, swaps) for item in value), key=repr))
    items = [*value]
    for swap in swaps:
        if swap.table == field.table:
            items = [*map(swap.partner.get, items, items)]
    return tuple(items if field.ordered or list(value) != sorted(value) else sorted(items))


def _swapped(table: str, value: Any, swaps: Sequence[Swap]) -> Any:
    for swap in swaps:
        if swap.table == table:
            return swap.partner.get(value, value)
    return value
