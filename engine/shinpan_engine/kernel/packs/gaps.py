"""What a pack leaves open: the fields of which it says nothing, and the questions that they would decide."""

from collections.abc import Sequence
from typing import Any

from ..errors import OpenField, Undecidable
from ..messages import Said, plain


def missing(table: str, number: int, row: Any, fields: Sequence[str]) -> list[OpenField]:
    """Those fields of an entry of which the pack says nothing; all of them where it has no row of it."""
    return [OpenField(table, number, field) for field in fields if row is None or getattr(row, field) is None]


def unsaid(what: Said, clause: str, open: Sequence[OpenField] = ()) -> Undecidable:
    """A question that the pack does not decide, and the fields that would."""
    return Undecidable("kernel.pack.silent", (clause,), *open, what=plain(what))
