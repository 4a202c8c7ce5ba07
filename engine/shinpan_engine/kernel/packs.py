"""Card packs as files: read row by row, so that an error names the card, and named by their content.

A game's folder of packs is read once, into plain bytes (`PackFolder`), and its packs are made from these: so another
process can be given the same content. What is wrong with a pack of ours is an error; a pack of an owner that is broken
is left out, and told with its reason.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import IO, Annotated, Any, Literal, NamedTuple, Protocol

import msgspec

from .errors import PackError
from .forms.canon import encode
from .forms.text import NameBook
from .judging.report import Assumption

OURS = ("print", "house")
"""The packs that every game has: what the print fixes, and a complete one."""
PRINTED = ("print:", "errata:")
"""The sources on which nothing rests that is not printed."""
MOST_OWN_PACKS = 100
MOST_PACK_BYTES = 1 << 20
"""A pack file; more than ten times the largest of ours."""
LONGEST_NAME = 64
LONGEST_TITLE = 200
LONGEST_REASON = 300
"""Characters of what is said about a broken file, and of the name of a row in it a part."""
_NAMES = ("name", "second_name", "aliases")
"""The fields of a row that records call it by."""
_WORD = re.compile(r"""[^\s\[\],;="\#>][^\s\[\],;="]*""")
"""A word that a transcript can carry."""
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


class PackFolder(NamedTuple):
    """The pack files of a game as they were read: plain data, for this process or another."""

    path: str
    files: dict[str, bytes]
    """The content of each, by the id of the pack."""
    unread: dict[str, str]
    """Why the others could not be read, by their ids."""

    def where(self, id: str) -> str:
        """The whole path of a file."""
        return f"{self.path}/{id}.toml"


class Packs(NamedTuple):
    """The packs of a game by id, and of the broken ones what is wrong with their files."""

    whole: dict[str, Pack]
    broken: dict[str, str]


class File(Protocol):
    """A file of a folder or of an archive."""

    def is_file(self) -> bool: ...

    def open(self, mode: Literal["rb"]) -> IO[bytes]: ...


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
    cards: Callable[[Any], Any]
    """The cards as the game reads them out of a file."""
    names: Callable[[Any], NameBook]
    """The spelling of these cards."""
    allowed: Callable[[str, str], str] = _nothing
    """What may stand in the field of a kind of row that an error is about, to be added to the error."""


def wrong(kind: str, name: object, what: str) -> msgspec.ValidationError:
    """Names a row and what is wrong with it."""
    return msgspec.ValidationError(f"{kind} {str(name)[:LONGEST_NAME]}: {what}")


def read_folder(kind: PackKind) -> PackFolder:
    """Reads the folder of packs: every file there is one, named by its id. What cannot be read is noted."""
    folder = files(kind.package).joinpath("packs")
    names = sorted(path.name for path in folder.iterdir())
    own = [id for name in names if name.endswith(".toml") and (id := name.removesuffix(".toml")) not in OURS]
    found = PackFolder(str(folder), {}, {})
    for id in (*OURS, *own[:MOST_OWN_PACKS]):
        try:
            found.files[id] = _bytes_of(folder.joinpath(f"{id}.toml"))
        except PackError as error:
            found.unread[id] = str(error)
    for id in own[MOST_OWN_PACKS : MOST_OWN_PACKS + 1]:
        found.unread[id] = f"at most {MOST_OWN_PACKS} packs of an owner are read, so this and all after it are left out"
    return found


def _bytes_of(path: File) -> bytes:
    """The content of a file, if it is one: nobody waits for what a pipe or a device may have to say."""
    try:
        if not path.is_file():
            raise PackError("cannot be read: there is no plain file")
        with path.open("rb") as file:
            data = file.read(MOST_PACK_BYTES + 1)
    except OSError as error:
        raise PackError(f"cannot be read: {error.strerror}") from None
    if len(data) > MOST_PACK_BYTES:
        raise PackError(f"it is too large: a pack file has at most {MOST_PACK_BYTES} bytes")
    return data


def packs_of(kind: PackKind, folder: PackFolder) -> Packs:
    """Makes the packs, ours first. Raises `PackError` for one of ours; a broken one of an owner disables itself."""
    made = Packs({}, {})
    for id in dict.fromkeys((*OURS, *sorted((*folder.files, *folder.unread)))):
        try:
            made.whole[id] = _pack(kind, rows_of(kind, folder, id))
        except PackError as error:
            if id in OURS:
                raise
            made.broken[id] = str(error)
    return made


def load(kind: PackKind, file: Path) -> Pack:
    """Reads and checks a pack file that lies anywhere; its base is taken from the folder. Whatever is wrong is a
    `PackError` that names the file."""
    try:
        data = _bytes_of(file)
    except PackError as error:
        raise _broken(str(file), error) from None
    return _pack(kind, _whole(kind, str(file), data, read_folder(kind)))


def rows_of(kind: PackKind, folder: PackFolder, id: str) -> Any:
    """All rows of a pack of a folder. Raises `PackError` for one that is broken or not there."""
    if id not in folder.files:
        raise _broken(folder.where(id), folder.unread.get(id, "there is no such file"))
    return _whole(kind, folder.where(id), folder.files[id], folder, id)


def _pack(kind: PackKind, rows: Any) -> Pack:
    cards = kind.cards(rows)
    return Pack(rows.pack.id, rows.pack.title, digest(rows, kind), cards, kind.names(cards))


def _broken(where: str, why: object) -> PackError:
    """The error for a file, in signs that can be shown, and not longer than anybody reads."""
    said = f"{why}"[:LONGEST_REASON]
    return PackError("".join(sign if sign.isprintable() else "�" for sign in f"{where}: {said}"))


def _whole(kind: PackKind, where: str, data: bytes, folder: PackFolder, id: str = "") -> Any:
    """All rows of a pack, with what it takes from its base."""
    try:
        rows = _shaped(kind, tomllib.loads(data.decode("utf-8-sig")))
        _check(kind, rows, id)
        if rows.pack.base:
            rows = _upon(kind, rows, rows_of(kind, folder, rows.pack.base))
        kind.check(rows)
    except UnicodeDecodeError as error:
        raise _broken(where, f"byte {error.start + 1} is no text in UTF-8") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise _broken(where, error) from None
    except RecursionError:
        raise _broken(where, "brackets are nested too deep in it") from None
    except ValueError:
        # All that is left of TOML: Python reads no longer numbers.
        raise _broken(where, "a number in it has too many digits") from None
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


def _check(kind: PackKind, rows: Any, id: str) -> None:
    """A pack is one of this game, is named as its file is, can be shown, and every row stands once."""
    if rows.pack.game != kind.game:
        raise msgspec.ValidationError(f"pack: game: this is no pack of {kind.game}")
    if id and rows.pack.id != id:
        raise msgspec.ValidationError(f"pack: id: the file is named {id}.toml")
    if not rows.pack.title.isprintable() or len(rows.pack.title) > LONGEST_TITLE:
        raise msgspec.ValidationError(f"pack: title: printed signs on one line, at most {LONGEST_TITLE}")
    for name in kind.rows:
        seen: dict[Any, None] = {}
        for row in getattr(rows, name):
            if called(row) in seen:
                raise wrong(name, called(row), "stands twice; every one stands once")
            seen[called(row)] = None
            _check_names(name, row)


def _check_names(kind: str, row: msgspec.Struct) -> None:
    """Records can call a row by its names."""
    for field in _NAMES:
        said = getattr(row, field, None) or []
        for name in [said] if isinstance(said, str) else said:
            words = all(map(_WORD.fullmatch, name.split(" ")))
            if not words or not name.isprintable() or len(name) > LONGEST_NAME:
                what = f'printed signs without [ ] , ; = " and with no # or > in front, at most {LONGEST_NAME}'
                raise wrong(kind, called(row), f"{field}: {what}")


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
    """The canonical bytes of a pack: what it says, each map as an array of pairs in ascending order."""
    return encode(_arrays(said(rows, kind)))


def said(rows: msgspec.Struct, kind: PackKind) -> dict[str, Any]:
    """What names a pack, its rows in ascending order. Title and sources are not in it, so that better ones move no
    record, and nothing that is at its default, so that a field that is added moves none either."""
    in_order = {name: sorted(getattr(rows, name), key=called) for name in kind.rows}
    said: dict[str, Any] = _said(msgspec.structs.replace(rows, **in_order))
    del said["pack"]["title"]
    for row in [row for name in kind.rows for row in said.get(name, [])]:
        del row["source"]
    return said


def _said(value: Any) -> Any:
    """A row and what is in it as maps of the fields that are not at their defaults; an operation says which it is."""
    if isinstance(value, list | tuple):
        return [_said(item) for item in value]
    if not isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    config = value.__struct_config__
    said = {} if config.tag is None else {config.tag_field: config.tag}
    for field in msgspec.structs.fields(value):
        item = getattr(value, field.name)
        if field.required or item != _default(field):
            said[field.encode_name] = _said(item)
    return said


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _arrays(value: object) -> object:
    """Maps as arrays of pairs, since canonical bytes know no maps."""
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


def resting_on(table: str, id: str, called: str, source: Sources, fields: Iterable[str]) -> Assumption | None:
    """What a verdict rests on that uses these fields of a row; None if all of them are printed."""
    told = not_printed(source, open_fields(source, fields))
    return Assumption(table, id, f"{called}: {told}") if told else None


def assumptions(
    resting: Mapping[str, Mapping[int, Assumption | None]], used: Mapping[str, Iterable[int]]
) -> list[Assumption]:
    """What a verdict rests on that used these entries, table by table, in order of the numbers, each once."""
    found = [resting[table].get(number) for table, numbers in used.items() for number in sorted(dict.fromkeys(numbers))]
    return [one for one in found if one is not None]
