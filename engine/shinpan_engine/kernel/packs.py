"""Card packs as files: read row by row, so that an error names the card, and named by their content."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from .canon import encode
from .errors import PackError
from .text import NameBook

OURS = ("print", "house")
"""The packs that every game has: what the print fixes, and a complete one."""
PRINTED = ("print:", "errata:")
"""The sources on which nothing rests that is not printed."""
Sources = dict[str, Annotated[str, msgspec.Meta(pattern="^(print|errata|inferred|web|house): .+")]]
"""Where each field of a row is from: its kind, then the place or the reason."""


class PackInfo(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a pack is."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]{0,31}$")]
    game: str
    title: str
    base: Literal["", "print", "house"] = ""
    """A pack of ours whose rows stand wherever this file has none; the pack that comes of it is whole."""


class Pack(NamedTuple):
    """A card pack: its id, what it is, the digest of its content, the cards as the game reads them, their spelling."""

    id: str
    title: str
    digest: bytes
    cards: Any
    names: NameBook


def _nothing(_kind: str, _error: str) -> str:
    return ""


class PackKind(NamedTuple):
    """The pack files of a game. Each has `pack`, which is a `PackInfo`, and a list for each kind of row; a row is
    called by its first field and says in `source` where its facts are from."""

    game: str
    package: str
    """The folder of the game, with `rules.toml` and `packs`."""
    file: type[msgspec.Struct]
    rows: Mapping[str, type[msgspec.Struct]]
    check: Callable[[Any], None]
    """Refuses a whole file for what the shape alone cannot say, by raising `wrong(…)`."""
    read: Callable[[Any], tuple[Any, NameBook]]
    """The cards as the game reads them, and their spelling."""
    allowed: Callable[[str, str], str] = _nothing
    """What may stand in the field of a kind of row that an error is about, to be added to the error."""


def wrong(kind: str, name: object, what: str) -> msgspec.ValidationError:
    """Names a row and what is wrong with it."""
    return msgspec.ValidationError(f"{kind} {name}: {what}")


def pack_ids(kind: PackKind) -> list[str]:
    """The packs in the folder, ours first: every file there is one, named by its id."""
    found = sorted(path.name for path in files(kind.package).joinpath("packs").iterdir())
    ids = [name.removesuffix(".toml") for name in found if name.endswith(".toml")]
    return [*OURS, *(id for id in ids if id not in OURS)]


def load(kind: PackKind, file: Path | None = None, *, builtin: str = "") -> Pack:
    """Reads and checks a pack: an owner's file, or one of the folder by id. Whatever is wrong is a `PackError` that
    names the file."""
    rows = _whole(kind, file, builtin)
    cards, names = kind.read(rows)
    return Pack(rows.pack.id, rows.pack.title, digest(rows, kind), cards, names)


def _whole(kind: PackKind, file: Path | None, builtin: str) -> Any:
    """All rows of a pack, with what it takes from its base."""
    path = file or files(kind.package).joinpath("packs", f"{builtin}.toml")
    where = str(file or f"{builtin}.toml")
    try:
        rows = _shaped(kind, tomllib.loads(path.read_text("utf-8")))
        _check(kind, rows, builtin)
        if rows.pack.base:
            rows = _upon(kind, rows, _whole(kind, None, rows.pack.base))
        kind.check(rows)
    except OSError as error:
        raise PackError(f"{where}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise PackError(f"{where}: {error}") from None
    return rows


def _shaped(kind: PackKind, data: dict[str, Any]) -> Any:
    """The content of a pack file, each kind of row in its shape."""
    for name, shape in kind.rows.items():
        rows = data.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise msgspec.ValidationError(f"{name}: tables [[{name}]] stand here")
        for row in rows:
            try:
                msgspec.convert(row, shape)
            except msgspec.ValidationError as error:
                said = f"{error}{kind.allowed(name, str(error))}"
                raise wrong(name, row.get("number", row.get("name", "?")), said) from None
    return msgspec.convert(data, kind.file)


def _check(kind: PackKind, rows: Any, builtin: str) -> None:
    """A pack is one of this game, is named as its file is, and every row stands once."""
    if rows.pack.game != kind.game:
        raise msgspec.ValidationError(f"pack: game: this is no pack of {kind.game}")
    if builtin and rows.pack.id != builtin:
        raise msgspec.ValidationError(f"pack: id: the file is named {builtin}.toml")
    for name in kind.rows:
        seen: dict[Any, None] = {}
        for row in getattr(rows, name):
            if called(row) in seen:
                raise wrong(name, called(row), "stands twice; every one stands once")
            seen[called(row)] = None


def called(row: msgspec.Struct) -> Any:
    """The number or name of a row."""
    return getattr(row, row.__struct_fields__[0])


def _upon(kind: PackKind, rows: Any, base: Any) -> Any:
    """The whole pack that comes of a base and the rows that stand in place of some of its own."""
    whole: dict[str, list[Any]] = {}
    for name in kind.rows:
        found = {called(row): row for row in (*getattr(base, name), *getattr(rows, name))}
        whole[name] = [found[number] for number in sorted(found)]
    return kind.file(pack=msgspec.structs.replace(rows.pack, base=""), **whole)


def digest(rows: msgspec.Struct, kind: PackKind) -> bytes:
    """Names the content of a pack."""
    return sha256(content(rows, kind)).digest()


def content(rows: msgspec.Struct, kind: PackKind) -> bytes:
    """The canonical bytes of a pack: everything but the sources, so that a better source moves no record."""
    without = msgspec.to_builtins(rows)
    for row in [row for name in kind.rows for row in without.get(name, [])]:
        del row["source"]
    return encode(_arrays(without))


def _arrays(value: object) -> object:
    """Maps as arrays of pairs in ascending order, since canonical bytes know no maps."""
    if isinstance(value, dict):
        return [[key, _arrays(item)] for key, item in sorted(value.items())]
    if isinstance(value, list | tuple):
        return [_arrays(item) for item in value]
    return value


def open_fields(source: Sources, fields: Iterable[str]) -> list[str]:
    """The fields of a row on which something rests that is not printed."""
    return [field for field in fields if not source.get(field, "print:").startswith(PRINTED)]


def not_printed(source: Sources, fields: Iterable[str]) -> str:
    """These fields of a row with the reasons that the pack gives, each reason once; empty if there are no fields."""
    by_reason: dict[str, list[str]] = {}
    for field in fields:
        by_reason.setdefault(source[field], []).append(field)
    return "; ".join([f"{', '.join(named)} {reason}" for reason, named in by_reason.items()])
