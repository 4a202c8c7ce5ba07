"""Lines as people shorten them: without names of arguments, or with a part of a card's name."""

import re
from collections.abc import Sequence

import msgspec

from shinpan_engine.kernel.forms.text import Field, NameBook, fields, tables
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_engine.words.record_words import canonical

from ..transcript.grammar import word
from ..transcript.resolving import SEAT_TABLE, is_group

_GROUP = re.compile(r"\[([^\[\]]*)\]")
_OF = "の"
"""Stands in speech where a printed name has a colon: 突撃兵の水 is 突撃兵:水."""


def _joined(text: str) -> list[str]:
    """A name as it is printed where it was written as it is spoken."""
    before, of, behind = text.rpartition(_OF)
    return [f"{before}:{behind}"] if of and before and behind else []


class Shortened:
    """Writes out the lines of one game with the names of one pack."""

    def __init__(self, game: Game, names: NameBook) -> None:
        self._names = names
        self._words = canonical(game.name).words

    def in_full(self, kind: type[msgspec.Struct], said: str) -> str:
        """Arguments, each with its name, in whose place it stands; what has its names already stays as it is. Where all
        arguments are of a group, its brackets may be missing."""
        if not said.strip() or set("=;") & set(said):
            return said
        known = [field for field in fields(kind) if not is_group(field)]
        group = next((field.kind for field in fields(kind) if is_group(field)), None)
        inside, alone = _GROUP.findall(said), _GROUP.sub(" ", said)
        if set("[]") & set(alone) or (inside and group is None):
            return said
        if group is not None and not known and not inside:
            inside, alone = [alone], ""
        groups = [" ".join(self._named(fields(group), one.split())) for one in inside] if group else []
        return " ".join([*self._named(known, alone.split()), *(f"[{one}]" for one in groups)])

    def _named(self, known: Sequence[Field], values: Sequence[str]) -> list[str]:
        """Values with the names of their arguments: a list takes all that are left, or all behind its name."""
        given: dict[str, list[str]] = {}
        left, field = list(values), next(iter(known), None)
        while left and field is not None:
            if (called := self._called(left[0], known)) is not None:
                field = called
                left.pop(0)
                continue
            given.setdefault(field.name, []).append(self.whole(field.table, left.pop(0)))
            if not field.repeated:
                field = next((one for one in known if one.name not in given), None)
        return [*(f"{name}={' '.join(said)}" for name, said in given.items()), *left]

    def _called(self, text: str, known: Sequence[Field]) -> Field | None:
        """The argument that a word names."""
        return next((field for field in known if field.name == self._words.get(text, text)), None)

    def whole(self, table: str, text: str) -> str:
        """A card's name for a part of it, if only one has that part; else the text."""
        if not table or table == SEAT_TABLE or text.isascii() or self._names.numbers(table, text):
            return text
        for said in (text, *_joined(text)):
            found = [name for name in self._names.known(table) if said in name]
            numbers = [self._names.numbers(table, name) for name in found]
            if numbers and all(one == numbers[0] for one in numbers):
                return word(found[0])
        return text

    def can_be(self, kind: type[msgspec.Struct], values: Sequence[str]) -> bool:
        """Whether values can be what an action names: cards, or `?`, and no more than it takes."""
        known = [table for table in tables(kind).values() if table and table != SEAT_TABLE]
        takes_more = any(field.repeated for field in fields(kind))
        if not (values and known) or (len(values) > len(known) and not takes_more):
            return False
        return all(value == HIDDEN_TEXT or any(self._is_card(table, value) for table in known) for value in values)

    def _is_card(self, table: str, value: str) -> bool:
        return bool(self._names.numbers(table, value)) or self.whole(table, value) != value
