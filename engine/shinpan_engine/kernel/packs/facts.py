"""What a record itself says of cards where its pack is open, and which fields of a pack are open.

A fact fills what the pack leaves open or narrows what it bounds. The rows that the facts make lie over those of the
pack as a file's rows lie over those of a base.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from ..errors import InvalidHeader, OpenField, Undecidable
from ..forms.text import Spelling
from ..judging.record import Fact
from ..judging.report import Assumption
from ..messages import Field, Message, Table, Thing, Value, say
from .kinds import Pack, PackInfo, PackKind, Row, WrongFile
from .rows import over, shaped
from .values import canonical, fact_fields, has_words, may_say, spelled, value_of
from .words import at_path, bare, field_of, shown, structs_of, type_of

MOST_MADE = 16
"""Packs with facts that are kept for the next record that brings the same ones."""
AT = "record.header.facts"
_made: OrderedDict[tuple[object, ...], Pack] = OrderedDict()


class StillOpen(NamedTuple):
    """A field that a pack leaves open, and what may stand there."""

    table: str
    number: int
    field: str
    allowed: Message


def with_facts(kind: PackKind, pack: Pack, facts: Sequence[Fact]) -> Pack:
    """A pack with what a record says besides. Raises `InvalidHeader` for what is not open there."""
    if not facts:
        return pack
    texts = tuple((text.where, sha256(text.data).digest()) for text in pack.texts)
    key = (kind.game, pack.id, pack.digest, texts, tuple(facts))
    if key not in _made:
        _made[key] = _with_facts(kind, pack, facts)
    _made.move_to_end(key)
    while len(_made) > MOST_MADE:
        _made.popitem(last=False)
    return _made[key]


def _with_facts(kind: PackKind, pack: Pack, facts: Sequence[Fact]) -> Pack:
    order = [(fact.table, fact.number, fact.field) for fact in facts]
    if order != sorted(set(order)):
        raise InvalidHeader(AT, "kernel.fact.order")
    rows: dict[str, dict[Any, Row]] = {}
    for place, fact in enumerate(facts):
        _enter(f"{AT}[{place}]", kind, pack, fact, rows)
    try:
        whole, tables = _laid_over(kind, pack, rows)
    except WrongFile as error:
        raise _together(kind, pack, facts, error.message) from None
    cards = kind.cards(whole)
    names = kind.names(cards)
    told = tuple(_assumption(kind.game, fact, names) for fact in facts)
    return pack._replace(cards=cards, names=names, tables=tables, facts=told)


def _laid_over(kind: PackKind, pack: Pack, rows: dict[str, dict[Any, Row]]) -> tuple[Any, Any]:
    """A pack with rows over its own, as it is used and row by row. Raises `WrongFile` for what cannot be."""
    tables = over(kind, rows, pack.tables)
    return shaped(kind, PackInfo(id=pack.id, game=kind.game, title=pack.title), tables), tables


def _together(kind: PackKind, pack: Pack, facts: Sequence[Fact], why: Message) -> InvalidHeader:
    """The error for facts that cannot be together: at the first with which those before it cannot be."""
    able, unable = 0, len(facts)
    while unable - able > 1:
        middle = (able + unable) // 2
        rows: dict[str, dict[Any, Row]] = {}
        for fact in facts[:middle]:
            _enter(AT, kind, pack, fact, rows)
        try:
            _laid_over(kind, pack, rows)
            able = middle
        except WrongFile as error:
            unable, why = middle, error.message
    fact = facts[unable - 1]
    card, said = pack.names.text(fact.table, fact.number), f"{fact.field}={fact.value}"
    line = say("kernel.fact.line", card=card, fields=(said,))
    return InvalidHeader(f"{AT}[{unable - 1}]", "kernel.fact.cannot_be", fact=line, pack=pack.id, why=why)


def _assumption(game: str, fact: Fact, names: Any) -> Assumption:
    id = names.text(fact.table, fact.number)
    card, field = Thing(fact.table, fact.number), Field(game, fact.field)
    about = say("kernel.assumed.fact", card=card, field=field, value=fact.value)
    return Assumption("fact", id, about)


def _enter(at: str, kind: PackKind, pack: Pack, fact: Fact, rows: dict[str, dict[Any, Row]]) -> None:
    """Writes a fact into the row that is laid over that of the pack."""
    if fact.table not in kind.tables:
        raise InvalidHeader(f"{at}.table", "kernel.fact.no_table", table=shown(fact.table), known=tuple(kind.tables))
    name = kind.tables[fact.table]
    called = _called(kind, pack, fact)
    if not pack.names.numbers(fact.table, pack.names.text(fact.table, fact.number)):
        raise InvalidHeader(f"{at}.number", "kernel.fact.no_entry", entry=called)
    known = fact_fields(kind, fact.table)
    if fact.field not in known:
        raise InvalidHeader(f"{at}.field", "kernel.fact.no_field", field=shown(fact.field), known=tuple(known))
    value = value_of(known[fact.field], fact.value)
    if value is None:
        why = say("packfile.not_allowed", found=shown(fact.value), allowed=may_say(known[fact.field]))
        raise _wrong(f"{at}.value", kind, called, fact, why)
    row = pack.tables.get(name, {}).get(fact.number, {})
    if closed := _closed(kind, fact.table, row, fact.field, value):
        raise _wrong(at, kind, called, fact, closed)
    new = rows.setdefault(name, {}).setdefault(fact.number, {"number": fact.number, "source": {}})
    _put(new, fact.field, value)


def _called(kind: PackKind, pack: Pack, fact: Fact) -> Message:
    """What a fact is about, by its number and its printed name, if that is known."""
    table, id = Table(kind.game, fact.table), pack.names.text(fact.table, fact.number)
    name = pack.names.printed(fact.table, fact.number)
    if not name or name == id:
        return say("kernel.fact.entry", table=table, id=id)
    return say("kernel.fact.entry_named", table=table, id=id, name=name)


def _wrong(at: str, kind: PackKind, entry: Message, fact: Fact, why: Message) -> InvalidHeader:
    """The error for a fact that cannot be."""
    return InvalidHeader(at, "kernel.fact.wrong", entry=entry, field=Field(kind.game, fact.field), why=why)


def _put(row: Row, path: str, value: Any) -> None:
    field, _, rest = path.partition(".")
    if rest:
        _put(row.setdefault(field, {}), rest, value)
    else:
        row[field] = value


def _closed(kind: PackKind, table: str, row: Row, path: str, value: Any) -> Message | None:
    """Why a field of a row is not open for a value, with what the pack says; None if it is."""
    said = [*at_path(row, path)]
    if _has_no_more(kind, table, row) and not said:
        return say("kernel.fact.whole")
    default = _default(kind, table, path)
    if _unsettled(kind, table, row, path):
        return _not_added(said[0] if said else default, value)
    if said:
        return _outside(said[0], value, _is_interval(kind, table, path, said[0]))
    if default is None or (_made_new(kind, table, row, path) and value != default):
        return None
    return say("kernel.fact.silent" if value == default else "kernel.fact.said", value=_as_fact(default))


def _unsettled(kind: PackKind, table: str, row: Row, path: str) -> bool:
    """Whether a field of a row may be added to, whatever stands there."""
    closes = kind.unsettled.get(f"{kind.tables[table]}.{path}")
    return closes is not None and not (closes and next(at_path(row, closes), False))


def _not_added(before: Any, value: Any) -> Message | None:
    """Why a value adds nothing to what is not settled."""
    if value == before or before is True:
        return _says(before, value)
    kept = not isinstance(before, list) or all(item in value for item in before)
    return None if kept else say("kernel.fact.only_adds", value=_as_fact(before))


def _says(said: Any, value: Any) -> Message:
    """That the pack says something, be it already what a fact says."""
    return say("kernel.fact.already" if said == value else "kernel.fact.says", value=_as_fact(said))


def _outside(said: Any, value: Any, interval: bool) -> Message | None:
    """Why a value narrows nothing."""
    if not interval or value == said:
        return _says(said, value)
    ends = value if isinstance(value, list) else [value, value]
    within = said[0] <= ends[0] and ends[1] <= said[1]
    return None if within else say("kernel.fact.between", least=said[0], most=said[1])


def _has_no_more(kind: PackKind, table: str, row: Row) -> bool:
    """Whether a row says of itself that nothing is left out."""
    flag = kind.whole.get(kind.tables[table], "")
    return bool(flag and row.get(flag))


def _as_fact(value: Any) -> Value:
    return shown(value) if isinstance(value, list) and any(isinstance(item, dict) for item in value) else spelled(value)


def _made_new(kind: PackKind, table: str, row: Row, path: str) -> bool:
    """Whether the pack leaves open the table that a field is in, so that facts make it."""
    parents = path.split(".")[:-1]
    absent = [parent for n in range(len(parents)) if not [*at_path(row, parent := ".".join(parents[: n + 1]))]]
    return bool(absent) and _default(kind, table, absent[0]) is None


def _is_interval(kind: PackKind, table: str, path: str, said: Any) -> bool:
    """Whether what is said of a field is the least and the greatest that a number can be."""
    types = [type(one) for one in bare(fact_fields(kind, table)[path])]
    return isinstance(said, list) and {inspect.IntType, inspect.ListType} <= set(types)


def _default(kind: PackKind, table: str, path: str) -> Any:
    """What holds where a row says nothing of a field; None if that leaves it open."""
    here, value = type_of(kind.rows[kind.tables[table]]), None
    for part in path.split("."):
        fields = [field for struct in structs_of(here)[:1] for field in struct.fields if field.encode_name == part]
        value = fields[0].default if fields[0].default is not msgspec.NODEFAULT else None
        if fields[0].default_factory is not msgspec.NODEFAULT:
            value = fields[0].default_factory()
        here = field_of(here, None, part)
    return value


def still_open(kind: PackKind, pack: Pack) -> Iterator[StillOpen]:
    """The fields that a pack leaves open or only bounds, row by row, with what may stand there."""
    for table, name in kind.tables.items():
        types = fact_fields(kind, table)
        for number, row in pack.tables.get(name, {}).items():
            for path in [path for path in types if _is_open(kind, table, row, path)]:
                yield StillOpen(table, number, path, may_say(types[path]))


def _is_open(kind: PackKind, table: str, row: Row, path: str) -> bool:
    """Whether a fact can say anything of a field."""
    said = [*at_path(row, path)]
    if _has_no_more(kind, table, row) and not said:
        return False
    if _unsettled(kind, table, row, path):
        return said != [True]
    if said:
        return _is_interval(kind, table, path, said[0])
    return _default(kind, table, path) is None or _made_new(kind, table, row, path)


def facts_from(kind: PackKind, pack: Pack, fuller: Pack) -> list[Fact]:
    """The facts by which a pack that leaves things open says what a fuller one says, as far as facts can."""
    found = []
    for field in still_open(kind, pack):
        name, row = kind.tables[field.table], pack.tables
        types = fact_fields(kind, field.table)
        for value in _said(kind, field, fuller.tables.get(name, {}).get(field.number, {})):
            text = canonical(types[field.field], spelled(value).split(" "))
            read = value_of(types[field.field], text)
            if read is not None and not _closed(kind, field.table, row[name][field.number], field.field, read):
                found.append(Fact(field.table, field.number, field.field, text))
    return sorted(found, key=lambda fact: (fact.table, fact.number, fact.field))


def _said(kind: PackKind, field: StillOpen, row: Row) -> list[Any]:
    """What a row says of a field, be it by its silence."""
    parent, default = field.field.rpartition(".")[0], _default(kind, field.table, field.field)
    silent = default is not None and (not parent or bool([*at_path(row, parent)]))
    return [*at_path(row, field.field)] or ([default] if silent else [])


def told(error: Undecidable, kind: PackKind, names: Spelling) -> Message:
    """What nothing decides, and what to write so that something does: facts, or what only a pack can say."""
    facts, texts = _to_write(error.open, kind, names)
    what = error.message.of(kind.game)
    write = [
        say("kernel.fact.line", card=id, fields=tuple([f"{one}{OPEN_FACT}" for one in of])) for id, of in facts.items()
    ]
    told = {id: tuple([Field(kind.game, one) for one in of]) for id, of in texts.items()}
    rows = [say("kernel.fact.row", card=id, fields=fields) for id, fields in told.items()]
    if facts and texts:
        return say("kernel.fact.write_and_pack", what=what, facts=(*write,), rows=(*rows,))
    if facts:
        return say("kernel.fact.write", what=what, facts=(*write,))
    return say("kernel.fact.pack", what=what, rows=(*rows,)) if texts else what


OPEN_FACT = "=…"
"""Stands behind a field of which the value is to be written."""
Fields = dict[str, list[str]]
"""The fields of cards, by how each card is called."""


def _to_write(fields: Iterable[OpenField], kind: PackKind, names: Spelling) -> tuple[Fields, Fields]:
    """The fields that facts can say, and those that only a pack can."""
    facts: Fields = {}
    texts: Fields = {}
    for field in fields:
        known = fact_fields(kind, field.table) if field.table in kind.tables else {}
        sayable = field.field in known and has_words(known[field.field])
        called = field.called or names.text(field.table, field.number)
        (facts if sayable else texts).setdefault(called, []).append(field.field)
    return facts, texts
