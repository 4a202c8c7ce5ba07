"""How the entries of a pack are written: C7 and 緑2, U3 and a unit's name, E13 and 異界門."""

import re

from ...kernel.names import PackNames
from .cards import PREFIXES, Cards, face
from .pack_rows import CIRCUITS, PARTIES


class DriveNames(PackNames):
    """The spelling of circuit cards, units, enemies, parties, expansions and seats."""

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        rows = cards.rows
        self._there: dict[str, list[int]] = {
            "card": list(range(1, CIRCUITS + 1)),
            "unit": cards.unit_numbers(),
            "enemy": cards.enemy_numbers(),
            "party": list(range(1, PARTIES + 1)),
            "set": [row.number for row in rows.set],
        }
        for circuit in rows.circuit:
            if printed := face(circuit):
                self.add("card", circuit.number, printed)
        for table, found in (("unit", rows.unit), ("enemy", rows.enemy), ("party", rows.party), ("set", rows.set)):
            for row in found:
                if row.name:
                    self.add(table, row.number, row.name)

    def id(self, table: str, number: int) -> str:
        return f"{PREFIXES[table]}{number}"

    def by_id(self, table: str, text: str) -> list[int] | None:
        if re.fullmatch(rf"{PREFIXES[table]}\d{{1,3}}", text) is None:
            return None
        number = int(text[1:])
        return [number] if number in self._there[table] else []
