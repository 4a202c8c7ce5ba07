"""What a verdict rests on in the pack: inferred and stand-in data of the cards that were used."""

from collections.abc import Iterable

from ...kernel.decisions import Act
from ...kernel.report import Assumption
from .actions import Counter, Deploy, Magic, Redeploy, Remove, Strengthen
from .cards import Cards

COMPARING = frozenset({
    "W3-0.1-10", "W3-2.1-3", "W3-2.1-5", "W3-2.1-9", "W3-2.1-10", "W3-2.2-3", "W3-2.2-7", "W3-2.2-9", "W3-2.2-10",
    "W3-2.3-3", "W3-S2.1-5", "W3-S2.1-6", "W3-4.2-4", "W3-4.2-7", "W3-M1-3", "W3-M1-9", "W3-M2-1", "W3-M2-4",
})  # fmt: skip
"""The clauses by which an action is refused for what is on its cards."""
TELLING = frozenset({Remove, Strengthen, Counter, Deploy, Redeploy, Magic})
"""Actions that make a card's text count; few of a record."""


def assumptions(cards: Cards, acts: Iterable[Act]) -> list[Assumption]:
    """One assumption for each card used whose data is not printed, in order of the numbers."""
    deck, magics = used(acts)
    found = [cards.resting[number] for number in sorted(deck)] + [
        cards.magic_resting[number] for number in sorted(magics)
    ]
    return [assumption for assumption in found if assumption is not None]


def used(acts: Iterable[Act]) -> tuple[set[int], set[int]]:
    """The deck cards and magics whose text some action made count. A card laid as territory shows nothing."""
    deck: set[int] = set()
    magics: set[int] = set()
    for act in [act for act in acts if type(act) in TELLING]:
        if isinstance(act, Deploy):
            deck.add(act.card)
        elif isinstance(act, Redeploy):
            deck.update((act.card, *act.giving))
        elif isinstance(act, Magic):
            magics.add(act.magic)
        else:
            for spell in act.spells:
                deck.update((spell.target, *spell.with_))
    return deck, magics
