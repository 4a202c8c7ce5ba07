"""The rows of a shard as a file: lines of JSON, or Parquet where pyarrow is installed."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import msgspec

from shinpan_records.plain_files import replacing

from .rows import Row

ARROW = "pyarrow"


class Table(Protocol):
    """How rows are written down."""

    end: str

    def write(self, path: Path, lines: Sequence[bytes]) -> None:
        """Writes rows, each a line of JSON, into a file that is there once it is whole."""
        ...

    def read(self, path: Path) -> Iterator[Row]:
        """The rows in a file, in their order."""
        ...


class Lines:
    """A line of JSON a row."""

    end = ".jsonl"

    def write(self, path: Path, lines: Sequence[bytes]) -> None:
        """Writes rows."""
        with replacing(path) as file:
            file.writelines(line + b"\n" for line in lines)

    def read(self, path: Path) -> Iterator[Row]:
        """The rows in a file."""
        decoder = msgspec.json.Decoder(Row)
        with path.open("rb") as file:
            yield from map(decoder.decode, file)


class Parquet:
    """A table of Parquet, without columns of dictionaries; hashes are bytes there."""

    end = ".parquet"

    def __init__(self) -> None:
        self._arrow: Any = import_module(ARROW)
        self._parquet: Any = import_module(f"{ARROW}.parquet")
        self._schema = self._arrow.schema([(field.name, self._type(field)) for field in msgspec.structs.fields(Row)])

    def _type(self, field: msgspec.structs.FieldInfo) -> Any:
        arrow = self._arrow
        if field.name in HASHES:
            return arrow.binary()
        if field.name == ASSUMPTIONS:
            return arrow.list_(arrow.binary())
        return {str: arrow.string(), int: arrow.uint32()}.get(field.type) or arrow.list_(arrow.int64())

    def write(self, path: Path, lines: Sequence[bytes]) -> None:
        """Writes rows."""
        rows = [_in_bytes(msgspec.json.decode(line)) for line in lines]
        table = self._arrow.Table.from_pylist(rows, schema=self._schema)
        with replacing(path) as file:
            self._parquet.write_table(table, file, compression="zstd", use_dictionary=False)

    def read(self, path: Path) -> Iterator[Row]:
        """The rows in a file."""
        for row in self._parquet.read_table(path, schema=self._schema).to_pylist():
            yield msgspec.convert(_in_hex(row), Row)


HASHES = ("record", "pack_digest", "header_hash", "last_link")
ASSUMPTIONS = "assumptions"
_DEFAULTS = {field.name: field.default for field in msgspec.structs.fields(Row)}


def _in_bytes(row: dict[str, Any]) -> dict[str, Any]:
    whole = {name: row.get(name, default) for name, default in _DEFAULTS.items()}
    hashes = {name: bytes.fromhex(whole[name]) for name in HASHES}
    return {**whole, **hashes, ASSUMPTIONS: [*map(bytes.fromhex, whole[ASSUMPTIONS])]}


def _in_hex(row: dict[str, Any]) -> dict[str, Any]:
    hashes = {name: row[name].hex() for name in HASHES}
    return {**row, **hashes, ASSUMPTIONS: tuple([one.hex() for one in row[ASSUMPTIONS]])}


FORMS = ("jsonl", "parquet")


def table_of(form: str) -> Table:
    """How rows are written down in a form. Parquet needs pyarrow (`can_write`)."""
    return Parquet() if form == FORMS[1] else Lines()


def can_write(form: str) -> bool:
    """Whether what a form needs is installed."""
    return form != FORMS[1] or find_spec(ARROW) is not None
