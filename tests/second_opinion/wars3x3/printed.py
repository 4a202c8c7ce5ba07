"""What is printed on the deck cards, read from a pack file without the engine."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from shinpan_engine.games import wars3x3

PACKS = Path(wars3x3.__file__).parent / "packs"
PURPLE = "none"


@dataclass(frozen=True)
class Card:
    """A deck card: 種類, 属性, コスト and 特性. 呪文砕き and 調律 are no units and have no cost."""

    number: int
    name: str
    unit: bool
    attribute: str
    cost: int | None
    traits: frozenset[str]


Cards = Mapping[int, Card]


def worlds(pack: str, numbers: Sequence[int]) -> list[Cards]:
    """The cards of these numbers in every way that a pack leaves open: cards of one name have one cost."""
    rows = {row["number"]: row for row in tomllib.loads((PACKS / f"{pack}.toml").read_text("utf-8"))["card"]}
    chosen = [rows[number] for number in numbers]
    possible = {row["name"]: _between(row.get("cost")) for row in chosen}
    return [
        {row["number"]: _card(row, costs[row["name"]]) for row in chosen}
        for costs in (dict(zip(possible, choice, strict=True)) for choice in product(*possible.values()))
    ]


def house() -> Cards:
    """All the cards of the complete pack."""
    (cards,) = worlds("house", range(1, 49))
    return cards


def _between(cost: int | list[int] | None) -> Sequence[int | None]:
    if isinstance(cost, list):
        return range(cost[0], cost[1] + 1)
    return [cost]


def _card(row: Mapping[str, object], cost: int | None) -> Card:
    traits = row.get("traits", [])
    assert isinstance(traits, list)
    return Card(
        int(str(row["number"])), str(row["name"]), row["unit"] is True, str(row["attribute"]), cost, frozenset(traits)
    )
