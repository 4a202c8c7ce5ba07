"""What may stand in the fields of a pack file, as data: the page makes its forms of it."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language, Table, spelled
from shinpan_engine.kernel.packs.words import bare
from shinpan_engine.words.card_words import TEXT, CardWords, card_words
from shinpan_engine.words.card_words import Table as Words
from shinpan_engine.words.shapes import Field, Shape, allowed, meaning, part_name, shapes

Data = dict[str, Any]


def forms_told(game: Game, language: Language) -> Data:
    """The kinds of rows with their fields, and the tables that may stand in these: operations by their tags, parts by
    their names."""
    words = card_words(game.name, language)
    told = [(shape, _fields(words, shape, language)) for shape in shapes(game.pack_kind)]
    rows = [(shape, fields) for shape, fields in told if shape.sort == "row"]
    return {
        "kinds": [
            {
                "name": shape.name,
                "label": spelled(Table(game.name, shape.name), language),
                "key": shape.fields[0].name,
                "fields": fields,
            }
            for shape, fields in rows
        ],
        "parts": {shape.name: {"fields": fields} for shape, fields in told if shape.sort == "part"},
        "ops": {
            shape.name: {"text": words.table(shape.struct)[TEXT], "fields": fields}
            for shape, fields in told
            if shape.sort == "op"
        },
    }


def _fields(words: CardWords, shape: Shape, language: Language) -> list[Data]:
    return [_field(words, shape, field, language) for field in shape.fields]


def _field(words: CardWords, shape: Shape, field: Field, language: Language) -> Data:
    table = words.row_table(shape.name) if shape.sort == "row" else words.table(shape.struct)
    return {
        "name": field.name,
        "label": words.label(field.name) if words.names(field.name) else "",
        "must": field.required,
        "allowed": allowed(field.type, language).replace("`", ""),
        "ways": [*_ways(words, table, field.name, field.type)],
    }


def _ways(words: CardWords, table: Words, field: str, kind: inspect.Type) -> Iterator[Data]:
    """Everything that may stand in a field, be it a number or a list."""
    plain = [one for one in bare(kind) if not isinstance(one, inspect.StructType)]
    structs = [one for one in bare(kind) if isinstance(one, inspect.StructType)]
    for one in plain:
        yield _way(words, table, field, one)
    if structs and structs[0].tag is not None:
        yield {"is": "op", "ops": [str(one.tag) for one in structs]}
    elif structs:
        yield {"is": "part", "part": part_name(structs[0].cls)}


def _way(words: CardWords, table: Words, field: str, kind: inspect.Type) -> Data:
    match kind:
        case inspect.LiteralType(values):
            return {"is": "word", "words": [[str(one), meaning(words, table, field, str(one))] for one in values]}
        case inspect.BoolType():
            return {"is": "flag", "words": [[one, meaning(words, table, field, one)] for one in ("true", "false")]}
        case inspect.IntType():
            return {"is": "number", "least": kind.ge, "most": kind.le}
        case inspect.ListType():
            item = [*_ways(words, table, field, kind.item_type)]
            return {"is": "list", "least": kind.min_length or 0, "most": kind.max_length, "item": item}
        case inspect.TupleType():
            item = [*_ways(words, table, field, kind.item_types[0])]
            return {"is": "list", "least": len(kind.item_types), "most": len(kind.item_types), "item": item}
    return {"is": "text"}
