"""A second judge of 精霊回路ドライヴ, slow and plain: 4. カードボーナスステップ.

The order of bonuses is free, and so is the order in which units rise. Where nobody is asked, every order has to come to
the same.
"""

from collections.abc import Sequence
from copy import deepcopy
from itertools import permutations
from typing import NamedTuple

from .battle import Battle, Member, Position


class Gain(NamedTuple):
    """All the mana of a card, or one of its レベルアップ icons."""

    card: int
    level_up: bool


class Bonus:
    """What the played cards give."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.cards = battle.cards
        self.gains: list[Gain] = []
        self.rising: list[int] = []
        """Units that the present icon has still to raise, as they lie."""
        for card in battle.played:
            face = self.cards.circuits[card]
            self.gains += [Gain(card, False)] * bool(face.mana) + [Gain(card, True)] * face.level_up

    def gain(self, gain: Gain) -> None:
        """One bonus: chips, or every unit of the card's colours is due to rise, but none above its top level."""
        assert not self.rising
        self.gains.remove(gain)
        face = self.cards.circuits[gain.card]
        if gain.level_up:
            self.rising = [member.unit for member in self.battle.at.party if self._rises(member, face.colours)]
        else:
            self.battle.at.mana[self.battle.at.active] += face.mana

    def _rises(self, member: Member, colours: frozenset[str]) -> bool:
        unit = self.cards.units[member.unit]
        return bool(unit.colours & colours) and member.level < len(unit.attacks)

    def rise(self, unit: int) -> None:
        """One unit, with the bonus of its new level."""
        self.rising.remove(unit)
        (member,) = [member for member in self.battle.at.party if member.unit == unit]
        self.battle.level_up(member, 1)

    def unasked(self, gains: Sequence[Gain]) -> None:
        """Nobody was asked in which order units rise and these are gained: it means nothing. Of chips it never does."""
        self.all_rise()
        for chips in [gain for gain in gains if not gain.level_up]:
            self.gain(chips)
        icons = [gain for gain in gains if gain.level_up]
        before, left = self.battle.at, list(self.gains)
        results: dict[str, Position] = {}
        for order in permutations(icons):
            self.battle.at, self.gains = deepcopy(before), list(left)
            for gain in order:
                self.gain(gain)
                self.all_rise()
            results[repr(self.battle.at)] = self.battle.at
        assert len(results) == 1, f"{icons} in any order: {results}"

    def all_rise(self) -> None:
        """All that are due, whose order has to mean nothing."""
        before, results = self.battle.at, {}
        for order in permutations(self.rising):
            self.battle.at, self.rising = deepcopy(before), list(order)
            for unit in order:
                self.rise(unit)
            results[repr(self.battle.at)] = self.battle.at
        assert len(results) == 1, f"{order} in any order: {results}"
