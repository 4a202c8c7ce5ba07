"""What cards count as when they are used as spells: numbers, 調律 and 呪文砕き."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from ....kernel.play.numbers import Amount, first_yes
from ....kernel.play.violations import UNREADABLE, Violation
from ..cards.cards import Cards
from ..table.actions import Spell

TUNING_NUMBERS = (1, 2, 3)
"""調律 counts as any of these [W3-S2.2-1]."""

Symbol = Amount | None
"""The number a card shows, or None for 呪文砕き."""


def badly_declared(cards: Cards, spell: Spell) -> Violation | None:
    """Each 調律 has one declared number of 1 to 3, no other card has any [W3-S2.2-1] [W3-S2.2-2]."""
    tunings = 0
    for card in spell.with_:
        if card in cards.tunings:
            tunings += 1
    if len(spell.as_) != tunings:
        if len(spell.as_) < tunings:
            return Violation("W3-S2.2-2", "spell.tuning_undeclared")
        for card in spell.with_:
            cards.require(card)
        return Violation(UNREADABLE, "spell.tuning_only")
    for value in spell.as_:
        if value not in TUNING_NUMBERS:
            return Violation("W3-S2.2-1", "spell.tuning_number")
    return None


def symbols(cards: Cards, used: Sequence[int], values: Sequence[int]) -> list[Symbol]:
    """What each card shows; `values` are those declared for each 調律, in order [W3-2.3-16]. 呪文砕き has no cost."""
    if not values:
        return [cards.shown[card] for card in used]
    left = iter(values)
    return [next(left) if card in cards.tunings else cards.shown[card] for card in used]


def answers(given: Sequence[Symbol], asked: Sequence[Symbol]) -> bool:
    """Whether the cards answer card by card, in some order [W3-2.3-3] [W3-S2.1-4] [W3-S2.1-6]."""
    return bool(first_yes(lambda order: not first_yes(_misses, zip(order, asked, strict=True)), permutations(given)))


def _misses(pair: tuple[Symbol, Symbol]) -> bool:
    """呪文砕き answers everything, such as a removal of any number [W3-R-04], and only it answers 呪文砕き [W3-S2.1-2]
    [W3-S2.1-5]."""
    given, asked = pair
    if given is None:
        return False
    return asked is None or given != asked


def ways(cards: Cards, target: int, count: int, hand: Sequence[int]) -> Iterator[Spell]:
    """Every way to lay so many hand cards on a target, with every number for the 調律 among them."""
    for used in combinations(hand, count):
        tunings = sum(card in cards.tunings for card in used)
        for values in product(TUNING_NUMBERS, repeat=tunings):
            yield Spell(target, list(used), list(values))
