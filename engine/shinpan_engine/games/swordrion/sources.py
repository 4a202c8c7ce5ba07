"""What a verdict rests on: card data that is not printed."""

from collections.abc import Iterable

from ...kernel.decisions import Act
from ...kernel.report import Assumption
from .actions import Buy, Cast, Lay, Stock, Summon
from .cards import Cards
from .table import SwordrionTable


def assumptions(cards: Cards, table: SwordrionTable | None, acts: Iterable[Act]) -> list[Assumption]:
    """How many cards there are, and for each card that has lain open in a field or was used what is not printed of
    it. Cards that are only named, in hands and packets, show nothing."""
    used = dict(table.seen) if table is not None else {}
    for act in acts:
        if isinstance(act, Lay | Cast | Summon | Buy | Stock):
            used[act.card] = None
    found = [cards.box_resting, *(cards.resting.get(number) for number in sorted(used))]
    return [assumption for assumption in found if assumption is not None]
