"""Writes the tables of docs/packs.md and docs/packs.ja.md: every row, field and operation of every game's packs.

python -m tools.pack_tables

What may stand in a field is read off the classes that load it, and what it says off the words of the cards, so the
tables cannot tell anything else than the loader and `shinpan pack show` do. A test compares.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.words.card_words import TEXT, CardWords, Table, card_words
from shinpan_engine.words.shapes import Field, Shape, allowed, meaning, pack_words, shapes, words_in

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENTS: dict[Language, Path] = {"en": DOCS / "packs.md", "ja": DOCS / "packs.ja.md"}
_SLOT = re.compile(r"\{(\w+)\}")


def document(text: str, language: Language) -> str:
    """A document with its tables as they should be."""
    return with_tables(text, lambda game: tables(game, language))


def with_tables(text: str, written: Callable[[Game], str]) -> str:
    """A document with the tables of every game between the marks where they stand."""
    for game in GAMES.values():
        mark = f"<!-- tables {game.name} -->"
        before, _, rest = text.partition(f"{mark}\n")
        _, _, after = rest.partition("<!-- /tables -->")
        assert rest, f"{mark} is missing"
        text = f"{before}{mark}\n{written(game)}<!-- /tables -->{after}"
    return text


def tables(game: Game, language: Language) -> str:
    """All tables of a game."""
    words, more = card_words(game.name, language), pack_words(language)
    told = shapes(game.pack_kind)
    lines: list[str] = []
    for shape in [shape for shape in told if shape.sort == "row"]:
        lines += [f"\n#### {more['rows'].format(name=shape.name)}\n", *_fields(words, shape, language)]
    lines += [f"\n#### {more['parts']}\n"]
    for shape in [shape for shape in told if shape.sort == "part"]:
        lines += [f"\n**{shape.name}**\n", *_fields(words, shape, language)]
    lines += [f"\n#### {more['ops']}\n", *_row("op", more["sentence"], more["arguments"]), "|---|---|---|"]
    for shape in sorted((shape for shape in told if shape.sort == "op"), key=lambda shape: shape.name):
        lines += _operation(words, shape, language)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n\n"


def _row(*cells: str) -> Iterator[str]:
    whole = [cell.replace("|", "\\|") for cell in cells]
    yield f"| {' | '.join(whole)} |"


def _fields(words: CardWords, shape: Shape, language: Language) -> Iterator[str]:
    """A line for each field of a row or of a table in one."""
    more = pack_words(language)
    yield from _row(more["field"], more["says"], more["may"])
    yield "|---|---|---|"
    table = words.row_table(shape.name) if shape.sort == "row" else words.table(shape.struct)
    for field in shape.fields:
        must = f" ({more['required']})" if field.required else ""
        yield from _row(f"`{field.name}`{must}", words.label(field.name), _may(words, table, field, language))


def _operation(words: CardWords, shape: Shape, language: Language) -> Iterator[str]:
    """The line of an operation: its sentence, and what may stand in its fields."""
    table, more = words.table(shape.struct), pack_words(language)
    fields = []
    for field in shape.fields:
        default = more["if_left_out"].format(default=_default(field))
        ends = f" ({more['required'] if field.required else default})"
        fields.append(f"`{field.name}`: {_may(words, table, field, language)}{ends}")
    yield from _row(f"`{shape.name}`", _SLOT.sub(r"*\1*", table[TEXT]), "<br>".join(fields))


def _default(field: Field) -> str:
    value = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
    return f"`{value}`"


def _may(words: CardWords, table: Table, field: Field, language: Language) -> str:
    """What may stand in a field; where it is one of some words, each with what it says."""
    text = allowed(field.type, language)
    for word in [*words_in(field.type), "true", "false"]:
        if meant := meaning(words, table, field.name, word):
            text = text.replace(f"`{word}`", f"`{word}` ({meant})")
    return text


if __name__ == "__main__":
    for language in LANGUAGES:
        path = DOCUMENTS[language]
        path.write_text(document(path.read_text("utf-8"), language), "utf-8")
        print(f"wrote {path}")
