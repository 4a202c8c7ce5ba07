"""How the cards of a pack are written: 016 and 突撃兵:水, A08 and 毒殺."""

import re

from ....kernel.names import PackNames
from ..cards.cards import Cards
from ..cards.pack_rows import DECK_CARDS, MAGIC_CARDS
from .actions import Attribute

GLYPHS = {Attribute.FIRE: "炎", Attribute.WATER: "水", Attribute.GRASS: "草", Attribute.SKY: "天"}
ALIASES = {"先攻打撃兵": "先行打撃兵", "透視の槍": "透禍の槍"}
"""Names that the print spells in two ways [W3-E-09] [W3-E-10]."""
BONUS_CARDS = {"extra01": 47, "extra02": 48}
"""The bonus cards are other pictures of 047 and 048 [W3-0.1-5]."""
SET_NAMES = {1: "乱打", 2: "堅固", 3: "災害", 4: "圧倒"}
"""The magic sets of the intermediate game, in printed order [W3-I0-5] [W3-I0-6] [W3-I0-7] [W3-I0-8]."""
_CARD = re.compile(r"\d{1,3}")
_MAGIC = re.compile(r"[Aa]\d{1,2}")


class WarsNames(PackNames):
    """The spelling of deck cards, magics, magic sets and seats."""

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        for number in range(1, DECK_CARDS + 1):
            if name := cards.name[number]:
                attribute = cards.attribute[number]
                glyph = GLYPHS.get(attribute, "") if isinstance(attribute, Attribute) else ""
                self.add("card", number, f"{name}:{glyph}" if glyph else name, name, f"{name}{glyph}")
        for number in range(1, MAGIC_CARDS + 1):
            if (text := cards.magic[number]) is not None:
                self.add("magic", number, text.name)

    def id(self, table: str, number: int) -> str:
        if table == "set":
            return SET_NAMES.get(number, str(number))
        return f"A{number:02d}" if table == "magic" else f"{number:03d}"

    def by_id(self, table: str, text: str) -> list[int] | None:
        if table == "set":
            return [number for number, name in SET_NAMES.items() if name == text]
        if table == "magic" and _MAGIC.fullmatch(text):
            number = int(text[1:])
            return [number] if 1 <= number <= MAGIC_CARDS else []
        if table == "card" and _CARD.fullmatch(text):
            number = int(text)
            return [number] if 1 <= number <= DECK_CARDS else []
        return [BONUS_CARDS[text]] if table == "card" and text in BONUS_CARDS else None

    def by_name(self, table: str, text: str) -> list[int]:
        name, colon, glyph = text.partition(":")
        return super().by_name(table, ALIASES.get(name, name) + colon + glyph)
