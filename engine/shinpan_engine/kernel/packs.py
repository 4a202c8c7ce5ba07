"""Card packs as files: read row by row, so that an error names the card, and named by their content."""

import tomllib
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .canon import encode
from .errors import PackError

T = TypeVar("T")
Wrong = Callable[[str, Any, str], msgspec.ValidationError]
"""Names an entry of a kind, by its number or name, and what is wrong with it."""


def read(package: str, file: Path | None, builtin: str, rows: Callable[[dict[str, Any]], T]) -> T:
    """The rows of a pack: an owner's file, or one of ours by id. Whatever is wrong is a `PackError` that names the
    file."""
    path = file or files(package).joinpath("packs", f"{builtin}.toml")
    where = str(file or f"{builtin}.toml")
    try:
        return rows(tomllib.loads(path.read_text("utf-8")))
    except OSError as error:
        raise PackError(f"{where}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise PackError(f"{where}: {error}") from None


def shaped(data: dict[str, Any], kinds: Mapping[str, type], whole: type[T], wrong: Wrong) -> T:
    """The content of a pack file, each kind of row in its shape."""
    for kind, row_type in kinds.items():
        rows = data.get(kind, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise msgspec.ValidationError(f"{kind}: tables [[{kind}]] stand here")
        for row in rows:
            try:
                msgspec.convert(row, row_type)
            except msgspec.ValidationError as error:
                raise wrong(kind, row.get("number", row.get("name", "?")), str(error)) from None
    return msgspec.convert(data, whole)


def digest(rows: msgspec.Struct, kinds: Mapping[str, type]) -> bytes:
    """Names the content of a pack."""
    return sha256(content(rows, kinds)).digest()


def content(rows: msgspec.Struct, kinds: Mapping[str, type]) -> bytes:
    """The canonical bytes of a pack: everything but the sources, so that a better source moves no record."""
    without = msgspec.to_builtins(rows)
    for row in [row for kind in kinds for row in without.get(kind, [])]:
        del row["source"]
    return encode(_arrays(without))


def _arrays(value: object) -> object:
    """Maps as arrays of pairs in ascending order, since canonical bytes know no maps."""
    if isinstance(value, dict):
        return [[key, _arrays(item)] for key, item in sorted(value.items())]
    if isinstance(value, list | tuple):
        return [_arrays(item) for item in value]
    return value
