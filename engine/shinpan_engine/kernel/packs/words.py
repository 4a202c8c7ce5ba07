"""What is wrong with a row, in words: the field, what stands there, and what is allowed."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from ..forms.hints import nearest
from ..messages import Message, Value, say
from .kinds import LONGEST_NAME, PATTERNS, field_wrong

Type = inspect.Type
_SAID = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_PART = re.compile(r"\.(?P<field>[^.\[\]]+)|\[(?P<item>\d+)\]|\[\.\.\.\]")
_NAMED = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<field>.*)`", re.DOTALL)
_WORD = re.compile(r"""[^\s\[\],;="\#>][^\s\[\],;="]*""")
"""A word that a transcript can carry."""
MOST_SHOWN = 6
"""Items of a list that are shown as what stands there."""


def in_words(game: str, error: msgspec.ValidationError, shape: type[msgspec.Struct], row: Any) -> Message:
    """What msgspec has found in a row, as its owner would say it."""
    said = _SAID.fullmatch(str(error))
    assert said is not None, "it takes any text"
    kind, value, path = type_of(shape), row, ""
    for part in _PART.finditer(said["path"] or ""):
        kind, value, path = _step(kind, value, path, part)
    named = _NAMED.fullmatch(said["what"])
    if named is None:
        return field_wrong(game, path or "row", say("packfile.not_allowed", found=shown(value), allowed=allowed(kind)))
    field = named["field"][:LONGEST_NAME]
    whole = f"{path}.{field}" if path else field
    if named["what"].startswith("contains"):
        return no_field(game, path, named["field"], fields_of(kind, value))
    return field_wrong(game, whole, say("packfile.missing", allowed=allowed(field_of(kind, value, field))))


def no_field(game: str, path: str, field: str, known: list[str]) -> Message:
    """A field that there is not: what it may have been meant to be, and which there are."""
    whole = f"{path}.{field[:LONGEST_NAME]}" if path else field[:LONGEST_NAME]
    if near := nearest(field, known):
        return field_wrong(game, whole, say("packfile.no_field_perhaps", near=tuple(near), known=tuple(known)))
    return field_wrong(game, whole, say("packfile.no_field", known=tuple(known)))


@cache
def type_of(shape: Any) -> Type:
    """A type of Python as msgspec sees it."""
    return inspect.type_info(shape)


def bare(kind: Type) -> tuple[Type, ...]:
    """What a type may be, without what is written about it, and without None, which TOML does not know."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        return tuple(one for part in kind.types for one in bare(part))
    return () if isinstance(kind, inspect.NoneType) else (kind,)


def _step(kind: Type, value: Any, path: str, part: re.Match[str]) -> tuple[Type, Any, str]:
    """One step of a path into a value: the type there, the value, and the path so far."""
    if part["field"] is not None:
        field = part["field"]
        inside = value.get(field) if isinstance(value, dict) else None
        return field_of(kind, value, field), inside, f"{path}.{field}" if path else field
    if part["item"] is not None:
        at = int(part["item"])
        inside = value[at] if isinstance(value, list) and at < len(value) else None
        return item_of(kind, at), inside, f"{path}[{at}]"
    inside = next((one.value_type for one in bare(kind) if isinstance(one, inspect.DictType)), kind)
    wrong = [key for key, said in value.items() if not _fits(inside, said)] if isinstance(value, dict) else []
    return (inside, value[wrong[0]], f"{path}.{wrong[0][:LONGEST_NAME]}") if wrong else (kind, value, path)


def _fits(kind: Type, value: Any) -> bool:
    """Whether a value of a dict is a text as it should be."""
    texts = [one for one in bare(kind) if isinstance(one, inspect.StrType)]
    return isinstance(value, str) and all(one.pattern is None or re.search(one.pattern, value) for one in texts)


def structs_of(kind: Type, value: Any = None) -> list[inspect.StructType]:
    """The tables that may stand there; those with the operation that is written, if one is."""
    found = [one for one in bare(kind) if isinstance(one, inspect.StructType)]
    same = [one for one in found if isinstance(value, dict) and one.tag_field and value.get(one.tag_field) == one.tag]
    return same or found


