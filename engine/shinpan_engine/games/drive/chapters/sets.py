"""2.1 to 2.5: all that a hand can play, in canonical order. What cannot lie on the field is left out before orders are
tried: of many cards of one number there are more orders than anybody can look at."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from ....kernel.play.work import Work
from ..cards.cards import Cards

ANY_NUMBER = (1 << 10) - 1
"""All numbers as bits."""
NUMBERS = range(ANY_NUMBER.bit_length())


class Sets:
    """The sets of some hand cards that can be put on a top card, 0 for an empty field; with `free` any card leads."""

    def __init__(self, cards: Cards, hand: Sequence[int], top: int, free: bool, work: Work) -> None:
        self._cards = cards
        self._hand = [card for card in hand if card not in cards.untold and top not in cards.untold]
        self._free = free
        self._work = work
        self._fitting = cards.numbers[top] if top else ANY_NUMBER
        """The numbers that match the field."""
        self._colours = cards.colours[top]
        self._left = [[0] * len(NUMBERS)]
        """For each place of the hand how many cards from there on have each number."""
        self._led = [0]
        """And the numbers of those among them that match the field by colour."""
        for card in reversed(self._hand):
            numbers = cards.numbers[card]
            self._left.insert(0, [left + (numbers >> n & 1) for n, left in zip(NUMBERS, self._left[0], strict=True)])
            self._led.insert(0, self._led[0] | (numbers if self._leads(card) else 0))

    def _leads(self, card: int) -> bool:
        """Whether a card matches the field by colour [DR-S2.1-1]."""
        return self._cards.colours[card] & self._colours != 0

    def plays(self) -> Iterator[tuple[list[int], list[int]]]:
        """Every set in every order, ascending by size, alone and with each extra card."""
        for size in range(1, len(self._hand) + 1):
            if not self._can_become_set(ANY_NUMBER, 0, size, False):
                return
            for order in self._of_size(size):
                yield order, []
                for card in self._extras(order):
                    yield order, [card]

    def _of_size(self, size: int) -> Iterator[list[int]]:
        """Every set of so many cards in every order."""
        for cards in self._chosen([], 0, size, ANY_NUMBER, False):
            yield from self._orders(cards)

    def _chosen(self, taken: list[int], at: int, more: int, numbers: int, led: bool) -> Iterator[list[int]]:
        """Every set of those taken and so many more from a place of the hand on."""
        if not more:
            yield taken
            return
        for place in range(at, len(self._hand) - more + 1):
            self._work.spend()
            card = self._hand[place]
            common, leads = numbers & self._cards.numbers[card], led or self._leads(card)
            if self._can_become_set(common, place + 1, more - 1, leads):
                yield from self._chosen([*taken, card], place + 1, more - 1, common, leads)

    def _can_become_set(self, numbers: int, at: int, more: int, led: bool) -> bool:
        """Whether so many more cards from a place on make a set: they have one of these numbers, and it matches the
        field by that number or by the colour of a card [DR-S2.2-3] [DR-S2.2-4] [DR-S2.3-4]."""
        matching = ANY_NUMBER if led else self._fitting | (self._led[at] if more else 0)
        left = self._left[at]
        return any(left[n] >= more for n in NUMBERS if numbers & matching & 1 << n)

    def _orders(self, cards: list[int]) -> Iterator[list[int]]:
        """The orders of a set, ascending by place in the hand: a card that matches by colour lies lowest, if the number
        does not match [DR-S2.2-4]."""
        numbers = self._fitting
        for card in cards:
            numbers &= self._cards.numbers[card]
        for lowest in cards:
            if numbers or self._free or self._leads(lowest):
                for others in permutations([card for card in cards if card != lowest]):
                    yield [lowest, *others]

    def _extras(self, order: list[int]) -> list[int]:
        """The cards that can be added: one of a colour of the topmost card with the + icon [DR-S2.5-2] [DR-S2.5-4]."""
        colours = 0
        for card in order:
            if self._cards.plus[card]:
                colours = self._cards.colours[card]
        return [card for card in self._hand if self._cards.colours[card] & colours and card not in order]
