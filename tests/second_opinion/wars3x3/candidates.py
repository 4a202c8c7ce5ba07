"""Actions to be judged: random ones, legal or nearly so or not at all, and every action of a small position."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import Any

from shinpan_engine.games.wars3x3.table import actions
from shinpan_engine.games.wars3x3.table.actions import ATTACK, DRAW, END_COMBAT, END_TURN, PASS, RESIGN, Spell
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

from .judge import Judge, Position, opponent

SPELLS: tuple[Any, ...] = (actions.Remove, actions.Strengthen, actions.Counter)
WITHOUT_ARGUMENTS = (PASS, DRAW, ATTACK, END_COMBAT, END_TURN, RESIGN)
OF_STEP: dict[str, Any] = {
    "removal": actions.Remove,
    "strengthening": actions.Strengthen,
    "territory": actions.Lay,
    "strategy": actions.Redeploy,
}
"""What is worth trying in a step besides passing."""
DECLARED = (0, 1, 2, 3, 4)
NO_CARD = 49
MOST_SOUGHT = 4


class Tries:
    """Random actions in one position."""

    def __init__(self, judge: Judge, at: Position, dice: Stream) -> None:
        self._judge = judge
        self._at = at
        self._dice = dice
        self._one_in = dice.below
        """0 once in so many times."""

    def act(self) -> tuple[int, Any]:
        """Some seat's try, mostly of the seat that is asked and of the kind that is asked."""
        seat = self._at.asked or 1
        if self._one_in(12) == 0:
            seat = self._one_in(4)
        kind = actions.Counter if self._at.piles else OF_STEP.get(self._at.step)
        if kind is None or self._one_in(8) == 0:
            kind = pick(self._dice, (*SPELLS, actions.Lay, actions.Deploy, actions.Redeploy, None))
        if kind is None:
            return seat, pick(self._dice, WITHOUT_ARGUMENTS)
        if kind in SPELLS:
            return seat, self._declaration(kind, seat)
        if kind is actions.Redeploy and self._one_in(2) == 0:
            kind = actions.Deploy
        card = self._card(seat)
        return seat, kind(card, self._some(self._field(seat))) if kind is actions.Redeploy else kind(card)

    def _declaration(self, kind: Any, seat: int) -> Any:
        """Spells on some targets; now and then out of order, or with a target twice."""
        if kind is actions.Counter:
            targets = [pile.target for pile in self._at.piles]
        else:
            side = opponent(self._at.active) if kind is actions.Remove else self._at.active
            targets = self._field(side)
        if self._one_in(10) == 0:
            targets = [unit for owner in (1, 2) for unit in self._field(owner)]
        targets.sort()
        hand = self._hand(seat)
        if self._one_in(2):
            return kind([self._spell(kind, target, hand) for target in self._some(targets)])
        return kind([spell for target in targets for spell in self._allowed_alone(seat, kind, target, hand)])

    def _allowed_alone(self, seat: int, kind: Any, target: int, hand: list[int]) -> list[Spell]:
        """A spell on a target that would be allowed if there were no other, if one is found soon."""
        for _ in range(MOST_SOUGHT):
            left = list(hand)
            spell = self._spell(kind, target, left)
            if self._judge.allows(self._at, seat, kind([spell])):
                hand[:] = left
                return [spell]
        return []

    def _spell(self, kind: Any, target: int, hand: list[int]) -> Spell:
        """A spell with cards from hand, each used once mostly."""
        cards = self._fitting(kind, target, hand)
        if not cards or self._one_in(3) == 0:
            count = 1 + self._one_in(2) if self._one_in(8) else self._one_in(4)
            cards = self._dice.shuffle(hand)[:count]
        if self._one_in(30) == 0:
            cards = [*cards, pick(self._dice, (NO_CARD, 1, *self._at.deck, *self._at.players[1].hand))]
        if self._one_in(10):
            cards = sorted(cards)
            for card in cards if self._one_in(10) else []:
                hand.remove(card) if card in hand else None
        known = [card for card in cards if card in self._judge.cards]
        tunings = sum("protean" in self._judge.cards[card].traits for card in known)
        if self._one_in(20) == 0:
            tunings = self._one_in(3)
        declared = [1 + self._one_in(3) if self._one_in(10) else pick(self._dice, DECLARED) for _ in range(tunings)]
        may_veil = any("veil" in self._judge.cards[card].traits for card in known)
        return Spell(target, cards, declared, self._one_in(2 if may_veil else 25) == 0)

    def _fitting(self, kind: Any, target: int, hand: Sequence[int]) -> list[int]:
        """Cards that may well do: for a counter one for each card answered, else one of the target's cost or colour."""
        cards, order = self._judge.cards, self._dice.shuffle(hand)
        if kind is not actions.Counter:
            unit = cards[target]
            return [c for c in order if cards[c].attribute == unit.attribute or cards[c].cost == unit.cost][:1]
        answered = [card for pile in self._at.piles if pile.target == target for card in pile.layers[-1].cards]
        found: list[int] = []
        for card in answered:
            alike = [c for c in order if c not in found and (not cards[c].unit or cards[c].cost == cards[card].cost)]
            found += alike[:1]
        return found

    def _some(self, items: Sequence[int]) -> list[int]:
        """One or a few of the items, ascending mostly."""
        count = 1 if self._one_in(2) else self._one_in(len(items) + 1)
        chosen = self._dice.shuffle(items)[:count]
        if chosen and self._one_in(25) == 0:
            chosen.append(chosen[0])
        return sorted(chosen) if self._one_in(10) else chosen

    def _card(self, seat: int) -> int:
        hand = self._hand(seat)
        return pick(self._dice, hand if hand and self._one_in(8) else (NO_CARD, *hand, *self._at.discard))

    def _hand(self, seat: int) -> list[int]:
        return list(self._at.players[seat].hand) if seat in self._at.players else [3, 4]

    def _field(self, seat: int) -> list[int]:
        return [unit.card for unit in self._at.players[seat].units] if seat in self._at.players else []


