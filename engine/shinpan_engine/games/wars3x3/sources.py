"""What a verdict rests on in the pack: inferred and stand-in data of the cards that were used."""

from collections.abc import Iterable

from ...kernel.record import Action
from ...kernel.report import Assumption
from .actions import Attack, Counter, Deploy, Draw, EndCombat, EndTurn, Lay, Magic, Pass, Redeploy, Remove, Strengthen
from .cards import Cards

SPELLS = (Remove, Strengthen, Counter)
SILENT = frozenset({Attack, Draw, EndCombat, EndTurn, Lay, Pass})
"""Actions that make no card's text count; most of a record."""


def assumptions(cards: Cards, acts: Iterable[Action]) -> list[Assumption]:
    """One assumption for each card used whose data is not printed, in order of the numbers."""
    deck, magics = used(acts)
    found = [cards.resting[number] for number in sorted(deck)] + [
        cards.magic_resting[number] for number in sorted(magics)
    ]
    return [assumption for assumption in found if assumption is not None]


def used(acts: Iterable[Action]) -> tuple[set[int], set[int]]:
    """The deck cards and magics whose text some action made count. A card laid as territory shows nothing."""
    deck: set[int] = set()
    magics: set[int] = set()
    for action in acts:
        act = action.what
        kind = type(act)
        if kind in SILENT:
            continue
        if kind is Deploy:
            deck.add(act.card)
        elif kind in SPELLS:
            for spell in act.spells:
                deck.add(spell.target)
                deck.update(spell.with_)
        elif kind is Redeploy:
            deck.add(act.card)
            deck.update(act.giving)
        elif kind is Magic:
            magics.add(act.magic)
    return deck, magics
