"""The rows of a corpus as one table for spreadsheets: CSV in UTF-8, each row with the name of its record."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

import msgspec

from .folder import Results
from .rows import Row

NAME = "name"
UNREAD = "not_read"
"""What stands in place of a verdict of a record that could not be had."""
_COLUMNS = tuple([field.name for field in msgspec.structs.fields(Row)])
_MARK = "\ufeff"
"""Spreadsheets see by it that the text is UTF-8."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A cell that begins so may be taken for a formula and be carried out, in Japanese also with wide signs."""
_NUMBER = re.compile(r"-?[0-9]+")
_TEXT = "'"


def lines(results: Results) -> Iterator[bytes]:
    """The lines of the table; what could not be had is among the records, with why. Raises `Broken`."""
    yield _MARK.encode() + _line([NAME, *_COLUMNS])
    for part in results.parts():
        for name, row in results.named(part):
            yield _line([name, *_cells(row)])
        for one in part.unread:
            yield _line([one.name, *_cells(Row("", "", UNREAD, code=one.code))])


def _cells(row: Row) -> list[str | int]:
    return [_cell(getattr(row, column)) for column in _COLUMNS]


def _cell(value: str | int | Sequence[str | int]) -> str | int:
    return value if isinstance(value, str | int) else " ".join(map(str, value))


def _line(cells: Sequence[str | int]) -> bytes:
    """A line. What might be taken for a formula has an apostrophe before it, which says that it is text."""
    line = io.StringIO()
    csv.writer(line).writerow([_harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return line.getvalue().encode("utf-8", "replace")


def _harmless(text: str) -> str:
    return f"{_TEXT}{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text
