"""A second judge of 精霊回路ドライヴ, slow and plain, written from the printed rules alone: 2. プレイステップ.

Nothing of the engine's rules is used. Where the print is open, the ruling of the catalogue is taken, and named.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from .printed import Circuit


class Readings(NamedTuple):
    """Readings other than the usual ones."""

    any_may_lead: bool = False
    """A set may lie in any order [DR-S2.2-4]."""
    extra_beneath: bool = False
    """The extra card is not the new top [DR-S2.5-7]."""
    dual: str = "distinct_cards"
    """What counts for a unit of two attributes [DR-S3.3-6]."""
    all_may_be_declined: bool = False
    """自動発動スキル may be left out [DR-S5.1-6]."""


class Played(NamedTuple):
    """A set from the lowest card to the highest, and the extra card of a + icon, if any."""

    cards: tuple[int, ...]
    extra: tuple[int, ...] = ()


class Plays:
    """Knows the cards, and says what may be played."""

    def __init__(self, circuits: Mapping[int, Circuit], readings: Readings) -> None:
        self._circuits = circuits
        self._readings = readings

    def allows(self, top: int | None, hand: Collection[int], play: Played) -> bool:
        """Whether a hand's cards may be played on the top card of the field, or on an empty field."""
        used = [*play.cards, *play.extra]
        from_hand = len(used) == len(set(used)) and all(card in hand for card in used)
        return from_hand and bool(self.numbers(top, play.cards)) and self._extra_fits(play)

    def numbers(self, top: int | None, cards: Sequence[int]) -> set[int]:
        """The numbers as which a set may be played: one that all its cards have, 数字ワイルド as one of theirs, and
        that lets a card of the set lie on the top card [DR-S2.3-4]."""
        if not cards:
            return set()
        shared = set.intersection(*(set(self._circuits[card].numbers) for card in cards))
        leads = cards if self._readings.any_may_lead else cards[:1]
        return {number for number in shared if any(self._lies_on(top, lead, number) for lead in leads)}

    def _lies_on(self, top: int | None, card: int, number: int) -> bool:
        """同じ色 or 同じ数字; a top 色ワイルド has both colours, a top 数字ワイルド both numbers [DR-S2.3-5]."""
        if top is None:
            return True
        below = self._circuits[top]
        return bool(below.colours & self._circuits[card].colours) or number in below.numbers

    def _extra_fits(self, play: Played) -> bool:
        """One card more of the same colour as the uppermost card with the icon, whatever its number [DR-S2.5-4]."""
        if not play.extra:
            return True
        with_icon = [card for card in play.cards if self._circuits[card].plus]
        if len(play.extra) > 1 or not with_icon:
            return False
        return bool(self._circuits[with_icon[-1]].colours & self._circuits[play.extra[0]].colours)

    def every(self, top: int | None, hand: Sequence[int]) -> Iterator[Played]:
        """Everything that may be played, found by trying whatever can be written."""
        for size in range(1, len(hand) + 1):
            for cards in permutations(hand, size):
                for extra in [(), *((card,) for card in hand)]:
                    if self.allows(top, hand, Played(cards, extra)):
                        yield Played(cards, extra)

    def top_after(self, play: Played) -> int:
        """What the next player plays on."""
        return play.cards[-1] if self._readings.extra_beneath or not play.extra else play.extra[0]


def swaps(hand: Sequence[int], discard: Sequence[int]) -> list[int]:
    """パス: the cards that may be given for the top card of the discard, if there is one."""
    return list(hand) if discard else []


def swapped(hand: Sequence[int], discard: Sequence[int], given: int) -> tuple[list[int], list[int]]:
    """Hand and discard after that; the given card lies on top [DR-S2.7-7]."""
    taken, *rest = discard
    return sorted([taken, *(card for card in hand if card != given)]), [given, *rest]
