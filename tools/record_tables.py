"""Writes the tables of docs/recording.md and docs/recording.ja.md: every action, event, step and random event of every
game, and how cards and places are written.

python -m tools.record_tables

What there is and what it takes is read off the classes that mirror the schemas, in English what it says too; the words
that stand in no schema are in shinpan_records/words/record_words.en.toml and record_words.ja.toml, since the
page and the recorder say them too. A test compares.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import Field, enum_word, exists, fields, verb
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.messages import Language
from shinpan_engine.words.record_words import lexicon
from shinpan_records.transcript.header.heading import tables as tables_of_actions
from shinpan_records.transcript.resolving import form_of, is_group
from shinpan_records.words.record_lines import key_in
from shinpan_records.words.sentences import read, words_of

from .pack_tables import DOCS, with_tables

DOCUMENTS: dict[Language, Path] = {"en": DOCS / "recording.md", "ja": DOCS / "recording.ja.md"}
OF_EVERY_EVENT = {field.name for field in fields(Event)}
COMPLETE_PACK = "house"
"""The pack that has an entry in every table."""
HIGHEST_SHOWN = 200


def document(text: str, language: Language) -> str:
    """A document with its tables as they should be, between the marks where they stand."""
    return with_tables(text, lambda game: tables(game, language))


def tables(game: Game, language: Language) -> str:
    """All tables of a game."""
    told = RecordWords(game, language)
    parts = [
        ("actions", ("action", "says", "arguments"), told.actions()),
        ("events", ("event", "says", "fields"), told.events()),
        ("states", ("path", "of"), told.states()),
        ("steps", ("step", "says"), told.steps()),
        ("labels", ("label", "says", "values"), told.labels()),
        ("things", ("thing", "says", "example"), told.things()),
    ]
    lines: list[str] = []
    for title, heads, rows in parts:
        lines += [f"\n#### {told.word(title)}\n", _row(map(told.word, heads)), f"|{'---|' * len(heads)}"]
        lines += map(_row, rows)
    return "\n".join(lines) + "\n\n"


def _row(cells: Any) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


@cache
def words(language: Language) -> Mapping[str, Any]:
    """What stands in no schema, in a language."""
    return read(f"record_words.{language}.toml")


def said(kind: type) -> str:
    """The sentence about a class."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


@cache
def said_of_fields(kind: type) -> dict[str, str]:
    """The sentences below the fields of a class."""
    (told,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(told, ast.ClassDef)
    found = {}
    for field, text in zip(told.body, told.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return found


class RecordWords:
    """The rows of one game's tables in one language."""

    def __init__(self, game: Game, language: Language) -> None:
        self._game = game
        self._words = words(language)
        self._own: dict[str, dict[str, str]] = words_of(f"record_words.{language}.toml", game.name)
        self._lexicon = lexicon(game.name, language)

    def word(self, name: str) -> str:
        """A word of the tables themselves."""
        return str(self._words["tables"][name])

    def _said(self, name: str) -> str:
        """A canonical word as it may be written in the language; a step part by part."""
        known = self._lexicon.words
        return known.get(name) or ".".join(known.get(part, part) for part in name.split("."))

    def _written(self, canonical: str, said: str = "") -> str:
        """What may be written, and the canonical form behind it if that is another."""
        said = said or self._said(canonical)
        return f"`{canonical}`" if said == canonical else f"`{said}` (`{canonical}`)"

    def actions(self) -> Iterator[tuple[str, ...]]:
        """Each verb with its arguments."""
        for kind in self._game.acts:
            name = verb(kind)
            arguments = "<br>".join(self._arguments(name, kind))
            known = fields(kind)
            form = self._written(form_of(name, known), form_of(self._said(name), known, self._said))
            yield form, self._about(kind, "actions"), arguments

    def _about(self, kind: type, sort: str) -> str:
        """What an action or event says."""
        return self._own[sort][verb(kind)] if sort in self._own else said(kind)

    def _arguments(self, name: str, kind: type[msgspec.Struct]) -> Iterator[str]:
        for field in fields(kind):
            if is_group(field):
                yield from self._arguments(name, field.kind)
            else:
                yield f"{self._written(field.name)}: {self._about_argument(name, kind, field)}{self._may(field)}"

    def _about_argument(self, name: str, kind: type, field: Field) -> str:
        """What an argument says; where it is the same with every action, that stands once."""
        own = self._own.get("arguments")
        if own is None:
            return said_of_fields(kind)[field.attribute].removesuffix(".")
        return own.get(f"{name}.{field.name}") or own[field.name]

    def _may(self, field: Field) -> str:
        """What may stand there, if it is one of some words."""
        if field.kind is bool:
            return f" ({self.word('or').join(map(self._written, ('yes', 'no')))})"
        if isinstance(field.kind, type) and issubclass(field.kind, IntEnum):
            words = [self._written(enum_word(one)) for one in field.kind if one.name != "NONE"]
            return f" ({self.word('comma').join(words)})"
        return ""

    def events(self) -> Iterator[tuple[str, ...]]:
        """Each event with its fields."""
        for kind in self._game.events:
            told = [field for field in fields(kind) if field.name not in OF_EVERY_EVENT]
            cells = self.word("comma").join(f"{self._written(field.name)}{self._kind(field)}" for field in told)
            yield self._written(verb(kind)), self._about(kind, "events"), cells

    def _kind(self, field: Field) -> str:
        """What a field of an event says, where its name does not."""
        if field.kind is bool or (isinstance(field.kind, type) and issubclass(field.kind, IntEnum)):
            return self._may(field)
        thing = self._words["things"].get(field.table, "")
        return f" ({thing})" if thing and field.table != field.name.removesuffix("s") else ""

    def states(self) -> Iterator[tuple[str, ...]]:
        """What a state has, for all and for each player."""
        (sides,) = (field for field in fields(self._game.state) if field.name == "sides")
        common = [field.name for field in fields(self._game.state) if field.name not in ("sides", "pending", "ending")]
        yield self.word("comma").join(map(self._written, common)), self.word("of_table")
        of_player = (
            self._written(f"{field.name}[p1]", f"{self._said(field.name)}[p1]") for field in fields(sides.kind)
        )
        yield self.word("comma").join(of_player), self.word("of_player")

    def steps(self) -> Iterator[tuple[str, ...]]:
        """Each step by the name that a line `step` takes."""
        for name in self._game.steps:
            yield self._written(name), self._own["steps"][name]

    def labels(self) -> Iterator[tuple[str, ...]]:
        """Each random event; its label may go on with a player, a turn or a number."""
        for name, table in self._game.outcomes.items():
            own: Any = self._own["labels"][name]
            labels = [self._written(label, key_in(label, self._lexicon)) for label in own["written"].split()]
            yield self.word("comma").join(labels), own["says"], self._words["things"].get(table, table)

    def things(self) -> Iterator[tuple[str, ...]]:
        """How cards, places and players are written."""
        names = self._game.packs[COMPLETE_PACK].names
        for table in dict.fromkeys([*tables_of_actions(self._game), *self._game.outcomes.values()]):
            first = next(n for n in range(1, HIGHEST_SHOWN) if exists(names, table, n))
            examples = dict.fromkeys(filter(None, (names.text(table, first), names.printed(table, first))))
            yield f"`{table}`", self._words["things"][table], self.word("or").join(f"`{one}`" for one in examples)


if __name__ == "__main__":
    for language, path in DOCUMENTS.items():
        path.write_text(document(path.read_text("utf-8"), language), "utf-8")
        print(f"wrote {path}")
