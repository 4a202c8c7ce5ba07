"""What a verdict rests on: card data that is not printed."""

from collections.abc import Iterable

from ....kernel import packs
from ....kernel.judging.report import Assumption
from ....kernel.packs import Pack
from ....kernel.play.decisions import Act
from ..table.actions import Buy, Cast, Lay, Stock, Summon
from ..table.table import SwordrionTable

NAMING = (Lay, Cast, Summon, Buy, Stock)
"""The actions that show what they name."""


def assumptions(pack: Pack, table: SwordrionTable | None, acts: Iterable[Act]) -> list[Assumption]:
    """How many cards there are, and for each card that has lain open in a field or was used what is not printed of
    it. Cards that are only named, in hands and packets, show nothing."""
    seen = table.seen if table is not None else ()
    named = [act.card for act in acts if type(act) in NAMING]
    return packs.assumptions(pack.cards.resting, {"box": [1], "card": [*seen, *named]})
