"""What a verdict rests on in the pack: data from elsewhere than the print, of what was used."""

from collections.abc import Iterable

import msgspec

from ...kernel.decisions import Act
from ...kernel.packs import PRINTED, Sources
from ...kernel.report import Assumption
from .actions import Use
from .cards import Cards, in_first_copy
from .names import card_id
from .table import HackcladTable

ALL = "all"
"""Stands in a row's sources for every field that is not named there."""
NO_FACTS = ("number", "name", "aliases", "complete", "source")


def assumptions(cards: Cards, table: HackcladTable, acts: Iterable[Act]) -> list[Assumption]:
    """One assumption for the boards, each character played, and each card of which a fact has counted."""
    rows = cards.rows
    found = [resting("board", "sequence and field board", "", row, row.source) for row in rows.board]
    played = dict.fromkeys(side.character for side in table.state.sides)
    found += [
        resting("character", f"W{row.number:02d}", row.name, row, row.source)
        for row in rows.character
        if row.number in played
    ]
    named = [act.card for act in acts if isinstance(act, Use)]
    seen = dict.fromkeys(map(in_first_copy, [*table.seen, *named]))
    found += [
        resting("card", card_id(row.number), row.name, row, row.source) for row in cards.printed if row.number in seen
    ]
    found += [
        resting("clad", f"X{row.number}", row.name, row, row.source) for row in rows.clad if row.number in table.met
    ]
    return [assumption for assumption in found if assumption is not None]


def resting(kind: str, id: str, name: str, row: msgspec.Struct, source: Sources) -> Assumption | None:
    """What is not printed of an entry, with the reason given in the pack."""
    by_source: dict[str, list[str]] = {}
    rest = source.get(ALL, "print: ")
    for field in msgspec.structs.fields(type(row)):
        said = getattr(row, field.name) not in (None, [], 0)
        if said and field.name not in NO_FACTS and not source.get(field.name, rest).startswith(PRINTED):
            by_source.setdefault(source.get(field.name, rest), []).append(field.name)
    if not by_source:
        return None
    told = "; ".join(f"{', '.join(fields)} {where}" for where, fields in by_source.items())
    return Assumption(kind, id, f"{name}: {told}" if name else told)
