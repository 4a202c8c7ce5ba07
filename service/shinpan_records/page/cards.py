"""The cards that a page shows: names, numbers of the row, what it says in words, and where each fact is from."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import Field, fields
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language
from shinpan_engine.kernel.packs import Pack, rows_of
from shinpan_engine.words.card_words import card_words, read_tables

SIGNS = ("attribute", "kind")
"""Fields of rows that a board shows by a sign, which has its word beside it."""
_BESIDE = re.compile(r"(.+) \((.+)\)")
"""The printed word and its meaning, in whichever order."""
SECOND_COPY = 10000
"""A card of a second copy of a game has its number plus this."""
Thing = tuple[str, int]


def signs_told(game: Game) -> dict[str, dict[str, dict[str, str]]]:
    """What the values of such fields are called in every language, by field."""
    words = {one: read_tables(game.name, one)["words"] for one in LANGUAGES}
    fields_told = [name for name in SIGNS if all(name in of for of in words.values())]
    return {
        name: {
            value: {one: _alone(str(words[one][name][value]), one) for one in LANGUAGES}
            for value in words[LANGUAGES[0]][name]
        }
        for name in fields_told
    }


def _alone(word: str, language: Language) -> str:
    """A word without the printed one that is beside it in English: a board is told in one language."""
    parts = _BESIDE.fullmatch(word) if language == ENGLISH else None
    return next(filter(str.isascii, parts.groups()), word) if parts else word


def things_in(struct: msgspec.Struct) -> Iterator[Thing]:
    """Every card that a Struct names, by table and number."""
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        for item in value if isinstance(value, list) else [value]:
            yield from _things(field, item)


def _things(field: Field, item: Any) -> Iterator[Thing]:
    if isinstance(item, msgspec.Struct):
        yield from things_in(item)
    elif field.table and item:
        yield field.table, item


def cards_of(game: Game, pack: Pack, things: Iterable[Thing]) -> dict[str, dict[str, Any]]:
    """What is told of each card, by table and number."""
    kinds, found = game.pack_kind.tables, dict[str, dict[str, Any]]()
    rows = {kind: {getattr(row, row.__struct_fields__[0]): row for row in rows_of_kind}
            for kind, rows_of_kind in _rows(game, pack)}  # fmt: skip
    for table, number in sorted(set(things)):
        if table == "seat" or not (name := pack.names.printed(table, number)):
            continue
        kind = kinds.get(table, "")
        row = rows.get(kind, {}).get(number % SECOND_COPY)
        told = _told(game, kind, row) if row is not None else {}
        found.setdefault(table, {})[str(number)] = {
            "id": pack.names.text(table, number),
            "name": name,
            "row": _plain(pack.tables.get(kind, {}).get(number % SECOND_COPY, {})),
            "told": told,
        }
    return found


def names_of(pack: Pack, things: Iterable[Thing]) -> dict[str, dict[str, str]]:
    """What is written for squares and the like, which have no printed name, by table and number."""
    found = dict[str, dict[str, str]]()
    for table, number in sorted(set(things)):
        if table != "seat" and not pack.names.printed(table, number):
            found.setdefault(table, {})[str(number)] = pack.names.text(table, number)
    return found


def common_of(game: Game, pack: Pack) -> dict[str, list[dict[str, Any]]]:
    """The rows of a pack that are of no card, like the board that all share."""
    kinds = [kind for kind in game.pack_kind.rows if kind not in game.pack_kind.tables.values()]
    return {kind: [_plain(row) for row in pack.tables[kind].values()] for kind in kinds if kind in pack.tables}


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as the pack has it, without the sources."""
    return {key: value for key, value in row.items() if key != "source"}


def _rows(game: Game, pack: Pack) -> Iterator[tuple[str, list[Any]]]:
    whole = rows_of(game.pack_kind, pack)
    for kind in game.pack_kind.rows:
        yield kind, getattr(whole, kind)


def _told(game: Game, kind: str, row: Any) -> dict[str, Any]:
    """The lines of a row in each language, with the reason why each is no print."""
    told: dict[str, Any] = {}
    for language in LANGUAGES:
        words = card_words(game.name, language)
        told[language] = {
            "lines": [[line.label, line.text] for line in words.lines(kind, row)],
            "source": words.sources(row.source),
        }
    return told
