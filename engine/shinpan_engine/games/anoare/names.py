"""How the entries of a pack are written: S10 and 剣を投げる, C1 and 剣士, F1 and エイノアの勇気."""

import re

from .cards import CARDS, CHARACTERS, FRAGMENTS, PREFIXES, SKILLS, Cards
from .table import SEATS

HIDDEN = "?"
MOST = {"character": CHARACTERS, "card": CARDS, "fragment": FRAGMENTS, "seat": len(SEATS)}


class AnoareNames:
    """The spelling of skills, characters, fragments and seats."""

    def __init__(self, cards: Cards) -> None:
        self._by_name: dict[tuple[str, str], list[int]] = {}
        self._printed: dict[tuple[str, int], str] = {}
        rows = cards.rows
        for table, found in (("character", rows.character), ("card", rows.skill), ("fragment", rows.fragment)):
            for row in found:
                copies = (row.number, row.number + SKILLS) if table == "card" else (row.number,)
                for number in copies:
                    self._printed[table, number] = row.name
                    self._by_name.setdefault((table, row.name), []).append(number)

    def text(self, table: str, number: int) -> str:
        return f"{PREFIXES[table]}{number}" if number else HIDDEN

    def printed(self, table: str, number: int) -> str:
        return self._printed.get((table, number), "")

    def numbers(self, table: str, text: str) -> list[int]:
        if re.fullmatch(rf"{PREFIXES[table]}\d{{1,3}}", text):
            number = int(text[1:])
            return [number] if 1 <= number <= MOST[table] else []
        return sorted(self._by_name.get((table, text), ()))
