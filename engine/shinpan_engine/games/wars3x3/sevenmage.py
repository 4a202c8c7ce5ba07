"""セブンメイジ戦, a variant of the advanced rules [W3-V-1].

Its random events: `deck`, `reshuffle` (the deck with the hands not kept) and `magic`.
"""

from bisect import insort
from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Decision, Flow, together
from ...kernel.lists import ascending, out_of_order
from . import events
from .actions import KeepHand
from .advanced import DECK
from .dealing import MAGICS_IN_USE, deal_order, keep_magics
from .intermediate import KeepMagicsDecision
from .mulligans import HAND
from .state import Dealing
from .table import SEATS, WarsTable
from .turn import turns
from .victory import RESIGNATIONS

MAGICS_DEALT = 7
"""To each player [W3-V-8]."""


def game(table: WarsTable) -> Flow[Flow[None]]:
    """The whole sevenmage game."""
    table.standing = RESIGNATIONS
    table.state.undealt_magics = list(MAGICS_IN_USE)
    deal_hands(table)
    kept = yield from together(table, lambda: KEEP_HANDS)
    keep_hands(table, kept)
    deal_magics(table)
    chosen = yield from together(table, lambda: KEEP_MAGICS)
    for seat, act in chosen.items():
        keep_magics(table, seat, act.magics)
    return turns(table)


def deal_hands(table: WarsTable) -> None:
    """All 48 cards are shuffled; each player gets two separate hands of 6 [W3-V-2]."""
    deck = table.chance.shuffle("deck", DECK)
    for seat in deal_order(table):
        side = table.side[seat]
        side.hand = table.drawn(sorted(deck[:HAND]), "W3-V-2")
        second = table.drawn(sorted(deck[HAND : 2 * HAND]), "W3-V-2")
        side.dealing = Dealing(second_hand=second)
        del deck[: 2 * HAND]
        for hand in (side.hand, second):
            table.events.append(events.Dealt(seat=seat, cards=list(hand), clause="W3-V-2", private=seat))
    table.state.deck = deck


def keep_hands(table: WarsTable, kept: dict[int, KeepHand]) -> None:
    """The hands not kept go back into the deck, which is reshuffled [W3-V-7]."""
    held: list[int] = []
    for seat, act in kept.items():
        side = table.side[seat]
        side.hand, side.dealing = list(act.cards), None
        for card in act.cards:
            insort(held, card)
    table.state.deck = table.chance.shuffle("reshuffle", [card for card in DECK if card not in held])


def deal_magics(table: WarsTable) -> None:
    """Of the sixteen each player gets 7; the other 2 and all basic magics are not used [W3-V-8] [W3-V-9]. They are not
    seen before the hands are chosen [W3-V-6]."""
    order = table.drawn(table.chance.shuffle("magic", MAGICS_IN_USE)[: 2 * MAGICS_DEALT], "W3-V-8")
    dealt = order[:MAGICS_DEALT], order[MAGICS_DEALT:]
    for seat, magics in zip(deal_order(table), dealt, strict=True):
        table.side[seat].spare_magics = magics
        table.events.append(events.MagicsDealt(seat=seat, magics=sorted(magics), clause="W3-V-8", private=seat))
    table.state.undealt_magics = [magic for magic in MAGICS_IN_USE if magic not in order]


class KeepHandDecision(Decision):
    """One of the two hands, whole [W3-V-3] [W3-V-4]."""

    ask = "keep_hand"
    clause = "W3-V-4"
    takes = (KeepHand,)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        hands = self._hands(table)
        if out_of_order(act.cards):
            return ascending("the cards")
        if act.cards in hands:
            return None
        if len(act.cards) == HAND and {*hands[0], *hands[1]}.issuperset(act.cards):
            return Violation("W3-V-3", "the two hands are not mixed", ("W3-V-4",))
        return Violation("W3-V-4", "one of the two hands dealt is kept")

    def options(self, table: WarsTable) -> Iterator[Act]:
        for hand in self._hands(table):
            yield KeepHand(list(hand))

    def _hands(self, table: WarsTable) -> tuple[list[int], list[int]]:
        side = table.side[self.seat]
        assert side.dealing is not None, "the set-up is still going on"
        return side.hand, side.dealing.second_hand


class SevenMagicsDecision(KeepMagicsDecision):
    """Exactly 3 of the 7 magics [W3-V-10]."""

    clause = "W3-V-10"


KEEP_HANDS = tuple(KeepHandDecision(seat) for seat in SEATS)
KEEP_MAGICS = tuple(SevenMagicsDecision(seat) for seat in SEATS)
