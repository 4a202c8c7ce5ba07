"""How the entries of a pack are written: S10 and 剣を投げる, S10/2 of a second box, F1 and エイノアの勇気."""

from ....kernel.names import PackNames
from ....kernel.play.copies import copy_mark, in_copy, in_first_copy
from ..cards.cards import BOXES, PREFIXES, Cards
from ..cards.pack_rows import CHARACTERS, FRAGMENTS, SKILLS

MOST = {"character": CHARACTERS, "card": SKILLS, "fragment": FRAGMENTS}
SECOND = copy_mark(in_copy(1, 1))
"""What stands after the id of a card of the second box."""


class AnoareNames(PackNames):
    """The spelling of skills, characters, fragments and seats."""

    def __init__(self, cards: Cards) -> None:
        super().__init__(PREFIXES, {table: range(1, most + 1) for table, most in MOST.items()})
        self.add_rows("character", cards.rows.character)
        self.add_rows("fragment", cards.rows.fragment)
        for row in cards.rows.skill:
            for box in range(BOXES):
                self.add("card", in_copy(row.number, box), row.name)

    def id(self, table: str, number: int) -> str:
        return super().id(table, in_first_copy(number)) + copy_mark(number)

    def by_id(self, table: str, text: str) -> list[int] | None:
        second = table == "card" and text.endswith(SECOND)
        found = super().by_id(table, text.removesuffix(SECOND) if second else text)
        return None if found is None else [in_copy(number, second) for number in found]