def every_legal(judge: Judge, at: Position) -> Iterator[tuple[int, Any]]:
    """Everything that the judge allows, found by asking about whatever can be written: of both seats, every hand card,
    one or two as a spell of any kind on any unit, any numbers for 調律. Spells that are not allowed alone are not tried
    together."""
    for seat, player in at.players.items():
        for act in _everything(judge, at, seat, player.hand):
            if judge.allows(at, seat, act):
                yield seat, act


def _everything(judge: Judge, at: Position, seat: int, hand: Sequence[int]) -> Iterator[Any]:
    """What a seat might try."""
    field = sorted(unit.card for player in at.players.values() for unit in player.units)
    ways = list(_ways(judge, hand))
    yield from WITHOUT_ARGUMENTS
    for kind in SPELLS:
        alone = {
            target: [spell for way in ways if judge.allows(at, seat, kind([spell := Spell(target, *way)]))]
            for target in field
        }
        for targets in _subsets([target for target in field if alone[target]]):
            yield from map(kind, map(list, product(*(alone[target] for target in targets))))
    for card in hand:
        yield actions.Lay(card)
        yield actions.Deploy(card)
        yield from (actions.Redeploy(card, giving) for giving in _subsets(field))


def _ways(judge: Judge, hand: Sequence[int]) -> Iterator[tuple[list[int], list[int], bool]]:
    """Every one or two cards of a hand, with what is declared for them."""
    for cards in chain(combinations(sorted(hand), 1), combinations(sorted(hand), 2)):
        tunings = sum("protean" in judge.cards[card].traits for card in cards)
        for declared in product((1, 2, 3), repeat=tunings):
            for veil in (False, True):
                yield list(cards), list(declared), veil


def _subsets(items: Sequence[int]) -> Iterator[list[int]]:
    """Every choice of at least one of the items."""
    for size in range(1, len(items) + 1):
        yield from map(list, combinations(items, size))
