"""How the entries of a pack are written: C7 and 緑2, U3 and a unit's name, E13 and 異界門."""

from ....kernel.names import PackNames
from ..cards.cards import PREFIXES, Cards, face_word
from ..cards.pack_rows import CIRCUITS, PARTIES


class DriveNames(PackNames):
    """The spelling of circuit cards, units, enemies, parties, expansions and seats."""

    def __init__(self, cards: Cards) -> None:
        rows = cards.rows
        there = {
            "card": range(1, CIRCUITS + 1),
            "unit": cards.unit_numbers(),
            "enemy": cards.enemy_numbers(),
            "party": range(1, PARTIES + 1),
            "set": [row.number for row in rows.set],
        }
        super().__init__(PREFIXES, there)
        for circuit in rows.circuit:
            if printed := face_word(circuit):
                self.add("card", circuit.number, printed)
        for table, found in (("unit", rows.unit), ("enemy", rows.enemy), ("party", rows.party), ("set", rows.set)):
            self.add_rows(table, found)
