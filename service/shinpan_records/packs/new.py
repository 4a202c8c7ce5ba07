"""A pack file to begin with: every card with what the print tells of it, and the fields that are still open."""

from collections.abc import Iterator
from typing import Any

import msgspec

from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language
from shinpan_engine.kernel.packs import OURS, PackInfo, called, said
from shinpan_engine.words.card_words import SOURCE, CardWords, card_words
from shinpan_engine.words.shapes import Field, Shape, allowed, pack_words, shapes

from .diff import name_of
from .left_open import asked_of_unknown, left_open
from .rows import rows_of_game
from .toml_text import toml

BASE = "print"
"""The pack upon which a new one stands."""
WHOLE = "house"
"""The pack that has every card."""


def new_pack(game: Game, id: str, language: Language) -> str:
    """The text of the file. Raises `PackError` for what is no id of a pack."""
    words = pack_words(language)
    head = {"id": id, "game": game.name, "title": words["new_title"], "base": BASE}
    try:
        msgspec.convert(head, PackInfo)
    except msgspec.ValidationError:
        raise PackError("packfile.no_id") from None
    if id in OURS:
        raise PackError("packfile.id_of_ours", pack=id)
    about = words["new_head"].strip().format(title=game.title)
    lines = [*(f"# {line}".rstrip() for line in about.splitlines()), "", "[pack]"]
    lines += [f"{field} = {toml(value)}" for field, value in head.items()]
    return "\n".join([*lines, *_rows(game, language)]) + "\n"


def _rows(game: Game, language: Language) -> Iterator[str]:
    """The rows that the print tells of; those of other numbers, which only the complete pack has, as comments."""
    printed, whole = rows_of_game(game, BASE).rows, rows_of_game(game, WHOLE).rows
    told = said(printed, game.pack_kind)
    for shape in [shape for shape in shapes(game.pack_kind) if shape.sort == "row"]:
        rows = {called(row): row for row in getattr(printed, shape.name)}
        values = {value[shape.struct.__struct_fields__[0]]: value for value in told.get(shape.name, [])}
        others = {called(row): row for row in getattr(whole, shape.name)}
        for key in sorted({**others, **rows}):
            yield ""
            if key in rows:
                yield from _known(game, shape, rows[key], values[key], language)
            else:
                yield from _unknown(shape, key, card_words(game.name, language), language)


def _known(game: Game, shape: Shape, row: Any, values: dict[str, Any], language: Language) -> Iterator[str]:
    """A row of the print: what it tells, where that is from, and below it what is open."""
    words = card_words(game.name, language)
    missing = left_open(game.pack_kind, shape, row)
    yield f"# {called(row)} {name_of(row)}".rstrip()
    yield f"[[{shape.name}]]"
    for field in shape.fields:
        line = f"{field.name} = {toml(values[field.name])}" if field.name in values else ""
        if field.name in missing:
            yield f"{line or f'# {field.name} ='}   # {_hint(field, words, language)}"
        elif line:
            yield line
    yield f"{SOURCE} = {toml(getattr(row, SOURCE))}"


def _unknown(shape: Shape, key: Any, words: CardWords, language: Language) -> Iterator[str]:
    """A row of which nothing is told, as a comment."""
    first = shape.fields[0]
    yield f"# [[{shape.name}]]"
    yield f"# {first.name} = {toml(key)}"
    for field in asked_of_unknown(shape):
        yield f"# {field.name} =   # {_hint(field, words, language)}"
    yield f"# {SOURCE} = {{ }}"


def _hint(field: Field, words: CardWords, language: Language) -> str:
    """What a field is called, and what may stand there."""
    must = f" ({pack_words(language)['must']})" if field.required else ""
    return f"{words.label(field.name)}{must}: {allowed(field.type, language).replace('`', '')}"
