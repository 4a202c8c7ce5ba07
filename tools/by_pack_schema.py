"""The digest of a pack read off the page on the wire and the published schema alone: what a client in another language
would do. The engine's classes are not looked at."""

import tomllib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgpack

Json = dict[str, Any]
ABSENT = object()
"""The default of what has none."""


def digest(said: Json) -> str:
    """The name of what a pack says."""
    return sha256(msgpack.packb(_pairs(said), use_bin_type=True)).hexdigest()


def said(texts: Iterable[str], schema: Json) -> Json:
    """What the last of these files says, completed by those before it; a base is named by its id."""
    whole: dict[str, Json] = {}
    for file in map(tomllib.loads, texts):
        base = file["pack"].pop("base", "").partition("@")[0]
        id = file["pack"]["id"]
        whole[id] = {**_over(whole[base], file), "pack": file["pack"]} if base else file
    return _named(whole[id], schema)


def _over(base: Json, file: Json) -> Json:
    """The rows of a file over those of its base."""
    kinds = [name for name in {**base, **file} if name != "pack"]
    return {kind: _rows(base.get(kind, []), file.get(kind, [])) for kind in kinds}


def _rows(base: list[Json], rows: list[Json]) -> list[Json]:
    found = {_called(row): row for row in base}
    for row in rows:
        below = found.get(_called(row), {})
        for path in row.get("without", []):
            below = _without(below, path.split("."))
        found[_called(row)] = _table({name: value for name, value in row.items() if name != "without"}, below)
    return list(found.values())


def _called(row: Json) -> Any:
    return row["number"] if "number" in row else row["name"].encode()


def _without(table: Json, path: list[str]) -> Json:
    head, *rest = path
    inner = {head: _without(table[head], rest)} if rest else {}
    return {**{name: value for name, value in table.items() if name != head}, **inner}


def _table(above: Json, below: Json) -> Json:
    """Field by field; a table lies over a table in the same way."""
    said = dict(below)
    for name, value in above.items():
        both = isinstance(value, dict) and isinstance(said.get(name), dict)
        said[name] = _table(value, said[name]) if both else value
    return said


def _named(file: Json, schema: Json) -> Json:
    """What counts: no title, no source, no field at its default; rows in ascending order."""
    rules = schema["else"]["properties"]
    pack = {name: value for name, value in file["pack"].items() if name not in ("title", "base")}
    said: Json = {"pack": pack}
    for kind in [kind for kind in rules if file.get(kind)]:
        rows = sorted(file[kind], key=_called)
        bare = [{name: value for name, value in row.items() if name != "source"} for row in rows]
        said[kind] = [_bare(row, rules[kind]["items"], schema) for row in bare]
    return said


def _bare(value: Any, shape: Json, schema: Json) -> Any:
    """A value without what is at its default, from the inside out."""
    shape = _shape(value, shape, schema["$defs"])
    if isinstance(value, list):
        return [_bare(item, _item(shape, at), schema) for at, item in enumerate(value)]
    if not isinstance(value, dict) or "properties" not in shape:
        return value
    bare = {name: _bare(inner, shape["properties"][name], schema) for name, inner in value.items()}
    kept = {*shape.get("required", []), "op"}
    return {name: inner for name, inner in bare.items() if name in kept or inner != _default(shape, name, schema)}


def _default(shape: Json, name: str, schema: Json) -> Any:
    """The default of a field, itself without what is at its default."""
    field = shape["properties"][name]
    return _bare(field["default"], field, schema) if "default" in field else ABSENT


def _item(shape: Json, at: int) -> Json:
    """The shape of an item of a list."""
    first: list[Json] = shape.get("prefixItems", [])
    return first[at] if at < len(first) else shape.get("items", {})


def _shape(value: Any, shape: Json, definitions: Mapping[str, Json]) -> Json:
    """The shape that a value has, of those that are allowed."""
    while "$ref" in shape:
        shape = definitions[shape["$ref"].rpartition("/")[2]]
    if "anyOf" not in shape:
        return shape
    if isinstance(value, dict) and "discriminator" in shape:
        chosen = shape["discriminator"]
        return _shape(value, {"$ref": chosen["mapping"][value[chosen["propertyName"]]]}, definitions)
    shapes = [_shape(value, one, definitions) for one in shape["anyOf"]]
    kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else ""
    return next((one for one in shapes if kind and one.get("type") == kind), {})


def _pairs(value: Any) -> Any:
    """Tables as arrays of pairs, in ascending order of their keys by bytes."""
    if isinstance(value, dict):
        return [[key, _pairs(value[key])] for key in sorted(value, key=str.encode)]
    return [_pairs(item) for item in value] if isinstance(value, list) else value
