"""Two packs compared: which rows differ, and in which fields."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.packs import called
from shinpan_engine.words.card_words import SOURCE, says


class Difference(NamedTuple):
    """A row that differs: as it stands in the one pack and in the other, or None where it is not there."""

    kind: str
    called: Any
    before: Any
    after: Any

    @property
    def name(self) -> str:
        """The printed name of the row, if it has one."""
        return name_of(self.after if self.after is not None else self.before)

    @property
    def fields(self) -> list[str]:
        """The fields that differ, in their order. Where they are from is none of them."""
        if self.before is None or self.after is None:
            return []
        names = [name for name in self.after.__struct_fields__ if name != SOURCE]
        return [name for name in names if getattr(self.before, name) != getattr(self.after, name)]


def differences(game: Game, before: Any, after: Any) -> Iterator[Difference]:
    """The rows of two packs of a game that differ, kind by kind, in ascending order."""
    for kind in game.pack_kind.rows:
        old = {called(row): row for row in getattr(before, kind)}
        new = {called(row): row for row in getattr(after, kind)}
        for key in sorted({**old, **new}):
            found = Difference(kind, key, old.get(key), new.get(key))
            if found.fields or found.before is None or found.after is None:
                yield found


def lost(game: Game, found: Difference) -> list[str]:
    """The fields of which a row says nothing any more."""
    kind = game.pack_kind
    was, is_ = ([says(kind, found.kind, row, field) for field in found.fields] for row in (found.before, found.after))
    return [field for field, before, after in zip(found.fields, was, is_, strict=True) if before and not after]


def name_of(row: Any) -> str:
    """The printed name of a row, if it has one beside its number."""
    name = getattr(row, "name", None) or ""
    return "" if name == called(row) else str(name)
