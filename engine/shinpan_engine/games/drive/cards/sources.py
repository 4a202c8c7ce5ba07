"""What a verdict rests on in the pack: inferred and stand-in data of what was used."""

from collections.abc import Iterable

from ....kernel import packs
from ....kernel.judging.report import Assumption
from ....kernel.packs import Pack
from ....kernel.play.decisions import Act
from ..table.actions import Play, TakeParty
from ..table.table import DriveTable


def assumptions(pack: Pack, table: DriveTable | None, acts: Iterable[Act]) -> list[Assumption]:
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
    return packs.assumptions(pack.cards.resting, used)
