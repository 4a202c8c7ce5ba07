"""What a verdict rests on in the pack: inferred and stand-in data of what was used."""

from collections.abc import Iterable

from ...kernel.decisions import Act
from ...kernel.report import Assumption
from .actions import Play, TakeParty
from .cards import Cards
from .table import DriveTable


def assumptions(cards: Cards, table: DriveTable | None, acts: Iterable[Act]) -> list[Assumption]:
    """One assumption for each circuit card played and each unit, enemy and party used whose data is not printed, by
    table and number. A card that only lay face down shows nothing."""
    used: dict[str, list[int]] = {"card": [], "unit": [], "enemy": [], "party": []}
    if table is not None:
        state = table.state
        used["unit"] = [member.unit for side in state.sides for member in side.party]
        used["enemy"] = [*state.pile, *([state.enemy.card] if state.enemy is not None else [])]
    for act in acts:
        if isinstance(act, Play):
            used["card"] += [*act.cards, *act.extra]
        elif isinstance(act, TakeParty):
            used["party"].append(act.party)
    found = [
        cards.resting[name].get(number) for name, numbers in used.items() for number in sorted(dict.fromkeys(numbers))
    ]
    return [assumption for assumption in found if assumption is not None]
