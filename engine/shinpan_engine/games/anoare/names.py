"""How the entries of a pack are written: S10 and 剣を投げる, C1 and 剣士, F1 and エイノアの勇気."""

import re

from ...kernel.names import PackNames
from .cards import CARDS, PREFIXES, Cards
from .pack_rows import CHARACTERS, FRAGMENTS, SKILLS

MOST = {"character": CHARACTERS, "card": CARDS, "fragment": FRAGMENTS}


class AnoareNames(PackNames):
    """The spelling of skills, characters, fragments and seats."""

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        rows = cards.rows
        for table, found in (("character", rows.character), ("card", rows.skill), ("fragment", rows.fragment)):
            for row in found:
                copies = (row.number, row.number + SKILLS) if table == "card" else (row.number,)
                for number in copies:
                    self.add(table, number, row.name)

    def id(self, table: str, number: int) -> str:
        return f"{PREFIXES[table]}{number}"

    def by_id(self, table: str, text: str) -> list[int] | None:
        if re.fullmatch(rf"{PREFIXES[table]}\d{{1,3}}", text) is None:
            return None
        number = int(text[1:])
        return [number] if 1 <= number <= MOST[table] else []
