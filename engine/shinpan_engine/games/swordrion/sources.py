"""What a verdict rests on: card data that is not printed."""

from collections.abc import Iterable

from ...kernel.decisions import Act
from ...kernel.report import Assumption
from .actions import Buy, Cast, Lay, Stock, Summon
from .cards import Cards
from .table import SwordrionTable

NAMING = (Lay, Cast, Summon, Buy, Stock)
"""The actions that show what they name."""


def assumptions(cards: Cards, table: SwordrionTable | None, acts: Iterable[Act]) -> list[Assumption]:
    """How many cards there are, and for each card that has lain open in a field or was used what is not printed of
    it. Cards that are only named, in hands and packets, show nothing."""
    used = [*table.seen] if table is not None else [False] * (cards.size + 1)
    for act in acts:
        if type(act) in NAMING and act.card <= cards.size:
            used[act.card] = True
    found = [] if cards.box_resting is None else [cards.box_resting]
    for seen, resting in zip(used, cards.resting, strict=True):
        if seen and resting is not None:
            found.append(resting)
    return found