def field_of(kind: Type, value: Any, field: str) -> Type:
    """The type of a field of a table; of the field that says which operation it is, all of these."""
    structs = structs_of(kind, value)
    if structs and structs[0].tag_field == field:
        return inspect.LiteralType(tuple(str(one.tag) for one in structs_of(kind)))
    for struct in structs:
        for one in struct.fields:
            if one.encode_name == field:
                return one.type
    return inspect.AnyType()


def item_of(kind: Type, at: int) -> Type:
    """The type of an item of a list."""
    for one in bare(kind):
        if isinstance(one, inspect.ListType | inspect.VarTupleType):
            return one.item_type
        if isinstance(one, inspect.TupleType) and at < len(one.item_types):
            return one.item_types[at]
    return inspect.AnyType()


def fields_of(kind: Type, value: Any) -> list[str]:
    """The fields of a table."""
    return [field.encode_name for struct in structs_of(kind, value)[:1] for field in struct.fields]


def allowed(kind: Type, as_fact: bool = False) -> Message:
    """What may stand there, in a file or as facts of records spell it."""
    plain = [one for one in bare(kind) if not isinstance(one, inspect.StructType)]
    said = [_one_allowed(one, as_fact) for one in plain]
    structs = structs_of(kind)
    if structs and structs[0].tag_field:
        tags = tuple([str(one.tag) for one in structs])
        said.append(say("packfile.may.tagged", field=structs[0].tag_field, tags=tags))
    elif structs:
        said.append(say("packfile.may.table", fields=tuple(fields_of(kind, None))))
    return say("packfile.may.any", ways=tuple(said)) if said else say("packfile.nothing")


def _one_allowed(kind: Type, as_fact: bool) -> Message:
    match kind:
        case inspect.LiteralType(values):
            return _words_of([str(word) for word in values if word != ""])
        case inspect.BoolType():
            return _words_of(["no", "yes"] if as_fact else ["true", "false"])
        case inspect.IntType():
            return _range(kind.ge, kind.le)
        case inspect.StrType():
            if kind.pattern is None:
                return say("packfile.may.text")
            return PATTERNS.get(kind.pattern) or say("packfile.may.pattern", pattern=kind.pattern)
        case inspect.ListType() | inspect.VarTupleType():
            return _list(kind.min_length, kind.max_length, allowed(kind.item_type, as_fact))
        case inspect.TupleType():
            return _list(len(kind.item_types), len(kind.item_types), allowed(kind.item_types[0], as_fact))
        case inspect.DictType():
            return say("packfile.may.texts")
    return say("packfile.may.other")


def _words_of(words: Sequence[str]) -> Message:
    return say("packfile.may.words", words=tuple(words))


def _range(least: Any, most: Any) -> Message:
    if most is not None:
        return say("packfile.may.between", least=least, most=most)
    return say("packfile.may.number") if least is None else say("packfile.may.from", least=least)


def _list(least: int | None, most: int | None, item: Message) -> Message:
    if most is not None and least == most:
        return say("packfile.may.list_of", count=most, item=item)
    if most is not None:
        return say("packfile.may.list_between", least=least or 0, most=most, item=item)
    return say("packfile.may.list_from", least=least, item=item) if least else say("packfile.may.list", item=item)


def shown(value: Any) -> Value:
    """What stands somewhere, as far as that can be shown on a line."""
    match value:
        case None:
            return say("packfile.nothing")
        case bool():
            return "true" if value else "false"
        case str():
            cut = value[:LONGEST_NAME]
            return say("packfile.quoted", text=cut) if cut == value else say("packfile.quoted_cut", text=cut)
        case list() if len(value) <= MOST_SHOWN and not any(isinstance(item, list | dict) for item in value):
            return say("packfile.listed", items=tuple(map(shown, value)))
        case list():
            return say("packfile.long_list", count=len(value))
        case dict():
            return say("packfile.a_table")
    return str(value)[:LONGEST_NAME]


def carried(name: str) -> bool:
    """Whether a transcript can carry a name."""
    return all(map(_WORD.fullmatch, name.split(" "))) and name.isprintable() and len(name) <= LONGEST_NAME


def at_path(row: Any, path: str) -> Iterator[Any]:
    """What stands at a dotted path of a row, if anything does."""
    for field in path.split("."):
        if not isinstance(row, dict) or field not in row:
            return
        row = row[field]
    yield row
