"""セブンメイジ戦, a variant of the advanced rules [W3-V-1].

Its random events: `deck`, `reshuffle` (the deck with the hands not kept) and `magic`.
"""

from bisect import insort
from collections.abc import Sequence

from .....kernel.play.choices import OneOf
from .....kernel.play.decisions import Act, Flow, seated, together
from .....kernel.play.lists import ascending, out_of_order
from .....kernel.play.violations import Violation
from ...table import events
from ...table.actions import KeepHand
from ...table.state import Dealing
from ...table.table import SEATS, WarsTable
from ..turn import turns
from ..victory import RESIGNATIONS
from .advanced import DECK
from .dealing import MAGICS_IN_USE, deal_magics, deal_order, drawn_magics, keep_magics
from .intermediate import KeepMagicsDecision
from .mulligans import HAND

SEVEN = 7
"""To each player [W3-V-8]."""


def game(table: WarsTable) -> Flow[Flow[None]]:
    """The whole sevenmage game. As in the advanced game a side is made with 30 life and no territory, and the magics
    kept lie face down [W3-V-11]."""
    table.standing = RESIGNATIONS
    table.state.undealt_magics = list(MAGICS_IN_USE)
    deal_hands(table)
    kept = yield from together(table, lambda: [seated(KeepHandDecision, seat) for seat in SEATS])
    keep_hands(table, kept)
    # Of the sixteen each player gets 7; the other 2 and all basic magics are not used [W3-V-8] [W3-V-9]. They are not
    # seen before the hands are chosen [W3-V-6].
    deal_magics(table, drawn_magics(table, SEVEN, "W3-V-8"), "W3-V-8")
    chosen = yield from together(table, lambda: [seated(SevenMagicsDecision, seat) for seat in SEATS])
    for seat, act in chosen.items():
        keep_magics(table, seat, act.magics)
    return turns(table)


def deal_hands(table: WarsTable) -> None:
    """All 48 cards are shuffled; each player gets two separate hands of 6 [W3-V-2]."""
    deck = table.chance.shuffle("deck", DECK)
    for seat in deal_order(table):
        side = table.side[seat]
        side.hand = table.known(sorted(deck[:HAND]), "W3-V-2")
        second = table.known(sorted(deck[HAND : 2 * HAND]), "W3-V-2")
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
    table.state.deck = table.shuffled("reshuffle", [card for card in DECK if card not in held], "W3-V-7")


class KeepHandDecision(OneOf):
    """One of the two hands, whole [W3-V-3] [W3-V-4]."""

    ask = "keep_hand"
    clause = "W3-V-4"
    takes = (KeepHand,)
    field = "cards"

    def candidates(self, table: WarsTable) -> Sequence[list[int]]:
        side = table.side[self.seat]
        assert side.dealing is not None, "the set-up is still going on"
        return [list(side.hand), list(side.dealing.second_hand)]

    def refuse(self, table: WarsTable, act: Act) -> Violation:
        first, second = self.candidates(table)
        if out_of_order(act.cards):
            return ascending("list.cards")
        if len(act.cards) == HAND and {*first, *second}.issuperset(act.cards):
            return Violation("W3-V-3", "hand.not_mixed", ("W3-V-4",))
        return Violation("W3-V-4", "hand.one_of_two")


class SevenMagicsDecision(KeepMagicsDecision):
    """Exactly 3 of the 7 magics [W3-V-10]."""

    clause = "W3-V-10"
