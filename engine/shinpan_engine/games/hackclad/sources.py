"""What a verdict rests on in the pack: data from elsewhere than the print, of what was used."""

from collections.abc import Iterable, Iterator

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
NO_FACTS = ("number", "name", "aliases", "set", "complete", "source")
"""Fields on which no rule turns; what is basic is read by its own clauses [HC-L-2]."""


def assumptions(cards: Cards, table: HackcladTable, acts: Iterable[Act]) -> list[Assumption]:
    """For each source that is not the print, the boards, characters and cards of which a fact has counted."""
    rows = cards.rows
    played = dict.fromkeys(side.character for side in table.state.sides)
    used = [act.card for act in acts if isinstance(act, Use)]
    seen = dict.fromkeys(map(in_first_copy, [*table.seen, *used]))
    found: dict[tuple[str, str], list[str]] = {}

    def add(kind: str, called: str, row: msgspec.Struct, source: Sources) -> None:
        for where in foreign(row, source):
            found.setdefault((kind, where), []).append(called)

    for board in rows.board:
        add("board", "sequence and field board", board, board.source)
    for character in rows.character:
        if character.number in played:
            add("character", character.name, character, character.source)
    for skill in cards.printed:
        if skill.number in seen:
            add("card", f"{card_id(skill.number)} {skill.name}", skill, skill.source)
    for clad in rows.clad:
        if clad.number in table.met:
            add("clad", f"X{clad.number} {clad.name}", clad, clad.source)
    return [Assumption(kind, where.partition(":")[0], f"{', '.join(c)}: {where}") for (kind, where), c in found.items()]


def foreign(row: msgspec.Struct, source: Sources) -> Iterator[str]:
    """The sources of an entry's facts that are not the print, each once."""
    rest = source.get(ALL, "print: ")
    told = [f.name for f in msgspec.structs.fields(type(row)) if getattr(row, f.name) not in (None, [], 0)]
    wheres = dict.fromkeys(source.get(name, rest) for name in told if name not in NO_FACTS)
    yield from (where for where in wheres if not where.startswith(PRINTED))
