"""Cards in words: every word of every game is there in both languages, and every card can be read."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import inspect

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.kernel.packs import OURS, rows_of
from shinpan_engine.kernel.packs.kinds import ALL
from shinpan_engine.kernel.packs.words import bare
from shinpan_engine.words.card_words import (
    ANY,
    JOIN,
    LIKE,
    TEXT,
    CardWords,
    Table,
    card_words,
    read_tables,
    slots,
    untold,
)
from shinpan_engine.words.shapes import Field, Shape, shapes, words_in

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
languages = pytest.mark.parametrize("language", LANGUAGES)
LATIN = re.compile(r"[a-z]{3,}")


def table_of(words: CardWords, tables: Table, shape: Shape) -> Table:
    """The table of a structure in the file of words."""
    found: Table = tables["row"][shape.name] if shape.sort == "row" else words.table(shape.struct)
    return found


def texts_in(words: object) -> Iterator[str]:
    """Every text of a table."""
    if isinstance(words, str):
        yield words
    elif isinstance(words, Mapping):
        for key, inner in words.items():
            if key != LIKE:
                yield from texts_in(inner)


def needed(field: Field) -> list[str]:
    """The values of a field that have words of their own."""
    yes_or_no = any(isinstance(one, inspect.BoolType) for one in bare(field.type))
    words = [word for word in words_in(field.type) if not word.isdigit()]
    return [*words, *(["true", "false"] if yes_or_no else [])]


@games
@languages
def test_every_structure_has_words(game: Game, language: Language) -> None:
    """Every row, operation and part of a pack has a table, and nothing else has one."""
    tables, words = read_tables(game.name, language), card_words(game.name, language)
    told = shapes(game.pack_kind)
    for shape in told:
        table = table_of(words, tables, shape)
        assert shape.sort == "row" or (TEXT in table) != (JOIN in table), shape.name
        fields = [field.name for field in shape.fields]
        assert [name for name in table if not name.startswith("_") and name not in fields] == [], shape.name
    assert [*tables["row"]] == [*game.pack_kind.rows]
    assert sorted(tables["op"]) == sorted(shape.name for shape in told if shape.sort == "op")
    assert sorted(tables["part"]) == sorted(shape.struct.__name__ for shape in told if shape.sort == "part")


@games
@languages
def test_every_field_is_told(game: Game, language: Language) -> None:
    """A sentence has a place for each field of its operation, be it inside the words of another."""
    words = card_words(game.name, language)
    for shape in shapes(game.pack_kind):
        if shape.sort == "row" or TEXT not in words.table(shape.struct):
            continue
        table = words.table(shape.struct)
        reached = dict.fromkeys(slots(table[TEXT]))
        for _ in shape.fields:
            inner = [text for name in reached for text in texts_in(words.words(table, name))]
            reached |= {slot: None for text in inner for slot in slots(text) if slot and not slot.isdigit()}
        assert sorted(reached) == sorted(field.name for field in shape.fields), shape.name


@games
@languages
def test_every_word_has_words(game: Game, language: Language) -> None:
    """Each of the words that may stand in a field is told in words, and none that cannot stand there."""
    tables, words = read_tables(game.name, language), card_words(game.name, language)
    for shape in shapes(game.pack_kind):
        for field in shape.fields:
            said = words.words(table_of(words, tables, shape), field.name)
            there = needed(field)
            assert [word for word in there if word not in said] == [], (shape.name, field.name)
            if there:
                plain = [word for word in said if word != ANY and not word.startswith("_") and not word.isdigit()]
                assert [word for word in plain if word and word not in there] == [], (shape.name, field.name)


@games
@languages
def test_every_field_has_a_label(game: Game, language: Language) -> None:
    """Of rows and of the parts in them, and what a source says of them all; and no label is for nothing."""
    labels = read_tables(game.name, language)["label"]
    told = [field.name for shape in shapes(game.pack_kind) if shape.sort != "op" for field in shape.fields]
    assert sorted(labels) == sorted({*told, ALL})


@games
def test_both_languages_have_the_same_places(game: Game) -> None:
    """What is told in one language is told in the other: every sentence has the same placeholders."""
    english, japanese = (places(read_tables(game.name, language)) for language in LANGUAGES)
    assert english == japanese


def places(tables: Mapping[str, Any]) -> dict[str, list[str]]:
    """The placeholders of the sentences and words of each field, without those for the value itself."""
    found: dict[str, list[str]] = {}
    for sort in ("row", "op", "part"):
        for name, table in tables[sort].items():
            for field, words in table.items():
                said = sorted({slot for text in texts_in(words) for slot in slots(text) if slot})
                if said:
                    found[f"{sort}.{name}.{field}"] = said
    return found


@games
@languages
@pytest.mark.parametrize("pack", OURS)
def test_every_card_can_be_read(game: Game, language: Language, pack: str) -> None:
    """Each row of our packs, without a placeholder that is left over; in Japanese without an English word of ours."""
    words = card_words(game.name, language)
    rows = rows_of(game.pack_kind, game.packs[pack])
    for kind in game.pack_kind.rows:
        for row in getattr(rows, kind):
            lines = list(words.lines(kind, row))
            assert lines
            for line in lines:
                assert not re.search(r"\{\w*\}|None|\[\]", line.text), line
            assert words.sources(row.source) != "" or not row.source
            assert set(untold(game.pack_kind, kind, row)) <= set(row.__struct_fields__)


@games
def test_the_japanese_file_is_japanese(game: Game) -> None:
    """No text in it has an English word."""
    tables = read_tables(game.name, "ja")
    for text in [*texts_in(tables["label"]), *texts_in(tables["op"]), *texts_in(tables["part"])]:
        assert not LATIN.search(re.sub(r"\{\w*\}", "", text)), text


def test_open_fields_are_those_that_are_asked_for() -> None:
    """A unit without 膨張 is not asked when that works, one with it is."""
    game = GAMES["wars3x3"]
    shape = game.pack_kind.rows["card"]
    known = {"number": 1, "name": "x", "attribute": "fire", "unit": True, "source": {}}
    with_it = shape(**known, cost=1, traits=["swelling"], traits_complete=True)
    assert untold(game.pack_kind, "card", with_it) == ["swelling"]
    assert untold(game.pack_kind, "card", shape(**known, traits_complete=True)) == ["cost"]
    assert untold(game.pack_kind, "card", shape(**known, cost=1)) == ["traits"]
