"""What a row of a pack leaves open, as its owner is asked for it."""

from typing import Any

from shinpan_engine.kernel.packs import PackKind
from shinpan_engine.kernel.packs.words import bare
from shinpan_engine.words.card_words import closed_by, untold
from shinpan_engine.words.shapes import Field, Shape


def left_open(kind: PackKind, shape: Shape, row: Any) -> list[str]:
    """The fields of a row of which nothing is said though it is asked for, or not all; in their order."""
    missing = untold(kind, shape.name, row)
    missing += [closed for field in missing if (closed := closed_by(kind, shape.name, field))]
    return [field.name for field in shape.fields if field.name in missing or _is_between(field, row)]


def asked_of_unknown(shape: Shape) -> list[Field]:
    """The fields that are asked for of a card of which nothing is known but its number."""
    return [one for one in shape.fields[1:] if one.required or one.default is None or one.name == "name"]


def _is_between(field: Field, row: Any) -> bool:
    """Whether a row gives the least and the greatest where it could give one number."""
    return isinstance(getattr(row, field.name), list) and len(list(bare(field.type))) > 1
