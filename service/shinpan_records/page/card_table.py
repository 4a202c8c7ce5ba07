"""The card table of a pack file as data: every card of the game, what the file or its base says of it in words, what is
open, and what is wrong where it stands."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language, Source, sentence, shown, spelled
from shinpan_engine.kernel.packs import ALL, PRINTED, called
from shinpan_engine.kernel.packs.kinds import WrongFile, key_of
from shinpan_engine.kernel.packs.rows import over
from shinpan_engine.kernel.packs.words import bare, field_of, type_of
from shinpan_engine.words.card_words import SOURCE, card_words
from shinpan_engine.words.shapes import Shape, shapes

from ..limits import quoted
from ..packs.diff import name_of
from ..packs.left_open import asked_of_unknown, left_open
from ..packs.new import WHOLE
from ..packs.rows import rows_of_game
from ..packs.slips import Row, Slip
from ..packs.toml_text import toml

MOST_ROWS = 1200
"""Rows of one kind that are told: more than any game has cards."""
MOST_VALUE = 4000
"""Signs of a value that a form is filled with."""
NAME = "name"
Data = dict[str, Any]


class _Entry(NamedTuple):
    """A card: its number or name, where it stands in the file, what stands there, and the whole row in its shape."""

    key: Any
    place: int
    """-1 where the file has no row of it."""
    written: Data
    row: Any
    """None where nothing is known of it, or what is written cannot be read."""


class Legible:
    """What can be read of a file, row by row, whatever is wrong elsewhere: each with the rest that its base says."""

    def __init__(self, game: Game, data: Data, slips: Sequence[Slip]) -> None:
        kind, wrong = game.pack_kind, {(slip.row, slip.field) for slip in slips}
        own = {name: _sound(name, shape, data.get(name), wrong) for name, shape in kind.rows.items()}
        base = _base(game, data)
        try:
            self.tables = over(kind, own, base)
        except WrongFile:
            self.tables = base
        self.rows = {
            name: {
                key: read for key, row in self.tables.get(name, {}).items() if (read := _shaped(row, shape)) is not None
            }
            for name, shape in kind.rows.items()
        }


def _sort_of_key(shape: type[msgspec.Struct]) -> type:
    """Of which type the numbers or names are by which rows of a kind are called."""
    first = field_of(type_of(shape), {}, key_of(shape))
    return int if any(isinstance(one, inspect.IntType) for one in bare(first)) else str


def _sound(kind: str, shape: type[msgspec.Struct], rows: Any, wrong: set[tuple[Row | None, str]]) -> dict[Any, Data]:
    """The rows of a kind by number or name, without the fields that are wrong."""
    found: dict[Any, Data] = {}
    key, sort = key_of(shape), _sort_of_key(shape)
    for place, row in enumerate(rows[:MOST_ROWS] if isinstance(rows, list) else ()):
        at = Row(kind, place)
        if isinstance(row, dict) and type(row.get(key)) is sort and not {(at, ""), (at, key)} & wrong:
            found.setdefault(row[key], {name: value for name, value in row.items() if (at, name) not in wrong})
    return found


def _base(game: Game, data: Data) -> Any:
    """The rows of the base that a file names, if there is one."""
    head = data.get("pack")
    try:
        return rows_of_game(game, str(head["base"])).pack.tables if isinstance(head, dict) and "base" in head else {}
    except PackError:
        return {}


def _shaped(row: Data, shape: type[msgspec.Struct]) -> msgspec.Struct | None:
    try:
        return msgspec.convert({SOURCE: {}, **row}, shape)
    except msgspec.ValidationError:
        return None


class CardTable:
    """What a file says, beside what is wrong in it."""

    def __init__(self, game: Game, data: Data, slips: Sequence[Slip], language: Language) -> None:
        self._game = game
        self._data = data
        self._read = Legible(game, data, slips)
        self._language = language
        self._words = card_words(game.name, language)
        self._slips: dict[tuple[Row, str], list[Slip]] = {}
        for slip in slips:
            if slip.row is not None:
                self._slips.setdefault((slip.row, slip.field), []).append(slip)

    def rows(self) -> list[Data]:
        """Every row, kind by kind, in ascending order."""
        found = [shape for shape in shapes(self._game.pack_kind) if shape.sort == "row"]
        return [self._row(shape, entry) for shape in found for entry in islice(self._entries(shape), MOST_ROWS)]

    def left_out(self) -> int:
        """How many rows of the file are not told."""
        kinds = [self._data.get(kind, []) for kind in self._game.pack_kind.rows]
        return sum(max(len(rows) - MOST_ROWS, 0) for rows in kinds if isinstance(rows, list))

    def _entries(self, shape: Shape) -> list[_Entry]:
        """The cards of a kind: those of the file and of its base, and those that only the whole pack has."""
        kind, key = shape.name, shape.fields[0].name
        written = self._data.get(kind, [])
        own = [
            (at, row) for at, row in enumerate(written if isinstance(written, list) else []) if isinstance(row, dict)
        ]
        known = self._read.rows[kind]
        whole = {called(row): None for row in getattr(rows_of_game(self._game, WHOLE).rows, kind)}
        sort = _sort_of_key(shape.struct)
        found = [self._own(kind, at, row, row.get(key), known, sort) for at, row in own[:MOST_ROWS]]
        there = {entry.key for entry in found}
        found += [_Entry(one, -1, {}, known.get(one)) for one in {**whole, **known} if one not in there]
        return sorted(found, key=lambda one: (one.key is None, one.key if one.key is not None else one.place))

    def _own(self, kind: str, at: int, written: Data, key: Any, known: Mapping[Any, Any], sort: type) -> _Entry:
        """A row of the file; what cannot be a number or name is none, and what is wrong as a whole is not read."""
        good = key if type(key) is sort else None
        return _Entry(good, at, written, None if self._at(Row(kind, at), "") else known.get(good))

    def _at(self, row: Row, field: str) -> list[str]:
        return [quoted(sentence(one.why, self._language)) for one in self._slips.get((row, field), ())]

    def _row(self, shape: Shape, entry: _Entry) -> Data:
        at = Row(shape.name, entry.place)
        name = entry.written.get(NAME, name_of(entry.row) if entry.row is not None else "")
        return {
            "kind": shape.name,
            "key": entry.key,
            "called": quoted(shown(str(entry.written.get(shape.fields[0].name, entry.key or "")))),
            "name": quoted(shown(str(name))),
            "place": entry.place,
            "wrong": self._at(at, ""),
            "cells": [*self._cells(shape, entry, at)],
        }

    def _cells(self, shape: Shape, entry: _Entry, at: Row) -> Iterator[Data]:
        row, written = entry.row, entry.written
        said = {line.field: line.text for line in self._words.lines(shape.name, row)} if row is not None else {}
        whole = self._read.tables[shape.name][entry.key] if row is not None else written
        open_ = self._open(shape, entry)
        for name in self._fields(shape, written, at):
            wrong = self._at(at, name)
            value = written.get(name) if wrong else whole.get(name)
            told = {
                "text": quoted(said[name] if name in said and not wrong else _as_written(value)),
                "open": name in open_ and not wrong,
                "own": name in written,
                "wrong": wrong,
                **self._source(whole.get(SOURCE, {}), name),
            }
            yield {"field": name, "value": _to_fill(value), **{key: one for key, one in told.items() if one}}

    def _open(self, shape: Shape, entry: _Entry) -> list[str]:
        """The fields that a card leaves open; of a row that cannot be read that is not known."""
        if entry.row is not None:
            return left_open(self._game.pack_kind, shape, entry.row)
        return [] if entry.written else [field.name for field in asked_of_unknown(shape)]

    def _fields(self, shape: Shape, written: Data, at: Row) -> list[str]:
        """The fields of a row that are told: all but that by which it is called, which stands before them, and what
        else is written there or wrong."""
        key, *names = [field.name for field in shape.fields]
        wrong = [field for row, field in self._slips if row == at and field]
        beside = [name for name in (*written, *wrong) if name not in (*names, key, SOURCE)]
        return [*(one for one in (key, SOURCE) if one in wrong), *names, *dict.fromkeys(beside)]

    def _source(self, sources: Any, field: str) -> Data:
        """Where a field is from, as it is written, and in words if that is no print."""
        said = sources.get(field, sources.get(ALL, "")) if isinstance(sources, dict) else ""
        if not isinstance(said, str):
            return {}
        told = "" if said.startswith(PRINTED) else quoted(spelled(Source(self._game.name, said), self._language))
        return {"source": quoted(shown(said)), "from": told}


def _as_written(value: Any) -> str:
    """A value as the file has it, on one line."""
    return "" if value is None else shown(toml(value))


def _to_fill(value: Any) -> Any:
    """A value for a form; none if it is too long for one, or of a kind that no field has."""
    try:
        said = json.dumps(value)
    except (TypeError, RecursionError):
        return None
    return value if len(said) <= MOST_VALUE else None
