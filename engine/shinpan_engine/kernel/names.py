"""How the numbers of a pack are written: seats once for all games, printed names, and the ids of each game's own."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

from .forms.text import seat_name
from .play.views import HIDDEN_TEXT

MOST_SEATS = 4
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
SEATS = {seat_name(seat): seat for seat in range(1, MOST_SEATS + 1)}

T = TypeVar("T")


class PackNames:
    """The spelling of what stands in a pack, with the printed names that its game adds. An id is a prefix and a number;
    a game that writes others has an `id` and a `by_id` of its own."""

    def __init__(self, prefixes: Mapping[str, str] = NOTHING, there: Mapping[str, Sequence[int]] = NOTHING) -> None:
        self._prefixes = prefixes
        """What stands before the number of an entry, by table."""
        self._there = there
        """The numbers that stand for an entry, by table."""
        self._printed: dict[tuple[str, int], str] = {}
        self._by_name: dict[tuple[str, str], list[int]] = {}
        self._kept: dict[tuple[Hashable, ...], Any] = {}

    def kept(self, make: Callable[..., T], *of: Hashable) -> T:
        """What somebody makes of these names and of something else: made once, and let go with them."""
        if (make, *of) not in self._kept:
            self._kept[make, *of] = make(self, *of)
        found: T = self._kept[make, *of]
        return found

    def add(self, table: str, number: int, printed: str, *also: str) -> None:
        """Adds the printed name of an entry, and what else it may be called."""
        self._printed[table, number] = printed
        for name in dict.fromkeys((printed, *also)):
            self._by_name.setdefault((table, name), []).append(number)

    def add_rows(self, table: str, rows: Iterable[Any]) -> None:
        """Adds the names of those rows that have one."""
        for row in rows:
            if row.name:
                self.add(table, row.number, row.name)

    def id(self, table: str, number: int) -> str:
        """How an entry of a table is written."""
        return f"{self._prefixes[table]}{number}"

    def by_id(self, table: str, text: str) -> list[int] | None:
        """The number of which a text is the id, if there is one; None for a text that is no id."""
        prefix = self._prefixes[table]
        if re.fullmatch(rf"{prefix}\d{{1,3}}", text) is None:
            return None
        number = int(text.removeprefix(prefix))
        return [number] if number in self._there[table] else []

    def by_name(self, table: str, text: str) -> list[int]:
        """Every number that is called so, ascending."""
        return sorted(self._by_name.get((table, text), ()))

    def known(self, table: str) -> list[str]:
        """Every printed name of a table, each once."""
        return list(dict.fromkeys(name for (of, _), name in self._printed.items() if of == table and name))

    def text(self, table: str, number: int) -> str:
        if number == 0:
            return HIDDEN_TEXT
        return seat_name(number) if table == "seat" else self.id(table, number)

    def printed(self, table: str, number: int) -> str:
        return self._printed.get((table, number), "")

    def numbers(self, table: str, text: str) -> list[int]:
        if table == "seat":
            return [SEATS[text]] if text in SEATS else []
        found = self.by_id(table, text)
        return self.by_name(table, text) if found is None else found
