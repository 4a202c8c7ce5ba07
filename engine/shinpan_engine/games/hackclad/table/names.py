"""How the entries of a pack are written: W01-04 and 急所狙い, X3 and 地割れ, W01 and ロゼット, M2; squares as c3,
crossings as c3+: the one at the corner north-east of c3."""

import re

from ....kernel.names import PackNames
from ....kernel.play.copies import in_copy
from ..cards.cards import COPIES, Editions, card_id
from ..cards.pack_rows import CLAD_CARDS, MOST_CHARACTERS, MOST_MISSIONS, SKILLS_EACH
from .board import COLUMNS

NOWHERE = "none"
"""A square or crossing that is none."""
CARD = re.compile(r"(?:DEL-)?W(\d\d)-(\d\d)(?:/([2-4]))?")
PREFIXES = {"character": "W", "clad": "X", "mission": "M"}


class HackcladNames(PackNames):
    """The spelling of cards, characters, missions, seats, squares and crossings."""

    def __init__(self, cards: Editions) -> None:
        most = {"character": MOST_CHARACTERS, "clad": CLAD_CARDS, "mission": MOST_MISSIONS}
        super().__init__(PREFIXES, {table: range(1, count + 1) for table, count in most.items()})
        rows = cards.rows
        for skill in rows.skill:
            for copy in range(COPIES):
                self.add("card", in_copy(skill.number, copy), skill.name, *skill.aliases)
        self.add_rows("character", rows.character)
        self.add_rows("clad", rows.clad)
        self.add_rows("mission", rows.mission)
        board = cards.board
        self._squares = {board.name(square): square for square in board.squares}
        self._width = board.width

    def text(self, table: str, number: int) -> str:
        return NOWHERE if number == 0 and table in ("square", "crossing") else super().text(table, number)

    def id(self, table: str, number: int) -> str:
        if table == "card":
            return card_id(number)
        if table in ("square", "crossing"):
            name = f"{COLUMNS[(number - 1) % self._width]}{(number - 1) // self._width + 1}"
            return name if table == "square" else f"{name}+"
        return f"W{number:02d}" if table == "character" else super().id(table, number)

    def by_id(self, table: str, text: str) -> list[int] | None:
        if table == "card":
            return card_numbers(text)
        if table in ("square", "crossing"):
            square = self._squares.get(text.removesuffix("+") if table == "crossing" else text)
            return [square] if square else []
        return super().by_id(table, text)


def card_numbers(text: str) -> list[int] | None:
    """The number of which a text is the id; none if there is no such card, and None for what is no id."""
    match = CARD.fullmatch(text)
    if match is None:
        return None
    character, card, copy = (int(part or 1) for part in match.groups())
    if not (1 <= character <= MOST_CHARACTERS and 1 <= card <= SKILLS_EACH):
        return []
    return [in_copy((character - 1) * SKILLS_EACH + card, copy - 1)]
