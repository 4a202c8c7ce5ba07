"""What is wrong with a row, in words: the field, what stands there, and what is allowed."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from ..forms.hints import nearest
from .kinds import LONGEST_NAME, PATTERNS

Type = inspect.Type
_SAID = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_PART = re.compile(r"\.(?P<field>[^.\[\]]+)|\[(?P<item>\d+)\]|\[\.\.\.\]")
_NAMED = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<field>.*)`", re.DOTALL)
_WORD = re.compile(r"""[^\s\[\],;="\#>][^\s\[\],;="]*""")
"""A word that a transcript can carry."""
MOST_SHOWN = 6
"""Items of a list that are shown as what stands there."""


def in_words(error: msgspec.ValidationError, shape: type[msgspec.Struct], row: Any) -> str:
    """What msgspec has found in a row, as its owner would say it."""
    said = _SAID.fullmatch(str(error))
    assert said is not None, "it takes any text"
    kind, value, path = type_of(shape), row, ""
    for part in _PART.finditer(said["path"] or ""):
        kind, value, path = _step(kind, value, path, part)
    named = _NAMED.fullmatch(said["what"])
    if named is None:
        return f"{path or 'row'}: found {shown(value)}; allowed: {allowed(kind)}"
    field = named["field"][:LONGEST_NAME]
    whole = f"{path}.{field}" if path else field
    if named["what"].startswith("contains"):
        return no_field(path, named["field"], fields_of(kind, value))
    return f"{whole}: it is missing; allowed: {allowed(field_of(kind, value, field))}"


def no_field(path: str, field: str, known: list[str]) -> str:
    """A field that there is not: what it may have been meant to be, and which there are."""
    whole = f"{path}.{field[:LONGEST_NAME]}" if path else field[:LONGEST_NAME]
    perhaps = f"; perhaps {', '.join(near)}" if (near := nearest(field, known)) else ""
    return f"{whole}: there is no such field{perhaps}; there are: {', '.join(known)}"


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


def allowed(kind: Type) -> str:
    """What may stand there."""
    plain = [one for one in bare(kind) if not isinstance(one, inspect.StructType)]
    said = [*map(_one_allowed, plain)]
    structs = structs_of(kind)
    if structs and structs[0].tag_field:
        said.append(f"a table with {structs[0].tag_field} = {', '.join(str(one.tag) for one in structs)}")
    elif structs:
        said.append(f"a table of {', '.join(fields_of(kind, None))}")
    return ", or ".join(said) or "nothing"


def _one_allowed(kind: Type) -> str:
    match kind:
        case inspect.LiteralType(values):
            return ", ".join(str(word) for word in values if word != "")
        case inspect.BoolType():
            return "true, false"
        case inspect.IntType():
            return f"a whole number{_range(kind.ge, kind.le)}"
        case inspect.StrType():
            return "a text" if kind.pattern is None else PATTERNS.get(kind.pattern, f"a text like {kind.pattern}")
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list{_length(kind)}, each of it {allowed(kind.item_type)}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}, each of it {allowed(kind.item_types[0])}"
        case inspect.DictType():
            return "a table of texts"
    return "something else"


def _range(least: Any, most: Any) -> str:
    return f" from {least} to {most}" if most is not None else "" if least is None else f" from {least} on"


def _length(kind: inspect.ListType | inspect.VarTupleType) -> str:
    least, most = kind.min_length, kind.max_length
    if least == most and most is not None:
        return f" of {most}"
    return f" of {least or 0} to {most}" if most is not None else f" of at least {least}" if least else ""


def shown(value: Any) -> str:
    """What stands somewhere, as far as that can be shown on a line."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"“{value[:LONGEST_NAME]}”" + ("…" if len(value) > LONGEST_NAME else "")
        case list() if len(value) <= MOST_SHOWN and not any(isinstance(item, list | dict) for item in value):
            return f"[{', '.join(map(shown, value))}]"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "a table"
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
