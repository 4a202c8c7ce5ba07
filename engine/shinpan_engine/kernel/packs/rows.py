"""A pack file as rows, and rows field by field over those of a base."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec

from ..errors import PackError
from ..forms.toml import why_no_toml
from ..messages import Message, Said, Table, Value, say
from .files import PackText
from .kinds import (
    ALL,
    LONGEST_NAME,
    LONGEST_TITLE,
    PRINTED,
    SOURCE,
    PackInfo,
    PackKind,
    Row,
    Tables,
    Unfit,
    WrongFile,
    WrongRow,
    field_wrong,
    key_of,
)
from .words import allowed, at_path, carried, field_of, fields_of, in_words, no_field, shown, type_of

MOST_DOTS = 40
"""Dots between words on a line: the keys of a pack have two parts, and long ones take long to read."""
WITHOUT = "without"
"""Lists in a row what it takes back of its base."""
_NAMES = ("name", "second_name", "aliases")
"""The fields of a row that records call it by."""
_DOTTED = re.compile(rb"""(?<=[\w"'-])[ \t]*\.[ \t]*(?=[\w"'-])""")


class Draft(NamedTuple):
    """A pack file as it is written: what it is, and its rows, of which a base may have to say the rest."""

    info: PackInfo
    tables: Tables


class BrokenFile(PackError):
    """A pack file that cannot be used: which, and why."""

    def __init__(self, where: str, why: Message) -> None:
        super().__init__("packfile.file", where=where, why=why)
        self.why = why


def broken(where: str, why: Said, **values: Value) -> BrokenFile:
    """The error for a file."""
    return BrokenFile(where, say(why, **values) if isinstance(why, str) else why)


def drafted(kind: PackKind, text: PackText) -> Draft:
    """Reads a file. Whatever is wrong with it is a `PackError` that names it."""
    if text.unread:
        raise broken(text.where, text.unread)
    try:
        data = _toml(text.data)
        info = _info(kind, data)
        if strange := [name for name in data if name != "pack" and name not in kind.rows]:
            there = tuple([f"[[{name}]]" for name in kind.rows])
            raise WrongFile(say("packfile.no_table", table=strange[0][:LONGEST_NAME], there=there))
        return Draft(info, {name: dict(_rows(kind, name, data.get(name, []), info)) for name in kind.rows})
    except WrongFile as error:
        raise broken(text.where, error.message) from None
    except (ValueError, RecursionError) as error:
        raise broken(text.where, why_no_toml(error)) from None


def game_in(text: PackText) -> str:
    """The game that a file says it is of; empty if it says none that can be read."""
    try:
        info = _toml(text.data).get("pack", {})
    except (ValueError, RecursionError):
        return ""
    return str(info.get("game", "")) if isinstance(info, dict) else ""


def _toml(data: bytes) -> dict[str, Any]:
    """What a file says. A key of very many parts is not read: that would take hours."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.count(b".") > MOST_DOTS and len(_DOTTED.findall(line)) > MOST_DOTS:
            raise WrongFile(say("packfile.dots", line=number, most=MOST_DOTS))
    return tomllib.loads(data.decode("utf-8-sig"))


def _info(kind: PackKind, data: dict[str, Any]) -> PackInfo:
    """A pack is one of this game, and can be shown."""
    said = data.get("pack")
    if not isinstance(said, dict):
        raise WrongFile(say("packfile.no_head"))
    try:
        info = msgspec.convert(said, PackInfo)
    except msgspec.ValidationError as error:
        raise _in_head(in_words(kind.game, error, PackInfo, said)) from None
    if info.game != kind.game:
        why = say("packfile.other_game", game=kind.game, found=shown(info.game))
        raise _in_head(field_wrong(kind.game, "game", why))
    if not info.title.isprintable() or len(info.title) > LONGEST_TITLE:
        raise _in_head(field_wrong(kind.game, "title", say("packfile.title", most=LONGEST_TITLE)))
    return info


def _in_head(what: Message) -> WrongFile:
    """The error for the table [pack]."""
    return WrongFile(say("packfile.head", what=what))


def _rows(kind: PackKind, name: str, rows: Any, info: PackInfo) -> Iterator[tuple[Any, Row]]:
    """The rows of a kind by number or name; each stands once, and can be called by its names."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise WrongFile(say("packfile.no_tables", table=name, found=shown(rows)))
    game, shape = kind.game, kind.rows[name]
    key, hint = key_of(shape), _key_hint(shape)
    seen: dict[Any, None] = {}
    for place, row in enumerate(rows, start=1):
        if key not in row:
            why = say("packfile.unnamed", kind=Table(game, name), place=place, what=_missing(game, shape, key))
            raise WrongFile(why)
        try:
            msgspec.convert(row[key], hint)
        except msgspec.ValidationError:
            why = say("packfile.not_allowed", found=shown(row[key]), allowed=_allowed(shape, key))
            raise WrongRow(game, name, row[key], field_wrong(game, key, why)) from None
        if row[key] in seen:
            raise WrongRow(game, name, row[key], say("packfile.twice"))
        if WITHOUT in row and not info.base:
            raise WrongRow(game, name, row[key], field_wrong(game, WITHOUT, say("packfile.no_base_to_take_back")))
        seen[row[key]] = None
        _check_names(game, name, row[key], row)
        yield row[key], row


@cache
def _key_hint(shape: type[msgspec.Struct]) -> Any:
    return get_type_hints(shape, include_extras=True)[key_of(shape)]


def _allowed(shape: type[msgspec.Struct], field: str) -> Message:
    return allowed(field_of(type_of(shape), {}, field))


def _missing(game: str, shape: type[msgspec.Struct], field: str) -> Message:
    return field_wrong(game, field, say("packfile.missing", allowed=_allowed(shape, field)))


def _check_names(game: str, kind: str, key: Any, row: Row) -> None:
    """Records can call a row by its names."""
    for field in _NAMES:
        said = row.get(field) or []
        for name in [said] if isinstance(said, str) else said if isinstance(said, list) else []:
            if isinstance(name, str) and not carried(name):
                why = say("packfile.name", most=LONGEST_NAME, found=shown(name))
                raise WrongRow(game, kind, key, field_wrong(game, field, why))


def over(kind: PackKind, tables: Tables, base: Tables) -> Tables:
    """The rows of a base with others over them, field by field, in ascending order."""
    whole: dict[str, dict[Any, Row]] = {}
    for name, shape in kind.rows.items():
        found = dict(base.get(name, {}))
        for key, row in tables.get(name, {}).items():
            found[key] = _laid(kind.game, name, shape, row, found.get(key, {}))
        whole[name] = {key: found[key] for key in sorted(found)}
    return whole


def _laid(game: str, kind: str, shape: type[msgspec.Struct], row: Row, under: Row) -> Row:
    """A row over that of the base: what it says stands in place of what stood there, and a table is laid over a table
    in the same way. What it takes back is gone, and what nobody says of a field any more is its source."""
    row = dict(row)
    gone, name = row.pop(WITHOUT, []), row[key_of(shape)]
    if not isinstance(gone, list) or not all(isinstance(path, str) for path in gone):
        why = say("packfile.not_allowed", found=shown(gone), allowed=say("packfile.may.fields"))
        raise WrongRow(game, kind, name, field_wrong(game, WITHOUT, why))
    for path in gone:
        if not [*at_path(under, path)]:
            why = say("packfile.base_silent", what=shown(path))
            raise WrongRow(game, kind, name, field_wrong(game, WITHOUT, why))
        under = _taken_back(under, path)
    whole = _over(row, under)
    if isinstance(whole.get("source", {}), dict):
        whole["source"] = _sources(row, under)
    return whole


def _taken_back(row: Row, path: str) -> Row:
    field, _, rest = path.partition(".")
    if rest:
        return {**row, field: _taken_back(row[field], rest)}
    return {name: value for name, value in row.items() if name != field}


def _over(row: Row, under: Row) -> Row:
    return {**under, **{field: _value_over(value, under.get(field)) for field, value in row.items()}}


def _value_over(value: Any, under: Any) -> Any:
    return _over(value, under) if _joins(value, under) else value


def _joins(value: Any, under: Any) -> bool:
    return isinstance(value, dict) and isinstance(under, dict)


def _sources(row: Row, under: Row) -> Row:
    """The sources of a row that is laid over another: those that it gives; of what it does not say those of the base,
    also of a table that it says in part."""
    own, below = row.get("source", {}), under.get("source", {})
    rest = own.get(ALL, "")
    if not under or (ALL in own and not _is_source(rest)):
        # What is no source stays where it stands, and is told there.
        return dict(own)
    said = {field: value for field, value in row.items() if field != "source"}
    replaced = [field for field, value in said.items() if not _joins(value, under.get(field))]
    found = {field: where for field, where in below.items() if field not in replaced}
    if whole := rest or ("print: as the row says that lies over the base" if ALL in below else ""):
        found.update(dict.fromkeys(replaced, whole))
    for field in [field for field in said if rest and field not in replaced]:
        found[field] = _of_both(said[field], under[field], rest, below.get(field, below.get(ALL, "")))
    found.update({field: where for field, where in own.items() if field != ALL})
    return found


def _is_source(said: Any) -> bool:
    return isinstance(said, str) and re.search(SOURCE, said) is not None


def _of_both(table: Row, under: Row, said: str, below: str) -> str:
    """Where a table is from that lies over another: what is left of that one has its own source still, and what is not
    printed comes first."""
    if not below or below == said or _hides(table, under):
        return said
    first, second = (below, said) if said.startswith(PRINTED) and not below.startswith(PRINTED) else (said, below)
    return f"{first}; in part {second}"


def _hides(table: Row, under: Row) -> bool:
    """Whether nothing is left of a table under another."""
    return all(
        field in table and (not _joins(table[field], value) or _hides(table[field], value))
        for field, value in under.items()
    )


def shaped(kind: PackKind, info: PackInfo, tables: Tables) -> Any:
    """All rows in their shapes, checked as the game asks. Raises `ValidationError` that names row, field, what stands
    there and what is allowed."""
    lists = {name: list(rows.values()) for name, rows in tables.items() if rows}
    head = {"id": info.id, "game": info.game, "title": info.title}
    try:
        rows = msgspec.convert({"pack": head, **lists}, kind.file)
    except msgspec.ValidationError as error:
        _refuse_rows(kind, tables)
        raise WrongFile(in_words(kind.game, error, kind.file, {"pack": head, **lists})) from None
    _check_sources(kind, tables)
    try:
        kind.check(rows)
    except Unfit as error:
        row = tables.get(error.kind, {}).get(error.name, {})
        raise WrongRow(kind.game, error.kind, error.name, _unfit(kind.game, error, row)) from None
    return rows


def _unfit(game: str, error: Unfit, row: Row) -> Message:
    """What a game finds wrong with a row, with what stands in the field."""
    why = error.why.of(game)
    if not error.field:
        return why
    stands = [value for value in at_path(row, error.field) if not isinstance(value, dict)]
    if stands:
        why = say("packfile.with_found", why=why, found=shown(stands[0]))
    return field_wrong(game, error.field, why)


def _refuse_rows(kind: PackKind, tables: Tables) -> None:
    """Raises for the first row that is not as it should be."""
    for name, shape in kind.rows.items():
        for key, row in tables.get(name, {}).items():
            try:
                msgspec.convert(row, shape)
            except msgspec.ValidationError as error:
                raise WrongRow(kind.game, name, key, in_words(kind.game, error, shape, row)) from None


def _check_sources(kind: PackKind, tables: Tables) -> None:
    """A source is of a field that there is."""
    for name, shape in kind.rows.items():
        fields = [ALL, *(field for field in fields_of(type_of(shape), {}) if field != "source")]
        for key, row in tables.get(name, {}).items():
            if strange := [field for field in row.get("source", {}) if field not in fields]:
                raise WrongRow(kind.game, name, key, no_field(kind.game, "source", strange[0], fields))
