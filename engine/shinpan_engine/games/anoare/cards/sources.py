"""What a verdict rests on in the pack: inferred and stand-in data of what was used."""

from collections.abc import Iterable

from ....kernel import packs
from ....kernel.judging.report import Assumption
from ....kernel.packs import Pack
from ....kernel.play.copies import in_first_copy
from ....kernel.play.decisions import Act
from ..table.actions import TurnUp
from ..table.table import AnoareTable


def assumptions(pack: Pack, table: AnoareTable | None, acts: Iterable[Act]) -> list[Assumption]:
    """One assumption for each character, skill and fragment used whose data is not printed, by table and number. A card
    paid as cost shows nothing [AN-5.4a-21], a set one nothing before the reveal [AN-5.2-15]."""
    used: dict[str, set[int]] = {"character": set(), "card": set(), "fragment": set()}
    if table is not None and table.state.turn:
        used["character"].update(side.character for side in table.state.sides)
        used["card"].update(map(in_first_copy, table.revealed))
    for act in acts:
        if isinstance(act, TurnUp):
            used["fragment"].add(act.fragment)
    return packs.assumptions(pack.cards.resting, used)
