"""What happened in Japanese: an event by its name in the words of the records, then what it says, in order."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from shinpan_engine.kernel.forms.text import OPEN, NameBook, tables, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.play.views import HIDDEN_TEXT

from .sentences import NONE

HEADS = {"turn": "ターン", "round": "ラウンド"}
HIDDEN = "伏せたカード"
SILENT = (NONE, "no")
"""Values of which nothing is said."""
PLAIN = {"yes": "はい"}
"""Values that are words of the schema."""


@cache
def record_words() -> Mapping[str, Any]:
    """The Japanese words of the tables in docs/recording.ja.md."""
    return tomllib.loads((resources.files(__package__) / "record_words.ja.toml").read_text("utf-8"))


class JapaneseEvents:
    """Says the events of one game."""

    def __init__(self, game: Game, names: NameBook, seats: list[str]) -> None:
        self._said: Mapping[str, str] = record_words()[game.name]["events"]
        self._tables = {verb(kind): tables(kind) for kind in game.events}
        self._names, self._seats = names, {f"p{seat}": name for seat, name in enumerate(seats, start=1)}
        self._heads = game.heads

    def event(self, name: str, fields: Mapping[str, str]) -> str:
        """An event, with what its fields say."""
        values = [self._value(self._tables[name].get(field, ""), value) for field, value in fields.items()]
        told = "、".join(value for value in values if value)
        return f"{self._said.get(name, name)}:{told}" if told else self._said.get(name, name)

    def head(self, fields: Mapping[str, str]) -> str:
        """The head of a turn or round."""
        seat = self._seats.get(fields.get("seat", ""), "")
        return f"{HEADS[self._heads]}{fields[self._heads]} {seat}".rstrip()

    def _value(self, table: str, value: str) -> str:
        words = [word for word in value.split() if word != NONE]
        if table == "seat":
            return "、".join(self._seats.get(word, word) for word in words)
        if not table:
            return "" if value in SILENT else PLAIN.get(value) or value.replace(OPEN, "〜")
        shown = [self._printed(table, word) for word in words if word != HIDDEN_TEXT]
        hidden = words.count(HIDDEN_TEXT)
        return "、".join([*shown, *([f"{HIDDEN}{hidden}枚" if hidden > 1 else HIDDEN] if hidden else [])])

    def _printed(self, table: str, word: str) -> str:
        numbers = self._names.numbers(table, word)[:1]
        return (self._names.printed(table, numbers[0]) if numbers else "") or word
