"""What a verdict rests on in the pack: inferred and stand-in data of what was used."""

from collections.abc import Iterable

from ...kernel.decisions import Act
from ...kernel.packs import open_fields
from ...kernel.report import Assumption
from .actions import Play
from .cards import PREFIXES, Cards, CircuitRow, EnemyRow, PartyRow, SetRow, UnitRow
from .names import face
from .table import DriveTable

AnyRow = CircuitRow | UnitRow | EnemyRow | PartyRow | SetRow
FIELDS = (
    "colours", "numbers", "mana", "level_up", "plus", "attributes", "stars", "levels", "skills", "rank", "hp", "attack",
    "appearance", "passives", "units",
)  # fmt: skip
"""The fields on which a rule can turn."""


def assumptions(cards: Cards, table: DriveTable | None, acts: Iterable[Act]) -> list[Assumption]:
    """One assumption for each circuit card played and each unit, enemy and party used whose data is not printed, by
    table and number. A card that only lay face down shows nothing."""
    used: dict[str, list[int]] = {"card": [], "unit": [], "enemy": [], "party": []}
    if table is not None:
        state = table.state
        used["unit"] = [member.unit for side in state.sides for member in side.party]
        used["enemy"] = [*state.pile, *([state.enemy.card] if state.enemy is not None else [])]
        used["party"] = list(state.parties)
    for act in acts:
        if isinstance(act, Play):
            used["card"] += [*act.cards, *act.extra]
    rows: dict[str, list[CircuitRow] | list[UnitRow] | list[EnemyRow] | list[PartyRow]] = {
        "card": cards.rows.circuit,
        "unit": cards.rows.unit,
        "enemy": cards.rows.enemy,
        "party": cards.rows.party,
    }
    found = []
    for name, numbers in used.items():
        by_number = {row.number: row for row in rows[name]}
        for number in sorted(dict.fromkeys(numbers)):
            if number in by_number and (resting := resting_on(name, by_number[number])) is not None:
                found.append(resting)
    return found


def resting_on(name: str, row: AnyRow) -> Assumption | None:
    """What is not printed of an entry, with the reason given in the pack."""
    by_source: dict[str, list[str]] = {}
    for field in open_fields(row.source, FIELDS):
        by_source.setdefault(row.source[field], []).append(field)
    if not by_source:
        return None
    told = [f"{', '.join(fields)} {source}" for source, fields in by_source.items()]
    printed = face(row) if isinstance(row, CircuitRow) else row.name
    return Assumption(name, f"{PREFIXES[name]}{row.number}", f"{printed}: {'; '.join(told)}")
